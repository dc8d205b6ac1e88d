import ArgumentParser

/// `policyjson check`: says of each file whether it is JSON.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Says whether files are JSON (RFC 8259), and what is wrong where.",
        discussion: """
            Prints a line for each valid file: bytes, values, depth of nesting, duplicate keys and speed. What is wrong \
            with the others goes to standard error as file:line:column, with the line and a caret under the place. \
            Files may be of any size: they are read \
            as UTF-8, some at a time, and memory does not grow with them. To remember names of members there are 16 MB; \
            where these do not do, the count of duplicate keys is "at least", and --json says "hasComparedAllKeys": false. A byte order mark is skipped: offsets count it, columns do not. Lines and columns \
            count from 1, columns in bytes.

            With --json, standard output gets one JSON object a line for each file, valid or not, and standard error \
            nothing: {"file", "valid": true, "bytes", "values", "depth", "duplicateKeys", "megabytesPerSecond"} or \
            {"file", "valid": false, "error": {"code", "message", "offset", "line", "column", "excerpt"}}; a file that \
            cannot be read has an error without a place.

            The exit status is 0 if all files are valid, 1 if not, and 64 if the command line makes no sense.
            """
    )

    @Argument(help: ArgumentHelp("The files; - is standard input.", valueName: "file"))
    var files: [String]

    @Flag(help: "Print one JSON object a line, for machines.")
    var json = false

    func validate() throws {
        if files.count(where: { $0 == Input.standardInputName }) > 1 {
            throw ValidationError("Standard input can be read only once.")
        }
    }

    func run() throws {
        let inputs = files.map(Input.init(argument:))
        let lines = CheckLines(inputs: inputs, errorStyle: Style(for: .error))
        var areAllValid = true
        for input in inputs {
            let check = FileCheck(of: input)
            if case .failure = check.outcome { areAllValid = false }
            if json {
                try StandardStream.output.print(try CheckRecord(check).line)
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
