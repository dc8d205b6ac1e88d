import ArgumentParser
import Foundation

/// `policyjson demo`: the same messy JSON decoded strictly and under a policy.
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Decodes messy orders into plain Codable models, strictly and under a policy.",
        discussion: """
            Shows the error of strict decoding, then the values decoded from the same bytes under a policy, and the report \
            of all repairs: line and column, path, rule, before and after.

            Without a file, bundled orders are decoded; --print-payload prints them, as a template for your own file. \
            The exit status is 1 if the orders cannot be decoded even under the policy.
            """
    )

    @Argument(
        help: ArgumentHelp("A file of orders in the bundled format; - is standard input.", valueName: "file"))
    var file: String?

    @Flag(help: "Print the bundled orders and exit.")
    var printPayload = false

    func validate() throws {
        if printPayload, file != nil { throw ValidationError("--print-payload cannot be combined with a file.") }
    }

    func run() throws {
        if printPayload { return try StandardStream.output.print(OrdersPayload.text) }
        try InputProblem.printing(exit: .failure) {
            let input = file.map(Input.init(argument:))
            let data = try input?.read() ?? Data(OrdersPayload.text.utf8)
            let demonstration = Demonstration(label: input?.label ?? OrdersPayload.name, data: data)
            let text = DemonstrationText(style: Style(for: .output))
            let strictProblem = demonstration.strictProblem()
            try StandardStream.output.print(text.beginning(strictProblem: strictProblem))
            try StandardStream.output.print(text.result(try demonstration.outcome()))
        }
    }
}
