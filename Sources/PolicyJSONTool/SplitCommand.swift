import ArgumentParser
import Foundation
import PolicyJSON

/// `policyjson split`: elements of an array as lines.
struct SplitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "split",
        abstract: "Writes the elements at a path as lines (NDJSON).",
        discussion: """
            Each element goes to standard output as it stands in the document, on a line of its own: line ends in it, and \
            the white space behind them, are left out. Files may be of any size: they are read some at a time, and memory \
            does not grow with them.

            A path names members with dots and elements with brackets; * stands for any member, [*] for any element, ** \
            for any number of both: data.items, results[*].items. The elements of all arrays that it leads to come one \
            after the other. Without --at, the document itself is the array.

            What is wrong goes to standard error as file:line:column, behind the elements before it. The exit status is 0 if \
            the document was read to its end, 1 if not, and 64 if the command line makes no sense.
            """
    )

    @Option(
        help: ArgumentHelp("The path to the arrays.", valueName: "path"),
        transform: { try PathPattern($0) })
    var at: PathPattern = ""

    @Argument(help: ArgumentHelp("The file; - is standard input.", valueName: "file"))
    var file = Input.standardInputName

    func run() throws {
        let input = Input(argument: file)
        do {
            try split(input)
        } catch let problem as InputProblem {
            try StandardStream.error.print(problem.text(Style(for: .error)))
            throw ExitCode.failure
        }
    }

    private func split(_ input: Input) throws {
        let elements = try PolicyJSONDecoder().elements(of: JSONFragment.self, at: at, from: try input.open())
        let draw =
            StandardStream.error.isTerminal() && !StandardStream.output.isTerminal() ? StandardStream.error.draw : nil
        let clock = ContinuousClock()
        let begin = clock.now
        var bar = ProgressBar(label: input.label, total: input.fileSize)
        var lines = LineBuffer()
        defer { if let draw { bar.erase().map(draw) } }
        do {
            while let element = try elements.next() {
                lines.add(element.text)
                if !lines.isFull { continue }
                try StandardStream.output.write(lines.take())
                if let draw {
                    bar.update(done: elements.progress.bytes, seconds: (clock.now - begin) / .seconds(1)).map(draw)
                }
            }
        } catch let error as JSONStreamError {
            try StandardStream.output.write(lines.take())
            throw InputProblem(error, in: input.label)
        }
        try StandardStream.output.write(lines.take())
    }
}

/// Lines on their way to a file.
struct LineBuffer {
    private var bytes: [UInt8] = []

    var isFull: Bool { bytes.count >= 1 << 16 }

    /// Adds a JSON text as one line. Line ends cannot stand in strings, so they can be left out, and the white space behind
    /// them.
    mutating func add(_ text: String) {
        var isIndented = false
        for byte in text.utf8 {
            switch byte {
            case 0x0A, 0x0D: isIndented = true
            case 0x20 where isIndented, 0x09 where isIndented: break
            default:
                isIndented = false
                bytes.append(byte)
            }
        }
        bytes.append(0x0A)
    }

    /// What has gathered.
    mutating func take() -> Data {
        defer { bytes.removeAll(keepingCapacity: true) }
        return Data(bytes)
    }
}
