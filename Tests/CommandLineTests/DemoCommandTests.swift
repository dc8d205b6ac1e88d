import Testing

@Suite struct DemoCommandTests {
    @Test func `the bundled orders are decoded strictly and with repairs`() throws {
        let run = try Tool().run(["demo"])
        #expect(run == Tool.Run(status: 0, output: DemoTranscript.bundled, errors: ""))
    }

    @Test func `the printed payload gives the same output as the bundled one`() throws {
        let tool = try Tool()
        let payload = try tool.run(["demo", "--print-payload"])
        #expect(payload.status == 0)
        try tool.write(payload.output, to: "orders.json")
        let fromFile = try tool.run(["demo", "orders.json"])
        #expect(fromFile == Tool.Run(status: 0, output: DemoTranscript.bundled, errors: ""))
        let fromInput = try tool.run(["demo", "-"], input: payload.output)
        let expected = DemoTranscript.bundled.replacing("orders.json", with: "<stdin>")
        #expect(fromInput == Tool.Run(status: 0, output: expected, errors: ""))
    }

    @Test func `clean orders need no repairs`() throws {
        let run = try Tool().run(["demo", "-"], input: DemoTranscript.cleanOrders)
        #expect(run == Tool.Run(status: 0, output: DemoTranscript.clean, errors: ""))
    }

    @Test(arguments: [
        (
            "{\"orders\": []}",
            "<stdin>:1:1: error: Expected to decode Array<Any> but found a dictionary instead.\n"
        ),
        ("[{},", "<stdin>:1:5: error: unexpected end of document, expected a value\n[{},\n    ^\n"),
    ])
    func `an error that no rule repairs gives status 1`(_ json: String, _ errors: String) throws {
        let run = try Tool().run(["demo", "-"], input: json)
        #expect(run.status == 1)
        #expect(run.errors == errors)
        #expect(run.output.hasPrefix("Strict decoding\n  <stdin>:"), "\(run.output)")
        #expect(!run.output.contains("Values"))
    }

    @Test func `an unreadable file gives an error and status 1`() throws {
        let run = try Tool().run(["demo", "missing.json"])
        #expect(
            run == Tool.Run(status: 1, output: "", errors: "missing.json: error: No such file or directory\n"))
    }
}
