internal import CJSONTape

extension JSONSyntaxError {
    /// The error of a parser that has just failed, with its location counted in the text that the parser still holds.
    ///
    /// - Parameters:
    ///   - text: the text held, whose first byte has the offset `base`.
    ///   - before: counts lines up to `base`.
    static func make(
        _ error: jt_error, status: jt_status, text: UnsafeBufferPointer<UInt8>, base: Int, before: LineCounter,
        syntax: Tape.Syntax = .json
    ) -> JSONSyntaxError {
        if status == JT_OUT_OF_MEMORY { return outOfMemory(at: before.location) }
        return unsafe JSONSyntaxError(
            Code(error.code), in: text, at: min(max(Int(error.offset) - base, 0), text.count), counting: before,
            expected: syntax == .json5 && isKey(error.expected) ? "a key or '}'" : expectation(error.expected))
    }

    private static func isKey(_ expected: jt_expectation) -> Bool {
        expected == JT_EXPECT_KEY || expected == JT_EXPECT_KEY_OR_OBJECT_END
    }

    /// The error of an object, as one of the text between its braces, which are not in the document.
    ///
    /// - Parameters:
    ///   - text: the document, after its byte order mark.
    ///   - mark: how many bytes the mark has.
    ///   - end: where a brace in the text ends the object; `nil` if it has not ended.
    func inMembers(_ text: UnsafeBufferPointer<UInt8>, after mark: Int, end: Int?) -> JSONSyntaxError {
        var index = min(max(offset - 1, 0), text.count)
        var code = code
        if index == text.count, code == .unexpectedToken {
            // The last brace that was added.
            if let end { index = end } else { code = .unexpectedEnd }
        }
        let before = LineCounter(at: JSONLocation(offset: mark, line: 1, column: 1))
        return unsafe JSONSyntaxError(code, in: text, at: index, counting: before, expected: expected)
    }

    /// - Parameters:
    ///   - index: where the error is in `text`.
    ///   - before: counts lines up to the start of `text`.
    private init(
        _ code: Code, in text: UnsafeBufferPointer<UInt8>, at index: Int, counting before: LineCounter,
        expected: String?
    ) {
        var counter = before
        unsafe counter.count(UnsafeBufferPointer(rebasing: text[..<index]))
        let window = unsafe ExcerptWindow(text: text, index: index)
        self.init(
            code: code, location: counter.location, expected: expected,
            found: unsafe Self.describe(code, text: text, index: index),
            excerpt: window.excerpt, caretOffset: window.caretOffset)
    }

    static func outOfMemory(at location: JSONLocation) -> JSONSyntaxError {
        JSONSyntaxError(
            code: .outOfMemory, location: location, expected: nil, found: "out of memory", excerpt: "", caretOffset: 0)
    }

    /// The error of a document whose bytes are not valid in the detected encoding.
    package static func invalidEncoding(_ name: String) -> JSONSyntaxError {
        JSONSyntaxError(
            code: .invalidEncoding, location: LineCounter().location, expected: nil,
            found: "document is not valid \(name)",
            excerpt: "", caretOffset: 0)
    }

    /// The error of a stream in an encoding other than UTF-8.
    package static func notUTF8(_ name: String) -> JSONSyntaxError {
        JSONSyntaxError(
            code: .invalidEncoding, location: LineCounter().location, expected: nil,
            found: "stream looks like \(name); streams have to be UTF-8",
            excerpt: "", caretOffset: 0)
    }

    /// The error of a record of a sequence (RFC 7464) whose text is valid JSON.
    package static func record(_ found: String, at location: JSONLocation) -> JSONSyntaxError {
        JSONSyntaxError(
            code: .unexpectedEnd, location: location, expected: nil, found: found, excerpt: "", caretOffset: 0)
    }

    /// The error of a value or a stream that exceeds a limit.
    package static func limit(_ code: Code, at location: JSONLocation) -> JSONSyntaxError {
        unsafe JSONSyntaxError(
            code, in: UnsafeBufferPointer(start: nil, count: 0), at: 0, counting: LineCounter(at: location),
            expected: nil)
    }

    private static func expectation(_ expected: jt_expectation) -> String? {
        switch expected {
        case JT_EXPECT_VALUE: "a value"
        case JT_EXPECT_VALUE_OR_ARRAY_END: "a value or ']'"
        case JT_EXPECT_KEY: "a key in double quotes"
        case JT_EXPECT_KEY_OR_OBJECT_END: "a key in double quotes or '}'"
        case JT_EXPECT_COLON: "':'"
        case JT_EXPECT_COMMA_OR_ARRAY_END: "',' or ']'"
        case JT_EXPECT_COMMA_OR_OBJECT_END: "',' or '}'"
        case JT_EXPECT_END_OF_DOCUMENT: "the end of the document"
        default: nil
        }
    }

