public import Foundation
@_spi(Tape) internal import JSONTape

extension PolicyJSONDecoder {
    // MARK: A policy for one call

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

    /// Decodes a value from the bytes of a JSON document with a policy and `userInfo` for this call; see ``overriding(policy:userInfo:)``.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - bytes: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    ///   - policy: replaces ``policy``. Default: `nil`, which keeps it.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's `init(from:)` throws.
    public func decode<T: Decodable>(
        _ type: T.Type, from bytes: [UInt8], policy: DecodingPolicy? = nil,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
        try overriding(policy: policy, userInfo: userInfo).decode(type, from: bytes)
    }

    /// Decodes a value from a JSON text with a policy and `userInfo` for this call; see ``overriding(policy:userInfo:)``.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - text: the document.
    ///   - policy: replaces ``policy``. Default: `nil`, which keeps it.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's `init(from:)` throws.
    public func decode<T: Decodable>(
        _ type: T.Type, from text: String, policy: DecodingPolicy? = nil,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
        try overriding(policy: policy, userInfo: userInfo).decode(type, from: text)
    }

    /// Decodes a value from bytes in the caller's memory with a policy and `userInfo` for this call; see ``overriding(policy:userInfo:)``.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - bytes: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    ///   - policy: replaces ``policy``. Default: `nil`, which keeps it.
    ///   - userInfo: entries that are added to ``userInfo``. Default: none.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's `init(from:)` throws.
    public func decode<T: Decodable>(
        _ type: T.Type, from bytes: RawSpan, policy: DecodingPolicy? = nil,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
        try overriding(policy: policy, userInfo: userInfo).decode(type, from: bytes)
    }

    /// Decodes a value from a file with a policy and `userInfo` for this call; see ``overriding(policy:userInfo:)``.
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
        try overriding(policy: policy, userInfo: userInfo).decode(type, contentsOf: file)
    }
}
