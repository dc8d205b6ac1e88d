import Foundation
import Testing

@Suite struct CheckCommandTests {
    private static let valid = "{\"a\": [1, 2.5]}\n"
    private static let invalid = "{\"a\": [1, 2,\n  ]}"
    private static let invalidText = "bad.json:2:3: error: unexpected ']', expected a value\n  ]}\n  ^\n"

    /// The output without speeds, which differ between runs.
    private func withoutSpeeds(_ text: String) -> String {
        text.replacing(#/, [0-9.,]+ MB/s/#, with: "").replacing(#/"megabytesPerSecond":[0-9.e+]+,/#, with: "")
    }

    @Test func `a valid file gives one line and status 0`() throws {
        let tool = try Tool()
        try tool.write(Self.valid, to: "good.json")
        let run = try tool.run(["check", "good.json"])
        #expect(run.status == 0)
        #expect(withoutSpeeds(run.output) == "good.json: valid, 16 bytes, 4 values, depth 2, 0 duplicate keys\n")
        #expect(run.errors == "")
    }

    @Test func `an invalid file gives an error with a caret and status 1`() throws {
        let tool = try Tool()
        try tool.write(Self.invalid, to: "bad.json")
        let run = try tool.run(["check", "bad.json"])
        #expect(run == Tool.Run(status: 1, output: "", errors: Self.invalidText))
    }

    @Test func `files after an invalid one are checked`() throws {
        let tool = try Tool()
        try tool.write(Self.invalid, to: "bad.json")
        try tool.write(Self.valid, to: "good.json")
        try FileManager.default.createDirectory(
            at: tool.directory.appendingPathComponent("folder"), withIntermediateDirectories: true)
        let run = try tool.run(["check", "bad.json", "missing\u{1B}[31m.json", "folder", "", "good.json"])
        #expect(run.status == 1)
        #expect(
            withoutSpeeds(run.output)
                == "good.json:         valid, 16 bytes,  4 values, depth 2, 0 duplicate keys\n")
        #expect(
            run.errors == Self.invalidText + """
                missing [31m.json: error: No such file or directory
                folder: error: Is a directory; name the files in it
                '': error: No such file or directory

                """)
    }

    @Test func `a hyphen reads standard input`() throws {
        let tool = try Tool()
        #expect(withoutSpeeds(try tool.run(["check"], input: "[]").output).hasPrefix("<stdin>: valid, 2 bytes"))
        let good = try tool.run(["check", "-"], input: Self.valid)
        #expect(good.status == 0)
        #expect(withoutSpeeds(good.output) == "<stdin>: valid, 16 bytes, 4 values, depth 2, 0 duplicate keys\n")
        let bad = try tool.run(["check", "-"], input: Self.invalid)
        let text = Self.invalidText.replacing("bad.json", with: "<stdin>")
        #expect(bad == Tool.Run(status: 1, output: "", errors: text))
    }

    @Test func `lines are checked as JSON texts`() throws {
        let tool = try Tool()
        let good = try tool.run(["check", "--format", "lines"], input: "{}\n\n[1]\r\n2")
        #expect(withoutSpeeds(good.output) == "<stdin>: valid, 10 bytes, 3 texts\n")
        #expect(good.status == 0)
        let record = try tool.run(["check", "--format", "lines", "--json"], input: "{}\n[1]\n")
        #expect(withoutSpeeds(record.output) == "{\"bytes\":7,\"file\":\"-\",\"texts\":2,\"valid\":true}\n")
        let bad = try tool.run(["check", "--format", "lines"], input: "{}\n[1\n")
        #expect(bad.status == 1)
        #expect(bad.errors.hasPrefix("<stdin>:"), "\(bad.errors)")
        let document = try tool.run(["check"], input: "{}\n[1]\n")
        let hint = "expected the end of the document; for one JSON text on each line use --format lines"
        #expect(document.errors == "<stdin>:2:1: error: unexpected '[', \(hint)\n[1]\n^\n")
        let split = try tool.run(["split"], input: "[1]\n[2]\n")
        #expect(split.errors == "<stdin>:2:1: error: unexpected '[', \(hint)\n[2]\n^\n")
    }

    @Test func `elements at a path are counted`() throws {
        let tool = try Tool()
        try tool.write(#"{"data": [{"items": [1, [2]]}, {"items": [{}]}], "total": 3}"#, to: "a.json")
        let good = try tool.run(["check", "--at", "data[*].items", "a.json"])
        #expect(withoutSpeeds(good.output) == "a.json: valid, 60 bytes, 3 elements\n")
        #expect(good.status == 0)
        let record = try tool.run(["check", "--at", "data[1].items", "--json", "a.json"])
        #expect(withoutSpeeds(record.output) == "{\"bytes\":60,\"elements\":1,\"file\":\"a.json\",\"valid\":true}\n")
        let fromInput = try tool.run(["check", "--at", ""], input: "[1,2]")
        #expect(withoutSpeeds(fromInput.output) == "<stdin>: valid, 5 bytes, 2 elements\n")
        // The rest of the document is checked, too.
        let rest = try tool.run(["check", "--at", "a"], input: #"{"a":[1],"b":x}"#)
        #expect(
            rest.errors == "<stdin>:1:14: error: unexpected 'x'\n" + #"{"a":[1],"b":x}"#
                + "\n             ^\n")
        let missing = try tool.run(["check", "--at", "rows", "a.json"])
        #expect(missing == Tool.Run(status: 1, output: "", errors: "a.json:1:61: error: there is no value at rows\n"))
        let missingRecord = try tool.run(["check", "--at", "rows", "--json", "a.json"])
        #expect(
            missingRecord.output
                == #"{"error":{"code":"notThere","column":61,"line":1,"message":"there is no value at rows","offset":60},"file":"a.json","valid":false}"#
                + "\n")
    }

    @Test func `the version is printed`() throws {
        let run = try Tool().run(["--version"])
        #expect(run.status == 0)
        #expect(run.output.wholeMatch(of: #/\d+\.\d+\.\d+\n/#) != nil)
    }

    @Test func `JSON output has one line per file`() throws {
        let tool = try Tool()
        try tool.write(Self.valid, to: "good.json")
        try tool.write(Self.invalid, to: "bad.json")
        let run = try tool.run(
            ["check", "--json", "good.json", "bad.json", "missing.json", "-"], input: Self.valid)
        #expect(run.status == 1)
        #expect(run.errors == "")
        #expect(
            withoutSpeeds(run.output) == #"""
                {"bytes":16,"depth":2,"duplicateKeys":0,"file":"good.json","valid":true,"values":4}
                {"error":{"code":"unexpectedToken","column":3,"excerpt":"  ]}","line":2,"message":"unexpected ']', expected a value","offset":15},"file":"bad.json","valid":false}
                {"error":{"code":"unreadable","message":"No such file or directory"},"file":"missing.json","valid":false}
                {"bytes":16,"depth":2,"duplicateKeys":0,"file":"-","valid":true,"values":4}

                """#)
    }

    @Test(arguments: [
        (["check", "-", "-"], "Standard input can be read only once."),
        (["check", "--colour", "a.json"], "Unknown option '--colour'"),
        (
            ["check", "--format", "xml"],
            "The value 'xml' is invalid for '--format <format>'. Please provide one of 'document' and 'lines'."
        ),
        (["chekc", "a.json"], "There is no subcommand 'chekc'. Did you mean 'check'?"),
        (["chekc", "--json"], "There is no subcommand 'chekc'. Did you mean 'check'?"),
        (["slpit"], "There is no subcommand 'slpit'. Did you mean 'split'?"),
        (["a.json"], "There is no subcommand 'a.json'."),
        (["help", "chekc"], "There is no subcommand 'chekc'. Did you mean 'check'?"),
        (["help", "check", "a.json"], "There is no subcommand 'a.json'."),
        (["split", "--format", "lines", "--at", "a"], "--at cannot be combined with --format lines."),
        (["check", "--format", "lines", "--at", "a"], "--at cannot be combined with --format lines."),
        (["demo", "a.json", "b.json"], "Unexpected argument 'b.json'"),
        (["demo", "--print-payload", "a.json"], "--print-payload cannot be combined with a file."),
    ])
    func `an invalid command line gives status 64`(_ arguments: [String], _ message: String) throws {
        let run = try Tool().run(arguments)
        #expect(run.status == 64)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("Error: \(message)\n"), "\(run.errors)")
    }

    @Test(arguments: [
        (["TERM": "xterm"], true),
        (["TERM": "xterm", "NO_COLOR": ""], true),
        (["TERM": "xterm", "NO_COLOR": "1"], false),
        (["TERM": "dumb"], false),
    ])
    func `only terminals get colour`(_ environment: [String: String], _ isColoured: Bool) throws {
        let tool = try Tool()
        try tool.write(Self.invalid, to: "bad.json")
        let seen = try tool.runOnTerminal(["check", "bad.json"], environment: environment)
        let coloured = """
            \u{1B}[1mbad.json:2:3:\u{1B}[0m \u{1B}[31merror:\u{1B}[0m unexpected ']', expected a value
              ]}
              \u{1B}[32m^\u{1B}[0m

            """
        #expect(seen == (isColoured ? coloured : Self.invalidText))
    }
}
