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
        let (data, isMapped) = try Self.contents(of: file)
        return try unsafe data.withUnsafeBytes { try unsafe decodeOnly(type, $0, mayChange: isMapped) }
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
}

extension PolicyJSONDecoder {
    /// The contents of a file, and whether they are mapped into memory.
    ///
    /// `mappedIfSafe` maps nothing on Linux. Files that cannot be mapped (a pipe, an empty file) are read.
    static func contents(of file: URL) throws -> (data: Data, isMapped: Bool) {
        if let mapped = try? Data(contentsOf: file, options: .alwaysMapped) { return (mapped, true) }
        return (try Data(contentsOf: file), false)
    }
}
