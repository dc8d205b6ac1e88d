import Foundation
import Testing

@Suite struct SplitCommandTests {
    private static let document = """
        {"data": [{"items": [{"a": [1,
           2], "b": "x  y\\n"}, 7]}, {"items": []}, {"other": 1}, {"items": [null]}],
         "total": 3}
        """

    @Test func `elements become lines`() throws {
        let tool = try Tool()
        try tool.write(Self.document, to: "a.json")
        let run = try tool.run(["split", "--at", "data[*].items", "a.json"])
        #expect(run == Tool.Run(status: 0, output: "{\"a\": [1,2], \"b\": \"x  y\\n\"}\n7\nnull\n", errors: ""))
        let fromInput = try tool.run(["split", "--at", "data[0].items"], input: Self.document)
        #expect(fromInput.output == "{\"a\": [1,2], \"b\": \"x  y\\n\"}\n7\n")
        #expect(try tool.run(["split", "-"], input: "[1,2]").output == "1\n2\n")
    }

    @Test func `lines are copied`() throws {
        let run = try Tool().run(["split", "--format", "lines"], input: "{ \"a\" : 1 }\r\n\n  2\n[\n3")
        #expect(run.status == 1)
        #expect(run.output == "{ \"a\" : 1 }\n2\n")
        #expect(run.errors.hasPrefix("<stdin>:"), "\(run.errors)")
    }

    @Test func `elements before an error are written`() throws {
        let tool = try Tool()
        let run = try tool.run(["split"], input: "[1,\n{}\n}")
        let text = "<stdin>:3:1: error: unexpected '}', expected ',' or ']'\n}\n^\n"
        #expect(run == Tool.Run(status: 1, output: "1\n{}\n", errors: text))
    }

    @Test(arguments: [
        ("a.b", "{}", "<stdin>:1:3: error: there is no value at a\n"),
        ("a.b", #"{"a":{}}"#, "<stdin>:1:9: error: there is no value at a.b\n"),
        (
            "", "{}\n{}\n",
            "<stdin>:1:1: error: Expected to decode Array<Any> but found a dictionary instead; "
                + "for an array inside it use --at, for one JSON text on each line --format lines\n"
        ),
        ("a", #"{"a":1}"#, "<stdin>:1:6: error: a: Expected to decode Array<Any> but found number instead.\n"),
    ])
    func `a path without a value is an error`(_ path: String, _ document: String, _ errors: String) throws {
        let run = try Tool().run(["split", "--at", path], input: document)
        #expect(run == Tool.Run(status: 1, output: "", errors: errors))
    }

    @Test func `invalid command lines and missing files`() throws {
        let tool = try Tool()
        let bad = try tool.run(["split", "--at", "a..b"])
        #expect(bad.status == 64)
        #expect(bad.errors.contains("invalid path pattern \"a..b\" at character 2: expected a key"), "\(bad.errors)")
        let missing = try tool.run(["split", "nowhere.json"])
        #expect(missing == Tool.Run(status: 1, output: "", errors: "nowhere.json: error: No such file or directory\n"))
    }

    /// Otherwise it would read what it writes, without end.
    @Test func `the output is the input`() throws {
        let tool = try Tool()
        try tool.write("1\n2\n", to: "a")
        let path = tool.directory.appendingPathComponent("a").path
        let run = try tool.run(["split", "--format", "lines", "a"], output: path)
        let errors = "<stdout>: error: the file is an input, too\n"
        #expect(run == Tool.Run(status: 2, output: "", errors: errors))
        #expect(try tool.run(["split", "--format", "lines", "a"]).output == "1\n2\n")
    }

    @Test func `elements are written before further input is awaited`() throws {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = try Tool().executable
        process.arguments = ["split"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        for text in ["[1, {}", ", 2", ", 3"] {
            try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
            if text == "[1, {}" { #expect(output.fileHandleForReading.availableData == Data("1\n{}\n".utf8)) }
        }
        try input.fileHandleForWriting.write(contentsOf: Data("]".utf8))
        try input.fileHandleForWriting.close()
        #expect(try output.fileHandleForReading.readToEnd() == Data("2\n3\n".utf8))
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test func `a large document is checked and split`() throws {
        let tool = try Tool()
        let count = 60_000
        let text = "{\"items\": [" + (0..<count).map { "{\"id\": \($0)}" }.joined(separator: ",\n") + "]}"
        try tool.write(text, to: "large.json")
        let split = try tool.run(["split", "--at", "items", "large.json"])
        #expect(split.status == 0)
        #expect(split.output == (0..<count).map { "{\"id\": \($0)}\n" }.joined())
        let check = try tool.run(["check", "large.json"])
        #expect(check.output.contains(" 120,002 values, depth 3, 0 duplicate keys"), "\(check.output)")
    }
}
