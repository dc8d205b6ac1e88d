@_spi(Cursor) internal import JSONTape

/// Accepts numbers or words where a Boolean is requested.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `BooleansFromScalars(.zeroAndOne)` | `Bool` | `0`, `1` | `false`, `true` |
/// | `BooleansFromScalars(.zeroAndOne)` | `Bool` | `2`, `-1`, `1.0`, `-0`, `"1"`, `"true"`, `""`, `" "`, `null`, `[]`, `{}`, no key | declines |
/// | `BooleansFromScalars(.words)` | `Bool` | `"true"`, `"Yes"`, `"ON"`, `"y"`, `"t"` | `true` |
/// | `BooleansFromScalars(.words)` | `Bool` | `"false"`, `"No"`, `"OFF"`, `"n"`, `"f"` | `false` |
/// | `BooleansFromScalars(.words)` | `Bool` | `"1"`, `""`, `" "`, `" yes"`, `"oui"`, `1`, `0`, `null`, no key | declines |
/// | `BooleansFromScalars([.zeroAndOne, .words])` | `Bool` | `1`, `"on"` | `true` |
/// | `BooleansFromScalars(.zeroAndOneStrings)` | `Bool` | `"0"`, `"1"` | `false`, `true` |
/// | `BooleansFromScalars(.zeroAndOneStrings)` | `Bool` | `"2"`, `"-1"`, `"1.0"`, `" 1"`, `"true"`, `""`, `1`, `0`, `null`, no key | declines |
/// | `BooleansFromScalars(.decimalZeroAndOne)` | `Bool` | `0`, `0.0`, `-0`, `0e5`, `1`, `1.0`, `10e-1` | `false`, `false`, `false`, `false`, `true`, `true`, `true` |
/// | `BooleansFromScalars(.decimalZeroAndOne)` | `Bool` | `2`, `-1`, `0.1`, `1.01`, `1e1`, `1e400`, `1e-400`, `"1.0"`, `null`, no key | declines |
/// | `BooleansFromScalars(.anyNumber)` | `Bool` | `0`, `-0.0`, `0e9`, `1`, `-1`, `0.1`, `1e400`, `1e-400` | `false`, `false`, `false`, `true`, `true`, `true`, `true`, `true` |
/// | `BooleansFromScalars(.anyNumber)` | `Bool` | `"2"`, `"0"`, `null`, `[]`, no key | declines |
public struct BooleansFromScalars: DecodingRule {
    /// Which forms are accepted.
    public struct Form: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The numbers `0` and `1`, written exactly so.
        public static let zeroAndOne = Form(rawValue: 1)
        /// The strings true, false, yes, no, on, off, y, n, t and f in any case (ASCII letters).
        public static let words = Form(rawValue: 2)
        /// The strings `"0"` and `"1"`, written exactly so.
        public static let zeroAndOneStrings = Form(rawValue: 4)
        /// Numbers equal to 0 or 1, however they are written, such as `1.0`.
        public static let decimalZeroAndOne = Form(rawValue: 8)
        /// All numbers: 0, however it is written, is `false`, all others are `true`.
        public static let anyNumber = Form(rawValue: 16)
    }

    /// Which forms are accepted.
    let forms: Form

    /// Creates the rule. Default: ``Form/zeroAndOne``.
    ///
    /// - Parameter forms: which numbers and words are accepted.
    public init(_ forms: Form = .zeroAndOne) {
        self.forms = forms
    }

    var sourceText: String { "BooleansFromScalars(\(forms.sourceText))" }

    var listedSituations: RepairSituation { .mismatch }

    func answer(to context: DecodingRuleContext) -> Repair {
        guard context.requestedType == Bool.self else { return .decline }
        let bool = value(ofNumber: context) ?? context.string.flatMap(value(ofString:))
        return bool.map { .replace(with: .bool($0)) } ?? .decline
    }

    @_optimize(size)
    private func value(ofNumber context: DecodingRuleContext) -> Bool? {
        guard let text = context.number else { return nil }
        if !forms.isDisjoint(with: [.zeroAndOne, .decimalZeroAndOne, .anyNumber]) {
            if text == "0" { return false }
            if text == "1" { return true }
        }
        guard !forms.isDisjoint(with: [.decimalZeroAndOne, .anyNumber]), let text = context.numberInJSON,
            let number = JSONNumber(text)
        else { return nil }
        // A number is zero if all digits before its exponent are.
        let digits = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        if digits.allSatisfy({ $0 < UInt8(ascii: "1") }) { return false }
        if forms.contains(.anyNumber) { return true }
        return number.integer(as: Int8.self) == 1 ? true : nil
    }

    private func value(ofString text: String) -> Bool? {
        guard text.utf8.count <= 5 else { return nil }
        if forms.contains(.zeroAndOneStrings) {
            if text == "0" { return false }
            if text == "1" { return true }
        }
        guard forms.contains(.words) else { return nil }
        switch text.lowercased() {
        case "true", "yes", "on", "y", "t": return true
        case "false", "no", "off", "n", "f": return false
        default: return nil
        }
    }
}

// MARK: Policy files

extension BooleansFromScalars.Form: NamedOptions {
    static let names: KeyValuePairs<String, Self> = [
        "zeroAndOne": .zeroAndOne, "words": .words, "zeroAndOneStrings": .zeroAndOneStrings,
        "decimalZeroAndOne": .decimalZeroAndOne, "anyNumber": .anyNumber,
    ]
}

extension BooleansFromScalars {
    private enum CodingKeys: CodingKey { case forms }

    init(from decoder: any Decoder) throws {
        self.init(try decoder.container(keyedBy: CodingKeys.self).options(.forms, default: .zeroAndOne))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(options: forms, .forms, default: .zeroAndOne)
    }

    var explanation: String {
        let descriptions: KeyValuePairs<Form, String> = [
            .zeroAndOne: "0 and 1", .words: "words such as \"yes\", \"off\" and \"t\"",
            .zeroAndOneStrings: "the strings \"0\" and \"1\"", .decimalZeroAndOne: "0 and 1 however they are written",
            .anyNumber: "any number, of which only 0 is false,",
        ]
        let taken = descriptions.filter { forms.contains($0.key) }.map(\.value).joined(separator: ", and ")
        return taken.isEmpty ? "Does nothing." : "Accepts \(taken) where true or false is requested."
    }
}

// MARK: Lint

extension BooleansFromScalars: LibraryRule {
    var doesNothing: Bool { forms.isWithoutEffect }

    func covers(_ other: BooleansFromScalars) -> Bool { forms.withNarrowerForms.isSuperset(of: other.forms) }
}

extension BooleansFromScalars.Form {
    /// The forms, and those that accept only what one of these accepts.
    fileprivate var withNarrowerForms: BooleansFromScalars.Form {
        var forms = self
        if forms.contains(.anyNumber) { forms.insert(.decimalZeroAndOne) }
        if forms.contains(.decimalZeroAndOne) { forms.insert(.zeroAndOne) }
        return forms
    }
}
