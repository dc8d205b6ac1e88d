import CJSONTape
import TestSupport
import Testing

/// Uses of the C interface that do not occur in the Swift code: every call has a defined result, and none reads out of
/// bounds.
@Suite struct CInterfaceTests {
    // MARK: Parsers without a document

    /// Expects the results of a parser without a document.
    private func expectNoDocument(
        _ parser: CParser, pending: UInt64, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for withStrings in [false, true] {
            let discardable = unsafe jt_parser_discardable(parser.parser, withStrings)
            #expect(discardable == 0, sourceLocation: sourceLocation)
        }
        #expect(parser.pending == pending, sourceLocation: sourceLocation)
        #expect(parser.depth == 0, sourceLocation: sourceLocation)
        #expect(parser.maximumDepth == 0, sourceLocation: sourceLocation)
        #expect(unsafe !jt_parser_awaits_character(parser.parser), sourceLocation: sourceLocation)
        #expect(unsafe jt_parser_element_end(parser.parser) == JT_FIRST_SLOT, sourceLocation: sourceLocation)
        #expect(parser.error.code == JT_ERROR_NONE, sourceLocation: sourceLocation)
    }

    /// The previous use of a parser that becomes a window, or forgets its document.
    private static let previousUses: [String] = [
        "", "[1, \"abc", "{\"key", "[[{\"a\":[12", "[tru", "17 ", "[1]", "[1,}", "[1]x",
    ]

