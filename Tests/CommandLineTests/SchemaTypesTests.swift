import Testing

/// Enumerations, tuples and alternatives of schemas in the subcommands that read one.
@Suite struct SchemaTypesTests {
    private static let schema = """
        {"type":"object","required":["status"],"properties":{"status":{"enum":["shipped","other"]},
         "at":{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"items":false},
         "pay":{"oneOf":[{"type":"object","required":["t"],"properties":{"t":{"const":"card"},"n":{"type":"string"}}},
          {"type":"object","required":["t"],"properties":{"t":{"const":"cash"}}}]}}}
        """
    private static let policy = """
        {
          "version": 1,
          "rules": [
            {"at": "at[*]", "rules": [
              {"rule": "NumbersFromStrings"}
            ]},
            {"at": "pay.t", "rules": [
              {"rule": "CaseMatching", "caseInsensitive": true}
            ]},
            {"at": "status", "rules": [
              {"rule": "UnknownCases", "fallback": {"caseNamed":"other"}}
            ]}
          ]
        }

        """
    private static let lines = """
        {"status":"shipped","pay":{"t":"CARD","n":"1"}}
        {"status":"lost","at":[1,"2"]}
        {"status":"other"}

        """

    private func tool() throws -> Tool {
        let tool = try Tool()
        try tool.write(Self.schema, to: "s.json")
        try tool.write(Self.policy, to: "p.json")
        try tool.write(Self.lines, to: "in.ndjson")
        return tool
    }

    @Test func `learn finds the rules`() throws {
        let run = try tool().run(["learn", "--schema", "s.json", "--hold-back", "0%", "in.ndjson"])
        #expect((run.status, run.output) == (0, Self.policy))
    }

    @Test func `clean repairs, and rejects unknown cases`() throws {
        let clean = """
            {"status":"shipped","pay":{"t":"card","n":"1"}}
            {"status":"other","at":[1,2]}
            {"status":"other"}

            """
        let run = try tool().run(["clean", "--schema", "s.json", "--policy", "p.json"], input: Self.lines)
        #expect(run == Tool.Run(status: 0, output: clean, errors: ""))
        let unknown = try tool().run(
            ["clean", "--schema", "s.json", "--policy", "p.json", "--one-in-one-out"],
            input: #"{"status":"other","pay":{"t":"cheque"}}"# + "\n")
        #expect(unknown.output.contains(#""code":"unknown_case""#))
        #expect(unknown.output.contains(#""path":"/pay/t""#))
    }

    @Test func `lint knows where there are enumerations`() throws {
        let tool = try tool()
        #expect(try tool.run(["lint", "p.json", "--schema", "s.json"]) == Tool.Run(status: 0, output: "", errors: ""))
        try tool.write(Self.policy.replacing("\"status\"", with: "\"at\""), to: "other.json")
        let run = try tool.run(["lint", "other.json", "--schema", "s.json"])
        #expect(run.status == 1)
        #expect(run.output.hasSuffix("never applies: there is no enumeration\n"), "\(run.output)")
    }

    @Test func `a schema that is rejected`() throws {
        let tool = try tool()
        try tool.write(#"{"anyOf":[{"type":"string"},{"type":"string","maxLength":1}]}"#, to: "bad.json")
        for arguments in [["clean", "--schema", "bad.json"], ["lint", "p.json", "--schema", "bad.json"]] {
            let run = try tool.run(arguments, input: "")
            #expect(run.status == 2)
            #expect(
                run.errors.contains(
                    "anyOf: values do not show which of the alternatives for the type \"string\" they are of"),
                "\(run.errors)")
        }
    }
}
