import Foundation
import PolicyJSON

/// A file that a command writes as a whole.
struct OutputFile {
    /// The argument, as on the command line.
    let argument: String

    func write(_ text: String) throws(InputProblem) {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: argument))
        } catch {
            throw .unwritable(argument.onOneLine, because: error)
        }
    }
}
