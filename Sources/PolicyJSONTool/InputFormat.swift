import ArgumentParser
import PolicyJSON

/// How the JSON texts of an input are separated.
enum InputFormat: String, ExpressibleByArgument, CaseIterable {
    /// One JSON text.
    case document
    /// A JSON text on each line (NDJSON).
    case lines
}

extension InputProblem {
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
