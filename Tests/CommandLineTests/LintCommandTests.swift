import Testing

@Suite struct LintCommandTests {
    private static let policy = """
        {"version": 1, "rules": [
          {"at": "id", "rules": [{"rule": "NumbersFromStrings"}, {"rule": "BooleansFromScalars"}]},
          {"at": "no", "rules": [{"rule": "NumbersFromStrings"}]},
          {"rule": "NumbersFromStrings"}, {"rule": "NumbersFromStrings"}
        ]}
        """
    private static let schema = #"{"type":"object","properties":{"id":{"type":"integer"}}}"#
    private static let own = "NumbersFromStrings(): never answers: NumbersFromStrings() before it does"

    private func tool() throws -> Tool {
        let tool = try Tool()
        try tool.write(Self.policy, to: "p.json")
        try tool.write(Self.schema, to: "s.json")
        try tool.write(#"{"version": 1, "rules": [{"rule": "NumbersFromStrings"}]}"#, to: "good.json")
        return tool
    }

    private static let findings = """
        p.json:2:58: warning: BooleansFromScalars(.zeroAndOne): never applies: there is no Boolean
        p.json:3:3: warning: At("no"): never applies: the schema has no value at this path
        p.json:4:35: warning: \(own)

        """

    @Test func `findings, with and without a schema`() throws {
        let tool = try tool()
        let alone = Tool.Run(status: 1, output: "p.json:4:35: warning: \(Self.own)\n", errors: "")
        #expect(try tool.run(["lint", "p.json"]) == alone)
        let all = Tool.Run(status: 1, output: Self.findings, errors: "")
        #expect(try tool.run(["lint", "p.json", "--schema", "s.json"]) == all)
        let none = Tool.Run(status: 0, output: "", errors: "")
        #expect(try tool.run(["lint", "good.json", "--schema", "s.json"]) == none)
    }

    /// Rules of another program, of which only the names are known.
    @Test func `unknown rules`() throws {
        let tool = try Tool()
        try tool.write(#"{"version": 1, "rules": [{"without": "A"}, {"rule": "B"}, {"rule": "A"}]}"#, to: "p.json")
        let run = try tool.run(["lint", "--rule", "A", "--rule", "B", "p.json"])
        let finding = "p.json:1:59: warning: A(): is turned off by Without(named: \"A\") before it\n"
        #expect(run == Tool.Run(status: 1, output: finding, errors: ""))
    }

    @Test func `findings as JSON`() throws {
        let run = try tool().run(["lint", "--json", "-"], input: Self.policy)
        let line = """
            {"code":"neverAnswers","column":35,"file":"<stdin>","line":4,"message":"never answers: NumbersFromStrings() before \
            it does","rule":"NumbersFromStrings()"}

            """
        #expect(run == Tool.Run(status: 1, output: line, errors: ""))
    }

    @Test func `explain prints the findings as warnings`() throws {
        let run = try tool().run(["explain", "--policy", "p.json", "--schema", "s.json"])
        #expect(run.status == 0)
        #expect(run.errors == Self.findings)
    }

    @Test(arguments: [
        (["none.json"], 2, "none.json: error: "), (["p.json", "--schema", "p.json"], 2, "p.json:1:13: error: "),
        (["s.json"], 2, "s.json:1:1: error: "), (["-", "--schema", "-"], 64, "Error: "), ([], 64, "Error: "),
    ])
    func `invalid arguments and inputs`(_ arguments: [String], _ status: Int32, _ error: String) throws {
        let run = try tool().run(["lint"] + arguments)
        #expect(run.status == status)
        #expect(run.errors.hasPrefix(error), "\(run.errors)")
    }

    /// The file can be an argument, or the option of the other commands.
    @Test(arguments: ["lint", "explain"]) func `forms of the policy file`(_ command: String) throws {
        let tool = try Tool()
        try tool.write(#"{"version":1,"rules":[{"rule":"NumbersFromStrings"}]}"#, to: "p.json")
        let run = try tool.run([command, "p.json"])
        #expect(run.status == 0)
        #expect(try tool.run([command, "--policy", "p.json"]) == run)
        let both = try tool.run([command, "p.json", "--policy", "p.json"])
        #expect(both.status == 64)
        #expect(both.errors.hasPrefix("Error: Name one policy file, not two.\n"))
        let none = try tool.run([command])
        #expect(none.status == 64)
        #expect(none.errors.hasPrefix("Error: Name a policy file.\n"))
    }
}
