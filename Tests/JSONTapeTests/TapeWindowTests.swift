import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// Tapes that are cut while they are written, strings that are dropped, and documents that are resumed.
@Suite("Tape: windows") struct TapeWindowTests {
    private func append(_ text: some Sequence<UInt8>, to tape: Tape) throws {
        try unsafe Array(text).withUnsafeBufferPointer { try unsafe tape.append($0) }
    }

    /// The kinds of the slots, with the text of scalars and keys, and the ends of containers.
    private func slots(_ tape: Tape) -> [String] {
        (Tape.root..<tape.slotCount).map { index in
            let slot = tape[index]
            switch slot.kind {
            case .key: return "\(tape.key(at: index)):"
            case .string, .number, .null, .true, .false: return tape.source(of: index)
            case .object, .array, .emptiedArray: return "\(slot.kind) \(slot.next) \(slot.count)"
            case .objectEnd, .arrayEnd:
                return "end \(slot.parent == Tape.noParent ? "-" : "\(slot.parent)") \(slot.ordinal)"
            }
        }
    }

    @Test func `a cut moves the preceding slots and renumbers the rest`() throws {
        let tape = try Tape()
        let window = try Tape()
        try tape.begin(limits: .default)
        try append(#"{"a":[[1],{"b":"x"},["#.utf8, to: tape)
        let before = [
            "object 0 0", "a:", "array 0 0", "array 7 1", "1", "end 3 0", "object 11 1", "b:", "\"x\"", "end 3 1",
        ]
        #expect(slots(tape) == before + ["array 0 0"])
        try tape.cut(into: window, keeping: 11)
        #expect(slots(window) == before)
        #expect(slots(tape) == ["array 0 0"])
        try append(#"[2],{}],[3]]}"#.utf8, to: tape)
        #expect(
            slots(tape) == [
                "array 8 2", "array 5 1", "2", "end 1 0", "object 7 0", "end 1 1", "end - 2", "array 11 1", "3",
                "end - 3", "end - 0", "end - 0",
            ])
        try tape.finish()
        #expect(slots(window)[4] == "1")
        #expect(throws: JSONSyntaxError.self) { try window.finish() }
    }

    @Test func `elements are cut off into a separate array`() throws {
        let text = Array(#"[1,{"a":[]},[2],[[3],[4]] ] "#.utf8)
        let tape = try Tape()
        let window = try Tape()
        try tape.begin(limits: .default)
        try unsafe text.withUnsafeBufferPointer { text throws in
            /// The slots of the next window, if it is complete.
            func next(upTo end: Int) throws -> [String]? {
                try unsafe tape.scan(text, upTo: end)
                return try tape.cutElements(into: window, isLast: end == text.count) ? slots(window) : nil
            }
            #expect(try next(upTo: 0) == nil)
            #expect(try next(upTo: 2) == nil)
            #expect(
                try next(upTo: 12)
                    == ["array 9 2", "1", "object 8 1", "a:", "array 7 0", "end 3 0", "end 1 1", "end - 0"])
            #expect(try next(upTo: 14) == nil)
            #expect(try next(upTo: 20) == ["array 6 3", "array 5 1", "2", "end 1 2", "end - 0"])
            #expect(
                try next(upTo: 26) == [
                    "array 11 4", "array 10 2", "array 6 1", "3", "end 2 0", "array 9 1", "4", "end 2 1", "end 1 3",
                    "end - 0",
                ])
            #expect(try next(upTo: text.count) == ["array 3 4", "end - 0"])
            #expect(throws: JSONSyntaxError.self) { try tape.cutElements(into: window, isLast: true) }
        }
    }

