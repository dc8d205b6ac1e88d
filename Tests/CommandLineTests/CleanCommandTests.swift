import Foundation
import Testing

@Suite struct CleanCommandTests {
    private static let schema = """
        {"type":"object","required":["id"],"properties":{"id":{"type":"integer"},
         "items":{"type":"array","items":{"type":"object","properties":{"price":{"type":"number"}}}}}}
        """
    private static let policy = """
        {"version":1,"rules":[{"at":"items[*].price","rules":[{"rule":"NumbersFromStrings"}]},{"rule":"BooleansFromScalars"}]}
        """
    private static let lines = """
        {"id":1,"items":[{"price":"1.10"}]}
        { "id" : 2, "x" : 1.0 }

        {"id":"3"}
        nope
        {"id":4.0}
        """

    private func tool() throws -> Tool {
        let tool = try Tool()
        try tool.write(Self.schema, to: "s.json")
        try tool.write(Self.policy, to: "p.json")
        return tool
    }

    private func contents(_ name: String, _ tool: Tool) throws -> String {
        try String(contentsOf: tool.directory.appendingPathComponent(name), encoding: .utf8)
    }

    private static let clean = "{\"id\":1,\"items\":[{\"price\":1.10}]}\n{ \"id\" : 2, \"x\" : 1.0 }\n{\"id\":4.0}\n"

    @Test func `lines, rejects and a report`() throws {
        let tool = try tool()
        let arguments = ["clean", "--policy", "p.json", "--schema", "s.json", "--rejects", "r", "--report", "c"]
        let run = try tool.run(arguments, input: Self.lines)
        #expect(run == Tool.Run(status: 1, output: Self.clean, errors: ""))
        let rejects = """
            {"code":"type_mismatch","column":1,"line":4,"message":"Expected to decode Int but found a string instead.",\
            "offset":61,"path":"/id","raw":"{\\"id\\":\\"3\\"}","record":2}
            {"code":"syntax","column":1,"line":5,"message":"The document is not valid JSON: invalid literal at 'o'.",\
            "offset":72,"path":"","raw":"nope","record":3}

            """
        #expect(try contents("r", tool) == rejects)
        let counts = """
            {"byPath":{"items[*].price":1},"byRule":{"NumbersFromStrings":1},"records":5,"rejected":2,"repairs":1,"written":3}

            """
        #expect(try contents("c", tool) == counts)
        #expect(try tool.run(arguments + ["--fail-above", "40%"], input: Self.lines).status == 0)
        #expect(try tool.run(arguments + ["--fail-above", "39%"], input: Self.lines).status == 1)
    }

    @Test func `elements of an array`() throws {
        let tool = try tool()
        let document = #"{"data":[{"id":1,"items":[{"price":"1.10"}]},{"id":2,"x":[1,"# + "\n  2]}]}"
        let run = try tool.run(
            ["clean", "--policy", "p.json", "--schema", "s.json", "--at", "data", "--report", "c"], input: document)
        let output = "{\"id\":1,\"items\":[{\"price\":1.10}]}\n{\"id\":2,\"x\":[1,2]}\n"
        #expect(run == Tool.Run(status: 0, output: output, errors: ""))
        #expect(try contents("c", tool).contains("\"byPath\":{\"items[*].price\":1}"))
        let cut = try tool.run(["clean", "--at", ""], input: "[1,\n2}")
        let text = "<stdin>:2:2: error: unexpected '}', expected ',' or ']'\n2}\n ^\n"
        #expect(cut == Tool.Run(status: 2, output: "1\n2\n", errors: text))
    }