    @Test("a window has no document", arguments: previousUses, [false, true])
    func windows(previousUse: String, trimmed: Bool) throws {
        let parser = try CParser()
        let window = try CParser()
        window.begin()
        window.append(previousUse)
        if trimmed { unsafe jt_parser_trim(window.parser) }
        parser.begin()
        parser.append(#"[[1], "a", {"b": "#)
        // All slots, with a comma and a key that follow the last element.
        let count = parser.slotCount
        let pending = parser.pending
        #expect(unsafe jt_parser_cut(parser.parser, window.parser, count, false) == JT_OK)
        expectNoDocument(window, pending: pending)
        #expect(window.slotCount == count)
        #expect(window.text.hasPrefix(#"[[1], "a", {"b": "#))
        // Some of the slots: up to the array's second element.
        parser.begin()
        parser.append(#"[[1], "a", {"b": "#)
        #expect(unsafe jt_parser_cut(parser.parser, window.parser, 5, false) == JT_OK)
        expectNoDocument(window, pending: 6)
        #expect(window.slotCount == 5)
        unsafe jt_parser_discard(window.parser, true)
        unsafe jt_parser_rebase(window.parser, 100)
        #expect(window.slotCount == 5)
        #expect(window.finish() == JT_SYNTAX_ERROR)
        #expect(window.error.code == JT_ERROR_INTERNAL)
        // The parser continues, and the window can be used again.
        #expect(parser.append(#"null}]"#) == JT_OK)
        #expect(parser.finish() == JT_OK)
        #expect(window.begin() == JT_OK)
        #expect(window.append("[2]") == JT_OK)
        #expect(window.finish() == JT_OK)
    }

    /// Cuts off the complete elements of a top-level array.
    private func cutElements(_ parser: CParser, _ window: CParser) -> jt_status {
        unsafe jt_parser_cut(parser.parser, window.parser, jt_parser_element_end(parser.parser), true)
    }

    @Test("a window of elements has no document", arguments: previousUses, [false, true])
    func windowsOfElements(previousUse: String, trimmed: Bool) throws {
        let parser = try CParser()
        let window = try CParser()
        window.begin()
        window.append(previousUse)
        if trimmed { unsafe jt_parser_trim(window.parser) }
        let text = Array("[[1], [2], 3] ".utf8)
        try unsafe text.withUnsafeBufferPointer { bytes throws in
            let start = unsafe try #require(bytes.baseAddress)
            parser.begin()
            #expect(unsafe jt_parser_scan(parser.parser, start, 8, false) == JT_OK)
            #expect(cutElements(parser, window) == JT_OK)
            expectNoDocument(window, pending: 6)
            #expect(unsafe jt_parser_scan(parser.parser, start, text.count, true) == JT_OK)
            #expect(cutElements(parser, window) == JT_OK)
            expectNoDocument(window, pending: 14)
        }
    }

    @Test("elements of an array that has been discarded", arguments: ["[", "[[", "[[["], [false, true])
    func discardedElements(beginning: String, portable: Bool) throws {
        let parser = try CParser()
        let window = try CParser()
        parser.begin { $0.portable = portable }
        parser.append(beginning)
        parser.discard()
        for part in ["[1,", "[2", "],3"] {
            parser.append(part)
            #expect(unsafe jt_parser_element_end(parser.parser) == JT_FIRST_SLOT)
        }
        #expect(cutElements(parser, window) == JT_SYNTAX_ERROR)
        #expect(parser.error.code == JT_ERROR_INTERNAL)
    }

    @Test("a parser that has forgotten its document", arguments: previousUses)
    func forgotten(previousUse: String) throws {
        let parser = try CParser()
        expectNoDocument(parser, pending: 0)
        parser.begin()
        parser.append(previousUse)
        unsafe jt_parser_forget(parser.parser)
        expectNoDocument(parser, pending: 0)
        #expect(parser.append("1") == JT_SYNTAX_ERROR)
        #expect(parser.error.code == JT_ERROR_INTERNAL)
        parser.begin()
        parser.append(previousUse)
        unsafe jt_parser_trim(parser.parser)
        expectNoDocument(parser, pending: 0)
    }

    // MARK: Offsets

    @Test(
        "a document whose offsets are beyond the document limit",
        arguments: [1 << 40, 1 << 63, .max - 20, .max - 1, .max] as [UInt64], [false, true])
    func base(base: UInt64, json5: Bool) throws {
        let parser = try CParser()
        for limit in [0, 7, 1 << 40, .max] as [UInt64] {
            for skip in [0, 3, .max] as [UInt64] {
                func begin() {
                    parser.begin {
                        $0.base = base
                        $0.skip = skip
                        $0.limits.document_bytes = limit
                        $0.json5 = json5
                    }
                }
                let text = "   [1,2,3,4,5,6,7,8,9,10]"
                begin()
                #expect(parser.scan(text, lengths: [text.utf8.count]) == JT_SYNTAX_ERROR)
                #expect(parser.error.code == JT_ERROR_DOCUMENT_LIMIT)
                #expect(parser.error.offset == min(limit, 1 << 40 - 1))
                #expect(parser.slotCount == JT_FIRST_SLOT)
                begin()
                #expect(parser.append(text) == JT_SYNTAX_ERROR)
                #expect(parser.error.code == JT_ERROR_DOCUMENT_LIMIT)
            }
        }
    }

    @Test("a document that continues beyond the limit", arguments: [1 << 40, .max - 2, .max] as [UInt64])
    func rebase(offset: UInt64) throws {
        let parser = try CParser()
        parser.begin()
        #expect(parser.append("[1,") == JT_OK)
        unsafe jt_parser_rebase(parser.parser, offset)
        #expect(parser.append("2,3,4]") == JT_SYNTAX_ERROR)
        #expect(parser.error.code == JT_ERROR_DOCUMENT_LIMIT)
        #expect(parser.slotCount == JT_FIRST_SLOT)
    }

    @Test("skipping more bytes than the text has", arguments: [4, 5, 1 << 40, .max] as [UInt64])
    func skip(skip: UInt64) throws {
        let parser = try CParser()
        parser.begin { $0.skip = skip }
        for part in ["[", "1", "] "] { #expect(parser.append(part) == JT_OK) }
        #expect(parser.pending >= 4)
        #expect(unsafe jt_parser_discardable(parser.parser, true) == 0)
        #expect(parser.finish() == JT_SYNTAX_ERROR)
        #expect(parser.error.code == JT_ERROR_UNEXPECTED_END)
        #expect(parser.error.offset == 4)
    }

    // MARK: Lengths

    /// Documents that end inside a string, a number or a literal, between tokens, or at the end.
    @Test(arguments: [
        "[1, \"abcdefgh", "[1, 23456789", "[1, fals", "[1, 2    ", "[1, [2], 3]", "{\"a\":",
    ])
    func lessText(text: String) throws {
        let parser = try CParser()
        let count = text.utf8.count
        for before in 1...count {
            for json5 in [false, true] {
                for final in [false, true] {
                    for after in 0..<before {
                        parser.begin { $0.json5 = json5 }
                        let status = parser.scan(text, lengths: [before, after], final: final)
                        #expect(status == JT_SYNTAX_ERROR)
                        #expect(parser.error.code == JT_ERROR_INTERNAL, "\(before) and \(after)")
                    }
                }
            }
        }
    }

    @Test("text at another address, or passed in another way")
    func otherText() throws {
        let parser = try CParser()
        let text = Array("[1, \"ab".utf8)
        let other = text
        unsafe text.withUnsafeBufferPointer { text in
            unsafe other.withUnsafeBufferPointer { other in
                let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: other.count)
                defer { unsafe copy.deallocate() }
                _ = unsafe copy.initialize(from: other)
                guard let start = text.baseAddress, let copyStart = copy.baseAddress else { return }
                parser.begin()
                #expect(unsafe jt_parser_scan(parser.parser, start, 5, false) == JT_OK)
                #expect(unsafe jt_parser_scan(parser.parser, copyStart, text.count, false) == JT_SYNTAX_ERROR)
                #expect(parser.error.code == JT_ERROR_INTERNAL)
                parser.begin()
                #expect(unsafe jt_parser_scan(parser.parser, start, 5, false) == JT_OK)
                #expect(parser.append("ab\"]") == JT_SYNTAX_ERROR)
                #expect(parser.error.code == JT_ERROR_INTERNAL)
                parser.begin()
                #expect(parser.append("[1, ") == JT_OK)
                #expect(unsafe jt_parser_scan(parser.parser, start, text.count, false) == JT_SYNTAX_ERROR)
                #expect(parser.error.code == JT_ERROR_INTERNAL)
                // Both ways end with this error.
                parser.begin()
                #expect(unsafe jt_parser_scan(parser.parser, start, 2, false) == JT_OK)
                #expect(parser.finish() == JT_SYNTAX_ERROR)
                #expect(parser.error.code == JT_ERROR_UNEXPECTED_END)
            }
        }
    }
}
