#if Hummingbird
    public import HTTPTypes
    public import Hummingbird
    public import PolicyJSON
    import PolicyJSONNIO

    extension ProblemDetails: ResponseGenerator {
        /// Makes a response of the media type `application/problem+json`; to a `HEAD` request without the body.
        ///
        /// - Parameters:
        ///   - request: the request.
        ///   - context: the context of the request.
        /// - Returns: the response.
        public func response(from request: Request, context: some RequestContext) throws -> Response {
            let response = try PolicyJSONEncoder().response(
                to: self, status: HTTPResponse.Status(code: status), contentType: Self.contentType)
            // A client would take the body for the start of the next response.
            return request.method == .head ? response.createHeadResponse() : response
        }
    }

    /// Answers requests whose bodies cannot be decoded with all problems, as RFC 9457 defines it.
    ///
    /// ```swift
    /// router.add(middleware: ProblemDetailsMiddleware { error in metrics.record(error) })
    /// ```
    ///
    /// It makes responses of the errors of all functions that decode, Foundation's included, also of streams, and of bodies that
    /// are too long. Other errors pass. The status is 413 if the body is too long, otherwise 400.
    ///
    /// An error does not say whose document it is about: a handler that also decodes documents of other services, or rows of a
    /// database, catches their errors and throws others, such as `HTTPError(.badGateway)`.
    public struct ProblemDetailsMiddleware<Context: RequestContext>: RouterMiddleware {
        private let includingValues: Bool
        private let onRejection: @Sendable (any Error) -> Void

        /// Creates a middleware.
        ///
        /// - Parameters:
        ///   - includingValues: whether messages may contain values of the document, and names of types. Default: `false`.
        ///   - onRejection: receives each error that becomes a response, for logs and metrics. Default: does nothing.
        public init(includingValues: Bool = false, onRejection: @escaping @Sendable (any Error) -> Void = { _ in }) {
            self.includingValues = includingValues
            self.onRejection = onRejection
        }

        public func handle(
            _ request: Request, context: Context, next: (Request, Context) async throws -> Response
        ) async throws -> Response {
            do {
                return try await next(request, context)
            } catch {
                guard let problem = ProblemDetails(error, includingValues: includingValues) else {
                    throw error
                }
                onRejection(error)
                return try problem.response(from: request, context: context)
            }
        }
    }

    /// Without ``ProblemDetailsMiddleware``, too, the response is one for the client, whose document it is taken for.
    extension JSONDecodingError: HTTPResponseError {
        /// 413 if the document is too long, otherwise 400. If the error does not concern the document, but reading it: that of the
        /// error of reading it, otherwise 500.
        public var status: HTTPResponse.Status {
            details.map { HTTPResponse.Status(code: $0.status) } ?? responseError?.status ?? .internalServerError
        }

        private var details: ProblemDetails? { ProblemDetails(self) }
        private var responseError: (any HTTPResponseError)? { underlyingError as? any HTTPResponseError }

        /// Makes a response with all problems, without values of the document.
        ///
        /// - Parameters:
        ///   - request: the request.
        ///   - context: the context of the request.
        /// - Returns: the response.
        public func response(from request: Request, context: some RequestContext) throws -> Response {
            try details?.response(from: request, context: context)
                ?? responseError?.response(from: request, context: context) ?? Response(status: status)
        }
    }
#endif
