#if Hummingbird
    public import Hummingbird
    public import PolicyJSON
    import PolicyJSONNIO
    import NIOCore

    /// A decoder can be the `requestDecoder` of a request context:
    ///
    /// ```swift
    /// struct Context: RequestContext {
    ///     var coreContext: CoreRequestContextStorage
    ///     init(source: Source) { coreContext = .init(source: source) }
    ///     var requestDecoder: PolicyJSONDecoder { .orders }   // a constant
    /// }
    /// ```
    ///
    /// Like Hummingbird's own decoder, it does not read `Content-Type`. Unlike that one, which reads dates as ISO 8601, it has
    /// Foundation's default for dates, unless `dateDecodingStrategy` is set.
    extension PolicyJSONDecoder: RequestDecoder {
        /// Decodes the body of a request, at most `maxUploadSize` bytes of the context, or throws all of its problems.
        ///
        /// For a route with a policy of its own, use a decoder of its own, or `overriding(policy:userInfo:)` and
        /// ``decode(_:from:upTo:)``.
        ///
        /// - Parameters:
        ///   - type: the type to decode.
        ///   - request: the request.
        ///   - context: the context of the request.
        /// - Returns: the value.
        /// - Throws: `JSONDecodingError`, `NIOTooManyBytesError`, `CancellationError`, or an error of reading the body.
        public func decode<T: Decodable>(
            _ type: T.Type, from request: Request, context: some RequestContext
        ) async throws -> T {
            try await decode(type, from: request, upTo: context.maxUploadSize)
        }

        /// Decodes the body of a request, or throws all of its problems.
        ///
        /// - Parameters:
        ///   - type: the type to decode.
        ///   - request: the request.
        ///   - maximumBytes: the maximum length of the body as received, whatever its encoding. Default: `limits.documentBytes`, which is
        ///     the limit in any case.
        /// - Returns: the value.
        /// - Throws: `JSONDecodingError`, `NIOTooManyBytesError`, `CancellationError`, or an error of reading the body.
        public func decode<T: Decodable>(
            _ type: T.Type, from request: Request, upTo maximumBytes: Int = .max
        ) async throws -> T {
            let limit = max(min(maximumBytes, limits.documentBytes), 0)
            let body: ByteBuffer
            do {
                body = try await request.body.collect(upTo: limit)
            } catch is NIOTooManyBytesError {
                // With the limit of the whole body: that of the error is what was left after the first buffer.
                throw NIOTooManyBytesError(maxBytes: limit)
            }
            // A body may end because the task was cancelled: its start must not be decoded, or answered, as if it were all.
            try Task.checkCancellation()
            return try decodeCollectingErrors(type, from: body)
        }
    }
#endif
