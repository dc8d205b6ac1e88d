#if Hummingbird
    public import HTTPTypes
    public import Hummingbird
    public import PolicyJSON
    import PolicyJSONNIO

    /// An encoder can be the `responseEncoder` of a request context. Unlike Hummingbird's own encoder, which writes dates as
    /// ISO 8601, it has Foundation's default for dates, unless `dateEncodingStrategy` is set.
    extension PolicyJSONEncoder: ResponseEncoder {
        /// Makes a response with the status 200 from a value.
        ///
        /// - Parameters:
        ///   - value: the value.
        ///   - request: the request.
        ///   - context: the context of the request.
        /// - Returns: the response.
        /// - Throws: `EncodingError`, or an error that a type's `encode(to:)` throws.
        public func encode(
            _ value: some Encodable, from request: Request, context: some RequestContext
        ) throws -> Response {
            try response(to: value, status: .ok, contentType: "application/json; charset=utf-8")
        }

        func response(to value: some Encodable, status: HTTPResponse.Status, contentType: String) throws -> Response {
            Response(
                status: status, headers: [.contentType: contentType],
                body: ResponseBody(byteBuffer: try encodeAsByteBuffer(value)))
        }
    }

    extension Response {
        /// Creates a response whose body is encoded while it is sent: an element is requested when the client has received
        /// what precedes it.
        ///
        /// ```swift
        /// Response(streaming: encoder.chunks(of: rows, as: .lines))
        /// ```
        ///
        /// If an element cannot be encoded, the connection is closed before the end of the body.
        ///
        /// - Parameters:
        ///   - chunks: the text of the body. The content type is `application/x-ndjson` for lines, `application/json-seq` for
        ///     a sequence, `application/json` for an array, and `application/octet-stream` for concatenated texts, which have none
        ///     of their own.
        ///   - status: the status. Default: 200.
        public init<Elements: AsyncSequence & Sendable>(
            streaming chunks: JSONChunks<Elements>, status: HTTPResponse.Status = .ok
        ) {
            self.init(
                status: status,
                headers: [.contentType: chunks.format.mediaType],
                body: ResponseBody(asyncSequence: chunks.buffers))
        }
    }

    extension JSONStreamFormat {
        fileprivate var mediaType: String {
            switch self {
            case .lines, .lines(skippingInvalid: true): "application/x-ndjson"
            case .sequence, .sequence(skippingInvalid: true): "application/json-seq"
            case .concatenated: "application/octet-stream"
            default: "application/json; charset=utf-8"
            }
        }
    }
#endif
