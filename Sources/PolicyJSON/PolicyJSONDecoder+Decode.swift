public import Foundation
@_spi(Tape) internal import JSONTape

extension PolicyJSONDecoder {
    // MARK: Decoding

    /// Decodes a value from JSON in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    ///
    /// Arrays of some hundred KB and more are decoded while they are parsed: `init(from:)` of their elements may be called
    /// before an error of the JSON behind them is found, which is then what is thrown. See also ``parsesAhead``.
    ///
    /// - Throws: `DecodingError`, or what a type's `init(from:)` throws.
    /// - Complexity: O(*n*) in the bytes of `data`.
    public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        try unsafe data.withUnsafeBytes { try unsafe decodeOnly(type, $0) }
    }

    /// Decodes a value from the bytes of a JSON document.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
        try unsafe bytes.withUnsafeBytes { try unsafe decodeOnly(type, $0) }
    }

    /// Decodes a value from a JSON text.
    public func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
        var text = text
        return try text.withUTF8 { try unsafe decodeOnly(type, UnsafeRawBufferPointer($0)) }
    }

    /// Decodes a value from bytes in memory of the caller's.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: RawSpan) throws -> T {
        try unsafe bytes.withUnsafeBytes { try unsafe decodeOnly(type, $0) }
    }

    /// Decodes a value from a file, which is mapped into memory where that can be done.
    ///
    /// A mapped file must not be shortened while it is decoded: the system answers that with a signal.
    ///
    /// - Throws: also what reading the file throws.
    public func decode<T: Decodable>(_ type: T.Type, from file: URL) throws -> T {
        // `mappedIfSafe` maps nothing on Linux. What cannot be mapped (a pipe, an empty file) is read.
        let mapped = try? Data(contentsOf: file, options: .alwaysMapped)
        let data = try mapped ?? Data(contentsOf: file)
        return try unsafe data.withUnsafeBytes { try unsafe decodeOnly(type, $0, mayChange: mapped != nil) }
    }

    /// Decodes a value with rules and `userInfo` for this call: ``overriding(policy:userInfo:)`` says what they do.
    public func decode<T: Decodable>(
        _ type: T.Type, from data: Data, policy: DecodingPolicy = .strict,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
        try overriding(policy: policy, userInfo: userInfo).decode(type, from: data)
    }

    /// Decodes a value that needs a configuration.
    public func decode<T: DecodableWithConfiguration>(
        _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
    ) throws -> T {
        try unsafe data.withUnsafeBytes { bytes in
            try unsafe run(bytes) { core in
                try core.decode(type, configuration: configuration)
            }.result.get()
        }
    }

    /// Decodes a value that needs a configuration, which a provider has.
    public func decode<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
        _ type: T.Type, from data: Data, configuration: C.Type
    ) throws -> T where T.DecodingConfiguration == C.DecodingConfiguration {
        try decode(type, from: data, configuration: C.decodingConfiguration)
    }

    // MARK: Reporting

    /// Decodes a value and says what the policy changed on the way.
    ///
    /// Large arrays are decoded while they are parsed, as in `decode`.
    ///
    /// - Throws: ``ReportedDecodingError``, with the report up to the failure.
    public func decodeReporting<T: Decodable>(
        _ type: T.Type, from data: Data
    ) throws(ReportedDecodingError) -> DecodingOutcome<T> {
        try unsafe data.withUnsafeBytes { unsafe runReporting(type, $0) }.outcome()
    }

    /// Decodes a value from the bytes of a JSON document and says what the policy changed on the way.
    public func decodeReporting<T: Decodable>(
        _ type: T.Type, from bytes: [UInt8]
    ) throws(ReportedDecodingError) -> DecodingOutcome<T> {
        try unsafe bytes.withUnsafeBytes { unsafe runReporting(type, $0) }.outcome()
    }

    /// Decodes a value from a JSON text and says what the policy changed on the way.
    public func decodeReporting<T: Decodable>(
        _ type: T.Type, from text: String
    ) throws(ReportedDecodingError) -> DecodingOutcome<T> {
        var text = text
        return try text.withUTF8 { unsafe runReporting(type, UnsafeRawBufferPointer($0)) }.outcome()
    }

    // MARK: All errors

    /// Decodes a value, or says everything that is wrong with the document, and not only the first thing.
    ///
    /// What cannot be decoded, and is not mended by the policy, is listed; decoding goes on behind it as if there had been
    /// something else. One bad leaf does not hide its siblings. Only where a type can be made of nothing but what it
    /// should have been (its own `init(from:)` refuses zero, empty and `nil`), the object around it is listed no further.
    /// An error that a type throws about itself after something inside it was listed is taken for a consequence and is
    /// not listed. Of a model that fails anyway, what it would have caught itself (a probe with `try?`) is listed, too. A
    /// document that is not JSON has one problem.
    ///
    /// - Complexity: as `decode` for a document without problems; else the document is parsed and decoded once more, in at
    ///   most O(*n* · *depth*), where *depth* counts the models inside each other that fail.
    public func decodeCollectingErrors<T: Decodable>(
        _ type: T.Type, from data: Data
    ) throws(CollectedDecodingErrors) -> T {
        try unsafe data.withUnsafeBytes { bytes in unsafe collect(type, bytes) }.get()
    }

    /// Decodes a value from the bytes of a JSON document, or says everything that is wrong with it.
    public func decodeCollectingErrors<T: Decodable>(
        _ type: T.Type, from bytes: [UInt8]
    ) throws(CollectedDecodingErrors) -> T {
        try unsafe bytes.withUnsafeBytes { bytes in unsafe collect(type, bytes) }.get()
    }

    /// Decodes a value from a JSON text, or says everything that is wrong with it.
    public func decodeCollectingErrors<T: Decodable>(
        _ type: T.Type, from text: String
    ) throws(CollectedDecodingErrors) -> T {
        var text = text
        return try text.withUTF8 { unsafe collect(type, UnsafeRawBufferPointer($0)) }.get()
    }
}
