import ArgumentParser
import Foundation
import PolicyJSON
public import PolicyJSONData

extension RecordFilter {
    /// Cleans records as a program with the options of `policyjson clean`, and ends the process.
    ///
    /// ```swift
    /// let filter = RecordFilter(Order.self, decoder: PolicyJSONDecoder(policy: policy))
    /// await filter.main()
    /// ```
    ///
    /// The filter's model takes the place of `--schema`, and the policy file of `--policy` replaces the policy of its decoder. Its
    /// `format` and `rawLimit` are those of the options. `--help` lists the options.
    ///
    /// The exit status is 0, 1 if more records are rejected than `--fail-above` allows, 2 if an input cannot be read or an
    /// output cannot be written, and 64 if the command line is invalid.
    ///
    /// - Parameter arguments: the command line without the name of the program. Default: that of the process.
    public func main(_ arguments: [String]? = nil) async -> Never {
        do {
            let options = try FilterProgram.parse(arguments).options
            try await options.run { policy in policy.map { overriding(policy: $0) } ?? self }
            FilterProgram.exit()
        } catch {
            FilterProgram.exit(withError: error)
        }
    }
}

/// The command line of a program that cleans records by models.
private struct FilterProgram: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent },
            abstract: "Repairs records under a policy, and writes them as lines.",
            discussion: """
                Reads the lines of NDJSON, the elements of an array (--at for one inside the document), or a single object, \
                decodes each record by the models of this program, and writes it as one line, in order.

                \(CleanOptions.discussion)
                """)
    }

    @OptionGroup var options: CleanOptions
}
