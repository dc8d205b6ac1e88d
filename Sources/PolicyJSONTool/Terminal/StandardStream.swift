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
    func print(_ text: String) throws {
        try handle.write(contentsOf: Data((text + "\n").utf8))
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
