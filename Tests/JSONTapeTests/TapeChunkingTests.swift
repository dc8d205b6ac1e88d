import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// Slots and errors do not depend on how a document is divided into chunks.
@Suite("Tape: chunks") struct TapeChunkingTests {
    private static let small = [
        "", " ", "0", "-0.5e+10", "null", " true ", "false\n", "\"\"", "\"a\\u00e9\\ud83d\\ude00é€😀\"", "[]", "{}",
        "[1,2,3]", "{\"a\":1,\"b\":[null,true,false],\"c\":{\"d\":\"e\"}}", " [ 1 , \"x\" , { \"y\" : -1.5E-3 } ] ",
        "{\"a\\n\":{\"é\":[[[]]]},\"a\\n\":0}", "[\"\\\\\\\"\",\"\\/\\b\\f\\n\\r\\t\"]",
        "12345678901234567890123456789", "[0,0,0]",
        // not JSON
        "[1,2", "{\"a\":tru}", "[01]", "\"\\ud83d\\u0041\"", "[\"a\u{1}\"]", "1 2", "[1]\"abc", "{\"a\" 1}",
        "{\"a\":\"b\" 1}", "-", "nul",
        "[1.e]", "[\"\\u12x4\"]", "\"\u{80}\\", "[,", "é",
    ]