    @Test(arguments: [[], ["--threads", "2"]])
    func `elements that are not JSON`(_ options: [String]) throws {
        let tool = try tool()
        let arguments =
            ["clean", "--policy", "p.json", "--schema", "s.json", "--rejects", "r", "--at", "data"] + options
        let document = #"{"data":[{"id":"1"},"# + "\n " + #"{"id":tru, "x":[1,2]} ,{"id":3}]}"#
        let run = try tool.run(arguments, input: document)
        #expect(run == Tool.Run(status: 1, output: "{\"id\":3}\n", errors: ""))
        let rejects = #"""
            {"code":"type_mismatch","column":10,"line":1,"message":"Expected to decode Int but found a string instead.",\#
            "offset":9,"path":"/id","raw":"{\"id\":\"1\"}","record":0}
            {"code":"syntax","column":2,"line":2,"message":"The document is not valid JSON: invalid literal at ','.",\#
            "offset":22,"path":"","raw":"{\"id\":tru, \"x\":[1,2]}","record":1}

            """#
        #expect(try contents("r", tool) == rejects)
    }

    @Test func `one line in, one line out`() throws {
        let tool = try tool()
        let run = try tool.run(
            ["clean", "--policy", "p.json", "--schema", "s.json", "--one-in-one-out"], input: Self.lines)
        let answers = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(answers.count == 7)
        #expect(answers[0] == "{\"id\":1,\"items\":[{\"price\":1.10}]}")
        #expect(answers[2].hasPrefix("{\"rejected\":{\"code\":\"syntax\",\"column\":1,\"line\":3,"))
        #expect(answers[3].hasPrefix("{\"rejected\":{\"code\":\"type_mismatch\",\"column\":1,\"line\":4,"))
        #expect(answers[5] == "{\"id\":4.0}")
        #expect(answers[6] == "")
    }

    @Test(arguments: [
        (["--rejects", "in"], "in: error: the file is an input, too\n"),
        (["--report", "./in"], "./in: error: the file is an input, too\n"),
        (["--rejects", "link"], "link: error: the file is an input, too\n"),
        (["--rejects", "s.json"], "s.json: error: the file is an input, too\n"),
        (["--report", "p.json"], "p.json: error: the file is an input, too\n"),
        (["--rejects", "r", "--report", "./r"], "./r: error: the file is another output, too\n"),
    ])
    func `files are not overwritten while they are read`(_ options: [String], _ errors: String) throws {
        let tool = try tool()
        try tool.write(Self.lines, to: "in")
        try FileManager.default.createSymbolicLink(
            at: tool.directory.appendingPathComponent("link"),
            withDestinationURL: tool.directory.appendingPathComponent("in"))
        let run = try tool.run(["clean", "--policy", "p.json", "--schema", "s.json"] + options + ["in"])
        #expect(run == Tool.Run(status: 2, output: "", errors: errors))
        #expect(try contents("in", tool) == Self.lines)
        #expect(try contents("s.json", tool) == Self.schema)
        #expect(try contents("p.json", tool) == Self.policy)
    }

    @Test func `rejects and counts in the output`() throws {
        let arguments = ["clean", "--policy", "p.json", "--schema", "s.json", "--rejects", "-", "--report", "-"]
        let run = try tool().run(arguments, input: "nope\n\n" + #"{"id":1,"items":[{"price":"1.10"}]}"#)
        let output = """
            {"rejected":{"code":"syntax","column":1,"line":1,"message":"The document is not valid JSON: \
            invalid literal at 'o'.","offset":0,"path":"","raw":"nope","record":0}}
            {"id":1,"items":[{"price":1.10}]}
            {"report":{"byPath":{"items[*].price":1},"byRule":{"NumbersFromStrings":1},"records":2,"rejected":1,\
            "repairs":1,"written":1}}

            """
        #expect(run == Tool.Run(status: 1, output: output, errors: ""))
    }

    @Test func `several files, to the first that cannot be read`() throws {
        let tool = try tool()
        try tool.write("{\"id\":1}\n\n{\"id\":\"2\"}", to: "a")
        try tool.write("[{\"id\":3},\n {\"id\":\"4\",\"items\":[{\"price\":\"1\"}]}]", to: "b")
        try tool.write("[{\"id\":5},{\"id\":6}, {]", to: "c")
        let arguments = ["clean", "--policy", "p.json", "--schema", "s.json", "--rejects", "r", "--report", "s"]
        let output = "{\"id\":1}\n{\"id\":3}\n"
        let both = try tool.run(arguments + ["--fail-above", "1", "a", "b"])
        #expect(both == Tool.Run(status: 0, output: output, errors: ""))
        let message = "Expected to decode Int but found a string instead."
        let rejects = """
            {"code":"type_mismatch","column":1,"file":"a","line":3,"message":"\(message)","offset":10,"path":"/id",\
            "raw":"{\\"id\\":\\"2\\"}","record":1}
            {"code":"type_mismatch","column":2,"file":"b","line":2,"message":"\(message)","offset":12,"path":"/id",\
            "raw":"{\\"id\\":\\"4\\",\\"items\\":[{\\"price\\":\\"1\\"}]}","record":1}

            """
        #expect(try contents("r", tool) == rejects)
        let counts = #"{"byPath":{},"byRule":{},"records":4,"rejected":2,"repairs":0,"written":2}"# + "\n"
        #expect(try contents("s", tool) == counts)
        let array = "[\n{\"id\":1},\n{\"id\":3},\n{\"id\":5},\n{\"id\":6}\n]\n"
        let cut = try tool.run(arguments + ["--array", "a", "b", "c", "a"])
        let text = "c:1:22: error: unexpected ']', expected a key in double quotes or '}'\n[{\"id\":5},{\"id\":6}, {]\n"
        #expect(cut == Tool.Run(status: 2, output: array, errors: text + String(repeating: " ", count: 21) + "^\n"))
        let error = #""error":"unexpected ']', expected a key in double quotes or '}'","records":7"#
        #expect(try contents("s", tool).contains(error))
        let missing = try tool.run(arguments + ["a", "nowhere", "b"])
        #expect(
            missing
                == Tool.Run(status: 2, output: "{\"id\":1}\n", errors: "nowhere: error: No such file or directory\n"))
        let answers = try tool.run(["clean", "--schema", "s.json", "--one-in-one-out", "a", "a"])
        #expect(answers.output.split(separator: "\n").filter { $0.contains(#""file":"a","line":3"#) }.count == 2)
    }

    @Test func `counts for machines and for persons`() throws {
        let tool = try tool()
        try tool.write(Self.lines, to: "in")
        let arguments = ["clean", "--policy", "p.json", "--schema", "s.json"]
        let counts = """
            {"byPath":{"items[*].price":1},"byRule":{"NumbersFromStrings":1},"records":5,"rejected":2,"repairs":1,"written":3}

            """
        let run = try tool.run(arguments + ["--json", "in"])
        #expect(run == Tool.Run(status: 1, output: Self.clean, errors: counts))
        let unreadable = #"{"byPath":{},"byRule":{},"error":"No such file or directory","records":0,"rejected":0,"#
        for names in [["nowhere"], ["--policy", "nowhere", "in"], ["--schema", "nowhere", "in"]] {
            let run = try tool.run(["clean", "--json"] + names)
            #expect(run == Tool.Run(status: 2, output: "", errors: unreadable + "\"repairs\":0,\"written\":0}\n"))
        }
        let written = try tool.runOnTerminal(arguments + ["in"], environment: ["TERM": "xterm"])
        let text = "5 records, 3 written, 2 rejected, 1 repair\n  1  NumbersFromStrings\n"
        #expect(written.replacing("\r\n", with: "\n") == Self.clean + text)
    }

    @Test func `keys before records`() throws {
        let input = "a b\t{\"id\":1}\n\t{\"id\":2}\n{\"id\":3}\r\nk\t{\"id\":\t4}\nk\t\n\n"
        let arguments = ["clean", "--schema", "s.json", "--one-in-one-out", "--keyed", "--fail-above", "50%"]
        let rejection = """
            {"rejected":{"code":"syntax","column":COLUMN,"line":LINE,"message":"The document is not valid JSON: \
            unexpected end of document, expected a value.","offset":OFFSET,"path":"","raw":"","record":RECORD}}
            """
        func rejected(column: Int, line: Int, offset: Int) -> String {
            rejection.replacing("COLUMN", with: "\(column)").replacing("LINE", with: "\(line)")
                .replacing("OFFSET", with: "\(offset)").replacing("RECORD", with: "\(line - 1)")
        }
        let output =
            "a b\t{\"id\":1}\n\t{\"id\":2}\n{\"id\":3}\nk\t{\"id\":\t4}\nk\t"
            + rejected(column: 3, line: 5, offset: 47) + "\n" + rejected(column: 1, line: 6, offset: 48) + "\n"
        #expect(try tool().run(arguments, input: input) == Tool.Run(status: 0, output: output, errors: ""))
    }

    @Test func `a line in another encoding, or with a byte order mark, is rejected`() throws {
        let lines: [[UInt8]] = [
            [0x31, 0x00], [0xEF, 0xBB, 0xBF, 0x32], [0xFF, 0xFE, 0x31, 0x00], [0x00, 0x31], [0x31, 0x00, 0x00, 0x00],
        ]
        let input = Data(lines.flatMap { $0 + [0x0A] } + Array("3\n".utf8))
        let tool = try tool()
        try input.write(to: tool.directory.appendingPathComponent("in"))
        let answers = try tool.run(["clean", "--one-in-one-out", "in"])
        #expect(answers.output == (try tool.run(["clean", "--format", "lines", "--rejects", "-", "in"])).output)
        let texts = answers.output.split(separator: "\n")
        #expect(texts.count == 6)
        for text in texts.dropLast() { #expect(text.hasPrefix("{\"rejected\":{\"code\":\"syntax\""), "\(text)") }
        #expect(texts.last == "3")
    }

    @Test(arguments: [["--one-in-one-out"], ["--format", "lines"], ["--one-in-one-out", "--keyed"]])
    func `a byte order mark precedes the first line`(_ options: [String]) throws {
        let tool = try tool()
        let key = options.count == 2 && options[1] == "--keyed" ? "k\t" : ""
        try tool.write("\u{FEFF}\(key){\"a\":1}\n\(key){\"a\":2}\n", to: "in")
        let run = try tool.run(["clean"] + options + ["in"])
        #expect(run.output == "\(key){\"a\":1}\n\(key){\"a\":2}\n")
        #expect(run.status == 0)
    }

    // What is written to a pipe at once makes no difference.
    @Test(arguments: [
        ["{\"id\"", ":1}\n{\"id\":2\n{\"id\":3}\n{\"id\":4}\n"], ["[1,2]\n", "[3]\n[4]\n"],
        ["\n", "{\"id\":1,\n\"b\":2}\n"], ["\n", "[1,\n2]"], ["", "1\n2\n"], ["1", ""],
    ])
    func `the format of a pipe is that of a file`(_ parts: [String]) throws {
        let tool = try tool()
        try tool.write(parts.joined(), to: "in")
        for options in [[], ["--format", "document"], ["--format", "lines"]] {
            let arguments = ["clean", "--rejects", "-"] + options
            let expected = try tool.run(arguments + ["in"])
            let process = Process()
            let (input, output) = (Pipe(), Pipe())
            process.executableURL = tool.executable
            process.arguments = arguments
            process.standardInput = input
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            for part in parts {
                try input.fileHandleForWriting.write(contentsOf: Data(part.utf8))
                Thread.sleep(forTimeInterval: 0.1)
            }
            try input.fileHandleForWriting.close()
            let found = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            #expect(String(decoding: found, as: UTF8.self) == expected.output)
            #expect(process.terminationStatus == expected.status)
        }
    }

    @Test(arguments: [
        ("data[*].items", "p"), ("data[0].items", "p"), ("**.items", "p"), ("*[*].items", "p"),
        ("\"data\"[*].\"items\"", "p"),
        ("data", "items[*].p"),
    ])
    func `paths of counts start at the record`(_ path: String, _ expected: String) throws {
        let tool = try tool()
        try tool.write(#"{"version":1,"rules":[{"rule":"NumbersFromStrings"}]}"#, to: "n.json")
        let record = #"{"type":"object","properties":{"p":{"type":"integer"}}}"#
        let schema =
            path == "data" ? #"{"type":"object","properties":{"items":{"type":"array","items":\#(record)}}}"# : record
        try tool.write(schema, to: "r.json")
        let run = try tool.run(
            ["clean", "--schema", "r.json", "--policy", "n.json", "--at", path, "--report", "-"],
            input: #"{"data":[{"items":[{"p":"1"}]}]}"#)
        #expect(run.output.contains(#"{"report":{"byPath":{"\#(expected)":1},"#), "\(run)")
    }

    @Test func `answers do not wait for further lines`() throws {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = try Tool().executable
        process.arguments = ["clean", "--one-in-one-out"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        for line in ["1", "{\"a\":[]}", "\"x\""] {
            try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
            #expect(output.fileHandleForReading.availableData == Data((line + "\n").utf8))
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    struct HostileRecord: CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
    }

    @Test(arguments: [
        HostileRecord(testDescription: "not UTF-8", bytes: Array("{\"a\":\"".utf8) + [0xFF] + Array("\"}\n".utf8)),
        HostileRecord(testDescription: "zeros", bytes: Array(repeating: 0, count: 100) + [0x0A]),
        HostileRecord(testDescription: "deep", bytes: Array(repeating: 0x5B, count: 100_000) + [0x0A]),
        HostileRecord(testDescription: "cut", bytes: [0x22]),
    ])
    func `hostile records are rejected, and nothing is lost`(_ record: HostileRecord) throws {
        let tool = try tool()
        let input = Data("{\"id\":1}\n".utf8) + Data(record.bytes)
        try input.write(to: tool.directory.appendingPathComponent("in"))
        let run = try tool.run(["clean", "--schema", "s.json", "--rejects", "r", "--report", "c", "in"])
        #expect(run == Tool.Run(status: 1, output: "{\"id\":1}\n", errors: ""))
        #expect(try contents("c", tool).contains("\"records\":2,\"rejected\":1,\"repairs\":0,\"written\":1"))
        #expect(try contents("r", tool).split(separator: "\n").count == 1)
    }

    @Test func `errors`() throws {
        let tool = try tool()
        try tool.write(#"{"type":"object","pattern":"x"}"#, to: "bad.json")
        let refused = try tool.run(["clean", "--schema", "bad.json"])
        let text = "bad.json:1:28: error: pattern: the keyword \"pattern\" is not supported\n"
        #expect(refused == Tool.Run(status: 2, output: "", errors: text))
        #expect(try tool.run(["clean", "nowhere"]).status == 2)
        #expect(try tool.run(["clean", "--policy", "nowhere"]).status == 2)
        #expect(try tool.run(["clean", "--rejects", "no/where"]).status == 2)
        #expect(try tool.run(["clean", "--one-in-one-out", "--at", "a"]).status == 64)
        let path = Array(repeating: "a", count: 63).joined(separator: ".")
        try tool.write(
            #"{"version":1,"rules":[{"at":"\#(path)","rules":[{"rule":"NumbersFromStrings"}]}]}"#, to: "long.json")
        let long = try tool.run(["clean", "--policy", "long.json", "--format", "lines"], input: "1\n")
        let problem = "at character 128: expected at most 63 steps besides '**'"
        #expect(long.status == 2 && long.output == "")
        let warning = "warning: without --schema no values are decoded, so the policy repairs nothing\n"
        #expect(long.errors == "\(warning)long.json: error: invalid path pattern \"[*].\(path)\" \(problem)\n")
        let unused = try tool.run(["clean", "--policy", "p.json", "--format", "lines"], input: "{\"id\":\"1\"}\n")
        #expect(unused == Tool.Run(status: 0, output: "{\"id\":\"1\"}\n", errors: warning))
    }

    @Test(
        arguments: [
            ("[{\"id\":1},\n {\"id\":2}]", [], "{\"id\":1}\n{\"id\":2}\n", 0),
            ("[{\"id\":1},{\"id\":2}]\n", [], "{\"id\":1}\n{\"id\":2}\n", 0), ("\u{FEFF}[]", [], "", 0),
            ("{\"id\":1,\n \"x\":[1,\n2]}\n", [], "{\"id\":1,\"x\":[1,2]}\n", 0), ("{\"id\":1}", [], "{\"id\":1}\n", 0),
            ("\u{FEFF}{\n \"id\": 1\n}\n", [], "{\"id\": 1}\n", 0),
            ("{\"id\":1}\n[2]\n", [], "{\"id\":1}\n", 1),
            ("nope\n{\"id\":1}\n{\"id\":2}", [], "{\"id\":1}\n{\"id\":2}\n", 1),
            ("[{\"id\":1}]", ["--format", "lines"], "", 1),
            ("{\"id\":1} {\"id\":2}", ["--format", "document"], "{\"id\":1}\n{\"id\":2}\n", 0),
            ("[{\"id\":1},{\"id\":\"2\"},{\"id\":3}]", ["--array"], "[\n{\"id\":1},\n{\"id\":3}\n]\n", 1),
            ("[]", ["--array"], "[]\n", 0), ("{\"id\":1}\n", ["--array", "--threads", "2"], "[\n{\"id\":1}\n]\n", 0),
            ("", [], "", 0),
        ] as [(String, [String], String, Int32)])
    func `formats of inputs and outputs`(input: String, options: [String], output: String, status: Int32) throws {
        let run = try tool().run(["clean", "--schema", "s.json"] + options, input: input)
        #expect(run == Tool.Run(status: status, output: output, errors: ""))
    }

    /// Such a share is not exceeded, although its product with the number of records is less than that of the rejected.
    @Test(arguments: [(100, 29, "29%"), (100, 29, "0.29"), (10_000, 57, "0.57%"), (10_000, 57, "0.0057")])
    func `exactly the share that is not a failure`(_ records: Int, _ rejected: Int, _ share: String) throws {
        for (more, status) in [(0, 0), (1, 1)] as [(Int, Int32)] {
            let lines = (0..<records).map { $0 < rejected + more ? "nope\n" : "{\"id\":1}\n" }.joined()
            let arguments = ["clean", "--schema", "s.json", "--format", "lines", "--fail-above", share]
            #expect(try tool().run(arguments, input: lines).status == status)
        }
    }

    @Test func `threads give the same output, in order`() throws {
        let tool = try tool()
        let lines = (0..<8_000).map { $0 % 7 == 3 ? "nope" : "{\"id\":\($0),\"items\":[{\"price\":\"1.\($0)\"}]}" }
        try tool.write(lines.joined(separator: "\n"), to: "in")
        let arguments = ["clean", "--policy", "p.json", "--schema", "s.json", "--rejects", "r", "--report", "c", "in"]
        let serial = try tool.run(arguments)
        let (rejects, counts) = (try contents("r", tool), try contents("c", tool))
        #expect(serial.output.utf8.count > 160_000 && rejects.utf8.count > 80_000)
        for threads in ["2", "3"] {
            #expect(try tool.run(arguments + ["--threads", threads]) == serial)
            #expect(try contents("r", tool) == rejects)
            #expect(try contents("c", tool) == counts)
        }
    }

    @Test("counts of paths are limited", arguments: [[], ["--one-in-one-out"]]) func paths(_ option: [String]) throws {
        let tool = try tool()
        try tool.write(#"{"type":"object","additionalProperties":{"type":"integer"}}"#, to: "map.json")
        try tool.write(#"{"version":1,"rules":[{"rule":"NumbersFromStrings"}]}"#, to: "all.json")
        let lines = (0..<5_000).map { "{\"key\($0)\":\"1\"}\n" }.joined()
        let run = try tool.run(
            ["clean", "--json", "--policy", "all.json", "--schema", "map.json"] + option, input: lines)
        struct Summary: Decodable { let repairs: Int, byPath: [String: Int], otherPaths: Int }
        let summary = try JSONDecoder().decode(Summary.self, from: Data(run.errors.utf8))
        #expect(summary.repairs == 5_000)
        #expect(summary.byPath.count <= 4_096)
        #expect(summary.byPath.values.reduce(summary.otherPaths, +) == 5_000)
    }
}