    @Test func `elements of large arrays of objects are removed, and parsed again`() throws {
        let text = Array(#" {"a":{"b":[{"c":1},{"c":[2]},3],"d":[1,2,3]},"e":[[{}],[{}],[{}]],"f":[{}]}"#.utf8)
        /// The slots of the document, and of its first emptied array.
        func parse(by step: Int, least: Int) throws -> (document: [String], elements: [String]?) {
            let (tape, elements) = (try Tape(), try Tape())
            return try unsafe text.withUnsafeBufferPointer { text throws in
                try tape.begin(limits: .default)
                try unsafe tape.scanEmptyingArrays(text, by: step, least: least)
                guard tape.hasEmptiedArrays,
                    let array = (0..<tape.slotCount).first(where: { tape[$0].is(.emptiedArray) })
                else { return (slots(tape), nil) }
                let text = try unsafe elements.begin(limits: .default, elementsOf: TapePosition(array), in: tape)
                try unsafe elements.scan(text, upTo: text.count)
                #expect(elements.location(ofOffset: 20) == tape.location(ofOffset: 20))
                #expect(elements.source(of: .root) == tape.source(of: TapePosition(array)))
                return (slots(tape), slots(elements))
            }
        }
        let whole = try parse(by: text.count, least: 1)
        #expect(whole.elements == nil)
        #expect(try parse(by: 1, least: 100) == whole)
        let emptied = try parse(by: 1, least: 1)
        // What follows the last removed element stays, and is not read.
        #expect(
            emptied.document == [
                "object 34 3", "a:", "object 15 2", "b:", "emptiedArray 8 3", "3", "end 3 0", "d:", "array 14 3", "1",
                "2", "3", "end 3 1", "end 1 0", "e:", "array 30 3", "array 21 1", "object 20 0", "end 17 0", "end 16 0",
                "array 25 1", "object 24 0", "end 21 0", "end 16 1", "array 29 1", "object 28 0", "end 25 0",
                "end 16 2", "end 1 1", "f:", "emptiedArray 33 1", "end 1 2", "end - 0",
            ])
        #expect(
            emptied.elements == [
                "array 14 3", "object 6 1", "c:", "1", "end 1 0", "object 12 1", "c:", "array 11 1", "2", "end 6 0",
                "end 1 1", "3", "end - 0",
            ])
    }

    @Test func `other documents have no emptied arrays`() throws {
        let text = Array(#"{"a":[{"b":1},{"b":2}]}"#.utf8)
        let (tape, window) = (try Tape(), try Tape())
        for ends: (Tape) throws -> Void in [{ $0.forget() }, { try window.cut(into: $0, keeping: TapePosition.root) }] {
            try unsafe text.withUnsafeBufferPointer { text throws in
                try window.begin(limits: .default, manyDocuments: true)
                try tape.begin(limits: .default)
                try unsafe tape.scanEmptyingArrays(text, by: 1, least: 1)
            }
            #expect(tape.hasEmptiedArrays)
            try ends(tape)
            #expect(!tape.hasEmptiedArrays)
        }
    }

    /// The first step ends inside an element of an array in an element of another one.
    @Test func `elements of arrays inside each other are removed at once`() throws {
        let text = Array(#"{"a":[{},{"b":[{},{"c":[1]},{"d":2}]}],"e":[3]}"#.utf8)
        let tape = try Tape()
        try unsafe text.withUnsafeBufferPointer { text throws in
            try tape.begin(limits: .default)
            try unsafe tape.scanEmptyingArrays(text, by: 34, least: 1)
        }
        #expect(
            slots(tape) == [
                "object 19 2", "a:", "emptiedArray 14 2", "object 13 1", "b:", "emptiedArray 12 3", "object 11 1", "d:",
                "2", "end 6 2", "end 4 0", "end 3 1", "end 1 0", "e:", "array 18 1", "3", "end 1 1", "end - 0",
            ])
    }

    @Test func `random documents are unchanged by random cuts`() throws {
        let tape = try Tape()
        let whole = try Tape()
        for seed in 0..<60 {
            var random = RandomJSON(seed: UInt64(seed))
            var generator = SplitMix64(seed: UInt64(seed))
            let bytes = random.document(size: 60)
            try whole.begin(limits: .default)
            try append(bytes, to: whole)
            try whole.finish()
            let expected = (Tape.root..<whole.slotCount).map { whole.source(of: $0) }
            var found: [String] = []
            try tape.begin(limits: .default)
            var start = 0
            while start < bytes.count {
                let end = min(start + 1 + generator.below(40), bytes.count)
                try append(bytes[start..<end], to: tape)
                start = end
                // Up to a value in open containers, like elements.
                var keep = tape.slotCount
                var index = Tape.root
                while index < tape.slotCount {
                    if tape[index].isContainer, tape[index].next == 0, generator.oneIn(2) {
                        keep = index
                        break
                    }
                    index += 1
                }
                let window = try Tape()
                let isKey = keep > Tape.root && tape[keep - 1].is(.key)
                try tape.cut(into: window, keeping: isKey ? keep - 1 : keep)
                for index in Tape.root..<window.slotCount {
                    let slot = window[index]
                    let isOpen = slot.isContainer && slot.next == 0
                    found.append(isOpen ? "" : window.source(of: index))
                    let offset = Int(slot.tokenOffset)
                    #expect(window.location(ofOffset: offset) == whole.location(ofOffset: offset))
                }
            }
            try tape.finish()
            found += (Tape.root..<tape.slotCount).map { tape.source(of: $0) }
            #expect(found.count == expected.count, "seed \(seed)")
            #expect(zip(found, expected).allSatisfy { $0.isEmpty || $0 == $1 }, "seed \(seed)")
        }
    }

    @Test func `a string that is not requested takes no memory`() throws {
        let tape = try Tape()
        try tape.begin(limits: .default)
        try append("[\n1,\"".utf8, to: tape)
        for _ in 0..<1000 {
            tape.discard(droppingStrings: true)
            try append(String(repeating: "é\\u00e9x", count: 100).utf8, to: tape)
            #expect(tape.textLength < 2000)
        }
        tape.discard(droppingStrings: true)
        try append("\", 2]".utf8, to: tape)
        #expect(tape.slotCount == Tape.root + 3)
        #expect(tape[Tape.root].stringLength == 900_000)
        #expect(tape.source(of: Tape.root + 1) == "2")
        try tape.finish()
        // An error at its start has the right location, although the start has been dropped.
        try tape.begin(limits: .default)
        try append("[\n  \"abc".utf8, to: tape)
        for _ in 0..<100 {
            tape.discard(droppingStrings: true)
            try append("0123456789".utf8, to: tape)
        }
        let error = #expect(throws: JSONSyntaxError.self) { try tape.finish() }
        #expect(error?.code == .unterminatedString)
        #expect(error?.location == JSONLocation(offset: 4, line: 2, column: 3))
        // So does an error about its position.
        try tape.begin(limits: .default)
        try append("[1\n \"abc".utf8, to: tape)
        for _ in 0..<100 {
            tape.discard(droppingStrings: true)
            try append("0123456789".utf8, to: tape)
        }
        let misplaced = #expect(throws: JSONSyntaxError.self) { try append("\"".utf8, to: tape) }
        #expect(misplaced?.message == "unexpected '\"', expected ',' or ']'")
        #expect(misplaced?.location == JSONLocation(offset: 4, line: 2, column: 2))
        // Keys are kept.
        try tape.begin(limits: .default)
        try append(("{\"" + String(repeating: "k", count: 500)).utf8, to: tape)
        tape.discard(droppingStrings: true)
        try append("\":1}".utf8, to: tape)
        #expect(tape.key(at: Tape.root).count == 500)
    }

    @Test func `a cut at a string whose start has been dropped`() throws {
        let tape = try Tape()
        let window = try Tape()
        try tape.begin(limits: .default)
        try append(("[1, \"" + String(repeating: "x", count: 500)).utf8, to: tape)
        tape.discard(droppingStrings: true)
        try append("yz\", 2, 3".utf8, to: tape)
        #expect(tape[Tape.root].is(.string) && tape.textBase > tape[Tape.root].offset)
        try tape.cut(into: window, keeping: Tape.root)
        #expect(window.slotCount == Tape.root)
        try append("]".utf8, to: tape)
        try tape.finish()
        #expect(slots(tape).dropFirst() == ["2", "3", "end - 0"])
        #expect(tape[Tape.root].stringLength == 502)
    }

    @Test func `a document is resumed`() throws {
        let tape = try Tape()
        try tape.begin(limits: .default)
        try append("{\"a\":[0 ".utf8, to: tape)
        tape.rebase(to: JSONLocation(offset: 1000, line: 7, column: 3))
        try append(", 1\n, x".utf8.dropLast(), to: tape)
        let location = tape.location(ofOffset: Int(tape[Tape.root].offset))
        #expect(location == JSONLocation(offset: 1002, line: 7, column: 5))
        let error = #expect(throws: JSONSyntaxError.self) { try append("x".utf8, to: tape) }
        #expect(error?.location == JSONLocation(offset: 1006, line: 8, column: 3))
    }

    @Test func `line counts do not depend on chunks`() {
        var generator = SplitMix64(seed: 3)
        let others: [UInt8] = [0x41, 0x42, 0x8A, 0x8D, 0x0B, 0x0E, 0x00]
        for round in 0..<2_000 {
            // With few line ends, whole blocks of 64 bytes contain none.
            let kinds = [0x0A, 0x0D] + (0...round % 40).map { others[$0 % others.count] }
            let bytes = (0..<generator.below(round % 2 == 0 ? 60 : 400)).map { _ in generator.pick(kinds) }
            var (line, lineStart) = (1, 0)
            for (index, byte) in bytes.enumerated() {
                if byte == 0x0D || byte == 0x0A {
                    if byte == 0x0D || index == 0 || bytes[index - 1] != 0x0D { line += 1 }
                    lineStart = index + 1
                }
            }
            let expected = JSONLocation(offset: bytes.count, line: line, column: bytes.count - lineStart + 1)
            var counter = LineCounter()
            var start = 0
            while start < bytes.count {
                let end = min(start + 1 + generator.below(round % 3 == 0 ? 20 : 300), bytes.count)
                unsafe Array(bytes[start..<end]).withUnsafeBufferPointer { unsafe counter.count($0) }
                start = end
            }
            #expect(counter.location == expected)
        }
    }
}
