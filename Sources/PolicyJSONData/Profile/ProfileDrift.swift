internal import PolicyJSON

/// The differences between two profiles of the same source at different times.
///
/// ```swift
/// let drift = ProfileDrift(from: lastWeek, to: today)
/// for change in drift.changes { print(change) }
/// ```
public struct ProfileDrift: Sendable, Hashable {
    /// A difference at a path.
    public struct Change: Sendable, Hashable {
        /// The kind of difference.
        public struct Code: RawRepresentable, Sendable, Hashable, Codable {
            /// The code in JSON: `newPath`.
            public let rawValue: String

            /// Creates a code.
            ///
            /// - Parameter rawValue: the code in JSON.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// A path that the old profile does not have. An empty path: the old profile has no records.
            public static let newPath = Code(rawValue: "newPath")
            /// A path that the new profile does not have. An empty path: the new profile has no records.
            public static let vanishedPath = Code(rawValue: "vanishedPath")
            /// A kind of value that the old profile does not have.
            public static let newKind = Code(rawValue: "newKind")
            /// A kind of value that the new profile does not have.
            public static let vanishedKind = Code(rawValue: "vanishedKind")
            /// The share of objects without the member.
            public static let missingRate = Code(rawValue: "missingRate")
            /// The share of `null`.
            public static let nullRate = Code(rawValue: "nullRate")
            /// The share of a kind of value, `null` excepted.
            public static let kindRate = Code(rawValue: "kindRate")
            /// Values that an enumeration did not have.
            public static let newCases = Code(rawValue: "newCases")
            /// Numbers outside the old range by more than its width or its largest absolute value, whichever is greater; negative
            /// numbers or fractions for the first time.
            public static let range = Code(rawValue: "range")
            /// A form of strings that the old profile does not have.
            public static let newForm = Code(rawValue: "newForm")
        }

        /// The kind of difference.
        public let code: Code
        /// The path: `items[*].price`; empty for the records.
        public let path: String
        /// What changed, in words.
        public let message: String
        /// Examples in the new input, as far as there are any.
        public let examples: [PathFacts.Example]
        /// The steps of the path, with 0 for any index.
        let steps: [DecodingPath.Step]
        /// Whether the change is about `null`.
        var isNull = false
    }

    /// The differences, in the order of the paths.
    public let changes: [Change]

    /// Compares two profiles.
    ///
    /// - Parameters:
    ///   - old: the profile to compare with.
    ///   - new: the profile of later data.
    ///   - rate: by how much a share must differ to count, from 0 to 1. Default: 0.05.
    public init(from old: JSONProfile, to new: JSONProfile, rate: Double = 0.05) {
        let counts = (old: old.records - old.invalidRecords, new: new.records - new.invalidRecords)
        if (counts.old == 0) != (counts.new == 0) {
            // There is nothing to compare.
            let message = counts.new == 0 ? "no records any more" : "records, where there were none"
            changes = [
                Change(
                    code: counts.new == 0 ? .vanishedPath : .newPath, path: "", message: message, examples: [],
                    steps: [])
            ]
            return
        }
        var comparison = ProfileComparison(rate: rate)
        // Maps are combined in both, or in none.
        let (combinedOld, combinedNew) = Self.combined(old.top, new.top)
        comparison.compare(combinedOld, combinedNew)
        changes = comparison.changes
    }

    private static func combined(
        _ old: JSONProfile.Path, _ new: JSONProfile.Path
    ) -> (JSONProfile.Path, JSONProfile.Path) {
        var (old, new) = (old, new)
        if old.looksLikeMap || new.looksLikeMap {
            old.combineMembers()
            new.combineMembers()
        }
        for index in old.children.indices {
            guard let other = new.children.firstIndex(where: { $0.step == old.children[index].step }) else { continue }
            (old.children[index], new.children[other]) = combined(old.children[index], new.children[other])
        }
        return (old, new)
    }
}

