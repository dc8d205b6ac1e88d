import ArgumentParser
import PolicyJSON

/// `policyjson check`: reports for each file whether it is JSON.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks whether files are JSON (RFC 8259), and shows errors with their locations.",
        discussion: """
            Prints a line for each valid file: bytes, values, nesting depth, duplicate keys and speed. Errors in the others \
            are printed to standard error as file:line:column, with the line and a caret below the location. Files may \
            have any size: they are read as UTF-8 in chunks, and memory does not grow with them. Up to 16 MB are used to \
            store member names; if that is not enough, the count of duplicate keys is printed as "at least", and --json \
            prints "hasComparedAllKeys": false. A byte order mark is skipped: offsets count it, columns do not. Lines and \
            columns count from 1, columns in bytes. Without a file, standard input is checked.

            With --at, the path must lead to arrays, as in split. The line about a valid file then has the number of their elements, \
            and --json has "elements" in place of "values", "depth" and "duplicateKeys".

            With --format lines, each line must be a JSON text (NDJSON); blank lines are ignored. The line about a valid file \
            has the number of texts, and --json has "texts" in place of "values", "depth" and "duplicateKeys".

            With --json, one JSON object per line is printed to standard output for each file, valid or not, and nothing to \
            standard error: {"file", "valid": true, "bytes", "values", "depth", "duplicateKeys", "megabytesPerSecond"} or \
            {"file", "valid": false, "error": {"code", "message", "offset", "line", "column", "excerpt"}}; a file that \
            cannot be read has an error without a location.

            The exit status is 0 if all files are valid, 1 if not, 2 if the output cannot be written, and 64 if the command line \
            is invalid.
            """
    )

    @Argument(help: ArgumentHelp("The files; - is standard input.", valueName: "file"))
    var files = [Input.standardInputName]

    @Option(
        help: ArgumentHelp("The path to the arrays whose elements are counted.", valueName: "path"),
        transform: { try PathPattern($0) })
    var at: PathPattern?

    @Option(help: "The form of the files: document, or lines for one JSON text on each line (NDJSON).")
    var format = InputFormat.document

    @Flag(help: "Print one JSON object per line, for machines.")
    var json = false

    func validate() throws {
        try Input.checkStandardInput(in: files)
        if format == .lines, at != nil { throw ValidationError("--at cannot be combined with --format lines.") }
    }

    func run() throws {
        let inputs = files.map(Input.init(argument:))
        let lines = CheckLines(inputs: inputs, errorStyle: Style(for: .error))
        var areAllValid = true
        for input in inputs {
            let check = FileCheck(of: input, format, at: at)
            if case .failure = check.outcome { areAllValid = false }
            if json {
                try StandardStream.output.print(try CheckRecord(check).jsonLine)
            } else {
                switch check.outcome {
                case .success(let document): try StandardStream.output.print(lines.line(for: document, of: input))
                case .failure(let problem): try StandardStream.error.print(problem.text(lines.errorStyle))
                }
            }
        }
        if !areAllValid { throw ExitCode.failure }
    }
}
