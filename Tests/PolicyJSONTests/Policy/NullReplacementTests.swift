import PolicyJSON
import Testing

/// All spellings of a rule's answer `null` have the same meaning: `nil` where that is accepted, elsewhere a null about
/// which other rules are consulted.
@Suite struct NullReplacementTests {
    /// Replaces an empty string with `null`.
    struct BlankAsNull: DecodingRule {
        let json: RawJSON
        let isAttempt: Bool
        let situations: RepairSituation = .mismatch

        func repair(_ context: DecodingRuleContext) -> Repair {
            if context.string != "" { return .decline }
            return isAttempt ? .replaceIfDecodable(with: json) : .replace(with: json)
        }
    }

    static let answers = [
        BlankAsNull(json: .null, isAttempt: true), BlankAsNull(json: .null, isAttempt: false),
        BlankAsNull(json: .document("null"), isAttempt: true),
        BlankAsNull(json: .document(" null\n"), isAttempt: false),
    ]

    @Test(arguments: answers.indices) func outcomes(index: Int) {
        let policy = DecodingPolicy {
            Self.answers[index]
            DefaultValues(.zero)
        }
        let decoder = PolicyJSONDecoder(policy: policy)
        #expect(decoder.outcome(of: Box<Int>.self, from: #"{"value":""}"#).text == "Box<Int>(value: 0)")
        #expect(decoder.outcome(of: Box<Int?>.self, from: #"{"value":""}"#).text == "Box<Optional<Int>>(value: nil)")
        #expect(
            decoder.outcome(of: OptionalBox<Int>.self, from: #"{"value":""}"#).text == "OptionalBox<Int>(value: nil)")
        #expect(decoder.outcome(of: [Int?].self, from: #"[""]"#).text == "[nil]")
        #expect(decoder.outcome(of: Int.self, from: #""""#).text == "0")
    }

    @Test(arguments: answers.indices) func withoutDefaults(index: Int) {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Self.answers[index] })
        let isAttempt = index.isMultiple(of: 2)
        #expect(
            decoder.outcome(of: Int.self, from: #""""#).text
                == (isAttempt
                    ? "typeMismatch(Int) at the top: Expected to decode Int but found a string instead."
                    : "valueNotFound(Int) at the top: Cannot get value of type Int -- found null value instead"))
    }
}
