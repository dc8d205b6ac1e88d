import Testing

@Suite struct ExplainCommandTests {
    static let file = #"""
        {
          "version": 1,
          "rules": [
            {"rule": "NumbersFromStrings", "trimmingWhitespace": true},
            {"rule": "NumbersFromStrings"},
            {"at": "items[*].price", "rules": [
              {"rule": "Rounding", "direction": "down"}
            ]},
            {"at": "", "rules": [{"without": "LossyCollections"}]},
            {"for": "PaymentType", "rules": [
              {"rule": "UnknownCases", "fallback": {"caseNamed": "unknown"}, "for": ["null"]}
            ]},
            {"rule": "CurrencyAmounts", "symbols": ["€"]},
            {"rule": "LossyCollections", "maxDropped": 3}
          ]
        }
        """#

    static let explanation = """
        NumbersFromStrings(trimmingWhitespace: true)
          Accepts a string that contains a number where a number is requested: "12" for 12. White space around the number is ignored.
        NumbersFromStrings()
          Accepts a string that contains a number where a number is requested: "12" for 12.
        At items[*].price:
          Rounding(.down)
            Rounds a number with a fraction down where an integer is requested.
        At the top level:
          Without(LossyCollections.self)
            Turns off LossyCollections here, where it would be consulted after this.
        For PaymentType and the values that it requests:
          UnknownCases(.caseNamed("unknown"), for: .null)
            Substitutes the case named unknown for null for an enumeration, if there is such a case.
        CurrencyAmounts()
          A custom rule of the program.
        LossyCollections(maxDropped: 3)
          Drops undecodable elements from arrays, sets and dictionaries, or makes them nil where nil is allowed; fails if more than 3 of them are undecodable.

        Rules are consulted where strict decoding fails; the first that answers decides. Rules for paths come first, then rules for types, then the others.

        """

    @Test func `a file is explained, with warnings`() throws {
        let tool = try Tool()
        try tool.write(Self.file, to: "policy.json")
        let run = try tool.run([
            "explain", "--policy", "policy.json", "--rule", "CurrencyAmounts", "--type", "PaymentType",
        ])
        #expect(
            run
                == Tool.Run(
                    status: 0, output: Self.explanation,
                    errors:
                        "policy.json:5:5: warning: NumbersFromStrings(): never answers: NumbersFromStrings(trimmingWhitespace: true) before it does\n"
                ))
    }

    @Test func `an explanation for machines`() throws {
        let file = #"""
            {"version": 1, "rules": [
              {"at": "", "rules": [{"for": "Kind", "rules": [{"rule": "LossyCollections", "maxDropped": 3}]}]},
              {"at": "items", "rules": []},
              {"rule": "NumbersFromStrings"}
            ]}
            """#
        let dropped =
            "Drops undecodable elements from arrays, sets and dictionaries, or makes them nil where nil is allowed; fails if more "
            + "than 3 of them are undecodable."
        let output = """
            {"rules":[{"at":"","rules":[{"for":"Kind","rules":[{"explanation":"\(dropped)",\
            "rule":"LossyCollections(maxDropped: 3)"}]}]},{"at":"items","rules":[]},\
            {"explanation":"Accepts a string that contains a number where a number is requested: \\"12\\" for 12.",\
            "rule":"NumbersFromStrings()"}],\
            "warnings":[{"code":"emptyScope","column":3,"file":"<stdin>","line":3,"message":"has no rules",\
            "rule":"At(\\"items\\")"}]}

