import JSONText
import TestSupport
import Testing

@Suite struct FormattedNumbersTests {
    private static func text(_ write: (TextBuffer) -> Void) -> String {
        let buffer = TextBuffer()
        write(buffer)
        return String(decoding: buffer.drain(), as: UTF8.self)
    }

    @Test func integers() {
        var magnitudes: [UInt64] = [0, 1, .max]
        var power: UInt64 = 1
        for _ in 0..<19 {
            power *= 10
            magnitudes += [power - 1, power, power + 1]
        }
        for magnitude in magnitudes {
            for (isNegative, text) in [(false, "\(magnitude)"), (true, "-\(magnitude)")] {
                #expect(Self.text { $0.append(magnitude: magnitude, isNegative: isNegative, comma: false) } == text)
                #expect(
                    Self.text { $0.append(magnitude: magnitude, isNegative: isNegative, comma: true) } == text + ",")
            }
        }
        #expect(Self.text { $0.append(elements: [.min, 0]) } == "\(Int.min),0,")
    }

    @Test(arguments: [
        (15, -1, "1.5"), (15, -2, "0.15"), (15, -3, "0.015"), (150, -2, "1.50"), (1, 0, "1"), (1, 3, "1000"),
        (1, -1, "0.1"),
        (UInt64.max, -19, "1.8446744073709551615"), (UInt64.max, -20, "0.18446744073709551615"),
        (UInt64.max, -25, "0.0000018446744073709551615"), (UInt64.max, 2, "1844674407370955161500"),
        (7, 127, "7" + String(repeating: "0", count: 127)), (7, -128, "0." + String(repeating: "0", count: 127) + "7"),
    ])
    func significands(_ significand: UInt64, _ exponent: Int, _ text: String) {
        #expect(Self.text { $0.append(significand: significand, exponent: exponent, isNegative: false) } == text)
        #expect(Self.text { $0.append(significand: significand, exponent: exponent, isNegative: true) } == "-" + text)
    }

    /// What is written, and how many elements that is.
    private static func elements(_ write: (TextBuffer) -> Int) -> [String] {
        let buffer = TextBuffer()
        let count = write(buffer)
        return [String(decoding: buffer.drain(), as: UTF8.self), "\(count)"]
    }

    @Test("arrays of numbers are written as the numbers are", arguments: [0, 1, 2, 255, 256, 257, 1_000])
    func arrays(count: Int) {
        var generator = SplitMix64(seed: UInt64(count))
        let bits = (0..<count).map { _ in generator.next() }
        let integers = bits.map { Int(truncatingIfNeeded: $0 >> ($0 & 63)) }
        #expect(Self.text { $0.append(elements: integers) } == integers.map { "\($0)," }.joined())
        // Among them numbers below 1e-290, which the standard library writes.
        let doubles = bits.map { Double(bitPattern: $0) }.map { $0.isFinite ? $0 : 1e-300 }
        let texts = doubles.map { double in Self.text { $0.append(double) } }
        let listed = texts.map { $0 + "," }.joined()
        #expect(Self.elements { $0.append(elements: doubles) } == [listed, "\(count)"])
        let arrays = [doubles, [], [0.5]]
        let expected = "[" + texts.joined(separator: ",") + "],[],[0.5],"
        #expect(Self.elements { $0.append(arrays: arrays) } == [expected, "3"])
    }

    @Test("short arrays are written as their numbers are", arguments: [1, 2, 3, 7, 63, 64, 65])
    func shortArrays(length: Int) {
        var generator = SplitMix64(seed: UInt64(length))
        let arrays = (0..<200).map { index in
            (0..<(index.isMultiple(of: 9) ? 0 : length)).map { _ -> Double in
                let bits = generator.next()
                let value = Double(bitPattern: bits)
                return bits.isMultiple(of: 3) && value.isFinite
                    ? value : Double(bits >> 11) / 9_007_199_254_740_992 * 360
            }
        }
        let texts = arrays.map { array in
            "[" + array.map { value in Self.text { $0.append(value) } }.joined(separator: ",") + "],"
        }
        #expect(Self.elements { $0.append(arrays: arrays) } == [texts.joined(), "200"])
        // Up to the first array with a number that is not finite.
        for index in [0, 1, 50, 199] {
            var broken = arrays
            broken[index] = [1.5, .infinity, 2]
            #expect(Self.elements { $0.append(arrays: broken) } == [texts[..<index].joined(), "\(index)"])
        }
    }

    /// Numbers on both sides of the limits between the ways in which numbers are written.
    @Test func limitsBetweenForms() {
        var values: [Double] = [
            0.1, 0.5, 1.5, .leastNonzeroMagnitude, 1e-4, 1e-5, 0.000123, 123_456.789, .pi, 1e22, 1e23,
        ]
        for exponent in -30...60 {
            let power = Double(sign: .plus, exponent: exponent, significand: 1)
            values += [power, power.nextUp, power.nextDown, power * 1.1, power * 1.000_000_1]
        }
        for exponent in -8...18 {
            guard let power = Double("1e\(exponent)") else { continue }
            values += [power, power.nextUp, power.nextDown, power * 1.23, power / 3]
        }
        for value in values + values.map({ -$0 }) {
            let text = Self.text { $0.append(value) }
            #expect(Double(text)?.bitPattern == value.bitPattern)
            #expect(text.utf8.count <= value.description.utf8.count)
        }
    }

    @Test("arrays are written up to the first number that is not finite")
    func notFinite() {
        #expect(Self.elements { $0.append(elements: [1, 2, .nan, 3]) } == ["1,2,", "2"])
        #expect(Self.elements { $0.append(elements: [1e-300, .infinity]) } == ["1e-300,", "1"])
        #expect(Self.elements { $0.append(arrays: [[1], [2, -.infinity], [3]]) } == ["[1],", "1"])
    }

    @Test("short decimals and integers")
    func shortNumbers() {
        for power in -300...300 {
            for digits in ["1", "12", "123456789", "1234567890123456", "9007199254740993", "99999999999999999"] {
                let text = "\(digits)e\(power)"
                guard let value = Double(text), value.isFinite else { continue }
                let written = Self.text { $0.append(value) }
                if Double(written) != value || written.utf8.count > 24 {
                    Issue.record("\(text) is written as \(written)")
                }
            }
        }
        for shift in 0..<64 {
            for offset in [-1, 0, 1] {
                let value = Double(UInt64(1) << shift) + Double(offset)
                guard value >= 0, value <= 9_007_199_254_740_992 else { continue }
                #expect(Self.text { $0.append(value) } == "\(Int(value))")
            }
        }
    }

    @Test(arguments: [
        (0, "0"), (-0.0, "-0"), (1, "1"), (-1.5, "-1.5"), (0.1, "0.1"), (1e-4, "0.0001"), (1.25e-5, "1.25e-05"),
        (9_007_199_254_740_992, "9007199254740992"), (1e16, "1e+16"), (123_456_789e100, "1.23456789e+108"),
        (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (.leastNonzeroMagnitude, "5e-324"), (1e-300, "1e-300"),
        (2.5, "2.5"), (1e21, "1e+21"), (0.30000000000000004, "0.30000000000000004"),
    ])
    func doubles(value: Double, text: String) {
        #expect(Self.text { $0.append(value) } == text)
        #expect(Self.text { $0.append(value, comma: true) } == text + ",")
    }

    /// The standard library writes the shortest digits, too, but in another format.
    @Test("random doubles round-trip, with as few digits as in the standard library")
    func randomDoubles() {
        func significantDigits(_ text: String) -> String {
            let mantissa = text.prefix { $0 != "e" }.filter(\.isNumber)
            let digits = mantissa.drop { $0 == "0" }
            return String(digits.reversed().drop { $0 == "0" }.reversed())
        }
        var generator = SplitMix64(seed: 2)
        for round in 0..<5_000 {
            let bits = generator.next()
            let value =
                round.isMultiple(of: 2) ? Double(bitPattern: bits) : Double(Int64(bitPattern: bits) >> 20) / 1_000
            guard value.isFinite else { continue }
            let text = Self.text { $0.append(value) }
            if Double(text)?.bitPattern != value.bitPattern
                || significantDigits(text) != significantDigits(value.description)
            {
                Issue.record("\(value) is written as \(text)")
            }
        }
    }

    @Test(
        arguments: [(0, "0"), (0.1, "0.1"), (-2, "-2"), (16_777_216, "16777216"), (1e-10, "1e-10")] as [(Float, String)]
    )
    func floats(value: Float, text: String) {
        #expect(Self.text { $0.append(value) } == text)
        #expect(Self.text { $0.append(value, comma: true) } == text + ",")
    }
}
