import ArgumentParser
import Foundation
import PolicyJSON
import PolicyJSONData

/// `policyjson learn`: the smallest policy under which samples decode.
struct LearnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "learn",
        abstract: "Learns from samples the smallest policy that repairs them.",
        discussion: """
            Decodes samples as a JSON Schema requires, and finds for those that fail the rules that accept the least, each in \
            the scope of its path. Rules that lose something (a default for a missing key, rounding) are only used for values \
            that no other rule repairs. A rule without which nothing more fails is left out. What decodes without a policy is \
            not changed by it. About a fifth of the samples are held back (--hold-back), and \
            only used to check the policy.

            The samples are the elements of an array, the lines of NDJSON, or documents. NDJSON is recognized if most lines \
            at the start are complete JSON texts. With --at the elements of the arrays at a path are the samples. Files are \
            read several times, in bounded memory; from standard input some failing samples of each kind are kept.

            The policy file is written to standard output, or to --output. Rules with their evidence, values that no rule \
            repairs, and values that can be read in contradicting ways are printed to standard error. With --json one object \
            is printed to standard output instead: {"policy", "rules": [{"rule", "scope", "loss", "count", "needed", \
            "example"}], "unrepaired", "conflicts", "learning", "heldBack", "changedCleanSamples", "isPartial"}.

            The exit status is 0, 1 if more samples fail under the policy than --allow allows or it changes samples that \
            decode without it, 2 if an input or the schema cannot be read, there are no samples or the output cannot be \
            written, and 64 if the command line is invalid.
            """
    )

    @Argument(help: ArgumentHelp("The files with samples; - is standard input.", valueName: "file"))
    var files = [Input.standardInputName]

    @Option(help: ArgumentHelp("The JSON Schema of a sample.", valueName: "file"))
    var schema: String

    @OptionGroup var source: ProfileSource

    @Option(help: ArgumentHelp("The share of the samples that may fail: 1% or 0.01.", valueName: "share"))
    var allow = FractionArgument(fraction: 0)

    @Option(help: ArgumentHelp("The share of the samples that is held back.", valueName: "share"))
    var holdBack = FractionArgument(fraction: 0.2)

    @Option(
        help: """
            What rules may lose: nothing (none), values (rounding, nil, defaults), or also elements of arrays that cannot \
            be decoded (elements).
            """)
    var loss = Loss.values

    @Option(help: ArgumentHelp("Write the policy to this file.", valueName: "file"))
    var output: String?

    @Flag(help: "Print one JSON object, for machines.")
    var json = false

    enum Loss: String, ExpressibleByArgument, CaseIterable {
        case none, values, elements

        var allowed: LearnedPolicy.Loss {
            switch self {
            case .none: .none
            case .values: .values
            case .elements: .elements
            }
        }
    }

    func validate() throws {
        try Input.checkStandardInput(in: files + [schema])
    }

    func run() throws {
        try InputProblem.printing {
            try DistinctFiles.check(files: [output], inputs: files + [schema])
            let learned = try learned()
            let policy = try learned.policy.json()
            if let output { try OutputFile(argument: output).write(policy) }
            if json {
                try StandardStream.output.print(try LearnedRecord(learned, policy).jsonLine)
            } else {
                try StandardStream.error.print(LearnedText(learned, Style(for: .error)).text)
                if output == nil { try StandardStream.output.print(String(policy.dropLast())) }
            }
            let counts = [learned.learning, learned.heldBack]
            let (samples, failing) = (counts.map(\.samples).reduce(0, +), counts.map(\.unrepaired).reduce(0, +))
            if allow.isExceeded(by: failing, of: samples) || learned.changedCleanSamples ?? 0 > 0 { throw ExitCode(1) }
        }
    }

    private func learned() throws -> LearnedPolicy {
        let schema = try JSONSchema(Input(argument: schema))
        let decoder = PolicyJSONDecoder(policy: .strict)
        decoder.dateDecodingStrategy = .iso8601
        var options = PolicyLearningOptions()
        options.allowedFailures = allow.fraction
        options.heldBack = holdBack.fraction
        options.allowedLoss = loss.allowed
        let inputs = files.map(Input.init(argument:))
        let reader = SampleReader(
            inputs: inputs, format: source.format?.recordFormat ?? .recognized, path: source.at,
            schema: schema, decoder: decoder)
        var run = LearningRun(reader.reader, SampleDecoder(schema, decoder), options)
        let learned = try run.learned()
        if learned.learning.samples + learned.heldBack.samples == 0 { throw InputProblem.noRecords(in: inputs) }
        return learned
    }
}
