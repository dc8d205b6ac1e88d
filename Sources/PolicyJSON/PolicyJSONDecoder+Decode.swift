public import FoundationImport
@_spi(Cursor) public import JSONTape

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
        try unsafe data.bytes.withUnsafeBytes { try unsafe decodeOnly(type, $0) }
    }

    /// Decodes a value from the bytes of a JSON document or from a JSON text, with a policy and `userInfo` for this call if
    /// there are any; see ``overriding(policy:userInfo:)``.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - bytes: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    ///   - policy: replaces ``policy``. Default: `nil`, which keeps it.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's `init(from:)` throws.
    public func decode<T: Decodable, Bytes: JSONBytes & ~Copyable & ~Escapable>(
        _ type: T.Type, from bytes: borrowing Bytes, policy: DecodingPolicy? = nil,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
        let decoder = overriding(policy, userInfo)
        return try bytes.withJSONBytes { bytes in
            try unsafe bytes.withUnsafeBytes { try unsafe decoder.decodeOnly(type, $0) }
        }
    }

    /// Decodes a value from a file, which is mapped into memory if possible, with a policy and `userInfo` for this call if
    /// there are any; see ``overriding(policy:userInfo:)``.
    ///
    /// A mapped file must not be truncated while it is decoded: the system would send a signal.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - file: the URL of a file in UTF-8, UTF-16 or UTF-32.
    ///   - policy: replaces ``policy``. Default: `nil`, which keeps it.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, an error that a type's `init(from:)` throws, or an error of reading the file.
    public func decode<T: Decodable>(
        _ type: T.Type, contentsOf file: URL, policy: DecodingPolicy? = nil,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
        let (data, isMapped) = try Self.contents(of: file)
        let decoder = overriding(policy, userInfo)
        return try unsafe data.withUnsafeBytes { try unsafe decoder.decodeOnly(type, $0, mayChange: isMapped) }
    }

    /// The decoder for a call: this one, unless the call has settings of its own.
    func overriding(
        _ policy: DecodingPolicy?, _ userInfo: [CodingUserInfoKey: any Sendable]
    ) -> PolicyJSONDecoder {
        if policy == nil, userInfo.isEmpty { return self }
        return overriding(policy: policy, userInfo: userInfo)
    }

    /// Decodes a value that needs a configuration, with a policy and `userInfo` for this call if there are any.
    ///
    /// Rules are consulted about what is in the value, and not about the value itself: `Envelope`, `UnknownKeys`, `Fallbacks` and rules
    /// at the empty path have no effect on it.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - bytes: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    ///   - configuration: is passed to the type's `init(from:configuration:)`.
    ///   - policy: replaces ``policy``. Default: `nil`, which keeps it.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's initializer throws.
    public func decode<T: DecodableWithConfiguration, Bytes: JSONBytes & ~Copyable & ~Escapable>(
        _ type: T.Type, from bytes: borrowing Bytes, configuration: T.DecodingConfiguration,
        policy: DecodingPolicy? = nil, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
        let decoder = overriding(policy, userInfo)
        return try bytes.withJSONBytes { bytes in
            try unsafe bytes.withUnsafeBytes { bytes in
                try unsafe decoder.run(bytes, decoder.start()) { try $0.decode(type, configuration: configuration) }
            }
        }
    }

    /// Decodes a value that needs a configuration, which a provider supplies, with a policy and `userInfo` for this call if
    /// there are any.
    ///
    /// Rules are consulted about what is in the value, and not about the value itself: `Envelope`, `UnknownKeys`, `Fallbacks` and rules
    /// at the empty path have no effect on it.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - bytes: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    ///   - configuration: the type whose `decodingConfiguration` is passed to the type's `init(from:configuration:)`.
    ///   - policy: replaces ``policy``. Default: `nil`, which keeps it.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's initializer throws.
    public func decode<T: DecodableWithConfiguration, C: DecodingConfigurationProviding, Bytes>(
        _ type: T.Type, from bytes: borrowing Bytes, configuration: C.Type,
        policy: DecodingPolicy? = nil, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T
    where T.DecodingConfiguration == C.DecodingConfiguration, Bytes: JSONBytes & ~Copyable & ~Escapable {
        try decode(
            type, from: bytes, configuration: C.decodingConfiguration, policy: policy, userInfo: userInfo)
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
