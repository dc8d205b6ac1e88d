import ArgumentParser
import PolicyJSON
import PolicyJSONData

/// How the JSON texts of an input are separated.
enum InputFormat: String, ExpressibleByArgument, CaseIterable {
    /// One JSON text.
    case document
    /// A JSON text on each line (NDJSON).
    case lines

    var recordFormat: RecordFormat { self == .document ? .document : .lines }
}

extension InputProblem {
    /// The same problem with elements of a document, with the hint that applies.
    func hinting(after error: JSONDecodingError, at path: PathPattern) -> InputProblem {
        error.syntaxError.map(hinting) ?? hinting(atFormOf: error, at: path)
    }

    /// The same problem; if the document should be an array and is not, with a hint at what else it may be.
    private func hinting(atFormOf error: JSONDecodingError, at path: PathPattern) -> InputProblem {
        guard path == "", error.path.steps.isEmpty, case .typeMismatch = error.underlyingError as? DecodingError else {
            return self
        }
        var problem = self
        if problem.message.hasSuffix(".") { problem.message.removeLast() }
        problem.message += "; for an array inside it use --at, for one JSON text on each line --format lines"
        return problem
    }

    /// The same problem; if a second JSON text on another line is the cause, with a hint that the input may be NDJSON.
    func hinting(atLinesAfter error: JSONSyntaxError) -> InputProblem {
        guard error.code == .unexpectedToken, error.expected == "the end of the document", error.column == 1,
            error.line > 1
        else { return self }
        var problem = self
        problem.message += "; for one JSON text on each line use --format lines"
        return problem
    }
}
