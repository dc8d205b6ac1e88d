import Foundation
import PolicyJSON
import Testing

@Suite struct DecodingReportEncodingTests {
    private func encoded<T: Decodable>(_ type: T.Type, _ json: String, limit: Int = 1_000) throws -> String {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        decoder.reportLimit = limit
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        let report = try decoder.decodeReporting(type, from: json).report
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }

    @Test func format() throws {
        #expect(
            try encoded([String: [Int]].self, "{\n \"a/b\": [\"1\",\n {}, \"2\"]}", limit: 2) == #"""
                {
                  "count" : 3,
                  "counts" : {
                    "byKind" : {
                      "converted" : 2,
                      "dropped" : 1
                    },
                    "byPath" : {
                      "a/b[*]" : 3
                    },
                    "byRule" : {
                      "LossyCollections" : 1,
                      "NumbersFromStrings" : 2
                    },
                    "byType" : {
                      "Int" : 3
                    },
                    "otherPaths" : 0
                  },
                  "entries" : [
                    {
                      "column" : 10,
                      "found" : "\"1\"",
                      "kind" : "converted",
                      "line" : 2,
                      "offset" : 11,
                      "path" : "a/b[0]",
                      "pointer" : "/a~1b/0",
                      "reason" : "Expected to decode Int but found a string instead.",
                      "result" : "1",
                      "rule" : "NumbersFromStrings",
                      "type" : "Int"
                    },
                    {
                      "column" : 2,
                      "found" : "{}",
                      "kind" : "dropped",
                      "line" : 3,
                      "offset" : 17,
                      "path" : "a/b[1]",
                      "pointer" : "/a~1b/1",
                      "reason" : "Expected to decode Int but found a dictionary instead.",
                      "result" : "dropped",
                      "rule" : "LossyCollections",
                      "type" : "Int"
                    }
                  ],
                  "omittedCount" : 1
                }
                """#)
    }

    @Test func nothing() throws {
        #expect(
            try encoded([Int].self, "[1]") == """
                {
                  "count" : 0,
                  "counts" : {
                    "byKind" : {

                    },
                    "byPath" : {

                    },
                    "byRule" : {

                    },
                    "byType" : {

                    },
                    "otherPaths" : 0
                  },
                  "entries" : [

                  ],
                  "omittedCount" : 0
                }
                """)
    }
}
