public import Foundation
@_spi(Tape) internal import JSONTape

extension PolicyJSONDecoder {
    // MARK: Rules for one call

    /// Decodes a value with rules and `userInfo` for this call; see ``overriding(policy:userInfo:)``.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - data: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    ///   - policy: rules that are consulted before those of ``policy``. Default: none.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's `init(from:)` throws.
    public func decode<T: Decodable>(
        _ type: T.Type, from data: Data, policy: DecodingPolicy = .strict,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
        try overriding(policy: policy, userInfo: userInfo).decode(type, from: data)
    }

    /// Decodes a value from the bytes of a JSON document with rules and `userInfo` for this call; see ``overriding(policy:userInfo:)``.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - bytes: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    ///   - policy: rules that are consulted before those of ``policy``. Default: none.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's `init(from:)` throws.
    public func decode<T: Decodable>(
        _ type: T.Type, from bytes: [UInt8], policy: DecodingPolicy = .strict,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
        try overriding(policy: policy, userInfo: userInfo).decode(type, from: bytes)
    }

    /// Decodes a value from a JSON text with rules and `userInfo` for this call; see ``overriding(policy:userInfo:)``.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - text: the document.
    ///   - policy: rules that are consulted before those of ``policy``. Default: none.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's `init(from:)` throws.
    public func decode<T: Decodable>(
        _ type: T.Type, from text: String, policy: DecodingPolicy = .strict,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
        try overriding(policy: policy, userInfo: userInfo).decode(type, from: text)
    }

    /// Decodes a value from bytes in the caller's memory with rules and `userInfo` for this call; see ``overriding(policy:userInfo:)``.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - bytes: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    ///   - policy: rules that are consulted before those of ``policy``. Default: none.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's `init(from:)` throws.
    public func decode<T: Decodable>(
        _ type: T.Type, from bytes: RawSpan, policy: DecodingPolicy = .strict,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
        try overriding(policy: policy, userInfo: userInfo).decode(type, from: bytes)
    }

    /// Decodes a value from a file with rules and `userInfo` for this call; see ``overriding(policy:userInfo:)``.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - file: the URL of a file in UTF-8, UTF-16 or UTF-32.
    ///   - policy: rules that are consulted before those of ``policy``. Default: none.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, an error that a type's `init(from:)` throws, or an error of reading the file.
    public func decode<T: Decodable>(
        _ type: T.Type, from file: URL, policy: DecodingPolicy = .strict,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
        try overriding(policy: policy, userInfo: userInfo).decode(type, from: file)
    }
}
