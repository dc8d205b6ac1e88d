@_spi(Cursor) internal import JSONTape

extension PolicyJSONDecoder {
    // MARK: Elements of a stream

    /// Decodes the elements of the arrays at a path, as the bytes of the document arrive.
    ///
    /// ```swift
    /// for try await order in decoder.elements(of: Order.self, at: "data.items", from: body) { … }
    /// ```
    ///
    /// Values outside the path are checked for syntax and not stored. If the path has wildcards (`results[*].items`),
    /// the elements of all matching arrays are delivered one after the other. Under ``LossyCollections`` an undecodable
    /// element is dropped and listed in the report.
    ///
    /// - Parameters:
    ///   - type: the type of the elements, which may be any JSON value.
    ///   - path: the path of the arrays; the default is the top-level value. The value at a path without wildcards must
    ///     exist and must be an array.
    ///   - bytes: the document in UTF-8, in chunks of any size.
    ///   - keepingEnvelope: whether to keep the envelope for ``JSONElements/envelope(as:)``. Default: `false`.
    ///   - resumePoint: where the stream was left before; `bytes` start at its offset. Default: the start.
    /// - Returns: the elements, as an asynchronous sequence that can be iterated once.
    public func elements<Element: Decodable, Bytes: AsyncSequence>(
        of type: Element.Type, at path: PathPattern = "", from bytes: Bytes, keepingEnvelope: Bool = false,
        resumingAt resumePoint: JSONResumePoint? = nil
    ) -> JSONElements<Element, Bytes> where Bytes.Element: JSONBytes {
        JSONElements(
            request(type, .path(path, requestsMembers: false, keepingEnvelope: keepingEnvelope), resumePoint), bytes)
    }

    /// Decodes the values of a stream of many JSON texts, such as NDJSON (``JSONStreamFormat/lines``).
    ///
    /// ```swift
    /// for try await entry in decoder.elements(of: LogEntry.self, in: .lines, from: body) { … }
    /// ```
    ///
    /// - Parameters:
    ///   - type: the type of the values.
    ///   - format: how the texts are combined.
    ///   - bytes: the texts in UTF-8, in chunks of any size.
    ///   - resumePoint: where the stream was left before; `bytes` start at its offset. Default: the start.
    /// - Returns: the values, as an asynchronous sequence that can be iterated once.
    public func elements<Element: Decodable, Bytes: AsyncSequence>(
        of type: Element.Type, in format: JSONStreamFormat, from bytes: Bytes,
        resumingAt resumePoint: JSONResumePoint? = nil
    ) -> JSONElements<Element, Bytes> where Bytes.Element: JSONBytes {
        JSONElements(request(type, format, resumePoint), bytes)
    }

    /// Decodes the members of the objects at a path, in document order, as keys and values. Keys are those of the
    /// document, without conversion; repeated keys are delivered each time.
    ///
    /// - Parameters:
    ///   - type: the type of the values.
    ///   - path: the path of the objects; the default is the top-level value. The value at a path without wildcards
    ///     must exist and must be an object.
    ///   - bytes: the document in UTF-8, in chunks of any size.
    ///   - keepingEnvelope: whether to keep the envelope for ``JSONElements/envelope(as:)``. Default: `false`.
    ///   - resumePoint: where the stream was left before; `bytes` start at its offset. Default: the start.
    /// - Returns: the members, as an asynchronous sequence that can be iterated once.
    public func members<Value: Decodable, Bytes: AsyncSequence>(
        of type: Value.Type, at path: PathPattern = "", from bytes: Bytes, keepingEnvelope: Bool = false,
        resumingAt resumePoint: JSONResumePoint? = nil
    ) -> JSONElements<(key: String, value: Value), Bytes> where Bytes.Element: JSONBytes {
        JSONElements(
            request(type, membersOf: path, keepingEnvelope: keepingEnvelope, resumePoint), bytes)
    }

    // MARK: Files and input streams

