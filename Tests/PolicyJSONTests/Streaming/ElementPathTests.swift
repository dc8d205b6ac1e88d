import Foundation
import PolicyJSON
import Testing

/// The elements at a path, regardless of chunks.
@Suite("Elements at a path") struct ElementPathTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let path: PathPattern
        let json: String
        let elements: [String]
        let failure: String?

        init(_ path: PathPattern, _ json: String, _ elements: [String], _ failure: String? = nil) {
            self.path = path
            self.json = json
            self.elements = elements
            self.failure = failure
        }

        var testDescription: String { "\"\(path)\" in \(json)" }
    }

    static let rows = [
        Row("", "[1,2,3]", ["1", "2", "3"]),
        Row("", "  [ ]  ", []),
        Row("", "[-12]", ["-12"]),
        Row("data.items", #"{"data":{"items":[1,2]}}"#, ["1", "2"]),
        Row("data.items", #"{"x":[[1]],"data":{"y":{"items":[9]},"items":[1,2],"z":[3]},"w":"data"}"#, ["1", "2"]),
        Row("results[*].items", #"{"results":[{"items":[1]},{},{"items":[]},{"items":[2,3]}]}"#, ["1", "2", "3"]),
        Row("results[*].items", #"{"results":[]}"#, []),
        Row("results[1].items", #"{"results":[{"items":[1]},{"items":[2]}]}"#, ["2"]),
        Row("*.items", #"{"a":{"items":[1]},"b":{"items":[2]},"c":[3]}"#, ["1", "2"]),
        Row("**.items", #"{"a":{"items":[1]},"items":[2],"b":[[{"items":[3]}]]}"#, ["1", "2", "3"]),
        Row("[*]", "[[1,2],[],[3]]", ["1", "2", "3"]),
        Row("[1]", "[[1,2],[4],[3]]", ["4"]),
        Row(#"a."b.c""#, #"{"a":{"b.c":[7]}}"#, ["7"]),
        Row("é", #"{"\u00e9":[1],"e\u0301":[2],"é":[3]}"#, ["1", "2", "3"]),
        Row("a", #"{"a":[1],"a":[2]}"#, ["1", "2"]),
        // missing, or of another kind
        Row(
            "a", "{}", [],
            "1:3: a: No value associated with key \"a\"."),
        Row(
            "a.b", #"{"a":{"c":[1]}}"#, [],
            "1:16: a.b: No value associated with key \"b\"."),
        Row(
            "a.b", #"{"a":[1]}"#, [],
            "1:10: a.b: No value associated with key \"b\"."),
        Row(
            "[2]", "[[1]]", [],
            "1:6: [2]: No value associated with key \"Index 2\"."),
        Row("", "{}", [], "1:1: Expected to decode Array<Any> but found a dictionary instead."),
        Row("", " 1", [], "1:2: Expected to decode Array<Any> but found number instead."),
        Row(
            "a", #"{"a":null}"#, [],
            "1:6: a: Cannot get unkeyed decoding container -- found null value instead"),
        Row(
            "[*]", "[[1],\n 2,[3]]", ["1"],
            "2:2: [1]: Expected to decode Array<Any> but found number instead."),
        // not JSON
        Row("", "", [], "1:1 (0) unexpectedEnd: unexpected end of document, expected a value"),
        Row("", "[1,2", ["1", "2"], "1:5 (4) unexpectedEnd: unexpected end of document, expected ',' or ']'"),
        Row("", "[1,2,]", ["1", "2"], "1:6 (5) unexpectedToken: unexpected ']', expected a value"),
        Row("a", #"{"a":[1,2],"b":tru}"#, ["1", "2"], "1:19 (18) invalidLiteral: invalid literal at '}'"),
        Row("a", #"{"b":[1,}"#, [], "1:9 (8) unexpectedToken: unexpected '}', expected a value"),
        Row("", "[1] 2", ["1"], "1:5 (4) unexpectedToken: unexpected '2', expected the end of the document"),
        Row("a", #"{"b":"x"#, [], "1:6 (5) unterminatedString: string without closing quote"),
        Row("", "[1,é", ["1"], "1:4 (3) unexpectedByte: unexpected 'é'"),
    ]

    @Test(arguments: rows) func row(_ row: Row) async throws {
        let bytes = Array(row.json.utf8)
        let decoder = PolicyJSONDecoder()
        func read(_ chunks: Chunks) throws -> Delivery {
            Delivery(try decoder.elements(of: Int.self, at: row.path, from: chunks))
        }
        let whole = try read(Chunks(bytes))
        #expect(whole.elements == row.elements)
        #expect(whole.failure == row.failure)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                #expect(try read(Chunks(bytes, cutAt: [first, second])) == whole, "cut at \(first), \(second)")
            }
        }
        #expect(try read(Chunks(bytes, length: 1)) == whole)
        #expect(
            await Delivery(decoder.elements(of: Int.self, at: row.path, from: Chunks(bytes, length: 1).async))
                == whole)
    }
}
