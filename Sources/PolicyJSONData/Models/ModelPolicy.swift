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
                let separator = prefix.isEmpty || path.isEmpty || path.hasPrefix("[") ? "" : "."
                all.append(prefix + separator + path)
            }
        }
        let ends = Set(paths.map(Self.lastStep))
        let isTooLong = all.contains { (try? PathPattern($0)) == nil }
        if isTooLong || all.count > Self.pathLimit && ends.count == 1 && !ends.contains("[*]") && !ends.contains("*") {
            all = ends.sorted().map { $0.hasPrefix("[") ? "**\($0)" : "**.\($0)" }
        }
        for pattern in all {
            if rules[pattern] == nil { patterns.append(pattern) }
            rules[pattern, default: []].append(rule)
        }
    }

    /// The last step of a path, as written in the path.
    private static func lastStep(_ path: String) -> String {
        var isQuoted = false
        var start = path.startIndex
        var last: Character?
        for index in path.indices {
            let character = path[index]
            if character == "\"", last != "\\" { isQuoted.toggle() }
            if !isQuoted, character == "." { start = path.index(after: index) }
            if !isQuoted, character == "[" { start = index }
            last = last == "\\" ? nil : character
        }
        return String(path[start...])
    }
}
