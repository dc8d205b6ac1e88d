@_spi(Cursor) internal import JSONTape

/// The body of a response about a document that could not be decoded, as RFC 9457 defines it.
///
/// ```swift
/// guard let problem = ProblemDetails(error) else { throw error }
/// return Response(problem.status, type: ProblemDetails.contentType, body: try encoder.encode(problem))
/// ```
///
/// Encodes the members `type` and `instance`, if they are set, `title`, `status`, `detail`, the array `errors`
/// (``DecodingProblem/encode(to:)``), and the number `unlistedErrors`, if there are more.
public struct ProblemDetails: Sendable, Hashable {
    /// The media type of the response: `application/problem+json`.
    public static let contentType = "application/problem+json"

    /// A URI that identifies the kind of problem. Default: `nil`, which means `about:blank`.
    public var type: String?
    /// A short summary of the kind of problem. Default: the phrase of the status, as RFC 9457 recommends without a ``type``: of 400,
    /// 401, 403, 404, 409, 412, 413, 415, 422, 429, 500, 502 and 503, and otherwise that of 400 or 500.
    public var title: String
    /// The status of the response. A default ``title`` follows it.
    public var status: Int {
        didSet { if title == Self.phrase(of: oldValue) { title = Self.phrase(of: status) } }
    }
    /// What is wrong with this document. Default: the message, if there is one problem, otherwise their number.
    public var detail: String
    /// A URI that identifies this occurrence of the problem. Default: `nil`.
    public var instance: String?
    /// The problems. A default ``detail`` follows them.
    public var errors: [DecodingProblem] {
        didSet { updateDetail(of: oldValue, omittedCount) }
    }
    /// The number of further problems. A default ``detail`` follows it.
    public var omittedCount: Int {
        didSet { updateDetail(of: errors, oldValue) }
    }

    /// How many bytes of pointers and messages are listed.
    private static let listedBytes = 256 << 10

    /// Creates the body for the error of a decode.
    ///
    /// Problems are listed as long as their pointers and messages have at most 256 KiB together, and at least one: a long key in a
    /// document may be part of many pointers. The others, and those that ``JSONDecodingError`` only counts, are in
    /// ``omittedCount``.
    ///
    /// - Parameters:
    ///   - error: the error; see ``DecodingProblem/problems(in:includingValues:)``.
    ///   - status: the status of the response. Default: 413 if the document or an element of a stream is too long, else
    ///     400.
    ///   - includingValues: whether messages may contain values of the document. Default: `false`.
    /// - Returns: `nil` if the error does not concern a document, and is therefore not the client's.
    @_optimize(size)
    public init?(_ error: any Error, status: Int? = nil, includingValues: Bool = false) {
        let problems = DecodingProblem.problems(in: error, includingValues: includingValues)
        if problems.isEmpty { return nil }
        let listed = problems.prefix(ofSize: Self.listedBytes) { $0.jsonPointer.utf8.count + $0.message.utf8.count }
        let unlisted = (error as? JSONDecodingError)?.omittedCount ?? 0
        self.init(
            Array(listed), status: status ?? (Self.isTooLong(error) ? 413 : 400),
            omittedCount: problems.count - listed.count + unlisted)
    }

    /// Creates the body for these problems.
    ///
    /// - Parameters:
    ///   - errors: the problems.
    ///   - status: the status of the response. Default: 400.
    ///   - omittedCount: the number of further problems. Default: 0.
    public init(_ errors: [DecodingProblem], status: Int = 400, omittedCount: Int = 0) {
        self.errors = errors
        self.status = status
        self.omittedCount = omittedCount
        title = Self.phrase(of: status)
        detail = Self.summary(of: errors, omittedCount)
    }

    private mutating func updateDetail(of errors: [DecodingProblem], _ omittedCount: Int) {
        if detail == Self.summary(of: errors, omittedCount) {
            detail = Self.summary(of: self.errors, self.omittedCount)
        }
    }

    private static func summary(of errors: [DecodingProblem], _ omittedCount: Int) -> String {
        let (sum, overflows) = errors.count.addingReportingOverflow(omittedCount)
        let count = overflows ? Int.max : sum
        return errors.first.flatMap { count == 1 ? $0.message : nil } ?? "The document has \(count) problems."
    }

    /// The phrase of a status (RFC 9110, section 15), as far as a service may answer a document with it; of others, that of their
    /// class.
    @_optimize(size)
    private static func phrase(of status: Int) -> String {
        switch status {
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 409: "Conflict"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 422: "Unprocessable Content"
        case 429: "Too Many Requests"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 500...: "Internal Server Error"
        default: "Bad Request"
        }
    }

    @_optimize(size)
    private static func isTooLong(_ error: any Error) -> Bool {
        if error.documentLengthError != nil { return true }
        let first = (error as? JSONDecodingError)?.underlyingError ?? (error as? RejectedElement)?.error ?? error
        let code = ((first as? DecodingError)?.syntaxError ?? first as? JSONSyntaxError)?.code
        return code == .documentLimit || code == .elementBytesLimit
    }
}

extension ProblemDetails: Encodable {
    private enum CodingKeys: String, CodingKey {
        case type, title, status, detail, instance, errors
        case omittedCount = "unlistedErrors"
    }

    @_optimize(size)
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(type, forKey: .type)
        try container.encode(title, forKey: .title)
        try container.encode(status, forKey: .status)
        try container.encode(detail, forKey: .detail)
        try container.encodeIfPresent(instance, forKey: .instance)
        try container.encode(errors, forKey: .errors)
        if omittedCount > 0 { try container.encode(omittedCount, forKey: .omittedCount) }
    }
}
