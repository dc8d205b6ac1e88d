import FoundationImport
@_spi(Cursor) internal import JSONTape

/// Foundation's errors and texts.
extension DecodingError {
    /// Texts by which ``DecodingProblem`` recognizes errors, also those of user code.
    package enum Text {
        static let notJSON = "The given data was not valid JSON."
        static let notURL = "Invalid URL string."
        static let notBase64 = "Encountered Data is not valid Base64."
        static let notISO8601 = "Expected date string to be ISO8601-formatted."
        static let notInFormat = "Date string does not match format expected by formatter."
        /// The library's own.
        static let repeatedKey = "The key occurs more than once."
        /// The library's own; what follows the type.
        static let noSuchKey = " has no such key."
        package static let replacementNotJSON = (start: "The replacement ", end: " is not valid JSON.")
        package static let wrongAnswer = " answered with a value of type "
        package static let repairLimit = (start: "More than ", end: " repairs.")
        package static let replacementLimit = " more than \(DecoderCore.replacementLimit) times."
        /// For an answer that a situation does not accept. Also where values are encoded.
        static func misfit(_ rule: String, _ answer: String, _ situation: String) -> String {
            "\(rule) answered \(answer) in the situation \(situation), which does not accept it."
        }
    }

    static func mismatch(_ type: Any.Type, found kind: TapeKind, at path: [any CodingKey]) -> DecodingError {
        .typeMismatch(
            type,
            Context(
                codingPath: path,
                debugDescription: "Expected to decode \(type) but found \(describe(kind)) instead."))
    }

    /// The error of a value that is read from a string: it has another kind, or another text.
    static func unreadable(_ text: String, found kind: TapeKind, at path: [any CodingKey]) -> DecodingError {
        kind == .string ? corrupted(text, at: path) : mismatch(String.self, found: kind, at: path)
    }

    static func nullValue(_ type: Any.Type, at path: [any CodingKey]) -> DecodingError {
        .valueNotFound(
            type,
            Context(
                codingPath: path,
                debugDescription: "Cannot get value of type \(type) -- found null value instead"))
    }

    /// The error that Foundation throws if a container of one kind is requested and the value has another kind.
    static func noContainer(_ wanted: TapeKind, found: TapeKind, at path: [any CodingKey]) -> DecodingError {
        let (type, name): (Any.Type, String) =
            wanted == .array ? ([Any].self, "unkeyed") : ([String: Any].self, "keyed")
        if found != .null { return mismatch(type, found: found, at: path) }
        return .valueNotFound(
            type,
            Context(
                codingPath: path,
                debugDescription: "Cannot get \(name) decoding container -- found null value instead"))
    }

    static func missing(_ key: any CodingKey, at path: [any CodingKey]) -> DecodingError {
        .keyNotFound(
            key,
            Context(
                codingPath: path,
                debugDescription: MissingKeyTexts.text(key) {
                    // Foundation has no such keys: they are the library's own.
                    key is JSONKey
                        ? "No value associated with key \(RawJSON.quoted(key.stringValue))."
                        : "No value associated with key \(key) (\"\(key.stringValue)\")."
                }))
    }

    static func corrupted(_ description: String, at path: [any CodingKey], underlying: (any Error)? = nil)
        -> DecodingError
    {
        .dataCorrupted(Context(codingPath: path, debugDescription: description, underlyingError: underlying))
    }

    static func notJSON(_ error: JSONSyntaxError) -> DecodingError {
        corrupted(Text.notJSON, at: [], underlying: error)
    }

    static func describe(_ kind: TapeKind) -> String {
        switch kind {
        case .null: "null"
        case .false, .true: "bool"
        case .number: "number"
        case .string, .key: "a string"
        case .object, .objectEnd: "a dictionary"
        case .array, .arrayEnd, .emptiedArray: "an array"
        }
    }

    /// The context of any of the four errors.
    package var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }

    /// The syntax error of a document that is not JSON; not that of text which a rule has answered with.
    var syntaxError: JSONSyntaxError? {
        guard let context, context.debugDescription == Text.notJSON else { return nil }
        return context.underlyingError as? JSONSyntaxError
    }

    /// The key that is missing; `nil` in other errors.
    var missingKey: (any CodingKey)? { if case .keyNotFound(let key, _) = self { key } else { nil } }

    /// The path of the value, including a missing key; `nil` for a case that is not known.
    var pathWithMissingKey: [any CodingKey]? {
        context.map { context in missingKey.map { context.codingPath + [$0] } ?? context.codingPath }
    }

    /// The error in words. Foundation's text about a `Decimal` of another kind is empty.
    var message: String {
        if let text = context?.debugDescription, !text.isEmpty { return text }
        if case .typeMismatch(let type, _) = self {
            return "Expected to decode \(type) but found another kind of value instead."
        }
        return "The value is not valid."
    }

    /// ``message``, preceded by the path that follows the first `depth` keys.
    @_optimize(size)
    func message(below depth: Int) -> String {
        let inner = DecodingPath(Array((context?.codingPath ?? []).dropFirst(depth))).description
        return inner.isEmpty ? message : "\(inner): \(message)"
    }
}

extension JSONSyntaxError.Code {
    /// Whether the document exceeds a limit, and may otherwise be JSON.
    var isLimit: Bool {
        switch self {
        case .depthLimit, .documentLimit, .stringLimit, .numberLimit, .tokenLimit, .memberLimit, .elementLimit,
            .elementBytesLimit, .outOfMemory:
            true
        default: false
        }
    }
}

extension Error {
    /// The message of a decoding error; the description of any other.
    @_optimize(size)
    var text: String { (self as? DecodingError)?.message ?? "\(self)" }
}