/// Compares two trees of paths, without recursion, which would take much of the stack for each of up to 512 levels.
private struct ProfileComparison {
    /// Two paths to compare, or a difference to list.
    private enum Work {
        case comparison(
            JSONProfile.Path, JSONProfile.Path, path: String, steps: [DecodingPath.Step], parents: (old: Int, new: Int))
        case change(ProfileDrift.Change)
    }

    let rate: Double
    private(set) var changes: [ProfileDrift.Change] = []
    /// What is to be done, the next last.
    private var work: [Work] = []

    init(rate: Double) { self.rate = rate }

    mutating func compare(_ old: JSONProfile.Path, _ new: JSONProfile.Path) {
        work = [.comparison(old, new, path: "", steps: [], parents: (0, 0))]
        while let next = work.popLast() {
            switch next {
            case .comparison(let old, let new, let path, let steps, let parents):
                compare(old, new, path: path, steps: steps, parents: parents)
            case .change(let change): changes.append(change)
            }
        }
    }

    private mutating func compare(
        _ old: JSONProfile.Path, _ new: JSONProfile.Path, path: String, steps: [DecodingPath.Step],
        parents: (old: Int, new: Int)
    ) {
        let (before, after) = (old.facts, new.facts)
        func add(_ code: ProfileDrift.Change.Code, _ message: String, _ finding: PathFacts.Finding? = nil) {
            let examples = finding.flatMap { after.examples[$0] } ?? []
            changes.append(
                .init(
                    code: code, path: path, message: message, examples: examples, steps: steps,
                    isNull: finding == .kind(.null)))
        }
        if old.step.key != nil {
            let rates = (
                Self.share(parents.old - before.objects, of: parents.old),
                Self.share(parents.new - after.objects, of: parents.new)
            )
            if differ(rates) { add(.missingRate, "missing in \(Self.percents(rates)) of the objects") }
        }
        if before.values > 0, after.values > 0 {
            for kind in JSONKind.allCases {
                let counts = (before.count(of: kind), after.count(of: kind))
                let shares = (Self.share(counts.0, of: before.values), Self.share(counts.1, of: after.values))
                switch counts {
                case (0, 0): break
                case (0, _): add(.newKind, "\(kind.rawValue) in \(Self.percents(shares)) of the values", .kind(kind))
                case (_, 0): add(.vanishedKind, "no \(kind.rawValue) any more")
                default:
                    guard differ(shares) else { break }
                    add(
                        kind == .null ? .nullRate : .kindRate,
                        "\(kind.rawValue) in \(Self.percents(shares)) of the values", .kind(kind))
                }
            }
            compareStrings(before, after, add)
            compareNumbers(before.numbers, after.numbers, add)
        }
        compareChildren(old, new, path: path, steps: steps)
    }

    private func compareStrings(
        _ before: PathFacts, _ after: PathFacts, _ add: (ProfileDrift.Change.Code, String, PathFacts.Finding?) -> Void
    ) {
        if let cases = before.enumeration?.map(\.value) {
            if let values = after.strings.values {
                let found = values.map(\.value).filter { !cases.contains($0) }
                if !found.isEmpty {
                    let shown = found.prefix(10).map { "\"\($0)\"" }.joined(separator: ", ")
                    add(.newCases, "new values: \(shown)\(found.count > 10 ? ", …" : "")", nil)
                }
            } else {
                add(.newCases, "about \(after.strings.count) different values instead of \(cases.count)", nil)
            }
        }
        guard before.count(of: JSONKind.string) > 0 else { return }
        for form in StringForm.allCases where before.count(of: form) == 0 && after.count(of: form) > 0 {
            // Text among text is nothing new.
            if form == .text || before.count(of: StringForm.text) * 2 > before.count(of: JSONKind.string) {
                guard form == .empty || form == .blank || form == .text else { continue }
            }
            add(.newForm, "strings of the form \(form.rawValue)", .string(form))
        }
    }

