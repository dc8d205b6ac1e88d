import ArgumentParser

/// The command line tool. Its subcommands do all the work.
@main
struct PolicyJSONCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policyjson",
        abstract: "Checks and splits JSON, and shows the effect of decoding under a policy.",
        subcommands: [CheckCommand.self, SplitCommand.self, DemoCommand.self, ExplainCommand.self]
    )
}
