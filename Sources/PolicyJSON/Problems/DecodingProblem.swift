@_spi(Cursor) public import JSONTape

/// What is wrong with a value of a document, in a form that a service can send to the client that sent the document.
///
/// ```swift
/// do {
///     return try decoder.decodeCollectingErrors(Order.self, from: body)
/// } catch {
///     for problem in DecodingProblem.problems(in: error) { … }
/// }
/// ```
///
/// Unless values are requested, no text is taken from the document but the keys in ``path`` and, for a document that is
/// not JSON, the offending character. ``ProblemDetails`` makes the body of a response from all problems.
public struct DecodingProblem: Sendable, Hashable {
    /// What is wrong, for machines. Codes do not change between versions; more may be added.
    public struct Code: RawRepresentable, Sendable, Hashable, Encodable {
        /// The encoded code.
        public let rawValue: String

        /// Creates a code, for the problems that a service finds itself.
        ///
        /// - Parameter rawValue: the encoded code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// `type_mismatch`: a value of another kind than the model requires, or a fraction instead of an integer.
        public static let typeMismatch = Code(rawValue: "type_mismatch")
        /// `missing_key`: a required member is missing.
        public static let missingKey = Code(rawValue: "missing_key")
        /// `missing_element`: an array has fewer elements than the model requires.
        public static let missingElement = Code(rawValue: "missing_element")
        /// `unexpected_null`: a null instead of a required value.
        public static let unexpectedNull = Code(rawValue: "unexpected_null")
        /// `unknown_case`: a string or number that is not one of those allowed, or a value whose tag or member names no case.
        public static let unknownCase = Code(rawValue: "unknown_case")
        /// `unknown_key`: a member that the model does not have, under ``UnknownKeys``.
        public static let unknownKey = Code(rawValue: "unknown_key")
        /// `duplicate_key`: a key that occurs more than once, under ``DuplicateKeys``.
        public static let duplicateKey = Code(rawValue: "duplicate_key")
        /// `out_of_range`: a number that the requested type cannot represent.
        public static let outOfRange = Code(rawValue: "out_of_range")
        /// `invalid_value`: a value of the right kind that is not valid, such as a malformed date or URL, or a value that
        /// a model's `init(from:)` rejects.
        public static let invalidValue = Code(rawValue: "invalid_value")
        /// `too_many_invalid_elements`: more undecodable elements than the policy allows (``ElementLosses``).
        public static let tooManyInvalidElements = Code(rawValue: "too_many_invalid_elements")
        /// `syntax`: the document is not JSON.
        public static let syntax = Code(rawValue: "syntax")
        /// `limit`: the document exceeds one of the `JSONLimits`, or ``PolicyJSONDecoder/repairLimit``.
        public static let limit = Code(rawValue: "limit")
    }

    /// What is wrong, for machines.
    public let code: Code
    /// The path to the value, with the keys that models use; for a missing key, ends with that key.
    public let path: DecodingPath
    /// The location of the value, or of the offending byte of a document that is not JSON. `nil` if the error does not
    /// have it: a `DecodingError` has it only if the document is not JSON.
    public let location: JSONLocation?
    /// What was expected, in words of JSON (`a string`); `nil` if that is not known.
    public let expected: String?
    /// The kind of value that was found; `nil` if that is not known, or if nothing was found.
    public let found: JSONKind?
    /// What is wrong, as a sentence.
    public let message: String

    /// The path as a JSON Pointer into the document (RFC 6901), with its keys. Those of a `DecodingError` alone are the model's, which
    /// differ under a key strategy and ``KeyMatching``; so is a missing key, unless its name is converted from snake case.
    public var jsonPointer: String { documentPath.jsonPointer }
    /// ``path`` with the keys of the document, as far as they are known.
    package let documentPath: DecodingPath

