import Foundation
import RuntimeFacts
import Testing

@_spi(Cursor) @testable import JSONTape

/// Keys that are compared by the machine words of small strings.
@Suite struct ShortKeyTests {
    private static let notCompared = UInt32.max

    /// Compares a name only with the member at `start`.
    private func compare(_ name: String, at start: UInt32, _ tape: Tape) -> UInt32 {
        var short: [String] = []
        let table = ObjectTable()
        let found = tape.find(
            name, at: start, end: tape[1].next - 1,
            orSearch: {
                #expect($0 == name)
                return Self.notCompared
            },
            orSearchShort: {
                short.append($0.string)
                let found = tape.find($0, from: start, in: 1, table)
                let expected = tape.find(name, from: start, in: 1, table)
                #expect(found == expected)
                return Self.notCompared
            })
        #expect(short.allSatisfy { $0 == name && $0.utf8.elementsEqual(name.utf8) })
        return found
    }

    /// Equal strings, created in different ways.
    private func forms(of name: String) -> [String] {
        let cut = ("<" + name + ">").dropFirst().dropLast()
        var grown = String(repeating: "x", count: 40)
        grown.replaceSubrange(grown.startIndex..., with: name)
        return [
            name, String(cut), grown, String(decoding: Array(name.utf8), as: UTF8.self),
            NSString(string: name) as String,
            name.map(String.init).joined(),
        ]
    }

    @Test(
        "names of every length, near the end of the text and far from it", arguments: [0, 1, 5, 13, 14, 15, 16, 17, 40])
    func lengths(trailing: Int) throws {
        let alphabet = Array("key_0123456789ABCDEFGH")
        for length in 0...20 {
            let name = String(alphabet[..<length])
            let tape = try Tape(parsing: "{\"zz\":[1],\"\(name)\":2}" + String(repeating: " ", count: trailing))
            let key = tape[1].next - 3
            // Near the end of the text there are fewer bytes than the comparison reads.
            let isCompared = SmallString.isKnown && length <= 15 && length + "\":2}".utf8.count + trailing >= 16
            #expect(compare(name, at: key, tape) == (isCompared ? key + 1 : Self.notCompared), "\(name)")
            for form in forms(of: name) {
                let found = compare(form, at: key, tape)
                // A string that was longer may still be on the heap.
                #expect(found == Self.notCompared || isCompared && found == key + 1, "\(form)")
                #expect(tape.find(form, from: key, in: 1, ObjectTable()) == key + 1)
                for start in [2, tape[1].next - 1] { #expect(compare(form, at: start, tape) == Self.notCompared) }
            }
        }
    }

    @Test("names that differ in one byte, and prefixes of each other")
    func differences() throws {
        let names = (0...15).map { String("abcdefghijklmno".prefix($0)) }
        let text = "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + ",\"long enough to be last\":1}"
        let tape = try Tape(parsing: text)
        for (position, name) in names.enumerated() {
            let start = UInt32(2 + 2 * position)
            for other in names {
                #expect((compare(other, at: start, tape) == start + 1) == (SmallString.isKnown && other == name))
            }
            for index in name.indices {
                for byte in ["\u{0}", "A", "\u{7F}", "é", "\u{301}"] {
                    let changed = name.replacingCharacters(in: index...index, with: byte)
                    #expect(compare(changed, at: start, tape) == Self.notCompared)
                }
            }
        }
    }

    @Test("a key in a text that arrives in chunks")
    func chunks() throws {
        let text = Array(#"[{"first":1,"second":2,"third one":3}]"#.utf8)
        for cut in 0...text.count {
            let tape = try Tape()
            try tape.begin(limits: .default)
            try unsafe text[..<cut].withUnsafeBufferPointer { try unsafe tape.append($0) }
            try unsafe text[cut...].withUnsafeBufferPointer { try unsafe tape.append($0) }
            try tape.finish()
            for (position, name) in ["first", "second", "third one"].enumerated() {
                let start = UInt32(3 + 2 * position)
                let found = tape.find(
                    name, at: start, end: tape[2].next - 1,
                    orSearch: { tape.find($0, from: start, in: 2, ObjectTable()) },
                    orSearchShort: { tape.find($0, from: start, in: 2, ObjectTable()) })
                #expect(found == start + 1)
            }
        }
    }
}
