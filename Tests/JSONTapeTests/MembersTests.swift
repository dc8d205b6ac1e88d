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
