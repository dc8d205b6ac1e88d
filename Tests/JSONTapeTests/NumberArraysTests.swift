import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// Arrays of numbers that are converted in one call give what their elements give.
@Suite struct NumberArraysTests {
    private func array(_ texts: [String], syntax: Tape.Syntax = .json) throws -> (Tape, [Double]?) {
        let tape = try Tape()
        try tape.parse(copying: Array("[\(texts.joined(separator: ", "))]".utf8), limits: .default, syntax: syntax)
        return (tape, tape.doubles(inArrayAt: .root))
    }

    private func elements(_ tape: Tape) -> [UInt64] {
        var position = TapePosition.root.firstChild
        var bits: [UInt64] = []
        while position < tape.end(ofContainerAt: .root) {
            if let value = tape.double(at: position) { bits.append(value.bitPattern) }
            position = tape.position(after: position)
        }
        return bits
    }

    @Test("arrays of arrays are those of their elements")
    func nested() throws {
        var generator = SplitMix64(seed: 7)
        for _ in 0..<200 {
            let arrays = (0..<Int(generator.next() % 6)).map { _ in
                (0..<[0, 1, 2, 3, 4, 32, 33][Int(generator.next() % 7)]).map { _ in
                    Double(generator.next() >> 11) / 4_096 - 1e12
                }
            }
            let tape = try Tape(parsing: "\(arrays)")
            #expect(tape.doubleArrays(inArrayAt: .root) == arrays)
        }
        for text in ["[[1],[\"1\"]]", "[[1],2]", "[[1],null]", "{}", "1", "[[1],[1e400]]", "[[1],[[2]]]"] {
            #expect(try Tape(parsing: text).doubleArrays(inArrayAt: .root) == nil)
        }
    }

    @Test("random numbers of all lengths", arguments: [0, 1, 2, 31, 32, 33, 1_000])
    func random(count: Int) throws {
        var generator = SplitMix64(seed: UInt64(count))
        for _ in 0..<(count < 100 ? 200 : 10) {
            let texts = (0..<count).map { index in
                let bits = generator.next()
                let number = Double(bitPattern: bits)
                switch bits % 6 {
                case 0: return "\(Int64(bitPattern: bits) >> (bits & 63))"
                case 1: return "\(Double(bits >> 11) / 9_007_199_254_740_992 * 360 - 180)"
                case 2: return "\(Int(bits % 100_000)).\(bits % 1_000)e\(Int(bits >> 8 & 31) - 16)"
                case 3: return index.isMultiple(of: 2) ? "0.0" : "-0"
                default: return number.isFinite ? "\(number)" : "0"
                }
            }
            let (tape, values) = try array(texts)
            // Some subnormal numbers, and those nearest to the middle of two doubles, need more steps.
            if let values {
                if values.map(\.bitPattern) != elements(tape) { Issue.record("differs: \(texts)") }
            } else if count < 3, texts.allSatisfy({ $0.utf8.count < 8 }) {
                Issue.record("not converted: \(texts)")
            }
        }
    }

    @Test(
        "numbers that are usual are converted",
        arguments: ["0", "-0", "0.0", "1", "-1.5", "123.456", "9007199254740993"])
    func usual(text: String) throws {
        let (_, values) = try array([text, text, text])
        #expect(values?.map(\.bitPattern) == Array(repeating: Double(text)?.bitPattern, count: 3))
    }

    @Test(
        "other elements are left to the caller",
        arguments: ["null", "\"1\"", "[]", "[1]", "{}", "true", "1e400", "1e-400", "0.12345678901234567890123"])
    func others(text: String) throws {
        for texts in [[text], ["1", text], ["1", text, "2"]] {
            #expect(try array(texts).1 == nil)
        }
    }

    @Test func json5() throws {
        #expect(try array(["1", "0x10"], syntax: .json5).1 == [1, 16])
        #expect(try array(["+1.", ".5"], syntax: .json5).1 == [1, 0.5])
        #expect(try array(["1", "Infinity"], syntax: .json5).1 == nil)
        #expect(try array(["1", "NaN"], syntax: .json5).1 == nil)
    }
}
