import Testing

@_spi(Cursor) @testable import JSONTape

/// The tables of very large objects.
@Suite struct KeyTableTests {
    private func tape(_ names: [String]) throws -> Tape {
        // Values of different sizes, so that the distances between keys vary.
        let values = ["1", "[1,2]", "{\"a\":{}}", "null"]
        let members = names.enumerated().map { "\"\($1)\":\(values[$0 % 4])" }
        return try Tape(parsing: "[{\(members.joined(separator: ","))},7]")
    }

    private static let object: UInt32 = 2

    @Test(arguments: [
        ("short", { @Sendable in "\($0)" }),
        // Equal in length and in the first and last eight bytes.
        ("alike", { @Sendable in "collides\(10_000_000 + $0)collides" }),
        ("growing", { @Sendable in String(repeating: "k", count: $0) }),
    ])
    func everyKey(name: String, key: @Sendable (Int) -> String) throws {
        for count in [0, 1, 2, 3, 128, 129, 1_000] {
            let names = (0..<count).map(key)
            let tape = try tape(names)
            let table = try #require(KeyTable.make(of: Self.object, in: tape))
            var keys: [UInt32] = []
            tape.forEachKey(in: Self.object) {
                keys.append($0)
                return true
            }
            #expect(keys.count == count)
            for (index, position) in keys.enumerated() {
                #expect(table.find(names[index], in: tape) == position + 1)
                // From the first key, the previous key, the key itself, the last key and the end.
                let end = tape[Self.object].next - 1
                for start in [Self.object + 1, keys[max(index - 1, 0)], position, keys[count - 1], end] {
                    let found = tape.find(names[index], from: start, in: Self.object, ObjectTable(table))
                    #expect(found == position + 1)
                }
            }
            for missing in ["x", "é", String(repeating: "k", count: count), "collides1collides"] {
                #expect(table.find(missing, in: tape) == Tape.nothing)
            }
            let bridged = "xx" + (names.last ?? "none") + "xx"
            let expected = keys.last.map { $0 + 1 } ?? Tape.nothing
            #expect(table.find(String(bridged.dropFirst(2).dropLast(2)), in: tape) == expected)
        }
    }

    @Test("no table is made if a key is repeated", arguments: [2, 3, 129, 1_000])
    func repeated(count: Int) throws {
        for (first, second) in [(0, 1), (0, count - 1), (count - 2, count - 1)] {
            var names = (0..<count).map { "key\($0)" }
            names[second] = names[first]
            #expect(KeyTable.make(of: Self.object, in: try tape(names)) == nil)
        }
    }
}
