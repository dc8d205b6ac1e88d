import CJSONTape
import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// Numbers as `Double`, `Float` and integers: correctly rounded, or exact, or rejected.
@Suite struct NumberTokenTests {
    // MARK: Double

    /// The bits of the `Double` at `index`; `nil` if it is out of range.
    private func bits(_ tape: Tape, _ index: UInt32) -> UInt64? {
        tape.double(at: index)?.bitPattern
    }

    private func floatBits(_ tape: Tape, _ index: UInt32) -> UInt32? {
        tape.float(at: index)?.bitPattern
    }

    @Test(arguments: NumberCases.doubles)
    func hardDoubles(text: String, expected: UInt64) throws {
        // As a whole document, inside a document, and outside a document.
        #expect(bits(try Tape(parsing: text), 1) == expected)
        let inside = try Tape(parsing: "[\(text), \"a string that is long enough\"]")
        #expect(bits(inside, 2) == expected)
        #expect(inside.numberText(at: 2) == text)
        #expect(JSONNumber(text)?.double?.bitPattern == expected)
        let other = text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text
        #expect(bits(try Tape(parsing: other), 1) == expected ^ 1 << 63)
        // Trailing zeros, which change only the number of digits.
        let (mantissa, exponent) = split(text)
        let zeros = String(repeating: "0", count: 30)
        let longer = mantissa + (mantissa.contains(".") ? zeros : "." + zeros) + exponent
        #expect(bits(try Tape(parsing: longer), 1) == expected, "\(longer)")
    }

    private func split(_ text: String) -> (String, String) {
        let exponent = text.firstIndex { $0 == "e" || $0 == "E" } ?? text.endIndex
        return (String(text[..<exponent]), String(text[exponent...]))
    }

    @Test("760 digits, at and next to the midpoint of two values")
    func midpoints() throws {
        let digits = NumberCases.midpoint
        #expect(bits(try Tape(parsing: digits + "e-323"), 1) == 2)
        #expect(bits(try Tape(parsing: digits + "000000001e-323"), 1) == 3)
        #expect(bits(try Tape(parsing: digits.dropLast() + "49e-323"), 1) == 2)
        #expect(bits(try Tape(parsing: digits + String(repeating: "0", count: 2000) + "1e-323"), 1) == 3)
    }

    @Test(arguments: NumberCases.tooLargeOrSmall)
    func outOfRange(text: String) throws {
        #expect(bits(try Tape(parsing: text), 1) == nil)
        #expect(JSONNumber(text)?.double == nil)
        #expect(floatBits(try Tape(parsing: text), 1) == nil)
        #expect(bits(try Tape(parsing: "[\(text), \"a string that is long enough\"]"), 2) == nil)
    }

    @Test("random doubles agree with the standard library", arguments: 1...8)
    func randomDoubles(block: Int) throws {
        var generator = SplitMix64(seed: UInt64(block))
        let texts = (0..<25_000).map { _ in Self.randomNumber(&generator) }
        let tape = try Tape(parsing: "[" + texts.joined(separator: ",") + "]")
        var index = Tape.root + 1
        for text in texts {
            let found = bits(tape, index)
            if found != Self.reference(text) { Issue.record("\(text)") }
            index += 1
        }
        #expect(index == tape.slotCount - 1)
    }

