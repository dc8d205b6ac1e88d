import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// Numbers outside documents: the grammar, equality, and the same values as in a document.
@Suite struct JSONNumberTests {
    @Test(arguments: [
        "0", "-0", "1", "-1", "10", "0.5", "-0.50", "1e5", "1E+5", "1e-05", "0e0",
        "123456789012345678901234567890.5e-7",
    ])
    func numbers(text: String) throws {
        let number = try #require(JSONNumber(text))
        #expect(number.text == text)
        #expect(number.description == text)
        let tape = try Tape(parsing: text)
        #expect(tape.jsonNumber(at: 1) == number)
        #expect(tape.jsonNumber(at: 1).double == number.double)
        #expect(number.double == Double(text))
        #expect(number.float == Float(text))
    }

    @Test(arguments: [
        "", " ", "+1", "01", "-", "-01", ".5", "5.", "1.e5", "1e", "1e+", "1e5.", "0x10", "1 ", " 1", "1,", "1a", "NaN",
        "Infinity",
        "-Infinity", "1_000", "١", "1\0", "--1", "1e1e1", "1.2.3", "null", "\"1\"",
    ])
    func notNumbers(text: String) { #expect(JSONNumber(text) == nil) }

    @Test(
        "digits only, the first of them not zero",
        arguments: [
            ("1", true), ("10", true), ("9876543210987654321098765", true), ("", false), ("0", false), ("01", false),
            ("-1", false), ("+1", false), ("1.0", false), ("1e2", false), ("1 ", false), ("/", false), (":", false),
            ("1:", false), ("١", false),
        ])
    func plainIntegers(text: String, isPlain: Bool) { #expect(JSONNumber.isPlainInteger(text) == isPlain) }

    @Test("equal as written")
    func equality() {
        #expect(JSONNumber("1.0") == JSONNumber("1.0"))
        #expect(JSONNumber("1.0") != JSONNumber("1"))
        #expect(JSONNumber("1e2") != JSONNumber("1E2"))
        #expect(Set(["1", "1.0", "1", "10e-1"].compactMap { JSONNumber($0) }).count == 3)
    }

    @Test("integers of every width")
    func integers() {
        #expect(JSONNumber("1e2")?.integer() == Int8(100))
        #expect(JSONNumber("128")?.integer(as: Int8.self) == nil)
        #expect(JSONNumber("-128.0")?.integer(as: Int8.self) == -128)
        #expect(JSONNumber("-1")?.integer(as: UInt128.self) == nil)
        #expect(JSONNumber("340282366920938463463374607431768211455")?.integer(as: UInt128.self) == .max)
        #expect(JSONNumber("-170141183460469231731687303715884105728")?.integer(as: Int128.self) == .min)
        #expect(JSONNumber("-170141183460469231731687303715884105729")?.integer(as: Int128.self) == nil)
        #expect(JSONNumber("0.1")?.integer(as: Int.self) == nil)
    }

    @Test("a number from a bridged string")
    func otherStrings() {
        let text = "xx-12.5e1xx"
        #expect(JSONNumber(String(text.dropFirst(2).dropLast(2)))?.integer(as: Int.self) == -125)
        let long = String(repeating: "9", count: 100)
        #expect(JSONNumber(long)?.double == 1e100)
        #expect(JSONNumber(long)?.integer(as: UInt128.self) == nil)
    }
}
