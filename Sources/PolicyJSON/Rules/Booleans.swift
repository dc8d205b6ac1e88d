/// Accepts numbers or words where a Boolean is requested.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `Booleans(.zeroAndOne)` | `Bool` | `0`, `1` | `false`, `true` |
/// | `Booleans(.zeroAndOne)` | `Bool` | `2`, `-1`, `1.0`, `-0`, `"1"`, `"true"`, `""`, `" "`, `null`, `[]`, `{}`, no key | declines |
/// | `Booleans(.words)` | `Bool` | `"true"`, `"Yes"`, `"ON"`, `"y"`, `"t"` | `true` |
/// | `Booleans(.words)` | `Bool` | `"false"`, `"No"`, `"OFF"`, `"n"`, `"f"` | `false` |
/// | `Booleans(.words)` | `Bool` | `"1"`, `""`, `" "`, `" yes"`, `"oui"`, `1`, `0`, `null`, no key | declines |
/// | `Booleans([.zeroAndOne, .words])` | `Bool` | `1`, `"on"` | `true` |
public struct Booleans: PolicyFileRule {
    /// Which forms are accepted.
    public struct Form: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The numbers `0` and `1`, written exactly so.
        public static let zeroAndOne = Form(rawValue: 1)
        /// The strings true, false, yes, no, on, off, y, n, t and f in any case (ASCII letters).
        public static let words = Form(rawValue: 2)
    }

    /// Which forms are accepted.
    public let forms: Form

    /// Creates the rule. Default: ``Form/zeroAndOne``.
    ///
    /// - Parameter forms: which numbers and words are accepted.
    public init(_ forms: Form = .zeroAndOne) {
        self.forms = forms
    }

    public var description: String { "Booleans(\(forms.sourceText))" }

    public var situations: RepairSituation { .mismatch }

    public func repair(_ context: DecodingRuleContext) -> Repair {
        guard context.requestedType == Bool.self else { return .decline }
        if forms.contains(.zeroAndOne), let number = context.number {
            if number == "0" { return .decode(.bool(false)) }
            if number == "1" { return .decode(.bool(true)) }
        }
        if forms.contains(.words), let word = context.string, word.utf8.count <= 5 {
            switch word.lowercased() {
            case "true", "yes", "on", "y", "t": return .decode(.bool(true))
            case "false", "no", "off", "n", "f": return .decode(.bool(false))
            default: break
            }
        }
        return .decline
    }
}

// MARK: Policy files

extension Booleans.Form: NamedOptions {
    static let names: KeyValuePairs<String, Self> = ["zeroAndOne": .zeroAndOne, "words": .words]
}

extension Booleans {
    private enum CodingKeys: CodingKey { case forms }

    public init(from decoder: any Decoder) throws {
        self.init(try decoder.container(keyedBy: CodingKeys.self).options(.forms, default: .zeroAndOne))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(options: forms, .forms, default: .zeroAndOne)
    }

    public var explanation: String {
        let numbers = forms.contains(.zeroAndOne) ? "0 and 1" : nil
        let words = forms.contains(.words) ? "words such as \"yes\", \"off\" and \"t\"" : nil
        let taken = [numbers, words].compactMap(\.self).joined(separator: ", and ")
        return taken.isEmpty ? "Does nothing." : "Accepts \(taken) where true or false is requested."
    }
}

// MARK: Lint

extension Booleans: LibraryRule {
    var doesNothing: Bool { forms.isWithoutEffect }

    func covers(_ other: Booleans) -> Bool { forms.isSuperset(of: other.forms) }
}
