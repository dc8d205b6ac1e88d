import Foundation
import PolicyJSON
import Testing

/// The error of each limit, with its location.
@Suite struct DecoderLimitsTests {
    static let cases: [(JSONLimits, String, JSONSyntaxError.Code, String)] = [
        (
            JSONLimits(depth: 2), "[[1],\n [[2]]]", .depthLimit,
            "line 2, column 3: nesting deeper than the depth limit\n [[2]]]\n  ^"
        ),
        (JSONLimits(depth: 0), "[]", .depthLimit, "line 1, column 1: nesting deeper than the depth limit\n[]\n^"),
        (
            JSONLimits(documentBytes: 4), "[1,\n2]", .documentLimit,
            "line 2, column 1: more bytes than the document limit"
        ),
        (
            JSONLimits(stringBytes: 3), #"["abc","abcd"]"#, .stringLimit,
            "line 1, column 8: string longer than the string limit\n[\"abc\",\"abcd\"]\n       ^"
        ),
        (
            JSONLimits(stringBytes: 3), #"{"abcd":1}"#, .stringLimit,
            "line 1, column 2: string longer than the string limit\n{\"abcd\":1}\n ^"
        ),
        (
            JSONLimits(numberBytes: 3), "[123,1234]", .numberLimit,
            "line 1, column 6: number longer than the number limit\n[123,1234]\n     ^"
        ),
        (
            JSONLimits(tokens: 4), "[1,2,3]", .tokenLimit,
            "line 1, column 7: more values than the token limit\n[1,2,3]\n      ^"
        ),
        (
            JSONLimits(members: 2), #"[{"a":1,"b":2,"c":3}]"#, .memberLimit,
            "line 1, column 15: object of more members than the member limit\n[{\"a\":1,\"b\":2,\"c\":3}]\n              ^"
        ),
        (
            JSONLimits(elements: 2), #"{"a":[1,2,3]}"#, .elementLimit,
            "line 1, column 11: array of more elements than the element limit\n{\"a\":[1,2,3]}\n          ^"
        ),
    ]

    @Test(arguments: cases.indices)
    func limit(index: Int) throws {
        let (limits, json, code, message) = Self.cases[index]
        let decoder = PolicyJSONDecoder(policy: .lenient)
        decoder.limits = limits
        #expect(decoder.limits == limits)
        let error = #expect(throws: DecodingError.self) { try decoder.decode(Anything.self, from: json) }
        #expect(error.map(text(of:)) == "dataCorrupted at the top: The given data was not valid JSON. [\(message)]")
        guard case .dataCorrupted(let context)? = error else { return }
        #expect((context.underlyingError as? JSONSyntaxError)?.code == code)
        // Accepted without the limit.
        decoder.limits = .default
        #expect(throws: Never.self) { try decoder.decode(Anything.self, from: json) }
    }

    @Test func depthOfFoundation() {
        let nested = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        let decoder = PolicyJSONDecoder()
        #expect(throws: Never.self) { try decoder.decode(Anything.self, from: nested(512)) }
        let error = #expect(throws: DecodingError.self) { try decoder.decode(Anything.self, from: nested(513)) }
        #expect(error.map(text(of:))?.contains("line 1, column 513: nesting deeper than the depth limit") == true)
        #expect(throws: (any Error).self) { try JSONDecoder().decode(Anything.self, from: Data(nested(513).utf8)) }
    }

    /// Accepts any document.
    struct Anything: Decodable { init(from decoder: any Decoder) throws {} }
}
