import ArgumentParser
import Foundation
import PolicyJSON
import PolicyJSONData

/// `policyjson clean`: records in, clean records out.
struct CleanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clean",
        abstract: "Repairs records under a policy, and writes them as lines.",
        discussion: """
            Reads the lines of NDJSON, the elements of an array (--at for one inside the document), or a single object, and \
            writes each record as one line, in order: \
            what is not as the schema requires is repaired under the policy, the rest is unchanged, to the digit. Records \
            that cannot be repaired are rejected: written to --rejects, one JSON object per line with "record", "offset", \
            "line", "column", "path", "code", "message" and "raw". Each record of the input is in one of the two outputs.

            Paths in the policy start at the record: items[*].price. The schema is JSON Schema (2020-12). Keywords that are not supported are rejected. Without a schema only records \
            that are not JSON are rejected. Dates are RFC 3339 strings.

            With --one-in-one-out each line of the input, blank ones included, is answered immediately by exactly one line; a \
            rejected one by {"rejected": …}. With --report the counts are written to a file as JSON.

            The exit status is 0, 1 if more records are rejected than --fail-above allows, 2 if the input or the schema cannot \
            be read or an output cannot be written, and 64 if the command line is invalid.
            """
    )

    @Argument(help: ArgumentHelp("The file; - is standard input.", valueName: "file"))
    var file = Input.standardInputName

    @Option(help: ArgumentHelp("The policy file. Without one, nothing is repaired.", valueName: "file"))
    var policy: String?

    @OptionGroup var names: PolicyNames

    @Option(help: ArgumentHelp("The JSON Schema of a record.", valueName: "file"))
    var schema: String?

    @Option(help: "How the records are separated: document or lines. Default: recognized from the start of the input.")
    var format: InputFormat?

    @Option(
        help: ArgumentHelp(
            "The path to the arrays whose elements are the records: \"\" for the document.", valueName: "path"),
        transform: { try PathPattern($0) })
    var at: PathPattern?

    @Option(help: ArgumentHelp("Write rejected records to this file.", valueName: "file"))
    var rejects: String?

    @Option(help: ArgumentHelp("How many bytes of a rejected record are kept.", valueName: "bytes"))
    var rawLimit = 1 << 16

    @Option(help: ArgumentHelp("Write the counts to this file.", valueName: "file"))
    var report: String?

    @Option(help: ArgumentHelp("The share of rejected records that is no failure: 1% or 0.01.", valueName: "share"))
    var failAbove = Share(fraction: 0)

    @Flag(help: "Answer each line by exactly one line.")
    var oneInOneOut = false

    @Flag(help: "Write the clean records as an array.")
    var array = false

    @Option(help: "How many threads decode. The order of the records is kept.")
    var threads = 1

    func validate() throws {
        if rawLimit < 0 { throw ValidationError("--raw-limit must not be negative.") }
        if !(1...1024).contains(threads) { throw ValidationError("--threads must be from 1 to 1024.") }
        if at != nil, format == .lines { throw ValidationError("--at cannot be combined with --format lines.") }
        if oneInOneOut, format == .document {
            throw ValidationError("--one-in-one-out cannot be combined with --format document.")
        }
        if oneInOneOut, array { throw ValidationError("--one-in-one-out cannot be combined with --array.") }
        if oneInOneOut, threads > 1 { throw ValidationError("--one-in-one-out cannot be combined with --threads.") }
        if oneInOneOut, at != nil { throw ValidationError("--one-in-one-out cannot be combined with --at.") }
        if oneInOneOut, rejects != nil { throw ValidationError("--one-in-one-out cannot be combined with --rejects.") }
    }

    func run() async throws {
        do {
            let summary = try await cleaned()
            if let failure = summary.failure {
                try StandardStream.error.print(failure.text(Style(for: .error)))
                throw ExitCode(2)
            }
            let allowed = failAbove.fraction * Double(summary.records)
            if Double(summary.rejected) > allowed { throw ExitCode(1) }
        } catch let problem as InputProblem {
            try StandardStream.error.print(problem.text(Style(for: .error)))
            throw ExitCode(2)
        }
    }

    private func cleaned() async throws -> CleanSummary {
        let decoder = PolicyJSONDecoder(policy: try policy.map { try names.policy(Input(argument: $0)) } ?? .strict)
        decoder.dateDecodingStrategy = .iso8601
        decoder.reportLimit = 0
        var filter = RecordFilter(schema: try schema.map { try JSONSchema(Input(argument: $0)) }, decoder: decoder)
        filter.rawLimit = rawLimit
        let input = Input(argument: file)
        let output = try CleanOutput(input, rejects: rejects, asArray: array)
        let summary: CleanSummary
        if oneInOneOut {
            summary = try output.answer(filter)
        } else {
            var chunks = try CleanChunks(input)
            filter.format = try at.map { .elements(at: $0) } ?? chunks.format(format)
            summary = try await output.clean(
                chunks, filter, recordPath: (at.map { "\($0)" } ?? "") + "[*]", threads: threads)
        }
        if let report { try OutputFile(argument: report).write(try summary.line + "\n") }
        return summary
    }
}

extension JSONSchema {
    /// Reads a schema.
    init(_ input: Input) throws(InputProblem) {
        let data = try input.read()
        do throws(JSONSchemaError) {
            try self.init(data)
        } catch {
            var problem = InputProblem(label: input.label, code: "schema", message: error.message)
            problem.location = error.location
            throw problem
        }
    }
}
