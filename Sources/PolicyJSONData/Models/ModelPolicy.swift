internal import PolicyJSON

/// The rules that the samples need, each at the paths that need it.
struct ModelPolicy {
    /// If more paths with the same last member need a rule, it applies to all members of that name.
    private static let pathLimit = 8

    private var patterns: [String] = []
    private var rules: [String: [any DecodingRule]] = [:]
    /// The patterns of the records in their inputs.
    private let prefixes: [String]

    init(_ slots: [ModelSlot], _ declarations: ModelDeclarations, origins: Set<JSONProfile.Origin>) {
        let found = origins.map { origin in
            switch origin {
            case .document: ""
            case .line: "[*]"
            case .element(let path): path + "[*]"
            }
        }
        prefixes = found.isEmpty ? [""] : Set(found).sorted()
        for slot in slots {
            for repair in declarations.value(of: slot).repairs {
                add(repair.rule, at: slot.parts.filter { repair.isNeeded($0.facts) }.map(\.path))
            }
        }
    }

    var policy: DecodingPolicy {
        DecodingPolicy(
            patterns.compactMap { text in
                guard let pattern = try? PathPattern(text), let rules = rules[text] else { return nil }
                return At(pattern) { DecodingPolicy(rules) }
            })
    }

    private mutating func add(_ rule: any DecodingRule, at paths: [String]) {
        var all: [String] = []
        for path in paths {
            for prefix in prefixes {
                all.append(PathPattern.joined(prefix, path))
            }
        }
        let ends = Set(paths.map(PathPattern.lastStep))
        let isTooLong = all.contains { (try? PathPattern($0)) == nil }
        if isTooLong || all.count > Self.pathLimit && ends.count == 1 && !ends.contains("[*]") && !ends.contains("*") {
            all = ends.sorted().map { PathPattern.joined("**", $0) }
        }
        for pattern in all {
            if rules[pattern] == nil { patterns.append(pattern) }
            rules[pattern, default: []].append(rule)
        }
    }
}
