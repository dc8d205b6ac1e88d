import ArgumentParser
import Foundation
import PolicyJSON

/// `policyjson split`: elements of an array as lines.
struct SplitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "split",
        abstract: "Writes the elements at a path as lines (NDJSON).",
        discussion: """
            Prints each element verbatim to standard output, on a separate line: line ends in it, and the white space that \
            follows them, are omitted. Files may have any size: they are read in chunks, and memory does not grow with them.

            A path names members with dots and elements with brackets; * matches any member, [*] any element, ** any \
            number of both: data.items, results[*].items. The elements of all matching arrays are printed one after the \
            other. Without --at, the document itself is the array. With --format lines, the JSON text on each line is printed, \
            without blank lines.

            An error is printed to standard error as file:line:column, after the elements that precede it. The exit status is \
            0 if the document was read to its end, 1 if not, 2 if the output cannot be written, and 64 if the command line is \
            invalid.
            """
    )

    @Option(
        help: ArgumentHelp("The path to the arrays.", valueName: "path"),
        transform: { try PathPattern($0) })
    var at: PathPattern = ""

    @Option(help: "The form of the input: document, or lines for one JSON text on each line (NDJSON).")
    var format = InputFormat.document

    @Argument(help: ArgumentHelp("The file; - is standard input.", valueName: "file"))
    var file = Input.standardInputName

    func validate() throws {
        if format == .lines, at != "" { throw ValidationError("--at cannot be combined with --format lines.") }
    }

    func run() throws {
        try InputProblem.printing {
            try DistinctFiles.check(outputs: [CleanOptions.standardOutputName], inputs: [file])
        }
        try InputProblem.printing(exit: .failure) { try split(Input(argument: file)) }
    }

    private func split(_ input: Input) throws {
        let output = SplitOutput(input)
        defer { output.eraseBar() }
        let source = ObservedChunks(chunks: try Chunks(input), beforeReading: output.catchUp)
        do {
            let decoder = PolicyJSONDecoder()
            let elements =
                switch format {
                case .document: try decoder.elements(of: RawJSON.self, at: at, from: source)
                case .lines: try decoder.elements(of: RawJSON.self, in: .lines, from: source)
                }
            while let element = try elements.next() { try output.add(element.text) }
        } catch let error as JSONDecodingError {
            // The elements that precede an error have been written by then, unless writing failed.
            if let failure = output.failure { throw failure }
            try output.flush()
            let problem = error.underlyingError as? InputProblem ?? InputProblem(error, in: input.label)
            throw format == .document ? problem.hinting(after: error, at: at) : problem
        }
        try output.flush()
    }
}