            """
        let run = try Tool().run(["explain", "--policy", "-", "--type", "Kind", "--json"], input: file)
        #expect(run == Tool.Run(status: 0, output: output, errors: ""))
        let empty = try Tool().run(["explain", "--policy", "-", "--json"], input: #"{"version": 1, "rules": []}"#)
        #expect(empty == Tool.Run(status: 0, output: "{\"rules\":[],\"warnings\":[]}\n", errors: ""))
    }

    @Test func `options without effect and aliases of several keys give warnings`() throws {
        let file = #"""
            {"version": 1, "rules": [
              {"rule": "DefaultValues", "kinds": []},
              {"rule": "BooleansFromScalars", "forms": []},
              {"rule": "FallbackDateFormats", "formats": []},
              {"at": "items", "rules": []},
              {"rule": "KeyMatching", "aliases": {"a": ["x", "x"], "b": ["b", "x"], "c": []}}
            ]}
            """#
        let run = try Tool().run(["explain", "--policy", "-"], input: file)
        #expect(run.status == 0)
        #expect(
            run.errors == """
                <stdin>:2:3: warning: DefaultValues([]): does nothing
                <stdin>:3:3: warning: BooleansFromScalars([]): does nothing
                <stdin>:4:3: warning: FallbackDateFormats([]): does nothing
                <stdin>:5:3: warning: At("items"): has no rules
                <stdin>:6:3: warning: KeyMatching(aliases: ["a": ["x", "x"], "b": ["b", "x"], "c": []]): \
                has the alias "x" for "a" more than once
                <stdin>:6:3: warning: KeyMatching(aliases: ["a": ["x", "x"], "b": ["b", "x"], "c": []]): \
                has "b" as an alias of itself
                <stdin>:6:3: warning: KeyMatching(aliases: ["a": ["x", "x"], "b": ["b", "x"], "c": []]): \
                has the alias "x" for both "a" and "b", which then have the same value

                """)
        #expect(
            run.output.contains(
                "Also finds a missing key under other names: x or x for a, b or x for b.\n"))
    }

    @Test func `rules and types of a program must be named`() throws {
        let tool = try Tool()
        let type = try tool.run(["explain", "--policy", "-", "--rule", "CurrencyAmounts"], input: Self.file)
        #expect(
            type
                == Tool.Run(
                    status: 2, output: "",
                    errors: "<stdin>:10:13: error: rules[4].for: there is no type \"PaymentType\"; none is registered\n"
                ))
        let rule = try tool.run(["explain", "--policy", "-", "--type", "PaymentType"], input: Self.file)
        #expect(rule.status == 2)
        #expect(
            rule.errors.hasPrefix(
                "<stdin>:13:14: error: rules[5].rule: there is no rule \"CurrencyAmounts\"; there are: "))
    }

    @Test(arguments: [
        ("{}", "<stdin>:1:1: error: there is no member \"version\"\n"),
        ("{\"version\": 3}", "<stdin>:1:13: error: version: version 3 is not known; this library reads 1\n"),
        ("[", "<stdin>:1:2: error: not JSON: unexpected end of document, expected a value or ']'\n"),
        (
            "{\"version\": 1, \"rules\": [{\"rule\": \"BooleansFromScalars\", \"forms\": [\"w\\u001b\"]}]}",
            "<stdin>:1:68: error: rules[0].forms[0]: there is no option \"w\\u001b\"; there are: \"zeroAndOne\", \"words\", \"zeroAndOneStrings\", \"decimalZeroAndOne\", \"anyNumber\"\n"
        ),
    ])
    func `an unreadable policy file gives an error and status 2`(_ text: String, _ errors: String) throws {
        let run = try Tool().run(["explain", "--policy", "-"], input: text)
        #expect(run == Tool.Run(status: 2, output: "", errors: errors))
    }

    @Test func `a policy without rules is strict`() throws {
        let run = try Tool().run(["explain", "--policy", "-"], input: "{\"version\": 1, \"rules\": []}")
        #expect(run == Tool.Run(status: 0, output: "No rules: decodes strictly.\n", errors: ""))
    }

    @Test func `a missing file gives an error`() throws {
        let run = try Tool().run(["explain", "--policy", "missing.json"])
        #expect(run == Tool.Run(status: 2, output: "", errors: "missing.json: error: No such file or directory\n"))
    }

    @Test func `a file must be named`() throws {
        #expect(try Tool().run(["explain"]).status == 64)
    }
}
