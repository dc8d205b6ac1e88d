import Foundation
import Testing

@Suite struct ProfileCommandTests {
    private static let lines = """
        {"id":1,"paid":true,"status":"open"}
        {"id":"2","paid":null}

        nope

        """

    @Test func `a profile on a terminal`() throws {
        let tool = try Tool()
        try tool.write(Self.lines, to: "a.ndjson")
        let run = try tool.run(["profile", "a.ndjson"])
        let text = """
            3 records, 66 bytes, 1 not JSON
              a.ndjson:4:2: invalid literal at 'o'

            path      present  kinds                    values
            (record)        2  object
            id           100%  string 50%, integer 50%  1 … 1; 1 digit; 1 byte; 1 different
                1 × string instead of number: a.ndjson:2:7 "2"
                1 × string that is a number: a.ndjson:2:7 "2"
            paid         100%  null 50%, Boolean 50%    100% true
                1 × null: a.ndjson:2:18 null
            status        50%  string                   4 bytes; 1 different

            """
        // The last column is padded where a cell is empty.
        let lines = run.output.components(separatedBy: "\n").map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
        #expect(lines.joined(separator: "\n") == text)
        #expect(run.errors == "")
        #expect(run.status == 1)
    }

    @Test func `saved profiles are merged`() throws {
        let tool = try Tool()
        try tool.write("{\"a\":1}\n{\"a\":2}\n", to: "a.ndjson")
        try tool.write("[{\"a\":3},\n{\"b\":null}]", to: "b.json")
        for (file, name) in [("a.ndjson", "a.profile"), ("b.json", "b.profile")] {
            try tool.write(try tool.run(["profile", "--json", file]).output, to: name)
        }
        let whole = try tool.run(["profile", "--json", "a.ndjson", "b.json"])
        #expect(whole.status == 0)
        #expect(whole.output.hasPrefix("{\"bytes\":"))
        #expect(try tool.run(["profile", "--json", "b.profile", "a.profile"]) == whole)
        let parts = try ["a.ndjson", "b.json"].map { try tool.run(["profile", "--json", $0]).output }
        #expect(try tool.run(["profile", "--json"], input: parts.joined()) == whole)
        #expect(try tool.run(["profile", "--json"], input: whole.output) == whole)
    }

    @Test func `deep records`() throws {
        let text = String(repeating: "{\"a\":", count: 511) + "1" + String(repeating: "}", count: 511)
        let tool = try Tool()
        let saved = try tool.run(["profile", "--json"], input: text)
        #expect(saved.status == 0, "\(saved.errors)")
        #expect(try tool.run(["profile"], input: saved.output) == tool.run(["profile"], input: text))
        try tool.write(saved.output, to: "a.profile")
        let drift = try tool.run(["drift", "a.profile", "-"], input: text.replacing(":1}", with: ":true}"))
        #expect(drift.status == 1, "\(drift.errors)")
        #expect(drift.output.contains("no number any more"), "\(drift.output)")
    }

