import Foundation
import PolicyJSONData

/// The output of `split`: lines to standard output, and a progress bar to standard error if only that is a terminal.
final class SplitOutput {
    /// `nil` if the lines are written to a terminal, where a bar would be between them.
    private let progress: InputProgress?
    private var lines = LineBuffer()
    /// Why nothing more can be written.
    private(set) var failure: InputProblem?

    init(_ input: Input) {
        progress = StandardStream.output.isTerminal() ? nil : InputProgress(input)
    }

    /// Adds a JSON text as one line, which is written later.
    func add(_ text: String) throws {
        lines.add(text)
        if lines.isFull { try flush() }
    }

    /// Writes the buffered lines before more bytes are read, which may take long.
    func catchUp(read bytes: Int) throws {
        try flush()
        progress?.draw(bytes)
    }

    func flush() throws {
        do {
            try StandardStream.output.write(lines.take())
        } catch {
            let problem = InputProblem.unwritable("<stdout>", because: error)
            failure = problem
            throw problem
        }
    }

    func eraseBar() { progress?.erase() }
}

/// A buffer of lines for a file.
struct LineBuffer {
    private var bytes: [UInt8] = []

    var isFull: Bool { bytes.count >= 1 << 16 }

    /// Adds a JSON text as one line.
    mutating func add(_ text: String) {
        bytes.append(unindented: text)
        bytes.append(0x0A)
    }

    /// Takes the buffered lines.
    mutating func take() -> Data {
        defer { bytes.removeAll(keepingCapacity: true) }
        return Data(bytes)
    }
}