    /// Decodes the elements of the arrays at a path from a file (`URL`), a `FileHandle` or an `InputStream`.
    ///
    /// - Parameters:
    ///   - type: the type of the elements, which may be any JSON value.
    ///   - path: the path of the arrays; the default is the top-level value. The value at a path without wildcards must
    ///     exist and must be an array.
    ///   - source: the document in UTF-8.
    ///   - keepingEnvelope: whether to keep the envelope for ``JSONElementReader/envelope(as:)``. Default: `false`.
    ///   - resumePoint: where the stream was left before. Files are read from its offset on; in an input stream the
    ///     bytes before it are read and dropped. Default: the start.
    /// - Returns: a reader of the elements.
    /// - Throws: any error of opening the source.
    public func elements<Element: Decodable>(
        of type: Element.Type, at path: PathPattern = "", from source: some JSONByteSource,
        keepingEnvelope: Bool = false,
        resumingAt resumePoint: JSONResumePoint? = nil
    ) throws -> JSONElementReader<Element> {
        try JSONElementReader(
            request(type, .path(path, requestsMembers: false, keepingEnvelope: keepingEnvelope), resumePoint), source)
    }

    /// Decodes the values of a stream of many JSON texts from a file (`URL`), a `FileHandle` or an `InputStream`.
    ///
    /// - Parameters:
    ///   - type: the type of the values.
    ///   - format: how the texts are combined.
    ///   - source: the texts in UTF-8.
    ///   - resumePoint: where the stream was left before. Files are read from its offset on; in an input stream the
    ///     bytes before it are read and dropped. Default: the start.
    /// - Returns: a reader of the values.
    /// - Throws: any error of opening the source.
    public func elements<Element: Decodable>(
        of type: Element.Type, in format: JSONStreamFormat, from source: some JSONByteSource,
        resumingAt resumePoint: JSONResumePoint? = nil
    ) throws -> JSONElementReader<Element> {
        try JSONElementReader(request(type, format, resumePoint), source)
    }

    /// Decodes the members of the objects at a path from a file (`URL`), a `FileHandle` or an `InputStream`.
    ///
    /// - Parameters:
    ///   - type: the type of the values.
    ///   - path: the path of the objects; the default is the top-level value. The value at a path without wildcards
    ///     must exist and must be an object.
    ///   - source: the document in UTF-8.
    ///   - keepingEnvelope: whether to keep the envelope for ``JSONElementReader/envelope(as:)``. Default: `false`.
    ///   - resumePoint: where the stream was left before. Files are read from its offset on; in an input stream the
    ///     bytes before it are read and dropped. Default: the start.
    /// - Returns: a reader of the members.
    /// - Throws: any error of opening the source.
    public func members<Value: Decodable>(
        of type: Value.Type, at path: PathPattern = "", from source: some JSONByteSource, keepingEnvelope: Bool = false,
        resumingAt resumePoint: JSONResumePoint? = nil
    ) throws -> JSONElementReader<(key: String, value: Value)> {
        try JSONElementReader(
            request(type, membersOf: path, keepingEnvelope: keepingEnvelope, resumePoint), source)
    }

    // MARK: Requests

    private func request<Element: Decodable>(
        _ type: Element.Type, _ source: ElementRequest<Element>.Source, _ resumePoint: JSONResumePoint?
    ) -> ElementRequest<Element> {
        let (options, pool) = start()
        return ElementRequest(
            sharedOptions: options, pool: pool, source: source, resumePoint: resumePoint,
            decoding: PlainElement(type: type)
        )
    }

    private func request<Element: Decodable>(
        _ type: Element.Type, _ format: JSONStreamFormat, _ resumePoint: JSONResumePoint?
    ) -> ElementRequest<Element> {
        let isArray = format.kind == .array
        return request(
            type, isArray ? .path("", requestsMembers: false, keepingEnvelope: false) : .many(format), resumePoint)
    }

    private func request<Value: Decodable>(
        _ type: Value.Type, membersOf path: PathPattern, keepingEnvelope: Bool, _ resumePoint: JSONResumePoint?
    ) -> ElementRequest<(key: String, value: Value)> {
        let (options, pool) = start()
        return ElementRequest(
            sharedOptions: options, pool: pool,
            source: .path(path, requestsMembers: true, keepingEnvelope: keepingEnvelope), resumePoint: resumePoint,
            decoding: PairElement(type: type))
    }
}