    /// What a stream has the elements of.
    @Test func `arrays among many members`() throws {
        let tool = try Tool()
        try tool.write("{" + (0..<300).map { "\"k\($0)\":[\($0)]" }.joined(separator: ",") + "}", to: "a.json")
        let run = try tool.run(["profile", "--at", "k5", "a.json"])
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("1 record,"), "\(run.output)")
        #expect(try tool.run(["models", "--at", "k5", "a.json"]).output.contains("typealias Root = Int"))
    }

    @Test func `a page for a browser`() throws {
        let tool = try Tool()
        let hostile = #"[{"<script>alert(1)</script>": "</script>\u0000 & \"'"}, {"<script>alert(1)</script>": 5}]"#
        let run = try tool.run(["profile", "--html", "page.html"], input: hostile)
        #expect(run == Tool.Run(status: 0, output: "", errors: ""))
        let page = try String(contentsOf: tool.directory.appendingPathComponent("page.html"), encoding: .utf8)
        #expect(page.hasPrefix("<!doctype html>"))
        #expect(!page.contains("<script>alert"))
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        // Self-contained: nothing is loaded.
        #expect(
            !page.contains("src=") && !page.contains("<link") && !page.contains("@import") && !page.contains("url("))
        #expect(page.components(separatedBy: "<script>").count == 2)
    }

    @Test func `exit statuses`() throws {
        let tool = try Tool()
        #expect(try tool.run(["profile"], input: "[1,2]").status == 0)
        #expect(try tool.run(["profile", "--format", "lines"], input: "1\n}\n").status == 1)
        let broken = try tool.run(["profile"], input: "[1,\n2}")
        #expect(broken.status == 2)
        #expect(broken.errors == "<stdin>:2:2: error: unexpected '}', expected ',' or ']'\n2}\n ^\n")
        #expect(broken.output.hasPrefix("2 records"))
        let missing = try tool.run(["profile", "nowhere.json"])
        #expect(missing.status == 2)
        #expect(missing.errors == "nowhere.json: error: No such file or directory\n")
        let elsewhere = try tool.run(["profile", "--at", "a.b"], input: "{\"a\":[1]}")
        #expect(elsewhere.status == 2)
        #expect(elsewhere.errors == "<stdin>: error: there is no array at a.b\n")
        #expect(try tool.run(["profile", "--format", "lines", "--at", "a"]).status == 64)
        let other = try tool.run(["profile"], input: #"{"invalidRecords":0,"otherValues":0,"profileVersion": 2}"#)
        #expect(other.status == 2)
        #expect(other.errors == "<stdin>:1:55: error: [0].profileVersion: Version 2 is not known.\n")
        // Not a profile.
        let data = try tool.run(["profile"], input: "{\"profileVersion\":2}\n{\"profileVersion\":\"3\"}\n")
        #expect(data.status == 0)
        #expect(data.output.hasPrefix("2 records"))
    }

    @Test func `drift of files and saved profiles`() throws {
        let tool = try Tool()
        try tool.write("{\"a\":1}\n{\"a\":2}\n", to: "old.ndjson")
        try tool.write("{\"a\":1}\n{\"a\":\"2\"}\n", to: "new.ndjson")
        try tool.write(#"{"version":1,"rules":[{"rule":"NumbersFromStrings"}]}"#, to: "policy.json")
        try tool.write(try tool.run(["profile", "--json", "old.ndjson"]).output, to: "old.profile")
        #expect(
            try tool.run(["drift", "old.profile", "old.ndjson"])
                == Tool.Run(status: 0, output: "Nothing differs.\n", errors: ""))
        let text = """
            a: number in 50% (before: 100%) of the values
                new.ndjson:1:6 1
            a: string in 50% (before: 0%) of the values
                new.ndjson:2:6 "2"

            """
        #expect(try tool.run(["drift", "old.profile", "new.ndjson"]) == Tool.Run(status: 1, output: text, errors: ""))
        let line = try tool.run([
            "drift", "old.ndjson", "new.ndjson", "--json", "--policy", "policy.json", "--rate", "60%",
        ])
        let json = """
            {"code":"newKind","examples":[{"column":6,"file":"new.ndjson","line":2,"offset":13,"text":"\\"2\\""}],\
            "message":"string in 50% (before: 0%) of the values","path":"a","rules":["NumbersFromStrings()"]}

            """
        #expect(line == Tool.Run(status: 1, output: json, errors: ""))
        #expect(try tool.run(["drift", "old.ndjson", "nowhere.json"]).status == 2)
        #expect(try tool.run(["drift", "-", "-"]).status == 64)
        #expect(try tool.run(["drift", "a", "b", "--rate", "120%"]).status == 64)
    }

    /// Numbers that no input has.
    @Test(arguments: ["total", "count", "least", "maximum", "objects"])
    func `saved profiles that have been changed`(_ name: String) throws {
        let tool = try Tool()
        try tool.write("{\"a\":[1,2],\"b\":{\"c\":\"x\"}}\n", to: "a.ndjson")
        let profile = try tool.run(["profile", "--json", "a.ndjson"]).output
        for value in ["9223372036854775807", "72057594037927936", "-9223372036854775808"] {
            let changed = profile.replacing(try Regex("\"\(name)\":[0-9]+"), with: "\"\(name)\":\(value)")
            #expect(changed != profile)
            try tool.write(changed + changed, to: "a.profile")
            for arguments in [
                ["profile", "a.profile"], ["profile", "--html", "page.html", "a.profile"], ["models", "a.profile"],
            ] {
                #expect([0, 1, 2].contains(try tool.run(arguments).status), "\(arguments) \(value)")
            }
        }
    }
}
