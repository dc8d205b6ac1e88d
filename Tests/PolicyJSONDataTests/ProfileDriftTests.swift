import Foundation
import PolicyJSON
import PolicyJSONData
import Testing

@Suite struct ProfileDriftTests {
    private func profile(_ lines: [String]) throws -> JSONProfile {
        var profiler = JSONProfiler(named: "a", format: .lines)
        try profiler.append(Array(lines.joined(separator: "\n").utf8))
        try profiler.finish()
        return try profiler.profile()
    }

    private func drift(_ old: [String], _ new: [String]) throws -> [ProfileDrift.Change] {
        ProfileDrift(from: try profile(old), to: try profile(new)).changes
    }

    private static func repeated(_ text: String, _ count: Int = 20) -> [String] { Array(repeating: text, count: count) }

    @Test(arguments: [
        (repeated(#"{"a":1}"#), repeated(#"{"a":1}"#), []),
        (repeated(#"{"a":1}"#), repeated(#"{"a":1,"b":"x"}"#), ["newPath b: new path: string"]),
        (repeated(#"{"a":1,"b":"x"}"#), repeated(#"{"a":1}"#), ["vanishedPath b: the path has vanished"]),
        (
            repeated(#"{"a":1}"#), repeated(#"{"a":1}"#) + [#"{"a":"1"}"#],
            ["newKind a: string in 4.8% (before: 0%) of the values"]
        ),
        (
            repeated(#"{"a":1}"#) + [#"{"a":null}"#], repeated(#"{"a":1}"#),
            ["vanishedKind a: no null any more"]
        ),
        (
            repeated(#"{"a":1}"#), repeated(#"{"a":1}"#, 8) + repeated("{}", 2),
            ["missingRate a: missing in 20% (before: 0%) of the objects"]
        ),
        (
            repeated("[null,1,1,1,1,1,1,1,1,1]"), repeated("[null,null,1,1,1,1,1,1,1,1]"),
            [
                "nullRate [*]: null in 20% (before: 10%) of the values",
                "kindRate [*]: number in 80% (before: 90%) of the values",
            ]
        ),
        (
            repeated(#"{"a":"card"}"#) + repeated(#"{"a":"cash"}"#),
            repeated(#"{"a":"card"}"#) + repeated(#"{"a":"crypto"}"#),
            ["newCases a: new values: \"crypto\""]
        ),
        (repeated("[1,2]"), repeated("[1,-2]"), ["range [*]: -2 … 1 instead of 1 … 2"]),
        (repeated("[1,2]"), repeated("[1,2.5]"), ["range [*]: fractions among integers"]),
        (repeated(#"["2026-01-01"]"#), repeated(#"["01/02/2026"]"#), ["newForm [*]: strings of the form slashDate"]),
        // A container that never had the members has another kind, but no new paths below.
        (
            repeated(#"{"a":1}"#), repeated(#"{"a":{"b":1}}"#),
            ["newKind a: object in 100% (before: 0%) of the values", "vanishedKind a: no number any more"]
        ),
        (repeated("{\"a\":1}", 100), repeated("{\"a\":1}", 98) + repeated("{}", 2), []),
        // No more than the rate, which is 5 %.
        (repeated("{\"a\":1}", 100), repeated("{\"a\":1}", 95) + repeated("{}", 5), []),
        (repeated("1", 50) + repeated("true", 50), repeated("1", 55) + repeated("true", 45), []),
        (
            repeated("1", 500) + repeated("true", 500), repeated("1", 551) + repeated("true", 449),
            [
                "kindRate : number in 55.1% (before: 50%) of the values",
                "kindRate : bool in 44.9% (before: 50%) of the values",
            ]
        ),
        // By more than the width of the range, and than its largest value.
        (repeated("[100,200]"), repeated("[0,400]"), []),
        (repeated("[100,200]"), repeated("[100,401]"), ["range [*]: 100 … 401 instead of 100 … 200"]),
        (repeated("[-100,200]"), repeated("[-400,500]"), []),
        (repeated("[-100,200]"), repeated("[-401,0]"), ["range [*]: -401 … 0 instead of -100 … 200"]),
        (
            repeated(#""card""#) + repeated(#""cash""#), (0..<101).map { "\"v\($0)\"" },
            ["newCases : about 99 different values instead of 2"]
        ),
        (
            repeated(#""card""#) + repeated(#""cash""#), (10..<22).map { "\"v\($0)\"" },
            [
                #"newCases : new values: "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19", …"#
            ]
        ),
        // Among free text only strings without text are new.
        (
            (0..<60).map { "\"a b \($0)\"" } + repeated(#""12""#), [#""2026-01-01""#, #""""#, #"" ""#],
            ["newForm : strings of the form empty", "newForm : strings of the form blank"]
        ),
        (
            (0..<20).map { "\"a b \($0)\"" } + repeated(#""12""#), [#""2026-01-01""#],
            ["newForm : strings of the form date"]
        ),
    ])
    func `differences`(_ old: [String], _ new: [String], _ expected: [String]) throws {
        let changes = try drift(old, new)
        #expect(Set(changes.map { "\($0.code.rawValue) \($0.path): \($0.message)" }) == Set(expected))
    }

    @Test func `no records`() throws {
        let codes = try [drift(["{\"a\":1}"], []), drift([], ["1"]), drift(["1"], ["x"])].map {
            $0.map { "\($0.code.rawValue) '\($0.path)' \($0.message)" }
        }
        #expect(
            codes == [
                ["vanishedPath '' no records any more"], ["newPath '' records, where there were none"],
                ["vanishedPath '' no records any more"],
            ])
        #expect(try drift([], []).isEmpty)
    }

    @Test func `keys of maps are not drift`() throws {
        func lines(_ first: Int) -> [String] {
            (first..<first + 20).map { #"{"prices":{"\#($0)":1,"\#($0 + 100)":2}}"# }
        }
        #expect(try drift(lines(1_000), lines(5_000)).isEmpty)
    }

    @Test func `rules that are consulted about a difference`() throws {
        let policy = DecodingPolicy {
            NumbersFromStrings()
            At("other") { BooleansFromScalars(.words) }
            At("a") { UnknownCases(.useNil) }
        }
        let changes = try drift(Self.repeated(#"{"a":1,"b":1}"#), Self.repeated(#"{"a":"x","b":null}"#))
        let rules = changes.map { "\($0.code.rawValue) \($0.path): \($0.rules(of: policy).map(\.description))" }
        #expect(
            Set(rules) == [
                #"newKind a: ["NumbersFromStrings()"]"#, #"vanishedKind a: []"#, #"newKind b: []"#,
                #"vanishedKind b: []"#,
            ])
        let cases = try drift(Self.repeated(#"{"a":"v"}"#), Self.repeated(#"{"a":"w"}"#))
        #expect(cases.map { $0.rules(of: policy).map(\.description) } == [["UnknownCases(.useNil)"]])
    }
}
