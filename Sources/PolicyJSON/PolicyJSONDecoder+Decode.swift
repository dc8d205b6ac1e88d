public import Foundation
@_spi(Tape) internal import JSONTape

extension PolicyJSONDecoder {
    // MARK: Decoding

    /// Decodes a value from JSON in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    ///
    /// Arrays of several hundred KB or more are decoded while they are parsed: `init(from:)` of their elements may be
    /// called before a syntax error that follows them is found, which is then thrown. See also ``parsesAhead``.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - data: the document. Its encoding is detected from the first bytes.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's `init(from:)` throws.
    /// - Complexity: O(*n*) in the bytes of `data`.
    public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        try unsafe data.withUnsafeBytes { try unsafe decodeOnly(type, $0) }
    }

    /// Decodes a value from the bytes of a JSON document.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - bytes: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's `init(from:)` throws.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
        try unsafe bytes.withUnsafeBytes { try unsafe decodeOnly(type, $0) }
    }

    /// Decodes a value from a JSON text.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - text: the document.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's `init(from:)` throws.
    public func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
        var text = text
        return try text.withUTF8 { try unsafe decodeOnly(type, UnsafeRawBufferPointer($0)) }
    }

    /// Decodes a value from bytes in the caller's memory.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - bytes: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's `init(from:)` throws.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: RawSpan) throws -> T {
        try unsafe bytes.withUnsafeBytes { try unsafe decodeOnly(type, $0) }
    }

    /// Decodes a value from a file, which is mapped into memory if possible.
    ///
    /// A mapped file must not be truncated while it is decoded: the system would send a signal.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - file: the URL of a file in UTF-8, UTF-16 or UTF-32.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, an error that a type's `init(from:)` throws, or an error of reading the file.
    public func decode<T: Decodable>(_ type: T.Type, contentsOf file: URL) throws -> T {
        // `mappedIfSafe` maps nothing on Linux. Files that cannot be mapped (a pipe, an empty file) are read.
        let mapped = try? Data(contentsOf: file, options: .alwaysMapped)
        let data = try mapped ?? Data(contentsOf: file)
        return try unsafe data.withUnsafeBytes { try unsafe decodeOnly(type, $0, mayChange: mapped != nil) }
    }

    /// Decodes a value with a policy and `userInfo` for this call; see ``overriding(policy:userInfo:)``.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - data: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    ///   - policy: replaces ``policy``. Default: `nil`, which keeps it.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's `init(from:)` throws.
    public func decode<T: Decodable>(
        _ type: T.Type, from data: Data, policy: DecodingPolicy? = nil,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
        try overriding(policy: policy, userInfo: userInfo).decode(type, from: data)
    }

    /// Decodes a value that needs a configuration.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - data: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    ///   - configuration: is passed to the type's `init(from:configuration:)`.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's initializer throws.
    public func decode<T: DecodableWithConfiguration>(
        _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
    ) throws -> T {
        try unsafe data.withUnsafeBytes { bytes in
            try unsafe run(bytes) { core in
                try core.decode(type, configuration: configuration)
            }.result.get()
        }
    }

    /// Decodes a value that needs a configuration, which a provider supplies.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - data: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    ///   - configuration: the type whose `decodingConfiguration` is passed to the type's `init(from:configuration:)`.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's initializer throws.
    public func decode<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
        _ type: T.Type, from data: Data, configuration: C.Type
    ) throws -> T where T.DecodingConfiguration == C.DecodingConfiguration {
        try decode(type, from: data, configuration: C.decodingConfiguration)
    }

    // MARK: Reporting

    /// Decodes a value and reports what the policy changed.
    ///
    /// Large arrays are decoded while they are parsed, as in `decode`.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - data: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    /// - Returns: the value and the report.
    /// - Throws: ``ReportedDecodingError``, with the report up to the failure.
    public func decodeReporting<T: Decodable>(
        _ type: T.Type, from data: Data
    ) throws(ReportedDecodingError) -> DecodingOutcome<T> {
        try unsafe data.withUnsafeBytes { unsafe runReporting(type, $0) }.outcome()
    }

    /// Decodes a value from the bytes of a JSON document and reports what the policy changed.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - bytes: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    /// - Returns: the value and the report.
    /// - Throws: ``ReportedDecodingError``, with the report up to the failure.
    public func decodeReporting<T: Decodable>(
        _ type: T.Type, from bytes: [UInt8]
    ) throws(ReportedDecodingError) -> DecodingOutcome<T> {
        try unsafe bytes.withUnsafeBytes { unsafe runReporting(type, $0) }.outcome()
    }

    /// Decodes a value from a JSON text and reports what the policy changed.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - text: the document.
    /// - Returns: the value and the report.
    /// - Throws: ``ReportedDecodingError``, with the report up to the failure.
    public func decodeReporting<T: Decodable>(
        _ type: T.Type, from text: String
    ) throws(ReportedDecodingError) -> DecodingOutcome<T> {
        var text = text
        return try text.withUTF8 { unsafe runReporting(type, UnsafeRawBufferPointer($0)) }.outcome()
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
    ///   - data: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    /// - Returns: the value, if there is no problem.
    /// - Throws: ``CollectedDecodingErrors``, which lists the problems and what the policy changed.
    /// - Complexity: that of `decode` for a document without problems; otherwise the document is parsed and decoded
    ///   again, in at most O(*n* · *depth*), where *depth* is the number of nested models that fail.
    public func decodeCollectingErrors<T: Decodable>(
        _ type: T.Type, from data: Data
    ) throws(CollectedDecodingErrors) -> T {
        try unsafe data.withUnsafeBytes { bytes in unsafe collect(type, bytes) }.get()
    }

    /// Decodes a value from the bytes of a JSON document, or reports all problems of the document.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - bytes: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    /// - Returns: the value, if there is no problem.
    /// - Throws: ``CollectedDecodingErrors``, which lists the problems and what the policy changed.
    public func decodeCollectingErrors<T: Decodable>(
        _ type: T.Type, from bytes: [UInt8]
    ) throws(CollectedDecodingErrors) -> T {
        try unsafe bytes.withUnsafeBytes { bytes in unsafe collect(type, bytes) }.get()
    }

    /// Decodes a value from a JSON text, or reports all problems of the document.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - text: the document.
    /// - Returns: the value, if there is no problem.
    /// - Throws: ``CollectedDecodingErrors``, which lists the problems and what the policy changed.
    public func decodeCollectingErrors<T: Decodable>(
        _ type: T.Type, from text: String
    ) throws(CollectedDecodingErrors) -> T {
        var text = text
        return try text.withUTF8 { unsafe collect(type, UnsafeRawBufferPointer($0)) }.get()
    }
}
