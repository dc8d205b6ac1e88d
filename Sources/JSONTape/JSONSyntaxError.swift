/// A document is not JSON (RFC 8259), or exceeds a limit. States what is wrong, where, and what was expected.
///
/// As an error of the decoder it is the `underlyingError` of a `DecodingError.dataCorrupted`.
public struct JSONSyntaxError: Error, Sendable, Hashable {
    /// What is wrong. More codes may be added; keep a default when you switch over ``Code/name``.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name, as in the declarations below.
        public let name: String

        init(_ name: String) { self.name = name }

        public var description: String { name }

        /// The document ends inside a value, or is empty.
        public static let unexpectedEnd = Code("unexpectedEnd")
        /// A valid token that the grammar does not allow here.
        public static let unexpectedToken = Code("unexpectedToken")
        /// A byte that starts no token.
        public static let unexpectedByte = Code("unexpectedByte")
        /// A word that starts like `true`, `false` or `null` and continues differently.
        public static let invalidLiteral = Code("invalidLiteral")
        /// A number outside the grammar of RFC 8259 section 6.
        public static let invalidNumber = Code("invalidNumber")
        /// A backslash that starts none of the escapes of RFC 8259 section 7.
        public static let invalidEscape = Code("invalidEscape")
        /// Half of an escaped surrogate pair.
        public static let loneSurrogate = Code("loneSurrogate")
        /// Bytes that are not UTF-8 (RFC 3629).
        public static let invalidUTF8 = Code("invalidUTF8")
        /// A document that starts like UTF-16 or UTF-32 but is not valid in that encoding.
        public static let invalidEncoding = Code("invalidEncoding")
        /// A character below U+0020 inside a string.
        public static let controlCharacter = Code("controlCharacter")
        /// A string without its closing quote.
        public static let unterminatedString = Code("unterminatedString")
        /// A comment without its end (JSON5).
        public static let unterminatedComment = Code("unterminatedComment")
        /// Containers nested deeper than ``JSONLimits/depth``.
        public static let depthLimit = Code("depthLimit")
        /// More bytes than ``JSONLimits/documentBytes``.
        public static let documentLimit = Code("documentLimit")
        /// A string longer than ``JSONLimits/stringBytes``, or a key longer than 2^32 - 1 bytes.
        public static let stringLimit = Code("stringLimit")
        /// A number longer than ``JSONLimits/numberBytes``.
        public static let numberLimit = Code("numberLimit")
        /// More tokens than ``JSONLimits/tokens``.
        public static let tokenLimit = Code("tokenLimit")
        /// An object with more members than ``JSONLimits/members``.
        public static let memberLimit = Code("memberLimit")
        /// An array with more elements than ``JSONLimits/elements``.
        public static let elementLimit = Code("elementLimit")
        /// An element of a stream, or its envelope, longer than ``JSONLimits/elementBytes``.
        public static let elementBytesLimit = Code("elementBytesLimit")
        /// An allocation failed.
        public static let outOfMemory = Code("outOfMemory")
        /// The parser is in an inconsistent state. No input is known to cause this.
        public static let internalInconsistency = Code("internalInconsistency")
    }

    /// What is wrong.
    public let code: Code
    /// The offending byte.
    public let location: JSONLocation
    /// What the grammar would have accepted there, in words, or `nil` if that is not informative.
    public let expected: String?
    /// What was found there, in words: a quoted character, `end of document`, or a description of a limit.
    public let found: String
    /// The line of the document around the offending byte, shortened; control characters shown as spaces.
    public let excerpt: String
    /// The number of characters of ``excerpt`` before the offending one.
    public let caretOffset: Int

    /// Offset of the offending byte from the start of the document, in bytes.
    public var offset: Int { location.offset }
    /// Line of the offending byte, from 1.
    public var line: Int { location.line }
    /// Column of the offending byte in its line, from 1, in bytes of UTF-8.
    public var column: Int { location.column }

    /// One line: what is wrong and what was expected.
    public var message: String {
        var text = found
        if let expected { text += ", expected \(expected)" }
        return text
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    /// Three lines: line, column and message; the excerpt; and a caret under the offending character.
    public var description: String {
        var text = "line \(line), column \(column): \(message)"
        if !excerpt.isEmpty {
            text += "\n\(excerpt)\n" + String(repeating: " ", count: caretOffset) + "^"
        }
        return text
    }
}
