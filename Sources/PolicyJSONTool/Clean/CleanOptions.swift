import ArgumentParser
import Foundation
import PolicyJSON
import PolicyJSONData

/// The options of `policyjson clean` and of programs that clean records by models.
struct CleanOptions: ParsableArguments {
    /// What the options do, for the help of commands.
    static let discussion = """
        Records that cannot be repaired are rejected: written to --rejects, one JSON object per line with "record", "offset", \
        "line", "column", "path", "code", "message" and "raw". Each record of the input is in one of the two outputs. With \
        --report the counts are written to a file as JSON. Paths in the policy start at the record: items[*].price.

        Several files are cleaned one after another, to the first that cannot be read to its end. Rejected records then have \
        the "file", too; "record", "offset" and "line" are those in the file.

        With --one-in-one-out each line of the input, blank ones included, is answered immediately by exactly one line; a \
        rejected one by {"rejected": …}. With --rejects - rejected records are written to standard output in that form, in \
        order with the others, and with --report - the counts are the last line: {"report": …}.

        The exit status is 0, 1 if more records are rejected than --fail-above allows, 2 if the input, the policy or the schema \
        cannot be read or an output cannot be written, and 64 if the command line is invalid. Interrupted by a signal, it \
        leaves complete lines.
        """
    /// The argument for standard output.
    static let standardOutputName = "-"

    @Argument(help: ArgumentHelp("The files; - is standard input.", valueName: "file"))
    var files = [Input.standardInputName]

    @Option(
        help: ArgumentHelp(
            "The policy file. Default: that of the program; for policyjson, no rules.", valueName: "file"))
    var policy: String?

    @OptionGroup var names: PolicyNames

    @Option(help: "How the records are separated: document or lines. Default: recognized from the start of the input.")
    var format: InputFormat?

    @Option(
        help: ArgumentHelp(
            "The path to the arrays whose elements are the records: \"\" for the document.", valueName: "path"),
        transform: { try PathPattern($0) })
    var at: PathPattern?

    @Option(help: ArgumentHelp("Write rejected records to this file; - is standard output.", valueName: "file"))
    var rejects: String?

    @Option(help: ArgumentHelp("How many bytes of a rejected record are kept.", valueName: "bytes"))
    var rawLimit = 1 << 16

    @Option(help: ArgumentHelp("Write the counts to this file; - is standard output.", valueName: "file"))
    var report: String?

    @Option(help: ArgumentHelp("The share of rejected records that is not a failure: 1% or 0.01.", valueName: "share"))
    var failAbove = FractionArgument(fraction: 0)

    @Flag(help: "Answer each line by exactly one line.")
    var oneInOneOut = false

    @Flag(help: "With --one-in-one-out: a key and a tab precede each record, and its answer.")
    var keyed = false

    @Flag(help: "Write the clean records as an array.")
    var array = false

    @Flag(help: "Print the counts, or what is wrong, to standard error as one JSON object.")
    var json = false

    @Option(help: "How many threads decode. The order of the records is kept.")
    var threads = 1

    func validate() throws {
        try Input.checkStandardInput(in: files + [policy])
        if rawLimit < 0 { throw ValidationError("--raw-limit must not be negative.") }
        if !(1...1024).contains(threads) { throw ValidationError("--threads must be from 1 to 1024.") }
        let excluded: [(String, Bool, String, Bool)] = [
            ("--at", at != nil, "--format lines", format == .lines),
            ("--one-in-one-out", oneInOneOut, "--format document", format == .document),
            ("--one-in-one-out", oneInOneOut, "--array", array),
            ("--one-in-one-out", oneInOneOut, "--threads", threads > 1),
            ("--one-in-one-out", oneInOneOut, "--at", at != nil),
            ("--one-in-one-out", oneInOneOut, "--rejects", rejects != nil),
            ("--array", array, "--rejects -", rejects == Self.standardOutputName),
            ("--array", array, "--report -", report == Self.standardOutputName),
        ]
        for (option, isGiven, other, isOtherGiven) in excluded where isGiven && isOtherGiven {
            throw ValidationError("\(option) cannot be combined with \(other).")
        }
        if keyed, !oneInOneOut { throw ValidationError("--keyed needs --one-in-one-out.") }
    }

    /// Cleans the records, prints the counts and what ended the input early, and throws the exit status if it is not 0.
    ///
    /// - Parameters:
    ///   - others: files that are read besides those of the options.
    ///   - filter: makes the filter for the policy of the policy file, if there is one.
    func run<Record>(
        reading others: [String] = [], _ filter: (DecodingPolicy?) throws -> RecordFilter<Record>
    ) async throws {
        var summary = CleanSummary()
        do {
            let outputs =
                [Self.standardOutputName]
                + [rejects, report].compactMap { $0 }
                .filter { $0 != Self.standardOutputName }
            try DistinctFiles.check(outputs: outputs, inputs: files + [policy].compactMap { $0 } + others)
            let policy = try policy.map { try names.file(Input(argument: $0)).policy }
            try await clean(filter(policy), &summary)
        } catch let problem as InputProblem {
            summary.failure = problem
        } catch let invalid as InvalidPattern {
            // A pattern that is too long below the path of the records.
            summary.failure = InputProblem(
                label: policy?.onOneLine ?? "<policy>", code: "invalidPattern", message: invalid.description)
        }
        try print(summary)
        if summary.failure != nil { throw ExitCode.invalid }
        if failAbove.isExceeded(by: summary.rejected, of: summary.records) { throw ExitCode(1) }
    }

    /// Cleans the files, to the first that cannot be read to its end, and writes the report.
    private func clean<Record>(_ filter: RecordFilter<Record>, _ summary: inout CleanSummary) async throws {
        var filter = filter
        filter.rawLimit = rawLimit
        let output = try CleanOutput(rejects: oneInOneOut ? Self.standardOutputName : rejects, asArray: array)
        for file in files where summary.failure == nil {
            let input = Input(argument: file)
            output.fileName = files.count > 1 ? input.label : nil
            do {
                if oneInOneOut {
                    try output.answer(input, filter, isKeyed: keyed, &summary)
                } else {
                    try await output.clean(input, filter, format: format, at: at, threads: threads, &summary)
                }
            } catch let problem as InputProblem {
                summary.failure = problem
            }
        }
        try output.end()
        if report == Self.standardOutputName {
            try output.write(summary)
        } else if let report {
            try OutputFile(argument: report).write(try summary.jsonLine + "\n")
        }
    }

    /// Prints the counts for a person at a terminal, or as JSON, and what ended the input early.
    private func print(_ summary: CleanSummary) throws {
        let style = Style(for: .error)
        if json {
            try StandardStream.error.print(try summary.jsonLine)
        } else {
            if StandardStream.error.isTerminal(), !oneInOneOut {
                try StandardStream.error.print(summary.text.joined(separator: "\n"))
            }
            if let failure = summary.failure { try StandardStream.error.print(failure.text(style)) }
        }
    }
}
