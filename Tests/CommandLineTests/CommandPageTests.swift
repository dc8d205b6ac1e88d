import Foundation
import Testing

/// Docs/Command.md: the subcommands and options are those of the tool.
@Suite struct CommandPageTests {
    private struct Help: Decodable {
        struct Command: Decodable {
            let commandName: String
            let arguments: [Argument]?
            let subcommands: [Command]?

            var options: Set<String> {
                let names = (arguments ?? []).flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map(\.name)
                return Set(names).subtracting(["help", "version"])
            }
        }

        struct Argument: Decodable {
            struct Name: Decodable { let kind: String, name: String }
            let names: [Name]?
        }

        let command: Command
    }

    /// The names of options in a cell.
    private func options(in cell: Substring) -> Set<String> {
        Set(cell.matches(of: /--([a-z-]+)/).map { String($0.1) })
    }

    @Test func `subcommands and options`() throws {
        let text = try Tool().run(["--experimental-dump-help"]).output
        let help = try JSONDecoder().decode(Help.self, from: Data(text.utf8))
        let commands = try #require(help.command.subcommands).filter { $0.commandName != "help" }
        let expected = Dictionary(uniqueKeysWithValues: commands.map { ($0.commandName, $0.options) })

        let page = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Docs/Command.md").standardized
        let sections = try String(contentsOf: page, encoding: .utf8).split(separator: "\n## ")
        let listed = sections[0].split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
            let cells = row.split(separator: " | ")
            return (cells[0].filter { $0.isLetter }, options(in: cells[cells.count - 1]))
        }
        #expect(Dictionary(uniqueKeysWithValues: listed) == expected)

        let described = try #require(sections.first { $0.hasPrefix("Options\n") }).split(separator: "\n")
            .filter { $0.hasPrefix("| `") }.map { options(in: $0.split(separator: " | ")[0]) }
        #expect(described.reduce([]) { $0.union($1) } == expected.values.reduce([]) { $0.union($1) })
    }
}
