import ArgumentParser
import Foundation
import PolicyJSON
import PolicyJSONData

/// `policyjson drift`: what changed between two inputs.
struct DriftCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drift",
        abstract: "Shows how later JSON differs from earlier JSON.",
        discussion: """
            Compares two files, or saved profiles (policyjson profile --json): new and vanished paths and kinds of values, \
            shares of null, missing members and kinds that differ by more than --rate, new values of enumerations, new forms of \
            strings, and ranges of numbers. With --json one object per line is printed: {"code", "path", "message", \
            "examples"}.

            With --policy, each difference lists the rules of a policy file that are consulted about such values ("rules" with \
            --json). Whether they repair them depends on the types that your models request. Name the rules and types that \
            only your program defines with --rule and --type.

            The exit status is 0 if nothing differs, 1 if something does, 2 if an input cannot be read to its end or \
            the output cannot be written, and 64 if the command line is invalid.
            """
    )

    @Argument(help: ArgumentHelp("The earlier file, or a saved profile.", valueName: "old"))
    var old: String

    @Argument(help: ArgumentHelp("The later file, or a saved profile.", valueName: "new"))
    var new: String

    @OptionGroup var source: ProfileSource

    @Option(help: ArgumentHelp("By how much a share must differ: 5% or 0.05.", valueName: "share"))
    var rate = FractionArgument(fraction: 0.05)

    @Option(help: ArgumentHelp("A policy file whose rules are listed.", valueName: "file"))
    var policy: String?

    @OptionGroup var names: PolicyNames

    @Flag(help: "Print one JSON object per line, for machines.")
    var json = false

    func validate() throws {
        try Input.checkStandardInput(in: [old, new, policy])
    }

    func run() throws {
        let readings = [old, new].map(source.reading)
        for reading in readings { try reading.problem?.print() }
        if readings.contains(where: { $0.problem != nil }) { throw ExitCode.invalid }
        let policy = try self.policy.map { try names.policy(Input(argument: $0)) }
        let drift = ProfileDrift(from: readings[0].profile, to: readings[1].profile, rate: rate.fraction)
        for change in drift.changes {
            let rules = policy.map { change.rules(of: $0).map(\.description) }
            let record = DriftRecord(change: change, rules: rules)
            try StandardStream.output.print(json ? try record.jsonLine : text(record))
        }
        if !drift.changes.isEmpty { throw ExitCode(1) }
        if !json { try StandardStream.output.print("Nothing differs.") }
    }

    private func text(_ record: DriftRecord) -> String {
        let change = record.change
        let style = Style(for: .output)
        let path = change.path.isEmpty ? "(record)" : change.path.onOneLine
        let examples = change.examples.map {
            "\n    \(ProfileText.location(of: $0)) \($0.text.onOneLine)"
        }
        let rules = record.rules.map { rules in
            "\n    " + (rules.isEmpty ? "no rule" : "consulted: \(rules.joined(separator: ", ").onOneLine)")
        }
        return "\(style(path, .cyan)): \(change.message.onOneLine)\(examples.joined())\(rules ?? "")"
    }
}

/// A fraction on the command line: a percentage, or a number from 0 to 1.
struct FractionArgument: ExpressibleByArgument {
    let fraction: Double

    init(fraction: Double) { self.fraction = fraction }

    init?(argument: String) {
        // Divided by 100, the number would be rounded twice.
        let number = argument.hasSuffix("%") ? argument.dropLast() + "e-2" : argument
        guard let fraction = Double(number), (0...1).contains(fraction) else { return nil }
        self.fraction = fraction
    }

    /// Whether a number of records is a larger fraction of all.
    func isExceeded(by count: Int, of total: Int) -> Bool {
        // A quotient is rounded as the fraction is: 29 of 100 are 29%.
        Double(count) / Double(total) > fraction
    }

    var defaultValueDescription: String { "\(rounded(fraction * 100))%" }
}

/// A difference with the rules that are consulted about it.
private struct DriftRecord: Encodable {
    let change: ProfileDrift.Change
    /// `nil` without a policy.
    let rules: [String]?

    private enum CodingKeys: String, CodingKey { case rules }

    func encode(to encoder: any Encoder) throws {
        try change.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(rules, forKey: .rules)
    }
}
