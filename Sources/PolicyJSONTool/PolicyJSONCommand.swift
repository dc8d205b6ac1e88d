import ArgumentParser

/// The tool itself: everything is done by its subcommands.
@main
struct PolicyJSONCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policyjson",
        abstract: "Checks and splits JSON, and shows what decoding under a policy does.",
        subcommands: [CheckCommand.self, SplitCommand.self, DemoCommand.self, ExplainCommand.self]
    )
}
