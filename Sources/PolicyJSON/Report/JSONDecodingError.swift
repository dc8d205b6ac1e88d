@_spi(Cursor) public import JSONTape

/// The error of the functions that report what a policy changed, that collect all errors, and that decode streams: what went
/// wrong, where, and what the policy had changed by then.
///
/// `decode` throws ``underlyingError`` itself, as Foundation's `JSONDecoder` does. In a stream, all elements that precede
/// the error have been delivered.
public struct JSONDecodingError: Error {
    /// One value that could not be decoded.
    public struct Problem: Sendable {
        /// The error of the value: a `DecodingError` (with a `JSONSyntaxError` as its underlying error if the document is
        /// not JSON), or an error that a model's `init(from:)` threw.
        public let underlyingError: any Error
        /// The path to the value; for a missing key, ends with that key. Empty if it is not known.
        public let path: DecodingPath
        /// The location of the value, or, for a missing key, of the object that lacks it; for a document that is not
        /// JSON, of the offending byte. `nil` if it is not known.
        public let location: JSONLocation?
        /// ``path`` with the keys of the document.
        let documentPath: DecodingPath
    }

    /// The error of the first problem; or the error of reading the file or stream.
    public var underlyingError: any Error { first.underlyingError }
    /// The path of the first problem; empty if it is not known.
    public var path: DecodingPath { first.path }
    /// The location of the first problem; of an error of reading a stream, the end of the received bytes. `nil` if it is
    /// not known.
    public var location: JSONLocation? { first.location }
    /// In a stream, the index in its container of the element that could not be decoded; `nil` if the error does not
    /// concern an element.
    public let index: Int?
    /// All problems in the order of the document, at most as many as the decoder's ``PolicyJSONDecoder/reportLimit``, and at
    /// least one. Only `decodeCollectingErrors` finds more than one; none if the error does not concern the document, but reading it.
    public let problems: [Problem]
    /// The number of further problems, which are only counted: an undecodable element or model as one.
    public let omittedCount: Int
    /// The changes of the policy up to the error.
    public private(set) var report: DecodingReport

    private let first: Problem

    /// The number of all problems, including those beyond the limit.
    public var count: Int { problems.count + omittedCount }

    /// The syntax error, if the document is not JSON.
    public var syntaxError: JSONSyntaxError? { (underlyingError as? DecodingError)?.syntaxError }
}

extension JSONDecodingError {
    /// The error of a document.
    init(_ error: any Error, at place: ErrorPlace?, report: DecodingReport) {
        self.init(Problem(error, at: place), index: nil, report: report)
    }

    /// The error of a stream.
    ///
    /// - Parameters:
    ///   - place: the place of the offending byte, of the value that caused an element's error, or of the end of the
    ///     received bytes.
    ///   - path: the path of the element.
    init(_ error: any Error, at place: ErrorPlace, path: [any CodingKey] = [], index: Int? = nil) {
        let concernsDocument = index != nil || error is DecodingError
        self.init(
            Problem(error, at: place, path: path), index: index, isListed: concernsDocument, report: DecodingReport())
    }

    /// The error of a stream, at the offending byte or the end of the received bytes.
    init(_ error: any Error, at location: JSONLocation) { self.init(error, at: ErrorPlace(location: location)) }

    /// The error of a stream with the changes up to it.
    func adding(_ report: DecodingReport) -> JSONDecodingError {
        var error = self
        error.report = report
        return error
    }

    /// An error of reading a file.
    init(reading error: any Error) {
        self.init(Problem(error, at: nil), index: nil, isListed: false, report: DecodingReport())
    }

    /// The problems of a document, at least one.
    init(_ problems: [Problem], omittedCount: Int, report: DecodingReport) {
        (self.problems, first, self.omittedCount, self.report) = (problems, problems[0], omittedCount, report)
        index = nil
    }

    private init(_ problem: Problem, index: Int?, isListed: Bool = true, report: DecodingReport) {
        problems = isListed ? [problem] : []
        (first, omittedCount, self.index, self.report) = (problem, 0, index, report)
    }
}

extension JSONDecodingError.Problem {
    /// The problem that an error reports.
    ///
    /// - Parameter path: the path of an error that has none.
    init(_ error: any Error, at place: ErrorPlace?, path: [any CodingKey] = []) {
        let path = DecodingPath((error as? DecodingError)?.pathWithMissingKey ?? path)
        self.init(
            underlyingError: error, path: path, location: place?.location, documentPath: place?.documentPath ?? path)
    }
}

extension JSONDecodingError: CustomStringConvertible {
    /// One line for each problem: location, path and description. For a single problem, followed by its cause, if
    /// that says more.
    @_optimize(size)
    public var description: String {
        if problems.count < 2, omittedCount == 0 {
            let error = underlyingError as? DecodingError
            let cause = error?.context?.underlyingError.map { "\($0)" }
            return [first.description, cause == error?.message ? nil : cause].compactMap(\.self).joined(separator: "\n")
        }
        let lines = problems.map(\.description)
        return (omittedCount > 0 ? lines + ["and \(omittedCount) more"] : lines).joined(separator: "\n")
    }
}

extension JSONDecodingError.Problem: CustomStringConvertible {
    /// Location, path and description of the error.
    @_optimize(size)
    public var description: String {
        [location.map(\.description) ?? "", path.shortDescription, underlyingError.text].filter { !$0.isEmpty }
            .joined(separator: ": ")
    }
}
