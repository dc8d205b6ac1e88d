#if NIO
    public import NIOCore
    public import PolicyJSON

    extension PolicyJSONDecoder {
        /// Decodes a value from the readable bytes of a buffer, without copying them.
        ///
        /// A buffer is ``PolicyJSON/JSONBytes``, so that all functions that decode a document take it, with a policy and `userInfo`
        /// for one call, too. This one is the requirement of protocols of other packages, which a function with default
        /// arguments does not satisfy.
        ///
        /// - Parameters:
        ///   - type: the type to decode.
        ///   - buffer: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
        /// - Returns: the value.
        /// - Throws: `DecodingError`, or an error that a type's `init(from:)` throws.
        public func decode<T: Decodable>(_ type: T.Type, from buffer: ByteBuffer) throws -> T {
            try decode(type, from: buffer, policy: nil)
        }
    }
#endif
