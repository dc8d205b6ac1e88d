import ArgumentParser
import Foundation
import PolicyJSON
import PolicyJSONData

/// `policyjson models`: Swift models for JSON.
struct ModelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "Writes Swift models for JSON, and the policy with which they decode it.",
        discussion: """
            Prints structures that are Codable, Sendable and Hashable: optional where a member is missing or null, Int, Double \
            or Decimal, Date, enumerations with a case for unknown strings, dictionaries for objects whose keys are data, \
            and one type for objects with similar members, also if they contain each other. The comment at the top shows how \
            to decode.

            Where a few values are of another kind ("1" among numbers, an empty string among dates), the models have the main \
            type, and rules of a policy repair the others. --policy writes that policy to a file; without it the rules are in \
            the comment.

            The records are the elements of an array, the lines of NDJSON, or the documents, as with profile. Files may have \
            any size; memory does not grow with them. Saved profiles (policyjson profile --json) can be arguments.

            With --json one object is printed: {"source", "policy", "records", "invalidRecords", "findings"}; each finding is a \
            line that is not JSON: {"file", "line", "column", "message"}. --policy and --output write their files as well.

            The exit status is 0, 1 if there are lines that are not JSON (the models are for the others), 2 if an input cannot be \
            read to its end or has no records or the output cannot be written, and 64 if the command line is invalid.
            """
    )

    @Argument(help: ArgumentHelp("The files, or saved profiles; - is standard input.", valueName: "samples"))
    var files = [Input.standardInputName]

    @OptionGroup var source: ProfileSource

    @Option(help: ArgumentHelp("The name of the type of the records.", valueName: "type"))
    var name = "Root"

    @Option(help: ArgumentHelp("Write the models to this file.", valueName: "file"))
    var output: String?

    @Option(help: ArgumentHelp("Write the policy that the samples need to this file.", valueName: "file"))
    var policy: String?

    @Flag(help: "Print one JSON object, for machines.")
    var json = false

    func validate() throws {
        try Input.checkStandardInput(in: files)
        guard SwiftModels.isName(name) else {
            throw ValidationError("'\(name.onOneLine)' cannot be the name of a type of the models.")
        }
    }

    func run() throws {
        try InputProblem.printing {
            try DistinctFiles.check(files: [output, policy], inputs: files)
        }
        var profile = JSONProfile()
        var problems: [InputProblem] = []
        for file in files {
            let reading = source.reading(of: file)
            profile.merge(reading.profile)
            if let problem = reading.problem { problems.append(problem) }
        }
        if problems.isEmpty, profile.records == profile.invalidRecords {
            problems.append(.noRecords(in: files.map(Input.init(argument:))))
        }
        for problem in problems { try problem.print() }
        for invalid in profile.invalidExamples where !json {
            let line = "\(ProfileText.location(of: invalid)): not JSON: \(invalid.text.onOneLine)"
            try StandardStream.error.print(line)
        }
        if !problems.isEmpty { throw ExitCode.invalid }
        let models = SwiftModels(for: profile, named: name)
        if let policy { try write(try models.policy.json(), to: policy) }
        let source = models.source(policyFile: policy)
        if let output { try write(source, to: output) }
        if json {
            let record = try ModelsRecord(profile, source: source, policy: models.policy.json())
            try StandardStream.output.print(try record.jsonLine)
        } else if output == nil {
            try StandardStream.output.print(String(source.dropLast()))
        }
        if profile.invalidRecords > 0 { throw ExitCode(1) }
    }

    private func write(_ text: String, to file: String) throws {
        try InputProblem.printing { try OutputFile(argument: file).write(text) }
    }
}
