import PolicyJSON
import Testing

/// Keys of many combining marks, in different orders.
@Suite struct MarksInKeysTests {
    struct Members: Encodable {
        let members: [(name: String, value: Int)]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            for (name, value) in members { try container.encode(value, forKey: AnyKey(name)) }
        }
    }

    /// Members with equal names replace each other, in small objects and in those with a table of their names.
    @Test(arguments: [0, 20, 200]) func repeatedKeys(_ others: Int) throws {
        let (acute, below) = (String(repeating: "\u{301}", count: 4_000), String(repeating: "\u{316}", count: 4_000))
        let mixed = String(repeating: "\u{301}\u{316}", count: 4_000)
        let names = ["a" + mixed, "a" + acute + below, "b" + mixed, "a" + below + acute, "b" + mixed]
        let more = (0..<others).map { (name: "\($0)é", value: -1) }
        let value = Members(members: more + names.enumerated().map { (name: $1, value: $0) })
        let text = String(decoding: try PolicyJSONEncoder().encode(value), as: UTF8.self)
        let rest = more.map { #""\#($0.name)":-1,"# }.joined()
        #expect(text.utf8.elementsEqual("{\(rest)\"\(names[0])\":3,\"\(names[2])\":4}".utf8))
    }

    /// Characters that are canonically equal to ASCII ones.
    @Test(arguments: [("K", "\u{212A}"), (";", "\u{37E}"), ("`", "\u{1FEF}")], [0, 20, 200])
    func equalToASCII(_ names: (String, String), _ others: Int) throws {
        let more = (0..<others).map { (name: "\($0)", value: -1) }
        let rest = more.map { #","\#($0.name)":-1"# }.joined()
        for (first, second) in [(names.0, names.1), (names.1, names.0)] {
            let members = [(name: "a" + first, value: 0)] + more + [(name: "a" + second, value: 1)]
            let text = String(decoding: try PolicyJSONEncoder().encode(Members(members: members)), as: UTF8.self)
            #expect(text.utf8.elementsEqual(#"{"a\#(first)":1\#(rest)}"#.utf8))
        }
    }
}
