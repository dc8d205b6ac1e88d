import Foundation
import Testing

@testable import PolicyJSON

@Suite struct RepairTests {
    @Test(arguments: [
        (RawJSON.null, "null"), (.bool(true), "true"), (.bool(false), "false"), (.number("1.50"), "1.50"),
        (.document("[1]"), "[1]"), (.string(""), #""""#), (.string("a"), #""a""#),
        (.string(#"a"b\c/"#), #""a\"b\\c/""#),
        (.string("\n\r\t\u{0}\u{8}\u{1F}\u{7F}"), "\"\\n\\r\\t\\u0000\\u0008\\u001f\u{7F}\""),
        (.string("é日🎈\u{2028}"), "\"é日🎈\u{2028}\""),
        (.string("\r\n"), #""\r\n""#), (.string("e\u{301}\"\u{301}"), "\"e\u{301}\\\"\u{301}\""),
    ])
    func replacementText(replacement: RawJSON, expected: String) {
        #expect(Array(replacement.text.utf8) == Array(expected.utf8))
    }

    @Test(arguments: ["", "a", "\"\\\u{0}\u{1}\u{1F} \n\r\n\t", "é日🎈", "\"\u{301}", "\u{FFFF}\u{10FFFF}"])
    func stringsRoundTrip(text: String) throws {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy { ClosureRule("S") { _ in .replace(with: .string(text)) } })
        #expect(try decoder.decode(String.self, from: "1") == text)
    }

    static let scalars: [(RawJSON, any (Decodable & SendableMetatype).Type, String)] = [
        (.bool(true), Bool.self, "true"), (.number("12"), Int.self, "12"), (.number("1e2"), Double.self, "100.0"),
        (.string("x"), String.self, "x"), (.null, Wrapped<Int?>.self, "Wrapped(nil)"),
        (.document(" [1 , 2]\n"), [Int].self, "[1, 2]"),
        (.document(#"{"value":{"value":1}}"#), Box<Box<Int>>.self, "Box<Box<Int>>(value: Box<Swift.Int>(value: 1))"),
        (.document("\"2\""), Int128.self, "2"), (.unchecked(" [ 1]\n"), [Int].self, "[1]"), (-7, Int.self, "-7"),
    ]

    @Test(arguments: scalars.indices)
    func decodeAndAttempt(index: Int) {
        let (replacement, type, expected) = Self.scalars[index]
        for isAttempt in [false, true] {
            let policy = DecodingPolicy {
                ClosureRule("S") { context in
                    if context.sourceText != #"["bad"]"# && context.sourceText != #""bad""# { return .decline }
                    return isAttempt ? .replaceIfDecodable(with: replacement) : .replace(with: replacement)
                }
                NumbersFromStrings()
            }
            // A value of another kind than the requested one.
            let json = expected.hasPrefix("[") ? #""bad""# : #"["bad"]"#
            #expect(PolicyJSONDecoder(policy: policy).outcome(of: type, from: json).text == expected)
        }
    }

    @Test func onlyDocumentsFollowThePolicy() {
        func outcome(_ replacement: RawJSON) -> String {
            let policy = DecodingPolicy {
                ClosureRule("S") { $0.kind == .bool ? .replace(with: replacement) : .decline }
                NumbersFromStrings()
            }
            return PolicyJSONDecoder(policy: policy).outcome(of: Int.self, from: "true").text
        }
        #expect(outcome(.document("\"1\"")) == "1")
        #expect(
            outcome(.string("1")) == "typeMismatch(Int) at the top: Expected to decode Int but found a string instead.")
    }

    @Test func nullIsNilForOptionals() {
        let policy = DecodingPolicy { ClosureRule("S") { _ in .replace(with: .null) } }
        Row(
            Int?.self, "{}", "nil",
            "S, converted, '' '', 1:1+0, Int?: {} → null, Expected to decode Int but found a dictionary instead."
        )
        .check(policy)
        Row(Int.self, "{}", "valueNotFound(Int) at the top: Cannot get value of type Int -- found null value instead")
            .check(policy)
    }

    @Test func attemptThatFailsDeclines() {
        let policy = DecodingPolicy {
            ClosureRule("First") { _ in .replaceIfDecodable(with: .string("x")) }
            ClosureRule("Syntax") { _ in .replaceIfDecodable(with: .unchecked("{")) }
            ClosureRule("Second") { _ in .replace(with: .number("4")) }
        }
        #expect(
            PolicyJSONDecoder(policy: policy).outcome(of: Int.self, from: "{}").changes
                == [
                    "Second, converted, '' '', 1:1+0, Int: {} → 4, Expected to decode Int but found a dictionary instead."
                ])
    }

    @Test func limitsApplyToReplacements() {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy { ClosureRule("S") { _ in .replace(with: .document("[[1]]")) } })
        decoder.limits.depth = 1
        #expect(
            decoder.outcome(of: Int.self, from: "{}").text == """
                dataCorrupted at the top: The replacement [[1]] is not valid JSON. \
                [line 1, column 2: nesting deeper than the depth limit
                [[1]]
                 ^]
                """)
    }

    @Test func replacementsAreEqualByText() {
        #expect(RawJSON.number("1") == .document("1"))
        #expect(RawJSON.number("1") == 1)
        #expect(Set<RawJSON>([.null, .null, true, .bool(true), .string("null")]).count == 3)
    }
}
