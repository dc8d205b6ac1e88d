@_spi(Tape) import JSONTape
import Testing

/// The table of the last object in which keys had to be searched for.
@Suite struct RecentKeysTests {
    private func object(_ count: Int, _ name: (Int) -> String = { "member_\($0)" }) -> String {
        "{\((0..<count).map { "\"\(name($0))\":{\"inner\":\($0)}" }.joined(separator: ","))}"
    }

    @Test(arguments: [0, 1, 16, 17, 18, 127, 128])
    func everyKey(count: Int) throws {
        let tape = try Tape(parsing: object(count))
        var recent = RecentKeys()
        var answers: [UInt32?] = []
        for number in (0..<count).reversed() {
            let name = "member_\(number)"
            let answer = tape.find(name, in: 1, recent: &recent)
            answers.append(answer)
            if let answer { #expect(answer == tape.find(name, in: 1, hint: 0)) }
            if answer != nil { #expect(tape.find(name + "x", in: 1, recent: &recent) == Tape.nothing) }
        }
        // The first four keys are searched for; small objects never have a table.
        #expect(answers.map { $0 != nil } == (0..<count).map { count > 16 && $0 >= 4 })
    }

    /// The last characters of such keys are in few bits of their fingerprints.
    @Test func alike() throws {
        for name in [
            { "\($0 % 10)\($0 / 10)aaaaaaaaaaaaaaaa" }, { "aaaaaaaa\($0)" }, { "\($0)" }, { "k\($0)kkkkkkkk" },
        ] {
            let tape = try Tape(parsing: object(128, name))
            var recent = RecentKeys()
            for _ in 0..<4 { #expect(tape.find("none", in: 1, recent: &recent) == nil) }
            for number in 0..<128 {
                #expect(tape.find(name(number), in: 1, recent: &recent) == tape.find(name(number), in: 1, hint: 0))
            }
        }
    }

    @Test("another object, and another document")
    func others() throws {
        let tape = try Tape(parsing: "[\(object(20)),\(object(30) { "other_\($0)" })]")
        let (first, second) = (UInt32(2), tape[2].next)
        var recent = RecentKeys()
        func ask(_ name: String, _ object: UInt32, times: Int = 5) -> UInt32? {
            var answer: UInt32?
            for _ in 0..<times { answer = tape.find(name, in: object, recent: &recent) }
            return answer
        }
        #expect(ask("member_3", first) == tape.find("member_3", in: first, hint: 0))
        #expect(ask("member_3", second, times: 4) == nil)
        #expect(ask("member_3", second) == Tape.nothing)
        #expect(ask("other_29", second) == tape.find("other_29", in: second, hint: 0))
        #expect(ask("other_29", first) == Tape.nothing)
        recent.forget()
        #expect(ask("member_3", first, times: 4) == nil)
        #expect(ask("member_3", first, times: 1) == tape.find("member_3", in: first, hint: 0))
    }
}
