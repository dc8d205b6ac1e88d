import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// Look-up of keys, and the flags of an object about its keys.
@Suite("Tape+Keys") struct TapeKeysTests {
    /// Indexes of the keys of the object at `object`.
    private func keys(_ tape: Tape, _ object: UInt32) -> [UInt32] {
        var result: [UInt32] = []
        tape.forEachKey(in: object) { index in
            result.append(index)
            return true
        }
        return result
    }

    @Test("every key from every hint")
    func everyHint() throws {
        let tape = try Tape(parsing: #"[0,{"a":1,"bb":[{"a":9}],"":2,"ccc":{"x":3},"dddd":4,"eeeeeeeee":5}]"#)
        let object: UInt32 = 3
        let end = tape[object].next - 1
        let all = keys(tape, object)
        #expect(all.map { tape.key(at: $0) } == ["a", "bb", "", "ccc", "dddd", "eeeeeeeee"])
        // Also hints that are not keys of the object: slots before and after it.
        for hint in all + [end, 0, 1, 2, object, end + 1, .max] {
            for key in all { #expect(tape.find(tape.key(at: key), in: object, hint: hint) == key + 1, "hint \(hint)") }
            for missing in ["x", "A", "b", "bbb", "eeeeeeeef", "feeeeeeee", "a\u{0}", "é"] {
                #expect(tape.find(missing, in: object, hint: hint) == Tape.nothing, "hint \(hint), \(missing)")
            }
        }
        #expect(tape.find("a", in: 8, hint: 0) == 10)
        #expect(tape.find("", in: 8, hint: 0) == Tape.nothing)
    }

    @Test("empty objects")
    func empty() throws {
        let tape = try Tape(parsing: "{}")
        for hint: UInt32 in [0, 1, 2, 3, .max] {
            #expect(tape.find("", in: 1, hint: hint) == Tape.nothing)
            #expect(tape.find("a", in: 1, hint: hint) == Tape.nothing)
        }
        #expect(keys(tape, 1).isEmpty)
    }

    @Test("the first of equal keys, or the one at the hint")
    func duplicates() throws {
        let tape = try Tape(parsing: #"{"a":1,"b":2,"a":3,"c":4,"a":5}"#)
        #expect(tape[1].isAmbiguous)
        #expect(tape.find("a", in: 1, hint: 0) == 3)
        #expect(tape.find("a", in: 1, hint: 4) == 7)
        #expect(tape.find("a", in: 1, hint: 10) == 11)
        #expect(tape.find("b", in: 1, hint: 10) == 5)
    }

    @Test("keys that differ only in bytes that are not part of the fingerprint")
    func middles() throws {
        // Equal in length and in the first and last eight bytes, for every length that allows it.
        for length in 17...40 {
            let head = "abcdefgh"
            let tail = "stuvwxyz"
            let middles = ["m", "n", "o"].map { String(repeating: $0, count: length - 16) }
            let names = middles.map { head + $0 + tail }
            let text = "{" + names.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
            let tape = try Tape(parsing: text)
            #expect(tape[1].isAmbiguous)
            for hint in keys(tape, 1) + [0] {
                for (index, name) in names.enumerated() {
                    #expect(tape.find(name, in: 1, hint: hint) == UInt32(3 + 2 * index))
                }
                #expect(tape.find(head + String(repeating: "p", count: length - 16) + tail, in: 1, hint: hint) == 0)
            }
        }
    }

    @Test("random objects agree with a linear search", arguments: 1...20)
    func random(seed: Int) throws {
        var generator = SplitMix64(seed: UInt64(seed))
        for _ in 0..<40 {
            let count = generator.below(generator.oneIn(5) ? 300 : 20)
            let alphabet = generator.oneIn(2) ? Array("ab") : Array("abcdefghijklmnopqrstuvwxyz_")
            var names: [String] = []
            var members: [String] = []
            for index in 0..<count {
                let name = String(
                    (0..<generator.below(generator.oneIn(3) ? 30 : 6)).map { _ in generator.pick(alphabet) })
                names.append(name)
                let value = generator.pick(["1", "\"a\"", "[{\"a\":1}]", "{\"a\":{\"b\":2}}", "{}", "null"])
                members.append("\"\(name)\"\(index % 3 == 0 ? " : " : ":")\(value)")
            }
            let tape = try Tape(parsing: "{" + members.joined(separator: ",") + "}")
            let all = keys(tape, 1)
            #expect(all.map { tape.key(at: $0) } == names)
            #expect(tape[1].count == count)
            let isUnique = Set(names).count == count
            if !isUnique { #expect(tape[1].isAmbiguous) }
            #expect(!tape[1].hasUnusualKeys)
            for _ in 0..<60 {
                let name = generator.oneIn(4) ? "ab" : names.isEmpty ? "" : generator.pick(names)
                let hints = all + [0, tape[1].next - 1]
                let hint = generator.pick(hints)
                // From the hint to the end, and then from the beginning.
                let start = all.firstIndex { $0 >= hint } ?? 0
                let order = hint == 0 ? all : Array(all[start...] + all[..<start])
                let expected = order.first { tape.key(at: $0) == name }.map { $0 + 1 } ?? Tape.nothing
                #expect(tape.find(name, in: 1, hint: hint) == expected)
            }
        }
    }

    @Test("look-up of substrings and bridged strings")
    func otherStrings() throws {
        let tape = try Tape(parsing: #"{"first":1,"a key that is not a small string":2}"#)
        let long = "xx a key that is not a small string xx"
        #expect(tape.find(String(long.dropFirst(3).dropLast(3)), in: 1, hint: 0) == 5)
        #expect(tape.find(String(["f", "i", "r", "s", "t"] as [Character]), in: 1, hint: 4) == 3)
    }

    /// Objects of up to 128 members are checked for repeated keys; larger ones are always ambiguous.
    @Test(arguments: [0, 1, 2, 47, 48, 49, 127, 128, 129, 1000])
    func ambiguity(count: Int) throws {
        let members = (0..<count).map { "\"key\($0)\":{\"inner\":[\($0)]}" }
        let tape = try Tape(parsing: "{" + members.joined(separator: ",") + "}")
        #expect(tape[1].isAmbiguous == (count > 128))
        #expect(tape[1].hasPlainKeys == (count <= 128))
        #expect(tape[1].count == count)
        if count < 2 { return }
        // One repeated key: at both ends, adjacent, in the middle.
        for (first, second) in [(0, count - 1), (0, 1), (count - 2, count - 1), (count / 2 - 1, count / 2)] {
            var repeated = members
            repeated[second] = "\"key\(first)\":null"
            let other = try Tape(parsing: "{" + repeated.joined(separator: ",") + "}")
            #expect(other[1].isAmbiguous)
        }
    }

    @Test(arguments: [
        (#"{"a":1}"#, false), (#"{"\u0061":1}"#, true), (#"{"é":1}"#, true), (#"{"a":"é\n"}"#, false),
        (#"{"a":{"é":1}}"#, false),
        (#"{"a":1,"b":2,"c\/":3}"#, true), (#"{"a":1,"b":2,"c":3,"d":"\\"}"#, false), (#"{"a":1,"😀":2,"c":3}"#, true),
    ])
    func unusualKeys(text: String, isUnusual: Bool) throws {
        let tape = try Tape(parsing: text)
        #expect(tape[1].hasUnusualKeys == isUnusual)
        #expect(!tape[1].isAmbiguous)
        #expect(tape[1].hasPlainKeys == !isUnusual)
    }

    @Test("an iteration can be stopped")
    func stopping() throws {
        let tape = try Tape(parsing: #"{"a":[1,2],"b":{},"c":3}"#)
        var seen: [String] = []
        tape.forEachKey(in: 1) { index in
            seen.append(tape.key(at: index))
            return seen.count < 2
        }
        #expect(seen == ["a", "b"])
    }
}
