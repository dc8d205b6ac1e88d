import Foundation
import PolicyJSON

/// A problem with an input, to be shown to a person or a machine.
struct InputProblem: Error, Hashable {
    /// The input's name for messages.
    let label: String
    /// What is wrong, for machines.
    let code: String
    /// What is wrong, in words.
    var message: String
    /// The location, if there is one.
    var location: JSONLocation?
    /// The line around the location, if it can be shown.
    var excerpt: Excerpt?

    struct Excerpt: Hashable {
        let text: String
        /// The number of characters of `text` before the location.
        let caretOffset: Int
    }

    /// `label:line:column: error: message`, and below it the excerpt with a caret.
    func text(_ style: Style) -> String {
        let source = location.map { "\(label):\($0)" } ?? label
        var lines = ["\(style(source + ":", .bold)) \(style("error:", .red)) \(message.onOneLine)"]
        if let excerpt {
            lines.append(excerpt.text)
            lines.append(String(repeating: " ", count: excerpt.caretOffset) + style("^", .green))
        }
        return lines.joined(separator: "\n")
    }
}

extension InputProblem {
    /// Bytes that are not JSON.
    ///
    /// - Parameter skipped: the number of bytes of the input before those that were parsed.
    init(_ error: JSONSyntaxError, in label: String, skipped: Int = 0) {
        self.init(label: label, code: error.code.name, message: error.message)
        location = JSONLocation(offset: error.offset + skipped, line: error.line, column: error.column)
        if !error.excerpt.isEmpty { excerpt = Excerpt(text: error.excerpt, caretOffset: error.caretOffset) }
    }

    /// JSON that does not decode, or a stream that ended early.
    init(_ error: JSONDecodingError, in label: String) {
        if let syntaxError = error.syntaxError {
            self.init(syntaxError, in: label)
        } else if let decodingError = error.underlyingError as? DecodingError {
            let code =
                switch decodingError {
                case .typeMismatch, .valueNotFound: "typeMismatch"
                case .dataCorrupted: "invalidValue"
                default: "notThere"
                }
            self.init(label: label, code: code, message: Self.message(of: decodingError))
            location = error.location
        } else {
            self = .unreadable(label, because: error.underlyingError)
        }
    }

    /// The message of a decoding error, preceded by its path.
    private static func message(of error: DecodingError) -> String {
        guard let context = error.context else { return "\(error)" }
        if case .keyNotFound(let key, _) = error {
            return "there is no value at \(DecodingPath(context.codingPath + [key]))"
        }
        let path = "\(DecodingPath(context.codingPath))"
        return (path.isEmpty ? "" : path + ": ") + context.debugDescription
    }

    /// An input that cannot be read.
    static func unreadable(_ label: String, because error: any Error) -> InputProblem {
        let cause = cause(of: error)
        var message = reason(cause)
        if cause.domain == NSPOSIXErrorDomain, cause.code == Int(EISDIR) { message += "; name the files in it" }
        return InputProblem(label: label, code: "unreadable", message: message)
    }

    /// Inputs that have no records together.
    static func noRecords(in inputs: [Input]) -> InputProblem {
        let labels = inputs.map(\.label).joined(separator: ", ")
        return InputProblem(label: labels, code: "noRecords", message: "there are no records")
    }

    /// An output that cannot be written.
    static func unwritable(_ label: String, because error: any Error) -> InputProblem {
        InputProblem(label: label, code: unwritable, message: reason(cause(of: error)))
    }

    /// Whether an output could not be written.
    var isOfOutput: Bool { code == Self.unwritable }

    private static let unwritable = "unwritable"

    private static func cause(of error: any Error) -> NSError {
        ((error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error) as NSError
    }

    private static func reason(_ cause: NSError) -> String {
        cause.localizedFailureReason ?? cause.localizedDescription
    }

    /// An input in an encoding that the command does not read.
    static func notUTF8(_ label: String) -> InputProblem {
        InputProblem(
            label: label, code: "unsupportedEncoding",
            message: "this looks like UTF-16 or UTF-32; only UTF-8 is checked (iconv converts it)")
    }
}
