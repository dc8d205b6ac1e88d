@_spi(Tape) public import JSONTape

/// The error that ended a stream of elements, and its location. All elements that precede it have been delivered.
public struct JSONStreamError: Error {
    /// The cause: a `DecodingError` (with a `JSONSyntaxError` as its underlying error if the document is not JSON), the
    /// error that a model's `init(from:)` threw, or the error that the source of the bytes threw.
    public let underlyingError: any Error
    /// The location of the offending byte, of the value that caused an element's error, or of the end of the received
    /// bytes.
    public let location: JSONLocation
    /// The index in its container of the element that could not be decoded; `nil` if the error does not concern an
    /// element.
    public let index: Int?

    /// The syntax error, if that is the cause.
    public var syntaxError: JSONSyntaxError? {
        (underlyingError as? DecodingError)?.syntaxError
    }

    init(_ error: any Error, at location: JSONLocation, index: Int? = nil) {
        underlyingError = error
        self.location = location
        self.index = index
    }
}

extension JSONStreamError: CustomStringConvertible {
    /// Location, path and description of the error.
    public var description: String {
        let place = "\(location) (byte \(location.offset)): "
        guard let error = underlyingError as? DecodingError, let context = error.context else {
            return place + "\(underlyingError)"
        }
        if let syntaxError {
            return place + error.message + "\n\(syntaxError)"
        }
        let path = "\(DecodingPath(context.codingPath))"
        return place + (path.isEmpty ? "" : path + ": ") + error.message
    }
}
