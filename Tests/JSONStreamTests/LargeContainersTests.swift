import JSONStream
import Testing

/// Children of large containers are found by tables, with the same results as by searching.
@Suite struct LargeContainersTests {
    private static let count = 3_000

    /// An object with plain names, escapes, marks in different orders, and repeated names, in the order of the document.
    private static let names = (0..<count).flatMap { index in
        switch index % 5 {
        case 0: ["plain \(index)"]
        case 1: ["quoted \" \(index)"]
        case 2: ["cafe\u{301} \(index)"]
        case 3: ["a\u{301}\u{323} \(index)"]
        default: ["twice \(index)", "twice \(index)"]
        }
    }

    private static let object =
        "{" + names.enumerated().map { "\(quoted($1)):\($0)" }.joined(separator: ",") + "}"
    private static let array = "[" + (0..<count).map { $0 % 3 == 0 ? "[\($0)]" : "\($0)" }.joined(separator: ",") + "]"

    private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\\u0022") + "\"" }

    private static func number(of name: String) -> Int? { names.firstIndex(of: name) }

    private static func check(_ document: JSONValue) -> [String] {
        let (object, array) = (document[0], document[1])
        var wrong: [String] = []
        // Several times, because the first look-ups search.
        for name in names.prefix(10) + names.suffix(10) + names[500..<700] {
            if object[name].int != number(of: name) { wrong.append(name) }
        }
        for name in ["", "plain", "plain 1", "a\u{323} 3"] where object[name].exists { wrong.append(name) }
        // Other normalization forms.
        for (name, number) in [("caf\u{E9} 2", 2), ("a\u{323}\u{301} 3", 3)] where object[name].int != number {
            wrong.append(name)
        }
        for index in [count - 1, 0, 128, 129, 130, 1_000, 999, 63, 64, 192, 191, 2_500] {
            let element = array[index]
            if (element.int ?? element[0].int) != index { wrong.append("\(index)") }
        }
        for index in [-1, count, count + 1, .max, .min] where array[index].exists { wrong.append("\(index)") }
        return wrong
    }

    /// Names for which there is a table, and names of which one is repeated.
    @Test(arguments: [false, true])
    func `plain names`(_ isRepeated: Bool) throws {
        let names = (0..<Self.count).map { "name \($0)" } + (isRepeated ? ["name 7"] : [])
        let members = names.enumerated().map { "\"\($1)\":\($0)" }
        let object = try JSONValue(parsing: "{" + members.joined(separator: ",") + "}")
        // All from the end on, so that some are looked up before there is a table.
        for index in (0..<Self.count).reversed() { #expect(object["name \(index)"].int == index) }
        for name in ["", "name", "name \(Self.count)", "name\u{301} 1"] { #expect(!object[name].exists) }
    }

    /// Comparing each name with all those before it would take minutes.
    @Test(arguments: [#"\u006bey"#, "k\u{E9}y"])
    func `many unusual names`(_ name: String) throws {
        let count = 60_000
        let members = (0..<count).map { "\"\(name) \($0)\":\($0)" } + ["\"\(name) 7\":0"]
        let object = try JSONValue(parsing: "{" + members.joined(separator: ",") + "}")
        let unescaped = name.replacing(#"\u006b"#, with: "k")
        #expect((0..<count).allSatisfy { object["\(unescaped) \($0)"].int == $0 })
        #expect(!object["\(unescaped) \(count)"].exists)
    }

    /// Names that are canonically equal to ASCII ones.
    @Test(arguments: ["", ",\"é\":0"], [0, 20, 200])
    func `names equal to ASCII`(_ more: String, _ others: Int) throws {
        let members = (0..<others).map { ",\"\($0)\":0" }.joined() + more
        let object = try JSONValue(parsing: "{\"aK\":1,\"a;\":2,\"a`\":3\(members)}")
        for _ in 0..<5 {
            #expect(object["a\u{212A}"].int == 1 && object["a\u{37E}"].int == 2 && object["a\u{1FEF}"].int == 3)
            #expect(!object["\u{212A}"].exists && !object["a\u{212A}\u{301}"].exists && !object["a\u{2126}"].exists)
        }
    }

    @Test func lookups() throws {
        let text = "[\(Self.object),\(Self.array)]"
        let document = try JSONValue(parsing: text)
        #expect(Self.check(document) == [])
        #expect(document.value(atPointer: "/0/plain 2995").int == Self.number(of: "plain 2995"))
        #expect(document.value(atPointer: "/1/2999/0").int == nil)
        #expect(document.value(atPointer: "/1/2997/0").int == 2997)
        #expect(try unsafe JSONValue.withoutCopying(text.utf8.span.bytes) { Self.check($0) } == [])
    }

    @Test func `look-ups on several threads`() async throws {
        let text = "[\(Self.object),\(Self.array)]"
        let documents = [
            try JSONValue(parsing: text), try unsafe JSONValue.withoutCopying(text.utf8.span.bytes) { $0 },
        ]
        for document in documents {
            let wrong = await withTaskGroup(of: [String].self) { group in
                for _ in 0..<8 { group.addTask { Self.check(document) } }
                return await group.reduce(into: []) { $0 += $1 }
            }
            #expect(wrong == [])
        }
    }
}