    @Test("small documents cut at every pair of offsets", arguments: small)
    func everywhere(document: String) throws {
        let bytes = Array(document.utf8)
        let tape = try Tape()
        let whole = Outcome(of: bytes, on: tape)
        #expect(Outcome(of: bytes, portable: true, on: tape) == whole)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                let ends = [first, second]
                #expect(Outcome(of: bytes, .chunks(ends), on: tape) == whole, "cut at \(ends)")
                #expect(
                    Outcome(of: bytes, .chunks(ends), portable: true, on: tape) == whole, "cut at \(ends), portable")
                #expect(Outcome(of: bytes, .growing(ends), on: tape) == whole, "growing over \(ends)")
                #expect(
                    Outcome.discarding(bytes, ends: ends, on: tape) == whole.withoutStructure, "discarding at \(ends)")
            }
        }
    }

    /// Invalid UTF-8, in and between strings, cut at every pair of offsets.
    @Test(
        arguments: [
            [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xF0, 0x9F, 0x98, 0x22],
            [0x22, 0xE2, 0x82],
            [0x5B, 0xFF, 0x5D], [0x22, 0x61, 0xF4, 0x90, 0x80, 0x80, 0x22], [0xEF, 0xBB, 0xBF, 0x31], [0xC3],
        ] as [[UInt8]])
    func notUTF8(bytes: [UInt8]) throws {
        let tape = try Tape()
        let whole = Outcome(of: bytes, on: tape)
        #expect(!whole.isAccepted)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                #expect(Outcome(of: bytes, .chunks([first, second]), on: tape) == whole)
                #expect(Outcome(of: bytes, .chunks([first, second]), portable: true, on: tape) == whole)
                #expect(Outcome.discarding(bytes, ends: [first, second], on: tape) == whole.withoutStructure)
            }
        }
    }

    /// Checks one document with chunks of random lengths around `mean`.
    private func compare(
        _ bytes: [UInt8], _ whole: Outcome, mean: Int, _ generator: inout SplitMix64, on tape: Tape, _ seed: UInt64
    ) {
        var ends: [Int] = []
        var end = generator.below(2 * mean + 1)
        while end < bytes.count {
            ends.append(end)
            end += generator.below(2 * mean + 1)
        }
        let portable = generator.oneIn(2)
        #expect(Outcome(of: bytes, .chunks(ends), portable: portable, on: tape) == whole, "seed \(seed), mean \(mean)")
        #expect(
            Outcome(of: bytes, .growing(ends), portable: !portable, on: tape) == whole, "seed \(seed), mean \(mean)")
        #expect(
            Outcome.discarding(bytes, ends: ends, portable: portable, on: tape) == whole.withoutStructure,
            "seed \(seed), mean \(mean), discarding")
    }

    @Test("random documents, valid and damaged", arguments: 1...8)
    func random(block: Int) throws {
        let tape = try Tape()
        var rejected = 0
        for round in 0..<60 {
            let seed = UInt64(block * 1000 + round)
            var random = RandomJSON(seed: seed)
            random.isSpaced = round % 4 != 0
            let valid = random.document(size: 1 + random.generator.below(200))
            var whole = Outcome(of: valid, on: tape)
            #expect(whole.isAccepted, "seed \(seed)")
            #expect(Outcome(of: valid, portable: true, on: tape) == whole, "seed \(seed)")
            for mean in [1, 5, 40, 700] { compare(valid, whole, mean: mean, &random.generator, on: tape, seed) }
            for _ in 0..<8 {
                let damaged = random.damaged(valid)
                whole = Outcome(of: damaged, on: tape)
                if !whole.isAccepted { rejected += 1 }
                #expect(Outcome(of: damaged, portable: true, on: tape) == whole, "seed \(seed)")
                compare(damaged, whole, mean: random.generator.pick([1, 5, 40]), &random.generator, on: tape, seed)
            }
        }
        #expect(rejected > 200)
    }

    @Test("payloads", .enabled(if: Corpus.hasPayloads, "the corpus is not available"), arguments: Corpus.payloadNames)
    func payloads(name: String) throws {
        let bytes = try Corpus.payload(name)
        let tape = try Tape()
        var whole = Outcome(of: bytes, on: tape)
        #expect(whole.isAccepted)
        #expect(whole.slots.count > 1000)
        #expect(Outcome(of: bytes, portable: true, on: tape) == whole)
        var generator = SplitMix64(seed: 7)
        for mean in [900, 5000, 70_000] { compare(bytes, whole, mean: mean, &generator, on: tape, 7) }
        // The document without its end, and with an invalid byte in the middle.
        for offset in [bytes.count / 2, bytes.count - 2] {
            var damaged = bytes
            damaged[offset] = 0
            whole = Outcome(of: damaged, on: tape)
            #expect(whole.failure?.location.offset == offset)
            compare(damaged, whole, mean: 5000, &generator, on: tape, 7)
            compare(
                Array(bytes[..<offset]), Outcome(of: Array(bytes[..<offset]), on: tape), mean: 5000, &generator,
                on: tape,
                7)
        }
    }

    @Test("tokens of one megabyte, in small chunks", arguments: ["string", "escapes", "number", "space", "depth"])
    func longTokens(kind: String) throws {
        let count = 1 << 20
        let text =
            switch kind {
            case "string": "[\"" + String(repeating: "é", count: count / 2) + "\"]"
            case "escapes": "[\"" + String(repeating: "\\ud83d\\ude00", count: count / 12) + "\"]"
            case "number": "[1." + String(repeating: "7", count: count - 2) + "]"
            case "space": "[1" + String(repeating: " \n\r\t", count: count / 4) + "]"
            default: String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000)
            }
        let bytes = Array(text.utf8)
        let tape = try Tape()
        let limits = JSONLimits(depth: count)
        let whole = Outcome(of: bytes, limits: limits, on: tape)
        #expect(whole.isAccepted)
        let ends = Feeding.ends(every: 5, of: bytes.count)
        #expect(Outcome(of: bytes, .chunks(ends), limits: limits, on: tape) == whole)
        #expect(Outcome(of: bytes, .growing(ends), limits: limits, on: tape) == whole)
        #expect(Outcome.discarding(bytes, ends: ends, limits: limits, on: tape) == whole.withoutStructure)
        let lost = Array(bytes.dropLast(2))
        let unfinished = Outcome(of: lost, limits: limits, on: tape)
        #expect(!unfinished.isAccepted)
        #expect(
            Outcome(of: lost, .chunks(ends.filter { $0 < lost.count }), limits: limits, on: tape) == unfinished)
    }

    @Test(
        "many documents in one stream",
        arguments: [
            ("1 2", 2), ("[]{}\"a\"null", 4), ("  1\n\n2\r\n3 ", 3), ("\"a\"\"b\"", 2), ("truefalse", 2), ("0 0", 2),
            ("[1][2]", 2), ("", 0),
            (" \n", 0),
        ])
    func manyDocuments(text: String, count: Int) throws {
        let bytes = Array(text.utf8)
        let tape = try Tape()
        let whole = Outcome(of: bytes, manyDocuments: true, on: tape)
        #expect(whole.failure == nil)
        #expect(whole.slots.filter { ![1, 9, 8].contains($0.head & 0xF) || $0.head & 0xF == 1 }.count > count)
        var index = Tape.root
        var values = 0
        while index < tape.slotCount {
            values += 1
            index = tape.index(after: index)
        }
        #expect(values == count)
        for cut in 0...bytes.count {
            #expect(Outcome(of: bytes, .chunks([cut]), manyDocuments: true, on: tape) == whole)
        }
    }

    @Test("a number ends where the next document begins")
    func touchingNumbers() throws {
        let tape = try Tape()
        for text in ["1true", "1null[2]", "1\"a\"", "1{}"] {
            #expect(Outcome(of: Array(text.utf8), manyDocuments: true, on: tape).isAccepted)
            try unsafe Array(text.utf8).withUnsafeBufferPointer { bytes throws(JSONSyntaxError) in
                try tape.begin(limits: .default, manyDocuments: true)
                try unsafe tape.scan(bytes, final: true)
                #expect(tape.numberText(at: 1) == "1")
                #expect(tape.extent(of: 1).length == 1)
                #expect(tape.jsonNumber(at: 1).double == 1)
            }
        }
    }

    @Test(
        "errors in a stream of many documents",
        arguments: [
            ("1 ]", 2, "unexpected ']', expected a value"), ("1,2", 1, "unexpected ',', expected a value"),
            ("[1] [", 5, "unexpected end of document, expected a value or ']'"),
            ("{} {} {1}", 7, "unexpected '1', expected a key in double quotes or '}'"),
            ("1 2 x", 4, "unexpected 'x'"), ("01", 1, "invalid number at '1'"),
        ])
    func brokenStream(text: String, offset: Int, message: String) throws {
        let bytes = Array(text.utf8)
        let error = try #require(try syntaxError(of: bytes, manyDocuments: true))
        #expect(error.message == message)
        #expect(error.offset == offset)
        for cut in 0...bytes.count {
            let cutError = try syntaxError(of: bytes, .chunks([cut]), manyDocuments: true)
            #expect(cutError?.message == message)
            #expect(cutError?.location == error.location)
        }
    }
}
