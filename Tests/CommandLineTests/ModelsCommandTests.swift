import Foundation
import Testing

@Suite struct ModelsCommandTests {
    private static let lines = """
        {"id":1,"paid":true}
        {"id":"2","paid":null}

        """

    private static let declarations = """
        struct Root: Codable, Sendable, Hashable {
            var id: Int
            var paid: Bool?
        }

        """

    private static let policy = """
        {
          "version": 1,
          "rules": [
            {"at": "[*].id", "rules": [
              {"rule": "NumbersFromStrings"}
            ]}
          ]
        }

        """

    @Test func `models on standard output, the policy in the comment`() throws {
        let tool = try Tool()
        let run = try tool.run(["models"], input: Self.lines)
        let comment = """
            // Made by policyjson models from 2 records.
            //
            // let decoder = PolicyJSONDecoder(policy: DecodingPolicy {
            //     At("[*].id") { NumbersFromStrings() }
            // })
            // let records = try decoder.elements(of: Root.self, in: .lines, from: url)


            """
        #expect(run == Tool.Run(status: 0, output: comment + Self.declarations, errors: ""))
    }

    @Test func `one object for machines`() throws {
        let run = try Tool().run(["models", "--json", "--format", "lines"], input: "{\"a\":1}\n{\"a\":}\n")
        #expect((run.status, run.errors) == (1, ""))
        let parts = [
            #"{"findings":[{"column":6,"file":"<stdin>","line":2,"message":"not JSON: unexpected '}', expected a value"}],"#,
            #""invalidRecords":1,"policy":{"#, #""records":2,"source":"// Made by policyjson models"#,
            #"struct Root: Codable, Sendable, Hashable {\n    var a: Int\n}\n"}"#,
        ]
        for part in parts { #expect(run.output.contains(part), "\(run.output)") }
    }

    @Test func `models and policy in files`() throws {
        let tool = try Tool()
        try tool.write(Self.lines, to: "a.ndjson")
        let run = try tool.run(["models", "a.ndjson", "--name", "Bill", "--output", "Bill.swift", "--policy", "p.json"])
        #expect(run == Tool.Run(status: 0, output: "", errors: ""))
        let comment = """
            // Made by policyjson models from 2 records.
            //
            // let file = try PolicyFile(contentsOf: URL(filePath: "p.json"))
            // let decoder = PolicyJSONDecoder(policy: file.policy)
            // let records = try decoder.elements(of: Bill.self, in: .lines, from: url)


            """
        func text(_ name: String) throws -> String {
            try String(contentsOf: tool.directory.appendingPathComponent(name), encoding: .utf8)
        }
        #expect(try text("Bill.swift") == comment + Self.declarations.replacing("Root", with: "Bill"))
        #expect(try text("p.json") == Self.policy)
        let explained = try tool.run(["explain", "--policy", "p.json"])
        #expect(explained.status == 0)
        #expect(explained.output.hasPrefix("At [*].id:\n  NumbersFromStrings()\n"))
    }

    @Test func `several samples, and saved profiles`() throws {
        let tool = try Tool()
        try tool.write(#"{"data":[{"a":1},{"a":2.5}]}"#, to: "a.json")
        try tool.write(#"{"data":[{"b":"x"}]}"#, to: "b.json")
        let run = try tool.run(["models", "a.json", "b.json", "--at", "data"])
        let source = """
            // Made by policyjson models from 3 records.
            //
            // let decoder = PolicyJSONDecoder()
            // let records = try decoder.elements(of: Root.self, at: "data", from: url)

            struct Root: Codable, Sendable, Hashable {
                var a: Double?
                var b: String?
            }

            """
        #expect(run == Tool.Run(status: 0, output: source, errors: ""))
        for name in ["a", "b"] {
            let profile = try tool.run(["profile", "--json", "\(name).json", "--at", "data"])
            try tool.write(profile.output, to: "\(name).profile")
        }
        #expect(try tool.run(["models", "b.profile", "a.profile"]) == run)
    }

    @Test func `exit statuses`() throws {
        let tool = try Tool()
        let invalid = try tool.run(["models", "--format", "lines"], input: "{\"a\":1}\n{\"a\":}\n")
        #expect(invalid.status == 1)
        #expect(invalid.errors == "<stdin>:2:6: not JSON: unexpected '}', expected a value\n")
        #expect(invalid.output.hasSuffix("struct Root: Codable, Sendable, Hashable {\n    var a: Int\n}\n"))
        let broken = try tool.run(["models"], input: "[{\"a\":1},\n2}")
        #expect(
            broken
                == Tool.Run(
                    status: 2, output: "", errors: "<stdin>:2:2: error: unexpected '}', expected ',' or ']'\n2}\n ^\n"))
        for empty in ["", "[]", " \n"] {
            let run = try tool.run(["models"], input: empty)
            #expect(run == Tool.Run(status: 2, output: "", errors: "<stdin>: error: there are no records\n"))
        }
        let unwritable = try tool.run(["models", "--output", "nowhere/a.swift"], input: "1")
        #expect(unwritable.status == 2)
        #expect(unwritable.errors == "nowhere/a.swift: error: No such file or directory\n")
        let name = try tool.run(["models", "--name", "String"], input: "1")
        #expect(name.status == 64)
        #expect(name.errors.hasPrefix("Error: 'String' cannot be the name of a type of the models.\n"))
    }
}
