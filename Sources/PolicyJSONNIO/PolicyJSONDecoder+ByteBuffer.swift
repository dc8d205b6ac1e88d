#if NIO
    public import NIOCore
    public import PolicyJSON

    // The readable bytes of the buffers are decoded where they are, and remain readable.
    extension PolicyJSONDecoder {
        /// Decodes a value from the readable bytes of a buffer, without copying them.
        ///
        /// - Parameters:
        ///   - type: the type to decode.
        ///   - buffer: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
        /// - Returns: the value.
        /// - Throws: `DecodingError`, or an error that a type's `init(from:)` throws.
        public func decode<T: Decodable>(_ type: T.Type, from buffer: ByteBuffer) throws -> T {
            try decode(type, from: buffer.readableBytesSpan)
        }

        /// Decodes a value from a buffer with a policy and `userInfo` for this call; see `overriding(policy:userInfo:)`.
        ///
        /// - Parameters:
        ///   - type: the type to decode.
        ///   - buffer: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
        ///   - policy: replaces the decoder's policy. Default: `nil`, which keeps it.
        ///   - userInfo: entries that are added to the decoder's `userInfo`. Default: none.
        /// - Returns: the value.
        /// - Throws: `DecodingError`, or an error that a type's `init(from:)` throws.
        public func decode<T: Decodable>(
            _ type: T.Type, from buffer: ByteBuffer, policy: DecodingPolicy? = nil,
            userInfo: [CodingUserInfoKey: any Sendable] = [:]
        ) throws -> T {
            try decode(type, from: buffer.readableBytesSpan, policy: policy, userInfo: userInfo)
        }

        /// Decodes a value from a buffer and reports what the policy changed.
        ///
        /// - Parameters:
        ///   - type: the type to decode.
        ///   - buffer: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
        /// - Returns: the value and the report.
        /// - Throws: `ReportedDecodingError`, with the report up to the failure.
        public func decodeReporting<T: Decodable>(
            _ type: T.Type, from buffer: ByteBuffer
        ) throws(ReportedDecodingError) -> DecodingOutcome<T> {
            try decodeReporting(type, from: buffer.readableBytesSpan)
        }

        /// Decodes a value from a buffer, or reports all problems of the document.
        ///
        /// - Parameters:
        ///   - type: the type to decode.
        ///   - buffer: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
        /// - Returns: the value, if there is no problem.
        /// - Throws: `CollectedDecodingErrors`, which lists the problems and what the policy changed.
        public func decodeCollectingErrors<T: Decodable>(
            _ type: T.Type, from buffer: ByteBuffer
        ) throws(CollectedDecodingErrors) -> T {
            try decodeCollectingErrors(type, from: buffer.readableBytesSpan)
        }

        /// Decodes a value strictly from a buffer, and reports what a policy would have changed.
        ///
        /// - Parameters:
        ///   - type: the type to decode.
        ///   - buffer: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
        ///   - policy: the policy to audit, in place of the decoder's. Default: `nil`, for the decoder's own.
        /// - Returns: the value or the error of strict decoding, and the report of the policy.
        public func audit<T: Decodable>(
            _ type: T.Type, from buffer: ByteBuffer, policy: DecodingPolicy? = nil
        ) -> DecodingAudit<T> {
            audit(type, from: buffer.readableBytesSpan, policy: policy)
        }
    }
#endif