    private func compareNumbers(
        _ before: NumberFacts, _ after: NumberFacts,
        _ add: (ProfileDrift.Change.Code, String, PathFacts.Finding?) -> Void
    ) {
        guard let least = before.minimum, let most = before.maximum, let newLeast = after.minimum,
            let newMost = after.maximum
        else { return }
        if before.fractions == 0, after.fractions > 0 { add(.range, "fractions among integers", .fraction) }
        let width = max(most.nearest - least.nearest, abs(most.nearest), abs(least.nearest))
        if newLeast.nearest < least.nearest - width || newMost.nearest > most.nearest + width
            || newLeast.nearest < 0 && least.nearest >= 0
        {
            add(.range, "\(newLeast.text) … \(newMost.text) instead of \(least.text) … \(most.text)", nil)
        }
    }

    private mutating func compareChildren(
        _ old: JSONProfile.Path, _ new: JSONProfile.Path, path: String, steps: [DecodingPath.Step]
    ) {
        let parents = (old.facts.count(of: JSONKind.object), new.facts.count(of: JSONKind.object))
        var next: [Work] = []
        for child in old.children {
            let name = PathPattern.joined(path, child.step.text)
            let below = steps + [child.step.pathStep]
            if let other = new.children.first(where: { $0.step == child.step }) {
                next.append(.comparison(child, other, path: name, steps: below, parents: parents))
            } else if !new.isEmptyContainer(without: child.step) {
                next.append(
                    .change(
                        .init(
                            code: .vanishedPath, path: name, message: "the path has vanished", examples: [],
                            steps: below)))
            }
        }
        for child in new.children where !old.children.contains(where: { $0.step == child.step }) {
            guard !old.isEmptyContainer(without: child.step) else { continue }
            let kinds = JSONKind.allCases.filter { child.facts.count(of: $0) > 0 }
            let examples = kinds.first.flatMap { child.facts.examples[.kind($0)] } ?? []
            next.append(
                .change(
                    .init(
                        code: .newPath, path: PathPattern.joined(path, child.step.text),
                        message: "new path: \(kinds.map(\.rawValue).joined(separator: ", "))", examples: examples,
                        steps: steps + [child.step.pathStep])))
        }
        work += next.reversed()
    }

    /// The difference of 0.55 and 0.5 is more than 0.05.
    private func differ(_ rates: (Double, Double)) -> Bool { abs(rates.0 - rates.1) > rate + 1e-12 }

    private static func share(_ count: Int, of total: Int) -> Double {
        total <= 0 ? 0 : Double(min(max(count, 0), total)) / Double(total)
    }

    private static func percents(_ shares: (Double, Double)) -> String {
        func text(_ share: Double) -> String {
            let tenths = Int((share * 1_000).rounded())
            if share > 0, tenths == 0 { return "<0.1%" }
            return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
        }
        return "\(text(shares.1)) (before: \(text(shares.0)))"
    }
}

extension JSONProfile.Path {
    /// Whether the path never had a container that could have the step: only a change of the kind is reported then.
    fileprivate func isEmptyContainer(without step: JSONProfile.Step) -> Bool {
        step == .element ? facts.count(of: JSONKind.array) == 0 : facts.count(of: JSONKind.object) == 0
    }
}

extension JSONProfile.Step {
    fileprivate var pathStep: DecodingPath.Step {
        switch self {
        case .key(let name): .key(name)
        case .anyKey: .key("*")
        case .element, .top: .index(0)
        }
    }
}

extension ProfileDrift.Change: CustomStringConvertible {
    /// The path and the message.
    public var description: String { "\(path.isEmpty ? "(record)" : path): \(message)" }
}

extension ProfileDrift.Change: Encodable {
    private enum CodingKeys: String, CodingKey { case code, path, message, examples }

    /// Encodes `code`, `path`, `message` and `examples`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(path, forKey: .path)
        try container.encode(message, forKey: .message)
        if !examples.isEmpty { try container.encode(examples, forKey: .examples) }
    }
}
