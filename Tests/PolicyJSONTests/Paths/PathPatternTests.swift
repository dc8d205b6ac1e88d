import PolicyJSON
import Testing

@Suite struct PathPatternTests {
    struct Key: CodingKey {
        let stringValue: String
        let intValue: Int?
        init(stringValue: String) {
            self.stringValue = stringValue
            intValue = nil
        }
        init(intValue: Int) {
            stringValue = "Index \(intValue)"
            self.intValue = intValue
        }
        init(intKey: Int) {
            stringValue = "\(intKey)"
            intValue = intKey
        }
    }

    /// A path in which numbers are indexes.
    static func path(_ steps: [String]) -> [any CodingKey] {
        steps.map { step in Int(step).map { Key(intValue: $0) } ?? Key(stringValue: step) }
    }

    /// `PathPattern("…")` would be a literal, which does not throw.
    static func parsed(_ text: String) throws -> PathPattern { try PathPattern(text) }

    @Test(arguments: [
        ("", []), ("items", ["items"]), ("items[*].price", ["items", "3", "price"]), ("items[0]", ["items", "0"]),
        ("[0][1]", ["0", "1"]), ("[*].a", ["7", "a"]), ("*", ["x"]), ("*.id", ["x", "id"]), ("**", []),
        ("**", ["a", "0", "b"]),
        ("**.id", ["id"]), ("**.id", ["a", "0", "id"]), ("**.id", ["id", "id"]), ("a.**", ["a"]),
        ("a.**", ["a", "1", "b"]),
        ("a.**.b", ["a", "b"]), ("a.**.b", ["a", "b", "0", "b"]), ("**[0]", ["a", "0"]),
        ("a.**[*].b", ["a", "x", "1", "b"]),
        ("**.**", ["a"]), (#"a."b.c""#, ["a", "b.c"]), (#""[0]""#, ["[0]"]), (#""*""#, ["*"]), (#""""#, [""]),
        (#""\"\\""#, [#""\"#]), (#""\n\r\t\u0041\u00e9""#, ["\n\r\tAé"]), ("ä.日本", ["ä", "日本"]), ("a b", ["a b"]),
        ("\u{E9}", ["e\u{301}"]), ("[007]", ["7"]),
        (#""Index 0""#, ["Index 0"]),
        // A dot, a quote or a bracket and a mark or joiner after it are one character, and two in a pattern.
        ("a.\u{301}x", ["a", "\u{301}x"]), ("a.\u{200D}", ["a", "\u{200D}"]), ("\u{FE0F}.b", ["\u{FE0F}", "b"]),
        ("a[0].\u{301}", ["a", "0", "\u{301}"]), ("\"\u{301}.\".b", ["\u{301}.", "b"]),
        ("a.*.\u{301}", ["a", "x", "\u{301}"]),
    ])
    func matches(pattern: String, path: [String]) throws {
        #expect(try PathPattern(pattern).matches(Self.path(path)))
    }

    @Test(arguments: [
        ("", ["a"]), ("items", []), ("items", ["items", "0"]), ("items", ["Items"]),
        ("items[*].price", ["items", "price"]),
        ("items[*].price", ["items", "0", "price", "x"]), ("items[0]", ["items", "1"]), ("*", ["0"]), ("[*]", ["a"]),
        ("*", []),
        ("*", ["a", "b"]), ("**.id", []), ("**.id", ["id", "x"]), ("a.**.b", ["a"]), ("a.**", ["b", "a"]),
        ("**[0]", ["0", "a"]),
        (#""*""#, ["x"]), (#""0""#, ["0"]), ("a.b", ["a.b"]),
    ])
    func doesNotMatch(pattern: String, path: [String]) throws {
        #expect(try !PathPattern(pattern).matches(Self.path(path)))
    }

    @Test func integerKeysOfDictionariesAreKeys() throws {
        #expect(try Self.parsed("a.7").matches([Key(stringValue: "a"), Key(intKey: 7)]))
        #expect(try Self.parsed("a.*").matches([Key(stringValue: "a"), Key(intKey: 7)]))
        #expect(try !Self.parsed("a[7]").matches([Key(stringValue: "a"), Key(intKey: 7)]))
        #expect(try !Self.parsed("a[*]").matches([Key(stringValue: "a"), Key(intKey: 7)]))
    }

    @Test(arguments: [
        ("a.", #"invalid path pattern "a." at character 2: expected a key"#),
        (".a", #"invalid path pattern ".a" at character 0: expected a key"#),
        ("a..b", #"invalid path pattern "a..b" at character 2: expected a key"#),
        ("a[", #"invalid path pattern "a[" at character 2: expected ']'"#),
        ("a[1", #"invalid path pattern "a[1" at character 3: expected ']'"#),
        ("a[]", #"invalid path pattern "a[]" at character 3: expected an index or '*' in brackets"#),
        ("a[x]", #"invalid path pattern "a[x]" at character 2: expected an index, '*' or ']'"#),
        ("a[-1]", #"invalid path pattern "a[-1]" at character 2: expected an index, '*' or ']'"#),
        ("a[١]", #"invalid path pattern "a[١]" at character 2: expected an index, '*' or ']'"#),
        ("a[**]", #"invalid path pattern "a[**]" at character 5: expected an index or '*' in brackets"#),
        ("a[1*]", #"invalid path pattern "a[1*]" at character 5: expected an index or '*' in brackets"#),
        (
            "a[99999999999999999999]",
            #"invalid path pattern "a[99999999999999999999]" at character 23: expected an index or '*' in brackets"#
        ),
        ("[0]a", #"invalid path pattern "[0]a" at character 3: expected '.' or '['"#),
        ("a]", #"invalid path pattern "a]" at character 1: unexpected ']'; quote the key"#),
        (#"a"b""#, #"invalid path pattern "a"b"" at character 1: unexpected '"'; quote the key"#),
        (
            "ab*",
            #"invalid path pattern "ab*" at character 0: '*' matches a whole key; quote a key that contains it"#
        ),
        (
            "x.***",
            #"invalid path pattern "x.***" at character 2: '*' matches a whole key; quote a key that contains it"#
        ),
        (#""a"#, #"invalid path pattern ""a" at character 2: expected '"'"#),
        (#""a\x""#, #"invalid path pattern ""a\x"" at character 3: expected a JSON escape after '\'"#),
        (#""a\u12""#, #"invalid path pattern ""a\u12"" at character 3: expected a JSON escape after '\'"#),
        (#""a\ud800""#, #"invalid path pattern ""a\ud800"" at character 3: expected a JSON escape after '\'"#),
        (#""\"#, #"invalid path pattern ""\" at character 2: expected a JSON escape after '\'"#),
        (#""\u"#, #"invalid path pattern ""\u" at character 2: expected a JSON escape after '\'"#),
        (#""a"b"#, #"invalid path pattern ""a"b" at character 3: expected '.' or '['"#),
    ])
    func parsingErrors(pattern: String, message: String) {
        let error = #expect(throws: InvalidPattern.self) { try PathPattern(pattern) }
        #expect(error?.description == message)
        #expect(error?.pattern == pattern)
    }

    @Test(arguments: [
        "\u{301}", "a.\u{301}", ".\u{301}", "\"\u{301}", "\\\u{301}", "[\u{200D}", "*\u{FE0F}", "\r\n\u{301}",
    ])
    func `descriptions of paths are patterns`(_ key: String) throws {
        let path = try #require(try PathPattern(Self.described([key, "b", key])).path)
        #expect(path.description == Self.described([key, "b", key]))
        #expect(try PathPattern(path.description).matches(Self.path([key, "b", key])))
        #expect(try !PathPattern(path.description).matches(Self.path([key, "b"])))
    }

    private static func described(_ keys: [String]) -> String { DecodingPath(path(keys)).description }

    @Test func signsAreNotDigits() {
        #expect(throws: InvalidPattern.self) { try Self.parsed(#""\u+041""#) }
    }

    @Test func equalityAndDescription() throws {
        let pattern: PathPattern = "items[*].price"
        #expect(pattern.description == "items[*].price")
        #expect(try pattern == Self.parsed("items[*].price"))
        #expect(pattern != "items[0].price")
        #expect(Set([pattern, "items[*].price", "a"]).count == 2)
    }

    @Test func manyWildcardsDoNotTakeExponentialTime() throws {
        let pattern = try PathPattern(Array(repeating: "**.a", count: 40).joined(separator: "."))
        #expect(!pattern.matches(Self.path(Array(repeating: "a", count: 100) + ["b"])))
        #expect(pattern.matches(Self.path(Array(repeating: "a", count: 100))))
    }
}
