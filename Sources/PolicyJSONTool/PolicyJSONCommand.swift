package import ArgumentParser
import PolicyJSON

/// The command line tool. Its subcommands do all the work.
package struct PolicyJSONCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "policyjson",
        abstract: "Checks, splits and profiles JSON, writes Swift models for it, and shows the effect of policies.",
        version: "0.1.0",
        subcommands: [
            CheckCommand.self, SplitCommand.self, ProfileCommand.self, DriftCommand.self, ModelsCommand.self,
            LearnCommand.self, CleanCommand.self, LintCommand.self, ExplainCommand.self, DemoCommand.self,
        ]
    )

    package init() {}

    package static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        for name in arguments.first == "help" ? arguments.dropFirst() : arguments.prefix(1) {
            if let problem = Self.problem(ofSubcommand: name) { exit(withError: ValidationError(problem)) }
        }
        await main(nil)
    }

    /// What is wrong with an argument that names a subcommand, if it is not an option.
    private static func problem(ofSubcommand name: String) -> String? {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        if name.hasPrefix("-") || names.contains(name) { return nil }
        let guess = name.nearest(of: names, within: 2).map { " Did you mean '\($0)'?" }
        return "There is no subcommand '\(name.onOneLine)'." + (guess ?? "")
    }
}
