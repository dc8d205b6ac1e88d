import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// The slots of a tape, and its reuse for several documents.
@Suite struct TapeTests {
    @Test("slots of a document")
    func slots() throws {
        let tape = try Tape(parsing: #" {"a": [1, -2.5, "x\n"], "é": {}, "a": null, "t": true, "f": false} "#)
        let kinds = (0..<tape.slotCount).map { tape[$0].kind }
        #expect(
            kinds == [
                .null, .object, .key, .array, .number, .number, .string, .arrayEnd, .key, .object, .objectEnd, .key,
                .null,
                .key, .true, .key, .false, .objectEnd,
            ])
        #expect(
            (1..<tape.slotCount).map { tape[$0].offset }
                == [1, 3, 7, 8, 11, 18, 22, 26, 31, 32, 36, 40, 47, 51, 58, 62, 67].map(UInt64.init))
        #expect(tape[6].tokenOffset == 17)
        #expect(tape[2].tokenOffset == 2)
        let object = tape[1]
        #expect(object.count == 5)
        #expect(object.next == 18)
        #expect(object.isAmbiguous)
        #expect(object.hasUnusualKeys)
        #expect(!object.hasPlainKeys)
        #expect(tape[3].count == 3)
        #expect(tape[3].next == 8)
        #expect(tape[7].parent == 1)
        #expect(tape[7].ordinal == 0)
        #expect(tape[10].parent == 1)
        #expect(tape[10].ordinal == 1)
        #expect(tape[17].parent == Tape.noParent)
        #expect(tape[9].count == 0)
        #expect(tape[9].next == 11)
        #expect(tape[9].hasPlainKeys)
        #expect(tape.index(after: 3) == 8)
        #expect(tape.index(after: 1) == tape.slotCount)
        #expect(tape.maximumDepth == 2)
    }

    /// Checks the fields of each container against its contents.
    private func checkStructure(_ tape: Tape, _ seed: UInt64) {
        var open: [(start: UInt32, count: Int)] = []
        for index in 1..<tape.slotCount {
            let slot = tape[index]
            if slot.isEnd {
                guard let container = open.popLast() else {
                    Issue.record("an end without a start, seed \(seed)")
                    return
                }
                #expect(tape[container.start].next == index + 1, "seed \(seed)")
                #expect(tape[container.start].count == container.count, "seed \(seed)")
                #expect(tape[container.start].is(.object) == slot.is(.objectEnd), "seed \(seed)")
                #expect(slot.parent == open.last?.start ?? Tape.noParent, "seed \(seed)")
                if let around = open.last { #expect(slot.ordinal == around.count - 1, "seed \(seed)") }
                continue
            }
            if let around = open.last, tape[around.start].is(.object) == slot.is(.key) {
                open[open.count - 1].count += 1
            }
            if slot.isContainer { open.append((index, 0)) }
        }
        #expect(open.isEmpty, "seed \(seed)")
    }

    @Test("containers have ends, counts and ordinals", arguments: 1...40)
    func structure(seed: Int) throws {
        var random = RandomJSON(seed: UInt64(seed))
        let tape = try Tape()
        for size in [1, 20, 3000] {
            try tape.parse(copying: random.document(size: size, depth: 12), limits: .default)
            checkStructure(tape, UInt64(seed))
        }
    }

    @Test("one tape for many documents, some of them invalid")
    func reuse() throws {
        let tape = try Tape()
        for round in 0..<300 {
            var random = RandomJSON(seed: UInt64(round))
            let text = random.document(size: round % 7 == 0 ? 3000 : 30)
            let bytes = round % 3 == 0 ? random.damaged(text) : text
            let fresh = try Tape()
            let ends = Feeding.ends(every: 1 + round % 90, of: bytes.count)
            let feeding: Feeding = round % 2 == 0 ? .whole : .chunks(ends)
            #expect(
                Outcome(of: bytes, feeding, on: tape) == Outcome(of: bytes, feeding, on: fresh), "round \(round)")
            #expect(fresh.maximumDepth == tape.maximumDepth, "round \(round)")
        }
    }

    @Test("a tape after a document that was abandoned")
    func abandoned() throws {
        let tape = try Tape()
        for unfinished in ["[[[[\"abc", "{\"a\":12", "[tru", "{\"a\":\"\\ud83d", "  "] {
            try tape.begin(limits: .default)
            try unsafe Array(unfinished.utf8).withUnsafeBufferPointer { text throws(JSONSyntaxError) in
                try unsafe tape.append(text)
            }
            #expect(Outcome(of: Array("[1]".utf8), on: tape).isAccepted, "after \(unfinished)")
            #expect(tape.slotCount == 4)
            #expect(tape.maximumDepth == 1)
        }
    }

    @Test("an error persists")
    func sticky() throws {
        let tape = try Tape()
        try tape.begin(limits: .default)
        let append: (String) -> JSONSyntaxError.Code? = { chunk in
            unsafe Array(chunk.utf8).withUnsafeBufferPointer { text in
                do throws(JSONSyntaxError) {
                    try unsafe tape.append(text)
                    return nil
                } catch {
                    return error.code
                }
            }
        }
        #expect(append("[1,") == nil)
        #expect(append("]") == .unexpectedToken)
        #expect(append("1]") == .unexpectedToken)
        tape.discard()
        #expect(append("") == .unexpectedToken)
        #expect(throws: JSONSyntaxError.self) { try tape.finish() }
        #expect(tape.slotCount == 3)
    }

    @Test("a text that the tape has copied")
    func keepText() throws {
        let tape = try Tape()
        var bytes = Array("{\"key\":[\"value\",12.5]}".utf8)
        try unsafe bytes.withUnsafeBufferPointer { text throws(JSONSyntaxError) in
            try unsafe tape.parse(text, limits: .default)
            tape.keepText()
            tape.keepText()
        }
        for index in bytes.indices { bytes[index] = UInt8(ascii: "#") }
        #expect(tape.key(at: 2) == "key")
        #expect(tape.string(at: 4) == "value")
        #expect(tape.numberText(at: 5) == "12.5")
        #expect(tape.source(of: 1) == "{\"key\":[\"value\",12.5]}")
        #expect(tape.find("key", in: 1, hint: 0) == 3)
        try tape.parse(copying: Array("[\"b\"]".utf8), limits: .default)
        #expect(tape.string(at: 2) == "b")
    }

    @Test("text and slots of a document that failed can still be read")
    func afterFailure() throws {
        let tape = try Tape()
        #expect(throws: JSONSyntaxError.self) {
            try tape.parse(copying: Array("[\"abc\", 12.5, x]".utf8), limits: .default)
        }
        #expect(tape.slotCount == 4)
        let string = tape.string(at: 2)
        #expect(string == "abc")
        #expect(tape.numberText(at: 3) == "12.5")
        #expect(tape.location(ofOffset: 3).line == 1)
    }

    @Test("memory of a large document is released")
    func trim() throws {
        let tape = try Tape()
        let empty = tape.footprint
        let large = Array(("[" + String(repeating: "0,", count: 200_000) + "0]").utf8)
        for _ in 0..<3 {
            try tape.parse(copying: large, limits: .default)
            #expect(tape.slotCount == 200_004)
            #expect(tape[200_002].offset == 400_001)
            #expect(tape.footprint > 200_000 * 16)
            tape.trim()
            #expect(tape.footprint < empty + (1 << 17))
            #expect(tape.slotCount == 0)
            #expect(tape.textLength == 0)
        }
    }

    @Test("a forgotten document is removed, its memory is kept")
    func forget() throws {
        let tape = try Tape()
        let text = Array(("[" + String(repeating: "0,", count: 10_000) + "0]").utf8)
        try tape.parse(copying: text, limits: .default)
        let footprint = tape.footprint
        tape.forget()
        #expect(tape.slotCount == 0)
        let isEmpty = unsafe tape.withText { $0.isEmpty }
        #expect(isEmpty)
        #expect(tape.footprint == footprint)
        try tape.parse(copying: text, limits: .default)
        #expect(tape.slotCount == 10_004)
        #expect(tape.footprint == footprint)
    }

    @Test("a byte order mark before the document")
    func skipping() throws {
        let tape = try Tape()
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let document = mark + Array("[1,\n2]".utf8)
        try unsafe document.withUnsafeBufferPointer { text throws(JSONSyntaxError) in
            try unsafe tape.parse(text, skipping: 3, limits: .default)
            #expect(tape.slotCount == 5)
            #expect(tape[1].offset == 3)
            #expect(tape[3].offset == 7)
            #expect(tape.location(ofOffset: 5).column == 3)
            #expect(tape.location(ofOffset: 7).line == 2)
            #expect(tape.location(ofOffset: 7).column == 1)
        }
        for (text, offset, column) in [("", 3, 1), ("  ", 5, 3), ("x", 3, 1), ("[1 2]", 6, 4), ("\u{FEFF}1", 3, 1)] {
            let failure = unsafe (mark + Array(text.utf8)).withUnsafeBufferPointer { text -> JSONSyntaxError? in
                do throws(JSONSyntaxError) {
                    try unsafe tape.parse(text, skipping: 3, limits: .default)
                    return nil
                } catch {
                    return error
                }
            }
            #expect(failure?.offset == offset, "\(text.debugDescription)")
            #expect(failure?.column == column, "\(text.debugDescription)")
        }
    }

    @Test("a document limit below the byte order mark", arguments: 0...4)
    func skippingLimit(limit: Int) throws {
        let tape = try Tape()
        let error = unsafe ([0xEF, 0xBB, 0xBF, 0x31] as [UInt8]).withUnsafeBufferPointer { text -> JSONSyntaxError? in
            do throws(JSONSyntaxError) {
                try unsafe tape.parse(text, skipping: 3, limits: JSONLimits(documentBytes: limit))
                return nil
            } catch {
                return error
            }
        }
        #expect(error?.code == (limit < 4 ? .documentLimit : nil))
        if let error {
            #expect(error.line == 1)
            #expect(error.column >= 1)
        }
    }

    @Test("a stream that is discarded has bounded memory")
    func boundedMemory() throws {
        let tape = try Tape()
        try tape.begin(limits: .default)
        let chunk = Array(String(repeating: "{\"name\":\"value\",\"list\":[1,2,3]},", count: 100).utf8)
        try feed(Array("[".utf8), to: tape)
        try feed(chunk, to: tape)
        tape.discard()
        let before = tape.footprint
        for _ in 0..<2000 {
            try feed(chunk, to: tape)
            tape.discard()
        }
        #expect(tape.footprint <= before)
        try feed(Array("0]".utf8), to: tape)
        try tape.finish()
        #expect(tape.slotCount == 3)
        #expect(tape[2].parent == Tape.noParent)
        // Some text is kept for the excerpt of an error.
        #expect(tape.textBase == 1 + chunk.count * 2001 - 64)
    }

    private func feed(_ chunk: [UInt8], to tape: Tape) throws {
        try unsafe chunk.withUnsafeBufferPointer { text throws(JSONSyntaxError) in try unsafe tape.append(text) }
    }

    @Test("bytes outside the text are not accessible")
    func bytesAreClamped() throws {
        let tape = try Tape(parsing: "[1]")
        #expect(unsafe tape.bytes(at: 0, length: 100).count == 3)
        #expect(unsafe tape.bytes(at: 3, length: 1).isEmpty)
        #expect(unsafe tape.bytes(at: 1 << 39, length: 1).isEmpty)
        #expect(unsafe tape.bytes(at: 1, length: -1).isEmpty)
        #expect(unsafe tape.bytes(at: 1, length: .max).count == 2)
        let count = unsafe tape.withText { $0.count }
        #expect(count == 3)
    }
}
