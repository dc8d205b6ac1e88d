import PolicyJSON
import Testing

@Suite struct DecodingPathTests {
    @Test(
        arguments: [
            ([], "", ""),
            ([.key("items"), .index(3), .key("price")], "items[3].price", "/items/3/price"),
            ([.index(0), .index(12)], "[0][12]", "/0/12"),
            ([.key("")], #""""#, "/"),
            ([.key("a"), .key("")], #"a."""#, "/a/"),
            ([.key("a/b")], "a/b", "/a~1b"),
            ([.key("m~n")], "m~n", "/m~0n"),
            ([.key("~1")], "~1", "/~01"),
            ([.key("/~/~")], "/~/~", "/~1~0~1~0"),
            ([.key("a.b"), .key("c")], #""a.b".c"#, "/a.b/c"),
            ([.key("[0]")], #""[0]""#, "/[0]"),
            ([.key("*")], #""*""#, "/*"),
            ([.key(#"q"\"#)], #""q\"\\""#, #"/q"\"#),
            ([.key(" ")], " ", "/ "),
            ([.key("ä"), .key("日本")], "ä.日本", "/ä/日本"),
            ([.key("0")], "0", "/0"),
        ] as [([DecodingPath.Step], String, String)])
    func texts(steps: [DecodingPath.Step], description: String, pointer: String) throws {
        let path = DecodingPath(steps)
        #expect(path.description == description)
        #expect(path.jsonPointer == pointer)
        #expect(path.steps == steps)
    }

    struct Key: CodingKey {
        let stringValue: String
        let intValue: Int?
        init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
        init(intValue: Int) { (stringValue, self.intValue) = ("Index \(intValue)", intValue) }
        init(_ text: String, _ number: Int) { (stringValue, intValue) = (text, number) }
    }

    @Test func fromCodingPath() {
        let path = DecodingPath([Key(stringValue: "a"), Key(intValue: 2), Key("7", 7), Key(stringValue: "Index 3")])
        #expect(path.steps == [.key("a"), .index(2), .key("7"), .key("Index 3")])
    }

    /// The description of a path is a pattern that matches it.
    @Test(arguments: [
        "a", "", "a.b", "[0]", "*", "**", "a*b", #"""#, #"\"#, #"a"b\c"#, "a]b", " ", "ä", "e\u{301}", "日本.語", "\t",
        "a\u{0}b", "a\nb", "a.\t\r\u{1}\u{7F}b", "\r\n",
    ])
    func descriptionIsAPattern(key: String) throws {
        let path = DecodingPath([.key("x"), .key(key), .index(1)])
        let pattern = try PathPattern(path.description)
        #expect(pattern.matches([Key(stringValue: "x"), Key(stringValue: key), Key(intValue: 1)]))
    }

    @Test func pointersEscapeScalars() {
        #expect(
            DecodingPath([.key("a~\u{301}")]).jsonPointer.unicodeScalars.elementsEqual("/a~0\u{301}".unicodeScalars)
        )
        #expect(
            DecodingPath([.key("a/\u{301}")]).jsonPointer.unicodeScalars.elementsEqual("/a~1\u{301}".unicodeScalars)
        )
    }

    @Test func equality() {
        #expect(DecodingPath([.key("1")]) != DecodingPath([.index(1)]))
        #expect(DecodingPath([.key("a"), .index(1)]) == DecodingPath([.key("a"), .index(1)]))
        #expect(Set([DecodingPath([Key(intValue: 1)]), DecodingPath([.index(1)])]).count == 1)
    }
}
