import ArgumentParser
import Foundation
import PolicyJSON
import PolicyJSONData

/// `policyjson explain`: describes what a policy file does.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Describes in words what a policy file does, and which parts of it have no effect.",
        discussion: """
            Prints each rule of the file and what it does. Rules and scopes that cannot have an effect are printed as \
            warnings to standard error, as file:line:column; with --schema also rules that never apply to values of a JSON \
            Schema. Unknown rules, options and types are errors. Name the rules and \
            types that only your program defines with --rule and --type. With --json one object is printed: {"rules", \
            "warnings"}; a rule is {"rule", "explanation"}, a scope {"at" or "for", "rules"}, and a warning as of lint --json.

            The exit status is 0, 2 if the policy or the schema cannot be read or the output cannot be written, and 64 if the \
            command line is invalid.
            """
    )

    @OptionGroup var argument: PolicyArgument

    @Option(help: ArgumentHelp("The JSON Schema of the values that are decoded.", valueName: "file"))
    var schema: String?

    @OptionGroup var names: PolicyNames

    @Flag(help: "Print one JSON object, for machines.")
    var json = false

    func validate() throws {
        try Input.checkStandardInput(in: [argument.file, schema])
    }

    func run() throws {
        let input = Input(argument: argument.file)
        let (file, schema) = try InputProblem.printing { () -> (PolicyFile, JSONSchema?) in
            (try names.file(input), try self.schema.map { try JSONSchema(Input(argument: $0)) })
        }
        let explanation = PolicyExplanation(of: file)
        let warnings = PolicyWarnings(of: file, input.label, schema: schema)
        if json {
            let record = ExplanationRecord(rules: explanation.parts, warnings: warnings.records)
            return try StandardStream.output.print(try record.jsonLine)
        }
        try StandardStream.output.print(explanation.lines.joined(separator: "\n"))
        for warning in warnings.lines(Style(for: .error)) {
            try StandardStream.error.print(warning)
        }
    }
}

/// What `explain --json` prints.
private struct ExplanationRecord: Encodable {
    let rules: [PolicyExplanation.Part]
    let warnings: [PolicyWarnings.Record]
}

/// A policy file, as an argument or as the option that other commands have for it.
struct PolicyArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The policy file; - is standard input.", valueName: "file"))
    var policyFile: String?

    @Option(help: ArgumentHelp("The policy file, as in other commands.", valueName: "file"))
    var policy: String?

    /// The argument, once it has been validated.
    var file: String { policyFile ?? policy ?? Input.standardInputName }

    func validate() throws {
        if policyFile == nil, policy == nil { throw ValidationError("Name a policy file.") }
        if policyFile != nil, policy != nil { throw ValidationError("Name one policy file, not two.") }
    }
}

/// The names of rules and types that only the user's program defines.
struct PolicyNames: ParsableArguments {
    @Option(
        name: .customLong("rule"), parsing: .singleValue,
        help: ArgumentHelp("A rule of your program that the file may use. Can be repeated.", valueName: "name"))
    var rules: [String] = []

    @Option(
        name: .customLong("type"), parsing: .singleValue,
        help: ArgumentHelp("A type of your program that the file may use. Can be repeated.", valueName: "name"))
    var types: [String] = []

    /// Reads a policy file.
    func file(_ input: Input) throws(InputProblem) -> PolicyFile {
        var registry = PolicyRegistry()
        registry.registerUnknown(rules: rules, types: types)
        let data = try input.read()
        do throws(PolicyFileError) {
            return try PolicyFile(data, registry: registry)
        } catch {
            throw InputProblem(error, in: input.label)
        }
    }

    /// Reads the policy of a file, or prints why not and exits with the status 2.
    func policy(_ input: Input) throws -> DecodingPolicy {
        try InputProblem.printing { try file(input).policy }
    }
}

extension InputProblem {
    init(_ error: PolicyFileError, in label: String) {
        let path = "\(error.path)"
        self.init(
            label: label, code: error.code.description,
            message: path.isEmpty ? error.message : "\(path): \(error.message)")
        location = error.location
    }
}
