import FoundationImport
@_spi(Cursor) internal import JSONTape

extension DecodingProblem {
    /// The problem that an error about one value, or about the whole document, reports.
    ///
    /// - Parameters:
    ///   - path: the path to the value; `nil`: the error's.
    ///   - documentPath: the path with the keys of the document; `nil`: the same.
    ///   - includingValues: whether the message is the error's own.
    @_optimize(size)
    init(
        _ error: any Error, at path: DecodingPath?, documentPath: DecodingPath?, _ location: JSONLocation?,
        includingValues: Bool
    ) {
        let own = (error as? DecodingError)?.pathWithMissingKey.map { DecodingPath($0) }
        // A rule's error may be about a value inside the one that the rule replaced.
        var facts = ErrorFacts(of: error, at: path == nil || path == own ? documentPath : nil)
        if includingValues, let text = Self.ownText(of: error) { facts.message = text }
        self.init(
            facts.code, at: path ?? facts.path, documentPath: documentPath ?? path ?? facts.path,
            message: facts.message,
            location: location ?? facts.location, expected: facts.expected, found: facts.found)
    }

    /// The text of an error; `nil` for a document that is not JSON, whose message has no values in any case.
    @_optimize(size)
    private static func ownText(of error: any Error) -> String? {
        guard let error = error as? DecodingError else { return error is JSONSyntaxError ? nil : "\(error)" }
        return error.syntaxError == nil ? error.message : nil
    }
}

/// What an error says about a document, without values of it.
private struct ErrorFacts {
    var code = DecodingProblem.Code.invalidValue
    var path = DecodingPath()
    var location: JSONLocation?
    var expected: String?
    var found: JSONKind?
    var message = "The value is not valid."
    private let documentPath: DecodingPath?

    /// - Parameter documentPath: the path with the keys of the document; `nil`: the error's.
    @_optimize(size)
    init(of error: any Error, at documentPath: DecodingPath? = nil) {
        self.documentPath = documentPath
        switch error {
        case let error as JSONSyntaxError: read(error)
        case let error as DecodingError: read(error)
        default: break
        }
    }

    @_optimize(size)
    private mutating func read(_ error: JSONSyntaxError) {
        location = error.location
        if error.code.isLimit {
            (code, message) = (.limit, "The document is too large: \(error.message).")
        } else {
            (code, message) = (.syntax, "The document is not valid JSON: \(error.message).")
        }
    }

    @_optimize(size)
    private mutating func read(_ error: DecodingError) {
        path = DecodingPath(error.context?.codingPath ?? [])
        switch error {
        case .typeMismatch(let type, let context):
            if context.debugDescription == "Invalid number of keys found, expected one." {
                return setUnknownCase()
            }
            expected = Self.name(of: type)
            found = Self.kinds.first { context.debugDescription.hasSuffix(" but found \($0.text) instead.") }?.kind
            let parts = [expected.map { "expected \($0)" }, found.map { "found \(Self.name(of: $0))" }]
            set(.typeMismatch, Self.sentence(parts) ?? "The value has the wrong kind.")
        case .valueNotFound(let type, let context):
            expected = Self.name(of: type)
            if context.debugDescription.lowercased().hasSuffix("unkeyed container is at end.") {
                return set(.missingElement, "The array has too few elements.")
            }
            found = .null
            set(.unexpectedNull, Self.sentence([expected.map { "expected \($0)" }, "found null"]) ?? message)
        case .keyNotFound(let key, let context):
            path = DecodingPath(context.codingPath + [key])
            let name = documentPath?.steps.last?.codingKey ?? key
            set(.missingKey, "The required member \(RawJSON.quoted(name.stringValue)) is missing.")
        case .dataCorrupted(let context):
            read(context)
        @unknown default:
            break
        }
    }

