import Testing

@Suite struct CleanOptionsTests {
    @Test(arguments: [
        (["--threads", "0"], "--threads must be from 1 to 1024."),
        (["--at", "a", "--format", "lines"], "--at cannot be combined with --format lines."),
        (["--one-in-one-out", "--array"], "--one-in-one-out cannot be combined with --array."),
        (["--one-in-one-out", "--threads", "2"], "--one-in-one-out cannot be combined with --threads."),
        (["--one-in-one-out", "--format", "document"], "--one-in-one-out cannot be combined with --format document."),
        (["--one-in-one-out", "--rejects", "r"], "--one-in-one-out cannot be combined with --rejects."),
        (["--array", "--rejects", "-"], "--array cannot be combined with --rejects -."),
        (["--array", "--report", "-"], "--array cannot be combined with --report -."),
        (["--keyed"], "--keyed needs --one-in-one-out."),
    ])
    func `options that exclude each other`(options: [String], message: String) throws {
        let run = try Tool().run(["clean"] + options, input: "")
        #expect(run.status == 64)
        #expect(run.errors.hasPrefix("Error: \(message)\n"))
    }

    /// The hints are those of `check`.
    @Test(arguments: [
        (
            "{}",
            "<stdin>:1:1: error: Expected to decode Array<Any> but found a dictionary instead; for an array inside it use --at, "
                + "for one JSON text on each line --format lines\n"
        ),
        (
            "[]\n[]\n",
            "<stdin>:2:1: error: unexpected '[', expected the end of the document; for one JSON text on each line use "
                + "--format lines\n[]\n^\n"
        ),
    ])
    func hints(_ input: String, _ errors: String) throws {
        let tool = try Tool()
        for threads in ["1", "2"] {
            let run = try tool.run(["clean", "--at", "", "--threads", threads], input: input)
            #expect(run == Tool.Run(status: 2, output: "", errors: errors))
        }
        #expect(try tool.run(["check", "--at", ""], input: input).errors == errors)
    }

    /// On the stack that a process has.
    @Test func `a deep record`() throws {
        let tool = try Tool()
        try tool.write(##"{"type":"object","properties":{"a":{"$ref":"#"},"v":{"type":"integer"}}}"##, to: "s.json")
        try tool.write(#"{"version":1,"rules":[{"rule":"NumbersFromStrings"}]}"#, to: "p.json")
        let record = { (value: String) in
            String(repeating: #"{"a":"#, count: 511) + "{\"v\":\(value)}" + String(repeating: "}", count: 511) + "\n"
        }
        let arguments = ["clean", "--schema", "s.json", "--policy", "p.json"]
        #expect(try tool.run(arguments, input: record("1")) == Tool.Run(status: 0, output: record("1"), errors: ""))
        let run = try tool.run(arguments + ["--rejects", "-"], input: record("\"1\""))
        #expect(run.status == 1)
        #expect(run.output.contains("Values of a schema are decoded up to 256 levels deep."), "\(run.output)")
    }

    /// 64 MiB, besides a byte order mark and the end of the line.
    @Test(arguments: [(0, 0), (1, 1)]) func `the longest record`(_ further: Int, _ rejected: Int) throws {
        let text = String(repeating: "x", count: (64 << 20) - 2 + further)
        let run = try Tool().run(["clean", "--one-in-one-out", "--raw-limit", "0"], input: "\u{FEFF}\"\(text)\"\r\n")
        #expect(run.status == Int32(rejected))
        #expect(run.output.utf8.count == (rejected == 0 ? text.utf8.count + 3 : 171))
    }
}
