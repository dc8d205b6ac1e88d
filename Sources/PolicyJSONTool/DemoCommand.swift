import ArgumentParser
import Foundation

/// `policyjson demo`: the same messy JSON decoded strictly and under a policy.
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Decodes messy orders into plain Codable models, strictly and under a policy.",
        discussion: """
            Shows the error of strict decoding, then the values that a policy makes of the same bytes, and the report of \
            everything that it mended: line and column, path, rule, before and after.

            Without a file, the orders are bundled ones; --print-payload shows them, as a start for a file of your own. \
            The exit status is 1 if the orders cannot be decoded even under the policy.
            """
    )

    @Argument(
        help: ArgumentHelp("A file of orders in the form of the bundled ones; - is standard input.", valueName: "file"))
    var file: String?

    @Flag(help: "Print the bundled orders and stop.")
    var printPayload = false

    func validate() throws {
        if printPayload, file != nil { throw ValidationError("--print-payload takes no file.") }
    }

    func run() throws {
        if printPayload { return try StandardStream.output.print(OrdersPayload.text) }
        do {
            let input = file.map(Input.init(argument:))
            let data = try input?.read() ?? Data(OrdersPayload.text.utf8)
            let demonstration = Demonstration(label: input?.label ?? OrdersPayload.name, data: data)
            let text = DemonstrationText(style: Style(for: .output))
            let strictProblem = demonstration.strictProblem()
            try StandardStream.output.print(text.beginning(strictProblem: strictProblem))
            try StandardStream.output.print(text.result(try demonstration.outcome()))
        } catch let problem as InputProblem {
            try StandardStream.error.print(problem.text(Style(for: .error)))
            throw ExitCode.failure
        }
    }
}
