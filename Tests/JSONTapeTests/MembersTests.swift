import Testing

@_spi(Cursor) @testable import JSONTape

/// Members that are read one after the other have the same slots, and errors, as read byte by byte (`portable`).
@Suite("members.h") struct MembersTests {
    static let keys = [
        #""""#, #""k""#, #""key""#, #""seven77""#, #""eight888""#, #""fifteen_bytes15""#, #""sixteen_bytes_16""#,
        #""a key of seventeen""#, "\"\(String(repeating: "k", count: 47))\"",
        "\"\(String(repeating: "k", count: 48))\"",
        "\"\(String(repeating: "k", count: 80))\"", #""\u0041""#, #""é""#, "k", "1", "\"k", "\"\u{1}\"",
    ]
    static let colons = [":", ": ", " :", ":  ", ":\n", "", "::", ","]
    static let values = [
        "0", "-1", "12.5", "1e3", "01", "1.", "-", "12345678901234567890", "0.1234567890123456789", "true", "false",
        "null",
        "tru", "nulll", #""""#, #""text""#, #""exactly sixteen!""#,
        #""a text of more than thirty-two bytes, without escapes""#,
        #""a \"quote\"""#, #""größer""#, #""日本語のテキスト""#, "\"\u{7}\"", "\"open", "[]", "{}", "[1,2]", #"{"a":[1]}"#, "x",
        "",
    ]
    static let separators = [",", " ,", ", ", ",\n    ", ",,", " ", "}", ""]

    /// Compares a document, parsed as a whole and in two chunks, with the same, read byte by byte.
    private func compare(_ text: String, limits: JSONLimits = .default, on tape: Tape) {
        let bytes = Array(text.utf8)
        let plain = Outcome(of: bytes, limits: limits, portable: true, on: tape)
        let isSame =
            Outcome(of: bytes, limits: limits, on: tape) == plain
            && Outcome(of: bytes, .chunks([bytes.count / 2]), limits: limits, on: tape) == plain
        if !isSame { Issue.record("\(text), \(limits)") }
    }

    /// A document in which the member follows another one, and far enough from the end for the fast path.
    private func document(_ member: String, end: Int = 160) -> String {
        #"{"first member":1,"# + member + #""last":""# + String(repeating: "x", count: end) + #""}"#
    }

    @Test("every form of a member", arguments: keys)
    func forms(key: String) throws {
        let tape = try Tape()
        for colon in Self.colons {
            for value in Self.values {
                for separator in Self.separators { compare(document(key + colon + value + separator), on: tape) }
            }
        }
    }

    @Test("at each distance from the end")
    func distances() throws {
        let tape = try Tape()
        for value in Self.values {
            for end in 0..<140 { compare(document("\"key\": \(value), \"k\":\(value),", end: end), on: tape) }
        }
    }

    @Test("with limits")
    func limits() throws {
        let tape = try Tape()
        for value in Self.values {
            for limits in [
                JSONLimits(stringBytes: 3), JSONLimits(stringBytes: 15), JSONLimits(stringBytes: 40),
                JSONLimits(numberBytes: 1),
                JSONLimits(numberBytes: 4), JSONLimits(members: 1), JSONLimits(members: 3), JSONLimits(depth: 1),
                JSONLimits(tokens: 4), JSONLimits(tokens: 5),
            ] {
                compare(document("\"key\":\(value),\"a key of seventeen\":\(value),"), limits: limits, on: tape)
            }
        }
    }

    @Test("more members than a block has room for")
    func blocks() throws {
        let tape = try Tape()
        for count in [800, 1_400, 2_800] {
            for shift in 0..<8 {
                let members = (0..<count).map { "\"k\($0 + 1)\":\($0)" }.joined(separator: ",")
                compare("{\"k0\":\"\(String(repeating: "s", count: shift))\",\(members)}", on: tape)
            }
        }
    }
}

/// Sequences of UTF-8 are accepted and rejected at the same byte when several are read at once.
@Suite("sequences of UTF-8") struct SequencesTests {
    private static func string(_ bytes: [UInt8]) -> [UInt8] { [0x22] + bytes + [0x22] }

    /// Compares a string of `before`, a sequence and `after`, with the same, read byte by byte.
    private func compare(_ sequence: [UInt8], between before: [UInt8], and after: [UInt8], on tape: Tape) {
        let bytes = Self.string(before + sequence + after)
        if Outcome(of: bytes, on: tape) != Outcome(of: bytes, portable: true, on: tape) {
            Issue.record("\(sequence) after \(before.count) bytes")
        }
    }

    @Test(
        "every first byte with the bounds of the second",
        arguments: [UInt8(0x80)...0xBF, 0xC0...0xDF, 0xE0...0xEF, 0xF0...0xFF])
    func leads(first: ClosedRange<UInt8>) throws {
        let tape = try Tape()
        let bounds: [UInt8] = [0x00, 0x22, 0x5C, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xE0, 0xFF]
        for lead in first {
            for second in bounds {
                for third in bounds {
                    for position in 0..<6 {
                        let threes = Array(String(repeating: "語", count: position).utf8)
                        let twos = Array(String(repeating: "ж", count: position).utf8)
                        compare([lead, second, third], between: threes, and: threes + twos, on: tape)
                        compare([lead, second], between: twos, and: Array("жжжжжжжжж".utf8), on: tape)
                    }
                }
            }
        }
    }

    @Test("every character of the basic plane, in rows of 5 and 8")
    func characters() throws {
        let tape = try Tape()
        let scalars = (0x80...0xFFFF).compactMap(Unicode.Scalar.init)
        for length in [1, 5, 8, 16] {
            for start in stride(from: 0, to: scalars.count, by: length) {
                let row = String(String.UnicodeScalarView(scalars[start..<min(start + length, scalars.count)]))
                let outcome = Outcome(of: Self.string(Array((row + " und " + row).utf8)), on: tape)
                if !outcome.isAccepted { Issue.record("\(row)") }
            }
        }
    }
}