    @_optimize(size)
    private mutating func read(_ context: DecodingError.Context) {
        let text = context.debugDescription
        switch context.underlyingError {
        case let error as JSONSyntaxError where text == DecodingError.Text.notJSON:
            return read(error)
        case let refusal as RuleRefusal where refusal.effect == .rejectsCase:
            return setUnknownCase()
        case let refusal as RuleRefusal:
            let cause = ErrorFacts(of: refusal.strictError)
            (code, expected, found, message) = (cause.code, cause.expected, cause.found, cause.message)
            return
        case let losses as ElementLosses:
            return set(.tooManyInvalidElements, "\(losses.count) of \(losses.total) elements are not valid.")
        default: break
        }
        if text == DecodingError.Text.notJSON {
            set(.syntax, "The document is not valid JSON.")
        } else if text.hasPrefix(DecodingError.Text.repairLimit.start),
            text.hasSuffix(DecodingError.Text.repairLimit.end)
        {
            set(.limit, "The document needs more repairs than are allowed.")
        } else if text.hasPrefix("Parsed JSON number <"), let end = text.firstRange(of: "> does not fit in ") {
            readNumber(String(text[..<end.lowerBound].dropFirst(20)), type: String(text[end.upperBound...].dropLast()))
        } else if text.hasPrefix("Cannot initialize "), let kind = text.firstRange(of: " from invalid ")?.upperBound {
            found = text[kind...].hasPrefix("String ") ? .string : .number
            setUnknownCase()
        } else if text.hasSuffix(DecodingError.Text.noSuchKey) {
            set(.unknownKey, "The member is not known.")
        } else if text == DecodingError.Text.repeatedKey {
            set(.duplicateKey, "The member occurs more than once.")
        } else if let known = Self.strings.first(where: { $0.text == text }) {
            (expected, found) = (known.expected, .string)
            set(.invalidValue, "Expected \(known.expected).")
        }
    }

    @_optimize(size)
    private mutating func readNumber(_ text: String, type name: String) {
        found = .number
        guard let range = Self.range(of: name) else {
            return set(.outOfRange, "The number is out of range.")
        }
        // A long number is cut.
        if !text.hasSuffix("…"), DecimalDigits(text).hasFraction {
            expected = "an integer"
            return set(.typeMismatch, "Expected an integer, found a number with a fraction.")
        }
        expected = "an integer from \(range)"
        set(.outOfRange, "Expected an integer from \(range).")
    }

    @_optimize(size)
    private mutating func setUnknownCase() { set(.unknownCase, "The value is not one of those allowed.") }

    private mutating func set(_ code: DecodingProblem.Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }
}

// MARK: Words

extension ErrorFacts {
    /// The kinds of values, as the texts of errors name them.
    private static let kinds: [(text: String, kind: JSONKind)] = [
        ("bool", .bool), ("number", .number), ("a string", .string), ("a dictionary", .object), ("an array", .array),
        ("null", .null),
    ]

    /// What the texts of errors about strings say.
    private static let strings: [(text: String, expected: String)] = [
        (DecodingError.Text.notURL, "a URL"),
        (DecodingError.Text.notBase64, "Base64"),
        (DecodingError.Text.notISO8601, "a date and time as in ISO 8601"),
        (DecodingError.Text.notInFormat, "a date in another format"),
    ]

    /// The ranges of integer types, by name.
    @_optimize(size)
    private static func range(of type: String) -> String? {
        let types: [any FixedWidthInteger.Type] = [
            Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self,
            UInt32.self, UInt64.self, UInt128.self,
        ]
        return types.first { "\($0)" == type }.map { range($0) }
    }

    private static func range<I: FixedWidthInteger>(_ type: I.Type) -> String { "\(I.min) to \(I.max)" }

    /// Parts of a sentence, as far as they are known.
    @_optimize(size)
    private static func sentence(_ parts: [String?]) -> String? {
        let text = parts.compactMap(\.self).joined(separator: ", ")
        return text.isEmpty ? nil : text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    @_optimize(size)
    private static func name(of kind: JSONKind) -> String {
        switch kind {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The kind of JSON that a type is decoded from, if it does not depend on the type's `init(from:)`.
    @_optimize(size)
    private static func name(of type: Any.Type) -> String? {
        if type is [Any].Type { return name(of: .array) }
        if type is [String: Any].Type { return name(of: .object) }
        let traits = DecodableTraits.of(type)
        if traits.integer != nil { return "an integer" }
        return switch traits.kind {
        case .bool: name(of: .bool)
        case .double, .float, .decimal: name(of: .number)
        case .string: name(of: .string)
        case .url: "a URL"
        case .date: "a date"
        case .data: "Base64"
        default: traits.intrinsic?.jsonKind.map { name(of: JSONKind($0)) }
        }
    }
}
