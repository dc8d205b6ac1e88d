import Foundation
import PolicyJSON
import Testing

/// `allowsJSON5`, and `allowsTrailingCommas`, with which PolicyJSON accepts what Foundation always accepts.
@Suite struct JSON5Tests {
    private static let json5 = Options(name: "JSON5", allowsJSON5: true)
    private static let trailingCommas = Options(name: "trailing commas", allowsTrailingCommas: true)

    private static let subjects = [
        Subject(Everything.self), Subject(Int.self), Subject(UInt8.self), Subject(Double.self),
        Subject(Float.self),
        Subject(Decimal.self), Subject(String.self), Subject(Bool?.self), Subject([Int].self), Subject([Double].self),
        Subject([String: Int].self),
        Subject(Member<Int>.self), Subject(Member<Double>.self), Subject(Empty.self), Subject([Float].self),
        Subject([Decimal].self),
        Subject([Int128].self), Subject([UInt64].self), Subject([String: Everything].self), Subject([String].self),
    ]

    @Test(arguments: subjects)
    func documents(as subject: Subject) {
        var tally = Tally()
        for text in JSON5Texts.all { tally.add(subject.trial(text, Self.json5)) }
        tally.expectParity()
    }

    /// JSON is JSON5.
    @Test func plainJSON() {
        var tally = Tally()
        for subject in Self.subjects {
            for text in ValueTexts.all { tally.add(subject.trial(text + "\n", Self.json5)) }
            for text in NumberTexts.valid { tally.add(subject.trial("[\(text)]", Self.json5)) }
        }
        tally.expectParity(minimumValues: 500)
    }

