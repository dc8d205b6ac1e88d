import PolicyJSON
import Testing

@Suite struct DecodingPolicyTests {
    @Test func descriptions() {
        #expect(DecodingPolicy.strict.description == "strict")
        #expect(DecodingPolicy([]).description == "strict")
        #expect(
            DecodingPolicy.lenient.description == """
                NumbersFromStrings()
                StringsFromScalars()
                BooleansFromScalars(.zeroAndOne)
                UnknownCases(.useNil)
                LossyCollections()
                OptionalPropertyWrappers()
                """)
        let policy = DecodingPolicy {
            At("items[*].price") {
                NumbersFromStrings(trimmingWhitespace: true)
                BooleansFromScalars(.words)
            }
            For(Int.self) { UnknownCases(.first) }
            ClosureRule("Mine") { _ in .decline }
        }
        #expect(
            policy.description == """
                At("items[*].price") {
                    NumbersFromStrings(trimmingWhitespace: true)
                    BooleansFromScalars(.words)
                }
                For(Int.self) {
                    UnknownCases(.first)
                }
                Mine()
                """)
    }

    private func build(_ isOn: Bool, _ names: [String]) -> DecodingPolicy {
        DecodingPolicy {
            NumbersFromStrings()
            if isOn { BooleansFromScalars() }
            if isOn {
                LossyCollections()
            } else {
                NestedOptionals()
            }
            for name in names { ClosureRule(name) { _ in .decline } }
            DecodingPolicy { OptionalPropertyWrappers() }
            DecodingPolicy.strict
        }
    }

    @Test func builder() {
        #expect(
            build(true, ["A", "B"]).rules.map(\.name)
                == [
                    "NumbersFromStrings", "BooleansFromScalars", "LossyCollections", "A", "B",
                    "OptionalPropertyWrappers",
                ])
        #expect(
            build(false, []).rules.map(\.name) == ["NumbersFromStrings", "NestedOptionals", "OptionalPropertyWrappers"])
        #expect(DecodingPolicy {}.rules.isEmpty)
    }

    @Test func followedBy() throws {
        let first = DecodingPolicy { ClosureRule("First") { $0.string == "a" ? .use(1) : .decline } }
        let second = DecodingPolicy { ClosureRule("Second") { _ in .use(2) } }
        #expect(first.followed(by: second).rules.map(\.name) == ["First", "Second"])
        #expect(second.followed(by: .strict).rules.map(\.name) == ["Second"])
        #expect(
            try PolicyJSONDecoder(policy: first.followed(by: second)).decode([Int].self, from: #"["a","b"]"#) == [1, 2])
        #expect(
            try PolicyJSONDecoder(policy: second.followed(by: first)).decode([Int].self, from: #"["a","b"]"#) == [2, 2])
    }

    @Test func consultsInOrderUntilOneAnswers() throws {
        let log = EventLog()
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                RecordingRule("A", in: log)
                RecordingRule("B", in: log) { _ in .useNil }
                RecordingRule("C", in: log) { _ in .use(3) }
                RecordingRule("D", in: log) { _ in .use(4) }
            })
        let outcome = try decoder.decodeReporting([Int].self, from: #"["x"]"#)
        #expect(outcome.value == [3])
        // `nil` counts as declining if it is not accepted.
        #expect(log.events == ["A", "B", "C"].map { "\($0): .mismatch Int at '[0]'" })
        #expect(outcome.report.entries.map(\.rule) == ["C"])
    }

    @Test func noRuleIsConsultedTwice() {
        let log = EventLog()
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { RecordingRule(in: log) })
        let (error, _) = decoder.outcome(of: [Box<Int>].self, from: #"[{"value":1},{"value":"x"}]"#)
        #expect(error == "typeMismatch(Int) at [1].value: Expected to decode Int but found a string instead.")
        #expect(
            log.events == [
                "Recording: .mismatch Int at '[1].value'", "Recording: .undecodableElement Box<Int> at '[1]'",
            ])
    }
}
