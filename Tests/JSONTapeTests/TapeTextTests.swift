import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// Strings as text: escapes compared with a reference implementation, extents, sources.
@Suite("Tape+Text") struct TapeTextTests {
    /// Decodes the source of a string in a simple way: into UTF-16 code units, and then from UTF-16.
    private static func decoded(_ source: [UInt8]) -> String {
        var units: [UInt16] = []
        var rest = Array(String(decoding: source, as: UTF8.self).unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\" else {
                units += UTF16.encode(scalar).map(Array.init) ?? []
                continue
            }
            switch rest.removeFirst() {
            case "b": units.append(8)
            case "f": units.append(12)
            case "n": units.append(10)
            case "r": units.append(13)
            case "t": units.append(9)
            case "u":
                units.append(UInt16(String(String.UnicodeScalarView(rest.prefix(4))), radix: 16) ?? 0)
                rest.removeFirst(4)
            case let other: units.append(UInt16(other.value))
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    private func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("random strings", arguments: 1...10)
    func random(seed: Int) throws {
        var generator = SplitMix64(seed: UInt64(seed))
        let tape = try Tape()
        for _ in 0..<100 {
            let sources = (0..<20).map { _ in RandomJSON.stringContents(&generator) }
            var text: [UInt8] = [0x7B]
            for (index, source) in sources.enumerated() {
                if index > 0 { text.append(0x2C) }
                text += [0x22] + source + [0x22, 0x3A, 0x22] + source + [0x22]
            }
            text.append(0x7D)
            try tape.parse(copying: text, limits: .default)
            for (index, source) in sources.enumerated() {
                let key = UInt32(2 + 2 * index)
                let expected = utf8(Self.decoded(source))
                #expect(utf8(tape.key(at: key)) == expected)
                #expect(utf8(tape.string(at: key + 1)) == expected)
                #expect(tape[key].hasEscapes == source.contains(0x5C))
                #expect(tape[key + 1].isASCII == source.allSatisfy { $0 < 0x80 })
                #expect(tape[key + 1].stringLength == source.count)
                #expect(tape[key].keyLength == source.count)
            }
        }
    }

    @Test(arguments: [
        (#"\u0000"#, "\u{0}"), (#"\u0041\u00e9\u20AC"#, "Aé€"), (#"\uD83D\uDE00"#, "😀"),
        (#"\ud800\udc00"#, "\u{10000}"),
        (#"\uDBFF\uDFFF"#, "\u{10FFFF}"), (#"\uFFFF\uFFFE"#, "\u{FFFF}\u{FFFE}"),
        (#"\u007F\u0080\u07FF\u0800"#, "\u{7F}\u{80}\u{7FF}\u{800}"),
        (#"\\\"\/\b\f\n\r\t"#, "\\\"/\u{8}\u{C}\n\r\t"), (#"a\\u0041"#, "a\\u0041"), (#"\u005Cn"#, "\\n"),
        ("e\u{301}", "e\u{301}"),
        (#"e\u0301"#, "e\u{301}"), ("\u{7F}", "\u{7F}"), ("", ""),
    ])
    func escapes(source: String, expected: String) throws {
        let tape = try Tape(parsing: "[\"\(source)\"]")
        #expect(utf8(tape.string(at: 2)) == utf8(expected))
        // Long enough for the code paths of large strings.
        for count in [15, 16, 17, 100, 1020, 1024, 1030, 5000] {
            let filler = String(repeating: "x", count: count)
            let long = try Tape(parsing: "[\"\(filler)\(source)\",\"\(source)\(filler)\"]")
            #expect(utf8(long.string(at: 2)) == utf8(filler + expected))
            #expect(utf8(long.string(at: 3)) == utf8(expected + filler))
        }
    }

    @Test("escapes at every position of a vector")
    func alignment() throws {
        for before in 0..<40 {
            for source in [#"\""#, #"\u00e9"#, "é", "😀", #"\ud83d\ude00"#] {
                let filler = String(repeating: "a", count: before)
                let tape = try Tape(parsing: "\"\(filler)\(source)\(filler)\"")
                #expect(utf8(tape.string(at: 1)) == utf8(filler + Self.decoded(utf8(source)) + filler))
            }
        }
    }

    @Test("text that may change is validated again")
    func mayChange() throws {
        let tape = try Tape()
        tape.textMayChange = true
        try tape.parse(copying: Array(#"{"kéy":"välue\n"}"#.utf8), limits: .default)
        #expect(tape.key(at: 2) == "kéy")
        #expect(tape.string(at: 3) == "välue\n")
        var bytes = Array(#"["abcdef", "abc\n"]"#.utf8)
        tape.textMayChange = true
        try unsafe bytes.withUnsafeMutableBufferPointer { text throws(JSONSyntaxError) in
            try unsafe tape.parse(UnsafeBufferPointer(text), limits: .default)
            // Overwrites parsed text with invalid UTF-8 and an incomplete escape.
            unsafe text[4] = 0xFF
            unsafe text[15] = 0x5C
            #expect(tape.string(at: 2) == "ab\u{FFFD}def")
            #expect(tape.string(at: 3).utf8.count <= 5)
        }
    }

    @Test("the extent of a value's text")
    func extents() throws {
        let text = #" {"k\n" : [1, -2.5e3,"s", true,false , null, {}, []]} "#
        let tape = try Tape(parsing: text)
        let bytes = utf8(text)
        var sources: [String] = []
        for index in 1..<tape.slotCount {
            let extent = tape.extent(of: index)
            let source = String(decoding: bytes[extent.offset..<extent.offset + extent.length], as: UTF8.self)
            #expect(tape.source(of: index) == source)
            sources.append(source)
        }
        #expect(
            sources == [
                #"{"k\n" : [1, -2.5e3,"s", true,false , null, {}, []]}"#, #""k\n""#,
                #"[1, -2.5e3,"s", true,false , null, {}, []]"#,
                "1", "-2.5e3", #""s""#, "true", "false", "null", "{}", "}", "[]", "]", "]", "}",
            ])
        #expect(tape.source(of: 1, limit: 4) == #"{"k\"#)
        #expect(tape.source(of: 4, limit: 0).isEmpty)
        #expect(tape.numberText(at: 5) == "-2.5e3")
    }

    @Test("a source that is truncated inside a character")
    func cutSource() throws {
        let tape = try Tape(parsing: "\"é€😀\"")
        #expect(tape.source(of: 1, limit: 3) == "\"é")
        #expect(tape.source(of: 1, limit: 4) == "\"é\u{FFFD}")
    }

    @Test("texts in chunks after discarded ones")
    func chunks() throws {
        let tape = try Tape()
        var strings: [String] = []
        try tape.begin(limits: .default)
        for chunk in ["[\"a", "b\\u00", "e9\", \"cd", "e\",1", "2.5", " ,\"\\ud83d", "\\ude00\"", "]"] {
            try unsafe utf8(chunk).withUnsafeBufferPointer { text throws(JSONSyntaxError) in
                try unsafe tape.append(text)
            }
            for index in 1..<tape.slotCount {
                if tape[index].is(.string) { strings.append(tape.string(at: index)) }
                if tape[index].is(.number) { strings.append(tape.numberText(at: index)) }
            }
            tape.discard()
        }
        try tape.finish()
        #expect(strings == ["abé", "cde", "12.5", "😀"])
    }
}
