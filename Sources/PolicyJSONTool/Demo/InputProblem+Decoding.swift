import PolicyJSON

extension InputProblem {
    /// JSON that does not decode, or bytes that are not JSON.
    init(decoding error: JSONDecodingError, in label: String) {
        guard let cause = error.underlyingError as? DecodingError else {
            self.init(label: label, code: "decodingFailed", message: String(describing: error.underlyingError))
            return
        }
        let (code, context) = cause.parts
        if let syntax = context.underlyingError as? JSONSyntaxError {
            self.init(syntax, in: label)
            return
        }
        let path = DecodingPath(context.codingPath)
        self.init(
            label: label,
            code: code,
            message: path.steps.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)",
            location: error.location
        )
    }
}

extension DecodingError {
    /// The case's name and its context.
    fileprivate var parts: (code: String, context: Context) {
        switch self {
        case .typeMismatch(_, let context): ("typeMismatch", context)
        case .valueNotFound(_, let context): ("valueNotFound", context)
        case .keyNotFound(_, let context): ("keyNotFound", context)
        case .dataCorrupted(let context): ("dataCorrupted", context)
        @unknown default: ("decodingFailed", Context(codingPath: [], debugDescription: String(describing: self)))
        }
    }
}