    /// The standard library's value; `nil` for infinity, and for a zero from nonzero digits.
    private static func reference(_ text: String) -> UInt64? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value == 0 && !isZero(text) ? nil : value.bitPattern
    }

    private static func isZero(_ text: String) -> Bool {
        !text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.contains {
            $0 >= UInt8(ascii: "1") && $0 <= UInt8(ascii: "9")
        }
    }

    /// A number of a kind that parsers often round incorrectly.
    private static func randomNumber(_ generator: inout SplitMix64) -> String {
        switch generator.below(7) {
        case 0, 1: return RandomJSON.number(&generator)
        case 2:
            // The shortest text of a random value.
            let value = Double(bitPattern: generator.next())
            return value.isFinite ? "\(value)" : "0"
        case 3:
            // The midpoint of two values: an odd integer of 54 bits, scaled to up to 38 digits.
            let odd = UInt128((generator.next() >> 11) | 1 | 1 << 53) << UInt128(generator.below(70))
            return "\(odd)" + generator.pick(["", ".0", ".00000000001", "e0"])
        case 4:
            let digits = RandomJSON.digits(1 + generator.below(24), &generator)
            return "0." + digits + "e-\(290 + generator.below(36))"
        case 5:
            let zeros = String(repeating: "0", count: generator.below(40))
            return "0." + zeros + RandomJSON.digits(1 + generator.below(24), &generator)
                + generator.pick(["", "", "e\(generator.below(60) - 30)"])
        default:
            let first = 1 + generator.below(9)
            return "\(first)" + RandomJSON.digits(17 + generator.below(8), &generator)
                + "e\(generator.below(600) - 330)"
        }
    }

    /// Leading zeros of a fraction are not significant digits: up to 19 other digits are stored exactly.
    @Test("fractions with leading zeros", arguments: 0...40)
    func leadingZeros(zeros: Int) {
        for count in 1...19 {
            let digits = String("1234567890123456789".prefix(count))
            for (exponent, power) in [("", 0), ("e7", 7), ("E-300", -300)] {
                let text = Array("-0.\(String(repeating: "0", count: zeros))\(digits)\(exponent)".utf8)
                var slot = jt_slot()
                #expect(
                    unsafe text.withUnsafeBufferPointer { bytes in
                        unsafe bytes.baseAddress.map { unsafe jt_number_parse($0, bytes.count, &slot) } ?? false
                    })
                #expect(slot.head & 0xFF == UInt64(JT_NUMBER | JT_NEGATIVE), "\(zeros) zeros, \(count) digits")
                #expect(slot.body == UInt64(digits), "\(zeros) zeros, \(count) digits")
                #expect(Int(Int16(truncatingIfNeeded: slot.head >> 8)) == power - zeros - count)
            }
        }
    }

    // MARK: Float

    @Test(arguments: NumberCases.floats)
    func hardFloats(text: String, expected: UInt32) throws {
        #expect(floatBits(try Tape(parsing: text), 1) == expected)
        #expect(JSONNumber(text)?.float?.bitPattern == expected)
    }

    @Test(arguments: NumberCases.tooLargeOrSmallForFloat)
    func floatOutOfRange(text: String) throws {
        #expect(floatBits(try Tape(parsing: text), 1) == nil)
        #expect(JSONNumber(text)?.float == nil)
    }

    @Test("random floats are not rounded twice", arguments: 1...4)
    func randomFloats(block: Int) throws {
        var generator = SplitMix64(seed: UInt64(100 + block))
        var texts: [String] = []
        for _ in 0..<5000 {
            // The midpoint of two values, with another digit that exceeds the precision of `Double`.
            let odd = UInt64((generator.next() >> 39) | 1 | 1 << 24)
            texts.append("\(odd).\(String(repeating: "0", count: generator.below(30)))\(generator.below(10))")
            texts.append(RandomJSON.number(&generator))
        }
        let tape = try Tape(parsing: "[" + texts.joined(separator: ",") + "]")
        for (position, text) in texts.enumerated() {
            let value = Float(text).flatMap { $0.isFinite && ($0 != 0 || Self.isZero(text)) ? $0.bitPattern : nil }
            if floatBits(tape, UInt32(position) + 2) != value { Issue.record("\(text)") }
        }
    }

    // MARK: Integers

    private func check<I: FixedWidthInteger>(_ text: String, _ tape: Tape, _ index: UInt32, _ type: I.Type) {
        let expected = ExactInteger(text).value(as: type)
        if tape.integer(at: index, as: type) != expected { Issue.record("\(text) as \(type), from the tape") }
        if JSONNumber(text)?.integer(as: type) != expected { Issue.record("\(text) as \(type)") }
    }

    private func checkAll(_ text: String, _ tape: Tape, _ index: UInt32) {
        check(text, tape, index, Int8.self)
        check(text, tape, index, UInt8.self)
        check(text, tape, index, Int16.self)
        check(text, tape, index, UInt16.self)
        check(text, tape, index, Int32.self)
        check(text, tape, index, UInt32.self)
        check(text, tape, index, Int64.self)
        check(text, tape, index, UInt64.self)
        check(text, tape, index, Int.self)
        check(text, tape, index, UInt.self)
        check(text, tape, index, Int128.self)
        check(text, tape, index, UInt128.self)
    }

    private static func boundaries() -> [String] {
        var texts: [String] = []
        for bits in [7, 8, 15, 16, 31, 32, 53, 63, 64, 127] {
            let power = UInt128(1) << UInt128(bits)
            for value in [power - 2, power - 1, power, power + 1] {
                texts += [
                    "\(value)", "-\(value)", "\(value).0", "\(value)0e-1", "-\(value)00.00e-2", "\(value).5",
                    "0.\(value)e39",
                ]
            }
        }
        let largest = "340282366920938463463374607431768211455"
        texts += [
            largest, "-\(largest)", "340282366920938463463374607431768211456", "\(largest)0", "\(largest)0e-1",
            "\(largest).0",
        ]
        texts += ["3.40282366920938463463374607431768211455e38", "999999999999999999999999999999999999999999999999999"]
        return texts
    }

    @Test("the limits of every width", arguments: boundaries())
    func integerBoundaries(text: String) throws { checkAll(text, try Tape(parsing: text), 1) }

    @Test(
        arguments: [
            ("1.0", 1), ("100e-2", 1), ("1e18", 1_000_000_000_000_000_000), ("-0.0", 0), ("-0", 0),
            ("0e999999999999", 0), ("1e2", 100),
            ("1E+2", 100), ("-1.50e1", -15), ("9007199254740993", 9_007_199_254_740_993),
            ("9007199254740993.0", 9_007_199_254_740_993),
            ("0.000001e6", 1), ("1200000000000000000000000000000e-29", 12), ("9223372036854775807", .max),
            ("-9223372036854775808", .min), ("9223372036854775807.000", .max), ("922337203685477580.7e1", .max),
            ("1000000000000000000000000000000000000000000e-42", 1),
        ] as [(String, Int)])
    func integers(text: String, expected: Int) throws {
        let tape = try Tape(parsing: text)
        #expect(tape.integer(at: 1, as: Int.self) == expected)
        checkAll(text, tape, 1)
    }

    @Test(arguments: [
        "9007199254740993.5", "0.5", "1e-1", "1e39", "1e999999999999", "-1e999999999999", "1e-999999999999",
        "1.0000000000000000000000001",
        "9223372036854775808", "1e19", "-9223372036854775809", "0.1e0", "12e-1",
        "100000000000000000000000000000000000000000.5",
    ])
    func noIntegers(text: String) throws {
        let tape = try Tape(parsing: text)
        #expect(tape.integer(at: 1, as: Int.self) == nil)
        checkAll(text, tape, 1)
    }

    @Test("random integers agree with arithmetic on digits", arguments: 1...4)
    func randomIntegers(block: Int) throws {
        var generator = SplitMix64(seed: UInt64(200 + block))
        var texts: [String] = []
        for _ in 0..<1000 {
            texts.append(RandomJSON.number(&generator))
            // A random integer with its point and its exponent shifted in opposite directions.
            let bits = UInt128(1 + generator.below(127))
            let value = ((UInt128(generator.next()) << 64) | UInt128(generator.next())) >> bits
            let shift = generator.below(30)
            let sign = generator.pick(["", "-"])
            texts.append(
                value == 0 ? "0e-\(shift)" : "\(sign)\(value)\(String(repeating: "0", count: shift))e-\(shift)")
            texts.append("\(sign)\(value)")
        }
        let tape = try Tape(parsing: "[" + texts.joined(separator: ",") + "]")
        for (position, text) in texts.enumerated() { checkAll(text, tape, UInt32(position) + 2) }
    }

    @Test("only numbers are integers")
    func notANumber() throws {
        let tape = try Tape(parsing: "[null,true,\"1\",{},1]")
        for index: UInt32 in [0, 1, 2, 3, 4, 5, 6, 8] { #expect(tape.integer(at: index, as: Int.self) == nil) }
        #expect(tape.integer(at: 7, as: Int.self) == 1)
    }

    // MARK: Long numbers

    private static let million = 1_000_000

    @Test("a million digits")
    func long() throws {
        let digits = String(repeating: "7", count: Self.million)
        let zeros = String(repeating: "0", count: Self.million)
        let integer = try Tape(parsing: digits)
        #expect(bits(integer, 1) == nil)
        #expect(integer.integer(at: 1, as: UInt128.self) == nil)
        let fraction = try Tape(parsing: "0." + digits)
        #expect(bits(fraction, 1) == (7.0 / 9).bitPattern)
        #expect(floatBits(fraction, 1) == (Float(7) / 9).bitPattern)
        #expect(fraction.integer(at: 1, as: Int.self) == nil)
        let padded = try Tape(parsing: "12." + zeros)
        #expect(bits(padded, 1) == 12.0.bitPattern)
        #expect(padded.integer(at: 1, as: UInt8.self) == 12)
        let shifted = try Tape(parsing: "34\(zeros)e-\(Self.million)")
        #expect(bits(shifted, 1) == 34.0.bitPattern)
        #expect(shifted.integer(at: 1, as: Int8.self) == 34)
        let small = try Tape(parsing: "-0.\(zeros)56e\(Self.million + 2)")
        #expect(bits(small, 1) == (-56.0).bitPattern)
        #expect(small.integer(at: 1, as: Int8.self) == -56)
        #expect(small.integer(at: 1, as: UInt8.self) == nil)
    }

    /// An exponent that no mantissa can compensate must not be truncated to a smaller one.
    @Test("a million digits with a larger exponent", arguments: [8, 9, 10, 19, 20, 40])
    func longExponents(exponentDigits: Int) throws {
        let zeros = String(repeating: "0", count: Self.million)
        let exponent = "1" + String(repeating: "0", count: exponentDigits - 1)
        for text in ["0.\(zeros.dropLast())1e\(exponent)", "1\(zeros)e-\(exponent)"] {
            let tape = try Tape(parsing: text)
            #expect(bits(tape, 1) == nil)
            #expect(floatBits(tape, 1) == nil)
            #expect(tape.integer(at: 1, as: Int.self) == nil)
            #expect(tape.integer(at: 1, as: UInt128.self) == nil)
        }
    }
}
