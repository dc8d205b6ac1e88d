import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// The forms of keys in snake case, and the names that they become.
@Suite struct TapeSnakeCaseTests {
    private static let alphabet = ["a", "b", "z", "A", "Z", "0", "9", "_", "_", "é", "-"]

    private func form(_ keys: [String]) throws -> Tape.SnakeCaseForm {
        let tape = try Tape(parsing: "{" + keys.map { "\"\($0)\":1" }.joined(separator: ",") + "}")
        return tape.snakeCaseForm(ofKeysIn: .root)
    }

    @Test(arguments: [
        (Tape.SnakeCaseForm.reversible, ["a", "user_name", "_id", "__a_b__", "a1", "1", "2fa_code", "a_b2", "a1_b"]),
        (.convertible, ["A", "userName", "a__b", "line_1", "a_B", "A_b", "1_2", "a_1"]),
        (.other, ["", "_", "___", "a-b", "a_1b", "a_b1c", "a_1B", String(repeating: "a", count: 129)]),
    ])
    func forms(form: Tape.SnakeCaseForm, keys: [String]) throws {
        for key in keys {
            let found = try self.form([key])
            #expect(found == form, "\(key)")
        }
        let all = try self.form(keys)
        #expect(all == form)
        let more = try self.form(keys + ["a_"])
        #expect(more == form)
    }

    /// Every text of up to five of the characters.
    @Test func namesOfReversibleKeys() throws {
        var texts = [""]
        var last = texts
        for _ in 0..<5 {
            last = last.flatMap { text in Self.alphabet.map { text + $0 } }
            texts += last
        }
        var reversible: [String: String] = [:]
        for key in Set(texts) {
            guard try form([key]) == .reversible else { continue }
            let name = try #require(Tape.camelCase(key))
            #expect(Tape.reversedCamelCase(name) == key)
            let other = reversible.updateValue(key, forKey: name)
            #expect(other == nil, "\(name)")
        }
        #expect(reversible.count > 1_000)
        // Of a name that no key has, no such key is made.
        for name in Set(texts) {
            let key = Tape.reversedCamelCase(name)
            let isName = try form([key]) != .reversible || Tape.camelCase(key) == name
            #expect(isName, "\(name)")
        }
    }

    @Test func search() throws {
        let tape = try Tape(parsing: #"[{"user_name":1,"userName":2,"x":{"line_1":3},"":4,"é":5}]"#)
        let object = TapePosition(2)
        func find(_ name: String) -> String {
            let value = tape.find(convertedFromSnakeCase: name, in: object)
            return value == .nothing ? "nothing" : tape.source(of: value)
        }
        #expect(find("userName") == "1")
        #expect(find("user_name") == "nothing")
        #expect(find("x") == #"{"line_1":3}"#)
        #expect(find("line1") == "nothing")
        #expect(find("") == "nothing")
        #expect(find(String(repeating: "x", count: 5_000)) == "nothing")
    }
}
