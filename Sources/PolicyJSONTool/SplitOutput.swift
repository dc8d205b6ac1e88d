import Foundation
import PolicyJSONData

/// The output of `split`: lines to standard output, and a progress bar to standard error if only that is a terminal.
final class SplitOutput {
    private let draw: ((String) -> Void)?
    private let begin = ContinuousClock.now
    private var bar: ProgressBar
    private var lines = LineBuffer()
    /// Why nothing more can be written.
    private(set) var failure: InputProblem?

    init(_ input: Input) {
        let draws = StandardStream.error.isTerminal() && !StandardStream.output.isTerminal()
        draw = draws ? { StandardStream.error.draw($0) } : nil
        bar = ProgressBar(label: input.label, total: draws ? input.fileSize : nil)
    }

    /// Adds a JSON text as one line, which is written later.
    func add(_ text: String) throws {
        lines.add(text)
        if lines.isFull { try flush() }
    }

    /// Writes the buffered lines before more bytes are read, which may take long.
    func catchUp(read bytes: Int) throws {
        try flush()
        if let draw { bar.update(done: bytes, seconds: (ContinuousClock.now - begin) / .seconds(1)).map(draw) }
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

    func eraseBar() {
        if let draw { bar.erase().map(draw) }
    }
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
