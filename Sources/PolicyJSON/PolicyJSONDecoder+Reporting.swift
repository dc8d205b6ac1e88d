public import FoundationImport
@_spi(Cursor) public import JSONTape

extension PolicyJSONDecoder {
    // MARK: Reporting

    /// Decodes a value and reports what the policy changed, with a policy and `userInfo` for this call if there are any; see
    /// ``overriding(policy:userInfo:)``.
    ///
    /// Large arrays are decoded while they are parsed, as in `decode`.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - bytes: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    ///   - policy: replaces ``policy``. Default: `nil`, which keeps it.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value and the report.
    /// - Throws: ``JSONDecodingError``, with the report up to the failure.
    public func decodeReporting<T: Decodable, Bytes: JSONBytes & ~Copyable & ~Escapable>(
        _ type: T.Type, from bytes: borrowing Bytes, policy: DecodingPolicy? = nil,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws(JSONDecodingError) -> DecodingOutcome<T> {
        let decoder = overriding(policy, userInfo)
        return try bytes.withJSONBytes { bytes throws(JSONDecodingError) in
            try unsafe bytes.withUnsafeBytes { bytes throws(JSONDecodingError) in
                try unsafe decoder.decodeReporting(type, bytes)
            }
        }
    }

    /// Decodes a value from a file, which is mapped into memory if possible, and reports what the policy changed.
    ///
    /// A mapped file must not be truncated while it is decoded: the system would send a signal.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - file: the URL of a file in UTF-8, UTF-16 or UTF-32.
    ///   - policy: replaces ``policy``. Default: `nil`, which keeps it.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value and the report.
    /// - Throws: ``JSONDecodingError``, with the report up to the failure; its underlying error may be an error of
    ///   reading the file.
    public func decodeReporting<T: Decodable>(
        _ type: T.Type, contentsOf file: URL, policy: DecodingPolicy? = nil,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws(JSONDecodingError) -> DecodingOutcome<T> {
        let (data, isMapped) = try Self.readableContents(of: file)
        let decoder = overriding(policy, userInfo)
        return try data.withJSONBytes { bytes throws(JSONDecodingError) in
            try unsafe bytes.withUnsafeBytes { bytes throws(JSONDecodingError) in
                try unsafe decoder.decodeReporting(type, bytes, mayChange: isMapped)
            }
        }
    }

    // MARK: All errors

    /// Decodes a value, or reports all problems of the document, not only the first one.
    ///
    /// A value that cannot be decoded, and that the policy does not repair, is listed; decoding continues after it with
    /// a placeholder. One undecodable value does not hide its siblings. Only if a type accepts no placeholder (its own
    /// `init(from:)` rejects zero, empty and `nil`), the rest of the enclosing object is not listed. An error that a
    /// type throws about itself after a problem inside it was listed counts as a consequence and is not listed. In a
    /// model that fails anyway, errors that it would have caught (a probe with `try?`) are listed, too. A document that
    /// is not JSON has one problem.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - bytes: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    ///   - policy: replaces ``policy``. Default: `nil`, which keeps it.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value, if there is no problem.
    /// - Throws: ``JSONDecodingError``, which lists the problems and what the policy changed.
    /// - Complexity: that of `decode` for a document without problems; otherwise the document is parsed and decoded
    ///   again, in at most O(*n* · *depth*), where *depth* is the number of nested models that fail.
    public func decodeCollectingErrors<T: Decodable, Bytes: JSONBytes & ~Copyable & ~Escapable>(
        _ type: T.Type, from bytes: borrowing Bytes, policy: DecodingPolicy? = nil,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws(JSONDecodingError) -> T {
        let decoder = overriding(policy, userInfo)
        return try bytes.withJSONBytes { bytes in
            unsafe bytes.withUnsafeBytes { unsafe decoder.collect(type, $0) }
        }.get()
    }

    /// Decodes a value from a file, which is mapped into memory if possible, or reports all problems of the document.
    ///
    /// A mapped file must not be truncated while it is decoded: the system would send a signal.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - file: the URL of a file in UTF-8, UTF-16 or UTF-32.
    ///   - policy: replaces ``policy``. Default: `nil`, which keeps it.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value, if there is no problem.
    /// - Throws: ``JSONDecodingError``, which lists the problems and what the policy changed; its underlying error may be
    ///   an error of reading the file.
    public func decodeCollectingErrors<T: Decodable>(
        _ type: T.Type, contentsOf file: URL, policy: DecodingPolicy? = nil,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws(JSONDecodingError) -> T {
        let (data, isMapped) = try Self.readableContents(of: file)
        let decoder = overriding(policy, userInfo)
        return try unsafe data.withUnsafeBytes { unsafe decoder.collect(type, $0, mayChange: isMapped) }.get()
    }

    /// The contents of a file, as ``contents(of:)`` returns them.
    private static func readableContents(of file: URL) throws(JSONDecodingError) -> (data: Data, isMapped: Bool) {
        do {
            return try contents(of: file)
        } catch {
            throw JSONDecodingError(reading: error)
        }
    }
}
