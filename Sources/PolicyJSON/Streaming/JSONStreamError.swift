@_spi(Tape) public import JSONTape

/// Why a stream of elements ended early, and where. All elements before it have been delivered.
public struct JSONStreamError: Error {
    /// What happened: a `DecodingError` (of a document that is not JSON with a `JSONSyntaxError` as its own underlying
    /// error), what a model's `init(from:)` threw, or what the source of the bytes threw.
    public let underlyingError: any Error
    /// Where: the offending byte, or the value that an element's error is about, or the end of what the source gave.
    public let location: SourceLocation
    /// The position of the element that could not be decoded in its container; `nil` where it is not about an element.
    public let index: Int?

    /// What is wrong with the text, where that is what is wrong.
    public var syntaxError: JSONSyntaxError? {
        (underlyingError as? DecodingError)?.context?.underlyingError as? JSONSyntaxError
    }

    init(_ error: any Error, at location: SourceLocation, index: Int? = nil) {
        underlyingError = error
        self.location = location
        self.index = index
    }
}

extension JSONStreamError: CustomStringConvertible {
    /// Place, path and description of the error.
    public var description: String {
        let place = "\(location) (byte \(location.offset)): "
        guard let error = underlyingError as? DecodingError, let context = error.context else {
            return place + "\(underlyingError)"
        }
        if let syntaxError = context.underlyingError as? JSONSyntaxError {
            return place + context.debugDescription + "\n\(syntaxError)"
        }
        let path = "\(DecodingPath(context.codingPath))"
        return place + (path.isEmpty ? "" : path + ": ") + context.debugDescription
    }
}