    /// Creates a problem, such as one that a service finds when it validates what has been decoded.
    ///
    /// - Parameters:
    ///   - code: what is wrong, for machines.
    ///   - path: the path to the value.
    ///   - message: what is wrong, as a sentence.
    ///   - location: the location of the value. Default: not known.
    ///   - expected: what was expected, in words. Default: not known.
    ///   - found: the kind of value that was found. Default: not known.
    public init(
        _ code: Code, at path: DecodingPath, message: String, location: JSONLocation? = nil, expected: String? = nil,
        found: JSONKind? = nil
    ) {
        self.init(
            code, at: path, documentPath: path, message: message, location: location, expected: expected, found: found)
    }

    package init(
        _ code: Code, at path: DecodingPath, documentPath: DecodingPath, message: String, location: JSONLocation?,
        expected: String?, found: JSONKind?
    ) {
        self.code = code
        self.path = path
        self.documentPath = documentPath
        self.location = location
        self.expected = expected
        self.found = found
        self.message = message
    }
}

extension DecodingProblem: Encodable {
    private enum CodingKeys: String, CodingKey {
        case code, pointer, message, expected, found, line, column, offset
    }

    /// Encodes an object with the strings `code`, `pointer` (RFC 6901) and `message`, and, as far as they are known, the
    /// strings `expected` and `found` (``JSONKind``) and the numbers `line` and `column` (from 1; bytes) and `offset`
    /// (bytes, from 0).
    @_optimize(size)
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(jsonPointer, forKey: .pointer)
        try container.encode(message, forKey: .message)
        try container.encodeIfPresent(expected, forKey: .expected)
        try container.encodeIfPresent(found?.rawValue, forKey: .found)
        try container.encodeIfPresent(location?.line, forKey: .line)
        try container.encodeIfPresent(location?.column, forKey: .column)
        try container.encodeIfPresent(location?.offset, forKey: .offset)
    }
}

extension DecodingProblem: CustomStringConvertible {
    /// Location, path and message.
    @_optimize(size)
    public var description: String {
        let parts = [location?.description, path.shortDescription, message].compactMap(\.self)
        return parts.filter { !$0.isEmpty }.joined(separator: ": ")
    }
}

extension DecodingProblem {
    /// The problems of a document that an error reports.
    ///
    /// - Parameters:
    ///   - error: the error of a decode: a `DecodingError` (also Foundation's), ``JSONDecodingError``,
    ///     ``RejectedElement`` or `JSONSyntaxError`; with PolicyJSONNIO, that a body is too long (`NIOTooManyBytesError`), too.
    ///   - includingValues: whether messages are those of the errors, which may contain values of the document, names of
    ///     types, and what a model's `init(from:)` or a rule says. Default: `false`.
    /// - Returns: the problems in the order of the document; none if the error does not concern a document: an error of
    ///   reading a file, a cancellation, or an unknown error.
    @_optimize(size)
    public static func problems(in error: any Error, includingValues: Bool = false) -> [DecodingProblem] {
        if let error = error.documentLengthError {
            let message = error.maxBytes.map { "The document is longer than \($0) bytes." }
            return [DecodingProblem(.limit, at: "", message: message ?? "The document is too long.")]
        }
        return switch error {
        case let error as JSONDecodingError:
            error.problems.map {
                DecodingProblem(
                    $0.underlyingError, at: $0.path, documentPath: $0.documentPath, $0.location,
                    includingValues: includingValues)
            }
        case let error as RejectedElement:
            [error.problem(includingValues: includingValues)]
        case is DecodingError, is JSONSyntaxError:
            [DecodingProblem(error, at: nil, documentPath: nil, nil, includingValues: includingValues)]
        default: []
        }
    }
}

/// An error of another package that says that a document is too long. An adapter lets that package's type conform.
package protocol DocumentLengthError: Error {
    /// The maximum length; `nil` if it is not known.
    var maxBytes: Int? { get }
}

extension Error {
    /// The error of another package that says that the document is too long, if this one is, or if it ended a stream.
    var documentLengthError: (any DocumentLengthError)? {
        ((self as? JSONDecodingError)?.underlyingError ?? self) as? any DocumentLengthError
    }
}
