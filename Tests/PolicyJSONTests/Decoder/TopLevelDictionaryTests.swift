import Foundation
import PolicyJSON
import Testing

/// Locations under `assumesTopLevelDictionary` are those in the document, which has no braces.
@Suite struct TopLevelDictionaryTests {
    struct Model: Codable, Equatable { var a: Int, b: [Int]? }

    private static let mark = "\u{FEFF}"

    private static func decoder(_ policy: DecodingPolicy = .strict) -> PolicyJSONDecoder {
        let decoder = PolicyJSONDecoder(policy: policy)
        decoder.assumesTopLevelDictionary = true
        return decoder
    }

    static let entries: [(json: String, entries: [String])] = [
        (#""a":"1""#, ["a 4 1:5"]), (mark + #""a":"1""#, ["a 7 1:5"]),
        (#"{"a":"1"}"#, ["a 5 1:6"]), (mark + #"{"a":"1"}"#, ["a 8 1:6"]),
        ("\"b\":[1,\r\n\"2\"],\"a\":1", ["b[1] 9 2:1"]), ("\n \"a\":\n\"1\"\n", ["a 7 3:1"]),
    ]

    @Test(arguments: entries.indices) func reports(index: Int) throws {
        let (json, expected) = Self.entries[index]
        for bytes in [Data(json.utf8), Data(json.utf8) + Data(String(repeating: " ", count: 70_000).utf8)] {
            let report = try Self.decoder(.lenient).decodeReporting(Model.self, from: bytes).report
            let found = report.entries.map {
                "\($0.path) \($0.location.offset) \($0.location)"
            }
            #expect(found == expected)
        }
    }

    @Test func encodings() throws {
        let text = "\"a\":\n\"1\""
        for (encoding, offset) in [(String.Encoding.utf16BigEndian, 5), (.utf32LittleEndian, 5), (.utf8, 5)] {
            let data = try #require(text.data(using: encoding))
            let entry = try Self.decoder(.lenient).decodeReporting(Model.self, from: data).report.entries.first
            #expect(entry?.location.offset == offset && entry?.location.description == "2:1")
        }
    }

    /// The location and message, the excerpt, and the caret.
    static let errorRows: [(json: String, isJSON5: Bool, error: String)] = [
        (#""a":x"#, false, "4 1:5 unexpected 'x'|\"a\":x|4"),
        (mark + #""a":x"#, false, "7 1:5 unexpected 'x'|\"a\":x|4"),
        ("\n\"a\":x", false, "5 2:5 unexpected 'x'|\"a\":x|4"),
        (#""a":["#, false, "5 1:6 unexpected end of document, expected a value or ']'|\"a\":[|5"),
        (#""a":"#, false, "4 1:5 unexpected end of document, expected a value|\"a\":|4"),
        (#""a":1,"#, false, "6 1:7 unexpected end of document, expected a key in double quotes|\"a\":1,|6"),
        (#""a":1}"#, false, "5 1:6 unexpected '}', expected the end of the document|\"a\":1}|5"),
        (#""a":1},"b":2"#, false, "6 1:7 unexpected ',', expected the end of the document|\"a\":1},\"b\":2|6"),
        (#""a":"1"#, false, "4 1:5 string without closing quote|\"a\":\"1|4"),
        ("a:'", true, "2 1:3 string without closing quote|a:'|2"),
        ("// a\na:1,b:['x", true, "12 2:8 string without closing quote|a:1,b:['x|7"),
        ("a:1,,", true, "4 1:5 unexpected ',', expected a key or '}'|a:1,,|4"),
        ("a:1} // }", true, "3 1:4 unexpected '}', expected the end of the document|a:1} // }|3"),
        ("a:{b:1}} /* } */", true, "7 1:8 unexpected '}', expected the end of the document|a:{b:1}} /* } */|7"),
        ("a:[ // }", true, "8 1:9 unexpected end of document, expected a value or ']'|a:[ // }|8"),
    ]

    @Test(arguments: errorRows.indices) func errors(index: Int) {
        let (json, isJSON5, expected) = Self.errorRows[index]
        let decoder = Self.decoder()
        decoder.allowsJSON5 = isJSON5
        let found = #expect(throws: JSONDecodingError.self) { try decoder.decodeReporting(Model.self, from: json) }
        let error = found?.syntaxError
        #expect(
            error.map { "\($0.offset) \($0.location) \($0.message)|\($0.excerpt)|\($0.caretOffset)" } == expected)
    }

    @Test(arguments: ["/* x", "/*", " /* a:1 *", "// x\n/* {"]) func `a comment without end`(_ json: String) {
        let decoder = Self.decoder()
        decoder.allowsJSON5 = true
        for encoding in [String.Encoding.utf8, .utf16, .utf32BigEndian] {
            let data = json.data(using: encoding) ?? Data()
            let error = #expect(throws: JSONDecodingError.self) { try decoder.decodeReporting(Model.self, from: data) }
            #expect(error?.syntaxError?.message == "comment without end")
        }
    }

    @Test(
        "comments and white space of JSON5",
        arguments: [
            "a:1 // none", "// c\na:1", "// c\n{a:1}", "/* { */{a:1}", "/**/a:1/**/", "\u{B}{a:1}", "\u{C}\n{\u{B}a:1}",
            "{a:1} // }",
        ]
    ) func comments(_ json: String) throws {
        let (ours, theirs) = (Self.decoder(), JSONDecoder())
        (ours.allowsJSON5, theirs.allowsJSON5, theirs.assumesTopLevelDictionary) = (true, true, true)
        #expect(try theirs.decode(Model.self, from: Data(json.utf8)) == Model(a: 1, b: nil))
        #expect(try ours.decode(Model.self, from: Data(json.utf8)) == Model(a: 1, b: nil))
    }

    /// The added braces do not count.
    @Test func limits() throws {
        let decoder = Self.decoder()
        for (json, count) in [(#""a":1"#, 5), (Self.mark + #""a":1"#, 8)] {
            decoder.limits.documentBytes = count
            #expect(try decoder.decode(Model.self, from: Data(json.utf8)) == Model(a: 1, b: nil))
            decoder.limits.documentBytes = count - 1
            let error = #expect(throws: JSONDecodingError.self) {
                try decoder.decodeReporting(Model.self, from: Data(json.utf8))
            }
            #expect(error?.syntaxError?.code == .documentLimit)
        }
    }

    /// The location of the limit is that of a document with braces.
    @Test(arguments: [false, true]) func locationsOfLimits(_ isJSON5: Bool) {
        let decoder = Self.decoder()
        decoder.allowsJSON5 = isJSON5
        decoder.limits.documentBytes = 11
        let members = (0..<9).map { #""a\#($0)":1"# }.joined(separator: ",")
        for (json, column) in [(members, 12), (Self.mark + members, 9), ("{\(members)}", 12), (#""abcdef":1,x"#, 12)] {
            for data in [Data(json.utf8), Data((json + String(repeating: " ", count: 100)).utf8)] {
                let error = #expect(throws: JSONDecodingError.self) {
                    try decoder.decodeReporting(Model.self, from: data)
                }
                #expect(error?.syntaxError?.code == .documentLimit)
                #expect(error?.syntaxError?.location == JSONLocation(offset: 11, line: 1, column: column))
            }
        }
    }

    /// The object begins with the first byte of the document.
    @Test func locationOfObject() {
        for (json, offset) in [(#""b":[1]"#, 0), (Self.mark + #""b":[1]"#, 3)] {
            let error = #expect(throws: JSONDecodingError.self) {
                try Self.decoder().decodeReporting(Model.self, from: Data(json.utf8))
            }
            #expect(error?.location == JSONLocation(offset: offset, line: 1, column: 1))
        }
    }

    /// A byte order mark is one only at the start.
    @Test(arguments: [String.Encoding.utf8, .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian])
    func twoMarks(_ encoding: String.Encoding) throws {
        let one = try #require("\(Self.mark)1".data(using: encoding))
        let two = try #require("\(Self.mark)\(Self.mark)1".data(using: encoding))
        #expect(try JSONValue(parsing: one).int == 1)
        #expect(try PolicyJSONDecoder().decode(Int.self, from: one) == 1)
        let ours = #expect(throws: JSONDecodingError.self) {
            try PolicyJSONDecoder().decodeReporting(Int.self, from: two)
        }
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: two) }
        #expect(error == ours?.syntaxError && error?.message == "unexpected U+FEFF")
    }
}
