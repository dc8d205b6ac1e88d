import ArgumentParser
import Foundation

/// Standard output or standard error.
enum StandardStream {
    case output, error

    private var handle: FileHandle {
        switch self {
        case .output: .standardOutput
        case .error: .standardError
        }
    }

    /// Whether the stream is a terminal that supports escape sequences.
    func isTerminal(in environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
        environment["TERM"] != "dumb" && isatty(handle.fileDescriptor) == 1
    }

    /// Writes the text and a line feed immediately, so that the order of the two streams is kept.
    ///
    /// - Throws: the exit status 2 if standard output cannot be written, which is then said on standard error.
    func print(_ text: String) throws {
        let line = Data((text + "\n").utf8)
        if self == .error { return try write(line) }
        do {
            try write(line)
        } catch {
            let problem = InputProblem.unwritable("<stdout>", because: error)
            Self.error.draw(problem.text(Style(for: .error)) + "\n")
            throw ExitCode.invalid
        }
    }

    /// Writes bytes.
    func write(_ data: Data) throws {
        if !data.isEmpty { try handle.write(contentsOf: data) }
    }

    /// Writes optional output, and ignores errors.
    func draw(_ text: String) {
        try? handle.write(contentsOf: Data(text.utf8))
    }
}
