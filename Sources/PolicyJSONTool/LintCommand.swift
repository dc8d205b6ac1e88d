import ArgumentParser
import PolicyJSON
import PolicyJSONData

/// `policyjson lint`: the parts of a policy file that have no effect.
struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Finds the parts of a policy file that have no effect.",
        discussion: """
            Prints rules that never answer, scopes that are empty or exclude each other, and aliases that are listed twice, as \
            file:line:column. With --schema also rules that can never apply to values of a JSON Schema: in scopes whose path \
            it does not have, or for values that do not occur there. With --json one object per line is printed: {"code", \
            "rule", "message", "file", "line", "column"}. Name the rules and types that only your program defines with --rule \
            and --type.

            The exit status is 0 if nothing is found, 1 if something is, 2 if the policy or the schema cannot be read or \
            the output cannot be written, and 64 if the command line is invalid.
            """
    )

    @OptionGroup var argument: PolicyArgument

    @Option(help: ArgumentHelp("The JSON Schema of the values that are decoded.", valueName: "file"))
    var schema: String?

    @OptionGroup var names: PolicyNames

    @Flag(help: "Print one JSON object per line, for machines.")
    var json = false

    func validate() throws {
        try Input.checkStandardInput(in: [argument.file, schema])
    }

    func run() throws {
        try InputProblem.printing {
            let input = Input(argument: argument.file)
            let file = try names.file(input)
            let schema = try schema.map { try JSONSchema(Input(argument: $0)) }
            let warnings = PolicyWarnings(of: file, input.label, schema: schema)
            let lines = json ? try warnings.records.map { try $0.jsonLine } : warnings.lines(Style(for: .output))
            for line in lines { try StandardStream.output.print(line) }
            if !warnings.isEmpty { throw ExitCode(1) }
        }
    }
}