    @_optimize(size)
    private static func describe(_ code: Code, text: UnsafeBufferPointer<UInt8>, index: Int) -> String {
        let found = unsafe character(in: text, at: index)
        return switch code {
        case .unexpectedEnd: "unexpected end of document"
        case .unexpectedToken, .unexpectedByte: "unexpected \(found)"
        case .invalidLiteral: "invalid literal at \(found)"
        case .invalidNumber: "invalid number at \(found)"
        case .invalidEscape: "invalid escape sequence"
        case .loneSurrogate: "escaped surrogate without its other half"
        case .invalidUTF8: "invalid UTF-8"
        case .controlCharacter: "unescaped control character \(found) in a string"
        case .unterminatedString: "string without closing quote"
        case .unterminatedComment: "comment without end"
        case .depthLimit: "nesting deeper than the depth limit"
        case .documentLimit: "more bytes than the document limit"
        case .stringLimit: "string longer than the string limit"
        case .numberLimit: "number longer than the number limit"
        case .tokenLimit: "more values than the token limit"
        case .memberLimit: "object of more members than the member limit"
        case .elementLimit: "array of more elements than the element limit"
        case .elementBytesLimit: "element longer than the limit of an element's bytes"
        default: "internal inconsistency of the parser"
        }
    }

    /// The character at `index` in quotes, or its scalar or byte if it is not printable.
    @_optimize(size)
    private static func character(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> String {
        guard index < text.count else { return "end of document" }
        var iterator = unsafe text[index..<min(index + 4, text.count)].makeIterator()
        var codec = UTF8()
        guard case .scalarValue(let scalar) = unsafe codec.decode(&iterator) else {
            return unsafe "byte 0x" + hex(text[index])
        }
        // A no-break space looks like a space.
        if scalar.isVisible, scalar == " " || scalar.properties.generalCategory != .spaceSeparator {
            return "'\(Character(scalar))'"
        }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }
}

extension JSONSyntaxError.Code {
    init(_ code: jt_error_code) {
        self =
            switch code {
            case JT_ERROR_UNEXPECTED_END: .unexpectedEnd
            case JT_ERROR_UNEXPECTED_TOKEN: .unexpectedToken
            case JT_ERROR_UNEXPECTED_BYTE: .unexpectedByte
            case JT_ERROR_INVALID_LITERAL: .invalidLiteral
            case JT_ERROR_INVALID_NUMBER: .invalidNumber
            case JT_ERROR_INVALID_ESCAPE: .invalidEscape
            case JT_ERROR_LONE_SURROGATE: .loneSurrogate
            case JT_ERROR_INVALID_UTF8: .invalidUTF8
            case JT_ERROR_CONTROL_CHARACTER: .controlCharacter
            case JT_ERROR_UNTERMINATED_STRING: .unterminatedString
            case JT_ERROR_UNTERMINATED_COMMENT: .unterminatedComment
            case JT_ERROR_DEPTH_LIMIT: .depthLimit
            case JT_ERROR_DOCUMENT_LIMIT: .documentLimit
            case JT_ERROR_STRING_LIMIT: .stringLimit
            case JT_ERROR_NUMBER_LIMIT: .numberLimit
            case JT_ERROR_TOKEN_LIMIT: .tokenLimit
            case JT_ERROR_MEMBER_LIMIT: .memberLimit
            case JT_ERROR_ELEMENT_LIMIT: .elementLimit
            default: .internalInconsistency
            }
    }
}

/// The part of a line that is shown around an error.
private struct ExcerptWindow {
    let excerpt: String
    let caretOffset: Int

    /// At most 60 bytes before and 20 bytes after `index`, cut at line ends and at character boundaries.
    @_optimize(size)
    init(text: UnsafeBufferPointer<UInt8>, index: Int) {
        var start = index
        while start > 0, index - start < 60, unsafe !Self.endsLine(text[start - 1]) { start -= 1 }
        while start < index, unsafe text[start] & 0xC0 == 0x80 { start += 1 }
        var end = index
        while end < text.count, end - index < 20, unsafe !Self.endsLine(text[end]) { end += 1 }
        while end > index, end < text.count, unsafe text[end] & 0xC0 == 0x80 { end -= 1 }
        let before = unsafe Self.visible(text[start..<index])
        excerpt = unsafe before + Self.visible(text[index..<end])
        caretOffset = before.count
    }

    /// Whether a byte ends a line: spaces and tabs, which are white space too, do not.
    private static func endsLine(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    private static func visible(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        let text = unsafe String(decoding: bytes, as: UTF8.self)
        // Asking for the categories of eighty characters would take most of the time of a syntax error.
        if unsafe bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isVisible ? $0 : " " }))
    }
}

extension Unicode.Scalar {
    /// Not a control character, a format character (which may reverse the direction of text) or a line separator.
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
