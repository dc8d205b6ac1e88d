import Testing

@_spi(Cursor) @testable import JSONTape

/// The table that is made for an object after several long searches.
@Suite struct ObjectTableTests {
    private func object(_ count: Int, _ name: (Int) -> String = { "member_\($0)" }) -> String {
        "{\((0..<count).map { "\"\(name($0))\":{\"inner\":\($0)}" }.joined(separator: ","))}"
    }

    /// The index of a value, searched from the end of the object.
    private func find(_ key: String, in object: UInt32, of tape: Tape, _ table: borrowing ObjectTable) -> UInt32 {
        tape.find(key, from: tape[object].next - 1, in: object, table)
    }

    @Test(arguments: [0, 1, 16, 17, 18, 127, 128])
    func everyKey(count: Int) throws {
        let tape = try Tape(parsing: object(count))
        let table = ObjectTable()
        var isMade: [Bool] = []
        for number in (0..<count).reversed() {
            let name = "member_\(number)"
            #expect(find(name, in: 1, of: tape, table) == tape.find(name, in: 1, hint: 0))
            isMade.append(table.isMade)
            if table.isMade { #expect(find(name + "x", in: 1, of: tape, table) == Tape.nothing) }
        }
        // The first four keys are found by linear search; small objects never have a table.
        #expect(isMade == (0..<count).map { count > 16 && $0 >= 4 })
    }

    @Test("no table is made for nearby members", arguments: [1, 2, 3, 4])
    func near(distance: Int) throws {
        let tape = try Tape(parsing: object(128))
        let table = ObjectTable()
        var start: UInt32 = 2
        for number in stride(from: distance - 1, to: 128, by: distance) {
            let name = "member_\(number)"
            let value = tape.find(name, from: start, in: 1, table)
            #expect(value == tape.find(name, in: 1, hint: 0))
            start = tape.index(after: value)
        }
        let isMade = table.isMade
        #expect(!isMade)
        for number in [5, 11] {
            // After the hint, and then from the beginning.
            for _ in 0..<5 {
                let value = tape.find("member_\(number)", from: 2, in: 1, table)
                #expect(value == tape.find("member_\(number)", in: 1, hint: 0))
            }
        }
        let isMadeThen = table.isMade
        #expect(isMadeThen)
    }

    /// The last characters of such keys affect only few bits of their fingerprints.
    @Test func similarKeys() throws {
        for name in [
            { "\($0 % 10)\($0 / 10)aaaaaaaaaaaaaaaa" }, { "aaaaaaaa\($0)" }, { "\($0)" }, { "k\($0)kkkkkkkk" },
        ] {
            let tape = try Tape(parsing: object(128, name))
            let table = ObjectTable()
            for _ in 0..<5 { #expect(find("none", in: 1, of: tape, table) == Tape.nothing) }
            let isMade = table.isMade
            #expect(isMade)
            for number in 0..<128 {
                #expect(find(name(number), in: 1, of: tape, table) == tape.find(name(number), in: 1, hint: 0))
            }
        }
    }

    @Test("another object")
    func others() throws {
        let tape = try Tape(parsing: "[\(object(20)),\(object(30) { "other_\($0)" })]")
        let (first, second) = (UInt32(2), tape[2].next)
        let table = ObjectTable()
        for (object, mine, other) in [(first, "member_3", "other_29"), (second, "other_29", "member_3")] {
            table.forget()
            for attempt in 0..<7 {
                #expect(find(mine, in: object, of: tape, table) == tape.find(mine, in: object, hint: 0))
                #expect(find(other, in: object, of: tape, table) == Tape.nothing)
                let isMade = table.isMade
                #expect(isMade == (attempt >= 2))
            }
        }
    }

    @Test("one thread makes the table while others search")
    func threads() async throws {
        struct Shared: @unchecked Sendable { let tape: Tape }
        final class Box: @unchecked Sendable { let table = ObjectTable() }
        let shared = Shared(tape: try Tape(parsing: object(100)))
        for _ in 0..<50 {
            let box = Box()
            let found = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        (0..<100).reversed().count { number in
                            let name = "member_\(number)"
                            let end = shared.tape[1].next - 1
                            return shared.tape.find(name, from: end, in: 1, box.table)
                                == shared.tape.find(name, in: 1, hint: 0)
                        }
                    }
                }
                return await group.reduce(0, +)
            }
            #expect(found == 400)
            let isMade = box.table.isMade
            #expect(isMade)
        }
    }
}
