import Foundation
import PolicyJSON
import Testing

@testable import PolicyJSONTool

@Suite struct TerminalTests {
    struct StyleCase: Sendable, CustomTestStringConvertible {
        let isTerminal: Bool
        let environment: [String: String]
        let isOn: Bool

        var testDescription: String { "terminal: \(isTerminal), \(environment)" }
    }

    #if os(Linux)
        /// Standard output without room.
        @Test(arguments: [
            ["learn", "--schema", "s.json", "in.ndjson"], ["learn", "--json", "--schema", "s.json", "in.ndjson"],
            ["models", "in.ndjson"], ["models", "--json", "in.ndjson"], ["profile", "in.ndjson"],
            ["drift", "in.ndjson", "in.ndjson"], ["explain", "--policy", "p.json"],
            ["check", "in.ndjson", "--format", "lines"], ["clean", "--schema", "s.json", "in.ndjson"],
            ["split", "--format", "lines", "in.ndjson"], ["lint", "p.json", "--schema", "s.json"], ["demo"],
            ["check", "--json", "in.ndjson", "--format", "lines"], ["profile", "--json", "in.ndjson"],
            ["drift", "--json", "in.ndjson", "s.json"], ["explain", "--json", "p.json"], ["demo", "--print-payload"],
            ["clean", "--schema", "s.json", "--report", "-", "in.ndjson"],
        ])
        func `output that cannot be written`(_ arguments: [String]) throws {
            let tool = try Tool()
            try tool.write(#"{"type":"string"}"#, to: "s.json")
            try tool.write(#"{"version":1,"rules":[{"rule":"NumbersFromStrings"}]}"#, to: "p.json")
            try tool.write("\"a\"\n\"b\"\n", to: "in.ndjson")
            let run = try tool.run(arguments, output: "/dev/full")
            #expect(run.status == 2, "\(run.errors)")
            #expect(run.errors.contains("<stdout>: error: "), "\(run.errors)")
        }

        /// Files without room.
        @Test(arguments: [
            ["learn", "--schema", "s.json", "--output", "/dev/full", "in.ndjson"],
            ["models", "--output", "/dev/full", "in.ndjson"], ["models", "--policy", "/dev/full", "in.ndjson"],
            ["profile", "--html", "/dev/full", "in.ndjson"],
            ["clean", "--schema", "s.json", "--report", "/dev/full", "in.ndjson"],
            ["clean", "--schema", "s.json", "--rejects", "/dev/full", "s.json"],
        ])
        func `files that cannot be written`(_ arguments: [String]) throws {
            let tool = try Tool()
            try tool.write(#"{"type":"string"}"#, to: "s.json")
            try tool.write("\"a\"\n\"b\"\n", to: "in.ndjson")
            let run = try tool.run(arguments)
            #expect(run.status == 2, "\(run.errors)")
            #expect(run.errors.contains("/dev/full: error: "), "\(run.errors)")
        }
    #endif

    @Test(arguments: [
        (["learn", "--schema", "s.json", "--output", "./in.ndjson", "in.ndjson"], "./in.ndjson", "an input"),
        (["learn", "--schema", "s.json", "--output", "s.json", "in.ndjson"], "s.json", "an input"),
        (["models", "--output", "in.ndjson", "in.ndjson"], "in.ndjson", "an input"),
        (["models", "--policy", "in.ndjson", "in.ndjson"], "in.ndjson", "an input"),
        (["models", "--output", "new", "--policy", "./new", "in.ndjson"], "./new", "another output"),
        (["models", "--output", "-", "--policy", "-", "in.ndjson"], "./-", "another output"),
        (["models", "--output", "new", "--policy", "link/new", "in.ndjson"], "link/new", "another output"),
        (["models", "--output", "link/../new", "--policy", "new", "in.ndjson"], "new", "another output"),
        (["models", "--output", "target", "--policy", "dangling", "in.ndjson"], "dangling", "another output"),
        (["models", "--output", "dangling", "--policy", "./target", "in.ndjson"], "./target", "another output"),
        (
            ["clean", "--schema", "s.json", "--rejects", "new", "--report", "link/new", "in.ndjson"], "link/new",
            "another output"
        ),
        (["profile", "--html", "in.ndjson", "in.ndjson"], "in.ndjson", "an input"),
        (["clean", "--schema", "s.json", "--rejects", "in.ndjson", "in.ndjson"], "in.ndjson", "an input"),
    ])
    func `an output that is an input`(_ arguments: [String], _ file: String, _ other: String) throws {
        let tool = try Tool()
        try tool.write(#"{"type":"string"}"#, to: "s.json")
        try tool.write("\"a\"\n\"b\"\n", to: "in.ndjson")
        try FileManager.default.createSymbolicLink(
            at: tool.directory.appendingPathComponent("link"), withDestinationURL: tool.directory)
        try FileManager.default.createSymbolicLink(
            atPath: tool.directory.appendingPathComponent("dangling").path, withDestinationPath: "target")
        let run = try tool.run(arguments)
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("\(file): error: the file is \(other), too\n"), "\(run.errors)")
        #expect(try tool.run(["split", "--format", "lines", "in.ndjson"]).output == "\"a\"\n\"b\"\n")
        #expect(try tool.run(["split", "--format", "lines", "s.json"]).output == #"{"type":"string"}"# + "\n")
    }

    @Test(arguments: [
        StyleCase(isTerminal: true, environment: [:], isOn: true),
        StyleCase(isTerminal: true, environment: ["NO_COLOR": ""], isOn: true),
        StyleCase(isTerminal: true, environment: ["NO_COLOR": "1"], isOn: false),
        StyleCase(isTerminal: true, environment: ["NO_COLOR": "0"], isOn: false),
        StyleCase(isTerminal: false, environment: [:], isOn: false),
        StyleCase(isTerminal: false, environment: ["NO_COLOR": "1"], isOn: false),
    ])
    func `a terminal gets colour unless the environment disables it`(_ example: StyleCase) {
        #expect(Style(isTerminal: example.isTerminal, environment: example.environment).isOn == example.isOn)
    }

    @Test func `colour codes enclose the text`() {
        let style = Style(isOn: true)
        #expect(style("a", .red) == "\u{1B}[31ma\u{1B}[0m")
        #expect(style("", .red) == "")
        #expect(style("a", nil) == "a")
        #expect(Style.plain("a", .red) == "a")
    }

    @Test(arguments: [
        ("plain", "plain"),
        ("a\nb", "a b"),
        ("a\r\n    b", "a b"),
        ("a\t\t b  c", "a b  c"),
        ("\u{1B}[31mred", " [31mred"),
        ("\u{9B}31mred", " 31mred"),
        ("a\u{2028}b", "a b"),
        ("Élodie 👩‍👩‍👧", "Élodie 👩‍👩‍👧"),
        ("", ""),
    ])
    func `untrusted text stays on one line`(_ text: String, _ expected: String) {
        #expect(text.onOneLine == expected)
    }

    @Test(arguments: [
        ("ab", 4, TextTable.Alignment.left, "ab  "),
        ("ab", 4, .right, "  ab"),
        ("É👩‍👩‍👧", 4, .left, "É👩‍👩‍👧  "),
        ("abcde", 4, .right, "abcde"),
    ])
    func `text is padded to a width`(
        _ text: String, _ width: Int, _ alignment: TextTable.Alignment, _ expected: String
    ) {
        #expect(text.padded(to: width, alignment) == expected)
    }

    @Test func `columns are as wide as their longest cells`() {
        var table = Table([
            .init(title: "id", alignment: .right), .init(title: "name"), .init(title: "note", ink: .green),
        ])
        table.add("1", "Élodie", "x\ny")
        table.add("1000", "Bo", .init("nil", .dim))
        #expect(
            table.lines(.plain) == [
                "  id  name    note",
                "   1  Élodie  x y",
                "1000  Bo      nil",
            ])
        #expect(
            table.lines(Style(isOn: true)) == [
                "\u{1B}[1m  id\u{1B}[0m  \u{1B}[1mname  \u{1B}[0m  \u{1B}[1mnote\u{1B}[0m",
                "   1  Élodie  \u{1B}[32mx y\u{1B}[0m",
                "1000  Bo      \u{1B}[2mnil\u{1B}[0m",
            ])
    }
}