    @Test func brokenStrings() {
        var tally = Tally()
        for contents in GrammarTexts.strings.map({ Array($0.utf8) }) + GrammarBytes.strings {
            for quote in [UInt8(ascii: #"""#), UInt8(ascii: "'")] {
                let quoted = [quote] + contents + [quote]
                tally.add(Subject(String.self).trial(Data(quoted), Self.json5))
                tally.add(
                    Subject([String: String].self).trial(
                        Data("{".utf8 + quoted + Array(":".utf8) + quoted + Array("}".utf8)), Self.json5))
            }
        }
        tally.expectParity()
    }

    @Test(arguments: GrammarBytes.encodings)
    func encodings(_ encoding: GrammarBytes.Encoding) {
        var tally = Tally()
        for text in JSON5Texts.mixed + JSON5Texts.comments {
            tally.add(Subject(Everything.self).trial(encoding.encode(text + "\n"), Self.json5))
        }
        tally.expectParity()
    }

    @Test func trailingCommas() {
        var tally = Tally()
        for text in GrammarTexts.trailingCommas + JSON5Texts.commas + GrammarTexts.broken + GrammarTexts.fragments {
            for subject in Self.subjects { tally.add(subject.trial(text, Self.trailingCommas)) }
        }
        tally.expectParity(minimumValues: 20)
        #expect(tally.explained[Difference.trailingCommas.id] == nil)
    }

    /// Hexadecimal numbers may have as many digits as decimal ones.
    @Test(arguments: [
        ("0x10000000000000000", Subject([Int128].self), "Array<Int128>(Int128(18446744073709551616))"),
        (
            "0x0000000000000000000000000000000000000ff", Subject([UInt8].self), "Array<UInt8>(UInt8(255))"
        ),
        (
            "0XffffffffffffffffffffFFFFFFFFFFFF", Subject([UInt128].self),
            "Array<UInt128>(UInt128(340282366920938463463374607431768211455))"
        ),
        (
            "-0x80000000000000000000000000000000", Subject([Int128].self),
            "Array<Int128>(Int128(-170141183460469231731687303715884105728))"
        ),
        (
            "0x100000000000000000000000000000000", Subject([UInt128].self),
            "dataCorrupted() at [Index 0#0]: Parsed JSON number <0x100000000000000000000000000000000> does not fit in UInt128."
        ),
        (
            "0x10000000000000000", Subject([Int].self),
            "dataCorrupted() at [Index 0#0]: Parsed JSON number <0x10000000000000000> does not fit in Int."
        ),
        ("+0x10000000000000001", Subject([Decimal].self), "Array<Decimal>(Decimal(18446744073709551617))"),
        ("0x10000000000000001", Subject([Double].self), "Array<Double>(Double(1.8446744073709552e+19))"),
        (
            "-0x1000000000000000000000000000000000", Subject([Double].self),
            "Array<Double>(Double(-5.444517870735016e+39))"
        ),
        (
            "-0x1000000000000000000000000000000000", Subject([Float].self),
            "dataCorrupted() at [Index 0#0]: Parsed JSON number <-0x1000000000000000000000000000000000> does not fit in Float."
        ),
        ("0x1000000000000000g", Subject([Int].self), Difference.notJSON),
    ])
    func wideHexadecimals(text: String, subject: Subject, outcome: String) {
        #expect("\(subject.policyJSON("[\(text)]", Self.json5))" == outcome)
    }

    @Test func crashes() async {
        await #expect(processExitsWith: .failure) { Self.decodeWithFoundation([Double].self, "[1e+]") }
        await #expect(processExitsWith: .failure) { Self.decodeWithFoundation([Float].self, "[1e-]") }
        await #expect(processExitsWith: .failure) { Self.decodeWithFoundation([Int].self, "[0x0x]") }
        await #expect(processExitsWith: .failure) { Self.decodeWithFoundation([Int].self, "[0x0e+]") }
        await #expect(processExitsWith: .failure) { Self.decodeWithFoundation([Int].self, "[-0x8000000000000001]") }
        for text in ["[1e+]", "[1e-]"] {
            #expect("\(Subject([Double].self).policyJSON(text, Self.json5))" == Difference.notJSON)
        }
        for text in ["[0x0x]", "[0x0e+]"] {
            #expect("\(Subject([Int].self).policyJSON(text, Self.json5))" == Difference.notJSON)
        }
        #expect(
            "\(Subject([Int].self).policyJSON("[-0x8000000000000001]", Self.json5))"
                == "dataCorrupted() at [Index 0#0]: Parsed JSON number <-0x8000000000000001> does not fit in Int.")
    }

    private static func decodeWithFoundation<T: Decodable>(_ type: T.Type, _ text: String, length: Int? = nil) {
        _ = try? json5.foundation.decode(type, from: start(of: text, length ?? text.utf8.count))
    }

    /// The first bytes of a text, followed in memory by the others.
    private static func start(of text: String, _ length: Int) -> Data {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
        unsafe bytes.copyBytes(from: text.utf8)
        // Not nil, because the text is not empty.
        return unsafe Data(
            bytesNoCopy: bytes.baseAddress!, count: length,
            deallocator: .custom { start, _ in unsafe start.deallocate() })
    }

    private static let blank = String(repeating: " ", count: 64)

    @Test func lastNumbers() async {
        // `Data` copies its contents if they are only a few bytes.
        let one = Self.start(of: Self.blank + "12 ", Self.blank.utf8.count + 1)
        let fraction = Self.start(of: Self.blank + "1.52 ", Self.blank.utf8.count + 3)
        await #expect(processExitsWith: .failure) {
            Self.decodeWithFoundation(Double.self, Self.blank + "12 ", length: Self.blank.utf8.count + 1)
        }
        #expect("\(Outcome { try Self.json5.policyJSON.decode(Double.self, from: one) })" == "Double(1.0)")
        let trial = Subject(Int.self).trial(fraction, Self.json5)
        #expect("\(trial.foundation)" == "Int(1)")
        #expect("\(trial.policyJSON)" == "dataCorrupted() at []: Parsed JSON number <1.5> does not fit in Int.")
    }
}
