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
        if let name = CommandLine.arguments.dropFirst().first, let problem = Self.problem(ofSubcommand: name) {
            exit(withError: ValidationError(problem))
        }
        await main(nil)
    }

    /// What is wrong with the first argument, if it is not an option.
    private static func problem(ofSubcommand name: String) -> String? {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        if name.hasPrefix("-") || names.contains(name) { return nil }
        let nearest = names.min { distance($0, name) < distance($1, name) }
        let guess = nearest.flatMap { distance($0, name) <= 2 ? " Did you mean '\($0)'?" : nil }
        return "There is no subcommand '\(name.onOneLine)'." + (guess ?? "")
    }

    /// The number of characters to insert, delete or replace to make one name from the other.
    ///
    /// - Complexity: O(*n* · *m*) in their lengths; of long names only the start is compared.
    private static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right.prefix(20))
        var row = Array(0...right.count)
        for (line, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, other) in right.enumerated() {
                let replaced = diagonal + (character == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
