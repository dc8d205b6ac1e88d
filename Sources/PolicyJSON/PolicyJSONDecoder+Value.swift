public import FoundationImport
@_spi(Cursor) public import JSONTape

extension PolicyJSONDecoder {
    // MARK: Parts of parsed documents

    /// Decodes a part of a parsed document, with a policy and `userInfo` for this call if there are any; see
    /// ``overriding(policy:userInfo:)``.
    ///
    /// The part is not parsed again. Paths in errors and reports start at the top of the document.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - value: the part. A missing value is `nil` for an optional type, and otherwise an error; rules are not consulted
    ///     about it.
    ///   - policy: replaces ``policy``. Default: `nil`, which keeps it.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's `init(from:)` throws.
    /// - Complexity: O(*n*) in the tokens of the part.
    public func decode<T: Decodable>(
        _ type: T.Type, from value: JSONValue, policy: DecodingPolicy? = nil,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
        let settings = overriding(policy, userInfo).start()
        let run = run(type, value, settings, listsChanges: settings.options.handlesReports)
        settings.options.value.handle(run.report)
        return try run.result.get()
    }

    /// Decodes a part of a parsed document and reports what the policy changed.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - value: the part. A missing value is `nil` for an optional type, and otherwise an error; rules are not consulted
    ///     about it.
    ///   - policy: replaces ``policy``. Default: `nil`, which keeps it.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value and the report.
    /// - Throws: ``JSONDecodingError``, with the report up to the failure.
    public func decodeReporting<T: Decodable>(
        _ type: T.Type, from value: JSONValue, policy: DecodingPolicy? = nil,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws(JSONDecodingError) -> DecodingOutcome<T> {
        let settings = overriding(policy, userInfo).start()
        let run = run(type, value, settings, listsChanges: true)
        settings.options.value.handle(run.report)
        return try run.outcome()
    }

    /// Decodes a part of a parsed document, or reports all problems of the part, as for a document.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - value: the part. A missing value is `nil` for an optional type, and otherwise one problem.
    ///   - policy: replaces ``policy``. Default: `nil`, which keeps it.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value, if there is no problem.
    /// - Throws: ``JSONDecodingError``, which lists the problems and what the policy changed.
    public func decodeCollectingErrors<T: Decodable>(
        _ type: T.Type, from value: JSONValue, policy: DecodingPolicy? = nil,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws(JSONDecodingError) -> T {
        let settings = overriding(policy, userInfo).start()
        guard value.exists else { return try run(type, value, settings, listsChanges: true).outcome().value }
        return try collect(settings) { listsChanges in
            run(type, value, settings, listsChanges: listsChanges)
        } again: { problems, failure in
            run(value, settings, listsChanges: true) { core in
                try core.collectProblems(type, in: problems, after: failure) { Self.reference(to: value, in: $0) }
            }
        }.get()
    }

    private func run<T: Decodable>(
        _ type: T.Type, _ value: JSONValue, _ settings: Settings, listsChanges: Bool
    ) -> Run<T> {
        guard value.exists else {
            let location = listsChanges ? value.enclosing.location : nil
            let place = location.map { ErrorPlace(location: $0) }
            return Run(result: Self.missing(type, value), report: DecodingReport(), place: place)
        }
        return run(value, settings, listsChanges: listsChanges) { core in
            try core.decode(type, at: Self.reference(to: value, in: core))
        }
    }

    /// Lets `body` decode on the tape of a value that exists. Calls no handler.
    private func run<T>(
        _ value: JSONValue, _ settings: Settings, listsChanges: Bool, _ body: (DecoderCore) throws -> T
    ) -> Run<T> {
        let tape: Tape
        do throws(JSONSyntaxError) {
            tape = try value.stableTape()
        } catch {
            return Run(notJSON: StreamFailure(error))
        }
        let call = DecodingCall(settings.options, settings.tapes, listsChanges: listsChanges)
        let core = DecoderCore(call, DecodedDocument(tape, of: call))
        core.startDecoding()
        defer { core.stopDecoding() }
        let result = Result { try body(core) }
        return Run(result, by: core, listsChanges: listsChanges)
    }

    /// The value as the decoder requests it from a core.
    private static func reference(to value: JSONValue, in core: DecoderCore) -> ValueReference {
        let part = value.tapePosition
        var reference = core.top
        reference.index = part.value
        reference.parent = part.container
        reference.ordinal = UInt32(truncatingIfNeeded: part.ordinal)
        return core.ruledByPath(reference)
    }

    private static func missing<T>(_ type: T.Type, _ value: JSONValue) -> Result<T, any Error> {
        if let optional = type as? any ExpressibleByNilLiteral.Type, let none = optional.init(nilLiteral: ()) as? T {
            return .success(none)
        }
        let path = value.enclosing.path?.steps.map(\.codingKey) ?? []
        return .failure(
            DecodingError.valueNotFound(
                type,
                DecodingError.Context(
                    codingPath: path,
                    debugDescription: "Cannot get value of type \(type) -- there is no such value below this path.")))
    }
}

extension JSONValue {
    /// Parses a document, and copies its text.
    ///
    /// - Parameters:
    ///   - data: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    ///   - limits: the limits for the document.
    /// - Throws: `JSONSyntaxError` at the first invalid byte.
    public init(parsing data: Data, limits: JSONLimits = .default) throws(JSONSyntaxError) {
        let bytes = unsafe data.span.bytes
        let text = try unsafe bytes.withUnsafeBytes { bytes throws(JSONSyntaxError) in
            try unsafe TextEncoding(of: bytes).transcoded(bytes, limit: limits.documentBytes)
        }
        if let text {
            try self.init(parsingTranscoded: text, limits: limits)
        } else {
            try self.init(parsing: bytes, limits: limits)
        }
    }

    /// Decodes the value. The same as `decoder.decode(type, from: value)`.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - decoder: the decoder to use. Default: a strict one.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's `init(from:)` throws.
    public func decode<T: Decodable>(_ type: T.Type, using decoder: PolicyJSONDecoder? = nil) throws -> T {
        try (decoder ?? PolicyJSONDecoder()).decode(type, from: self)
    }

    /// The path to the value in its document; `nil` for a missing value.
    ///
    /// - Complexity: O(*depth*).
    public var path: DecodingPath? {
        guard exists else { return nil }
        return DecodingPath(
            steps.map { step in
                switch step {
                case .key(let name): .key(name)
                case .index(let index): .index(index)
                }
            })
    }

    /// The value at a path: `"items[3].price"`, or the empty path for the value itself.
    ///
    /// - Parameter path: keys and indexes, relative to the value.
    /// - Returns: a missing value if there is none.
    public func value(at path: DecodingPath) -> JSONValue {
        path.steps.reduce(self) { value, step in
            switch step {
            case .key(let name): value[name]
            case .index(let index): value[index]
            }
        }
    }
}
