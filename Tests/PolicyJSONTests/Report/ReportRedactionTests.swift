import Foundation
import PolicyJSON
import Synchronization
import Testing

@Suite struct ReportRedactionTests {
    enum Color: String, Codable, Sendable, CaseIterable { case red }
    struct Person: Codable {
        let name: String, email: String?, pin: Int?, color: Color?, tags: [Color]?
    }

    static let policy: DecodingPolicy = DecodingPolicy {
        For(Person.self) { ClosureRule("Names") { $0.kind == nil ? .replace(with: .string("s3cret")) : .decline } }
        NumbersFromStrings()
        StringsFromScalars()
        UnknownCases(.useNil)
        LossyCollections()
    }

    private func report(_ redaction: ReportRedaction, _ json: String, _ policy: DecodingPolicy = policy) throws
        -> DecodingReport
    {
        let decoder = PolicyJSONDecoder(policy: policy)
        decoder.reportRedaction = redaction
        return try decoder.decodeReporting([Person].self, from: json).report
    }

    /// All texts of a report.
    private func everything(_ report: DecodingReport) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        var dumped = ""
        dump(report, to: &dumped)
        return "\(report)\n\(report.entries)\n\(report.counts)\n\(dumped)"
            + String(decoding: try encoder.encode(report), as: UTF8.self)
    }

    /// A value that must not be shown, in all positions that a report can show.
    static let leaks = [
        #"[{"name": 1, "pin": "12345678"}]"#,
        #"[{"name": 12345678}]"#,
        #"[{"name": "a", "color": "12345678"}]"#,
        #"[{"name": "a", "tags": ["12345678"]}]"#,
        #"[{"name": "a", "tags": [{"x": "12345678"}]}]"#,
        #"["12345678"]"#,
        #"[{"name": ["12345678"]}]"#,
        #"[{"name": "a", "pin": 12345678e-1}]"#,
        #"[{"name": "a", "email": ["12345678"]}]"#,
    ]

    @Test(arguments: leaks)
    func all(json: String) throws {
        #expect(try everything(try report(.none, json)).contains("12345678"))
        let report = try report(.all, json)
        #expect(!report.isEmpty)
        #expect(try !everything(report).contains("12345678"))
    }

    /// The case that a rule selects by a tag is the tag's text.
    @Test(arguments: [ReportRedaction.all, .paths("shape.type")])
    func selectedCases(_ redaction: ReportRedaction) throws {
        enum Shape: Codable { case circle(radius: Double) }
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Variants(of: Shape.self, .internally(by: "type")) })
        decoder.reportRedaction = redaction
        let json = #"{"shape":{"type":"circle","radius":1}}"#
        let entry = try #require(try decoder.decodeReporting([String: Shape].self, from: json).report.entries.first)
        #expect([entry.found, entry.result] == ["redacted", "redacted"])
    }

    /// A value that a rule takes from another path is redacted by that path, too.
    @Test(arguments: ["secret", "secret.inner", "**.inner", "name"])
    func valuesFromOtherPaths(_ pattern: String) throws {
        struct Model: Decodable { let name: String }
        let policy = DecodingPolicy { ClosureRule("Taken", in: .missingKey) { _ in .decodeValue(at: "secret.inner") } }
        let decoder = PolicyJSONDecoder(policy: policy)
        func report(_ redaction: ReportRedaction) throws -> String {
            decoder.reportRedaction = redaction
            let outcome = try decoder.decodeReporting(Model.self, from: #"{"secret":{"inner":"12345678"}}"#)
            #expect(outcome.value.name == "12345678")
            return try everything(outcome.report)
        }
        #expect(try report(.none).contains("12345678"))
        #expect(try report(.paths("other")).contains("12345678"))
        #expect(try !report(.paths(PathPattern(pattern))).contains("12345678"))
    }

    @Test func wordsAreNotRedacted() throws {
        let report = try report(.all, #"[{"name": 7, "color": "blue"}, {}, 5]"#)
        #expect(
            report.description == """
                line:column  path       rule                change         type    found        result
                       1:11  [0].name   StringsFromScalars  converted      String  redacted  →  redacted
                       1:23  [0].color  UnknownCases        case replaced  Color?  redacted  →  nil
                       1:32  [1].name   Names               key supplied   String  nothing   →  redacted
                       1:36  [2]        LossyCollections    dropped        Person  redacted  →  dropped
                """)
        #expect(report.entries.map(\.reason) == Array(repeating: "redacted", count: 4))
        #expect(report.counts.byPath == ["[*].name": 2, "[*].color": 1, "[*]": 1])
    }

    struct PathCase: Sendable, CustomTestStringConvertible {
        let patterns: [PathPattern]
        let json: String
        let redacted: [String]
        let shown: [String]

        var testDescription: String { "\(patterns) \(json)" }
    }

    static let paths = [
        PathCase(patterns: ["**.pin"], json: #"[{"name": 1, "pin": "2"}]"#, redacted: ["[0].pin"], shown: ["[0].name"]),
        PathCase(
            patterns: ["[*].pin"], json: #"[{"name": 1, "pin": "2"}]"#, redacted: ["[0].pin"], shown: ["[0].name"]),
        PathCase(patterns: ["[1].pin"], json: #"[{"name": "1", "pin": "2"}]"#, redacted: [], shown: ["[0].pin"]),
        // Values inside.
        PathCase(patterns: ["[0]"], json: #"[{"name": 1},{"name": 1}]"#, redacted: ["[0].name"], shown: ["[1].name"]),
        PathCase(patterns: [""], json: #"[{"name": 1}]"#, redacted: ["[0].name"], shown: []),
        PathCase(
            patterns: ["**.tags"], json: #"[{"name": 1, "tags": ["x"]}]"#, redacted: ["[0].tags[0]"],
            shown: ["[0].name"]),
        // Enclosing values.
        PathCase(patterns: ["**.pin"], json: #"[{"name": {}, "pin": 2}]"#, redacted: ["[0]"], shown: []),
        PathCase(patterns: ["[*].pin.x"], json: #"[{"name": {}, "pin": 2}]"#, redacted: ["[0]"], shown: []),
        PathCase(patterns: ["[1].pin"], json: #"[{"name": {}, "pin": 2}]"#, redacted: [], shown: ["[0]"]),
        PathCase(patterns: ["data.pin"], json: #"[{"name": {}, "pin": 2}]"#, redacted: [], shown: ["[0]"]),
        PathCase(
            patterns: ["**.x", "**.pin"], json: #"[{"name": 1, "pin": "2"}]"#, redacted: ["[0].pin"],
            shown: ["[0].name"]),
        PathCase(patterns: [], json: #"[{"name": 1}]"#, redacted: [], shown: ["[0].name"]),
    ]

    @Test(arguments: paths)
    func path(_ example: PathCase) throws {
        let report = try report(.paths(example.patterns), example.json)
        let redacted = report.entries.filter { $0.found == "redacted" }
        #expect(redacted.map(\.path.description) == example.redacted)
        #expect(redacted.allSatisfy { $0.reason == "redacted" && ["redacted", "dropped"].contains($0.result) })
        #expect(report.entries.filter { $0.found != "redacted" }.map(\.path.description) == example.shown)
    }

    /// JSON inside a string, and printed models, may contain values that match a pattern.
    @Test(arguments: [
        #""{\"name\": \"a\", \"pin\": 12345678}""#, #"" \n{\"name\": \"a\", \"pin\": 12345678}""#,
        #""\u007b\"name\": \"a\", \"pin\": 12345678}""#,
    ])
    func textsWithValuesInThem(element: String) throws {
        let unpacking = DecodingPolicy {
            ClosureRule("Unpack") { context in
                if context.kind == .string, let text = context.string {
                    return .replaceIfDecodable(with: .document(text))
                }
                return .decline
            }
        }
        #expect(try everything(try report(.none, "[\(element)]", unpacking)).contains("12345678"))
        let report = try report(.paths("**.pin"), "[\(element)]", unpacking)
        #expect(report.count == 1)
        #expect(try !everything(report).contains("12345678"))
        let person = Person(name: "a", email: nil, pin: 12_345_678, color: nil, tags: nil)
        let making = DecodingPolicy { ClosureRule("Make") { _ in .use(person) } }
        #expect(try !everything(try self.report(.paths("**.pin"), "[5]", making)).contains("12345678"))
    }

    @Test func custom() throws {
        let seen = Mutex<[String]>([])
        let long = String(repeating: "x", count: 500) + "4111111111111111"
        let report = try report(
            .custom { excerpt in
                let role = excerpt.role == .found ? "found" : excerpt.role == .result ? "result" : "reason"
                seen.withLock {
                    $0.append("\(role) \(excerpt.path) \(excerpt.requestedType) \(excerpt.text.utf8.count)")
                }
                return excerpt.text.replacing(/[0-9]{16}/, with: "****")
            }, #"[{"name": 4111111111111111}, {"name": true, "color": "\#(long)"}, 4111111111111111]"#)
        #expect(
            report.entries.map(\.found) == ["****", "true", "\"" + String(repeating: "x", count: 63) + "…", "****"])
        #expect(report.entries.map(\.result) == ["\"****\"", "\"true\"", "nil", "dropped"])
        #expect(try !everything(report).contains("4111"))
        #expect(
            seen.withLock { $0 } == [
                "found [0].name String 16", "result [0].name String 18", "reason [0].name String 51",
                "found [1].name String 4", "result [1].name String 6", "reason [1].name String 49",
                "found [1].color Color 518", "reason [1].color Color 566", "found [2] Person 16",
                "reason [2] Person 68",
            ])
    }

    /// A custom redaction receives more text than the truncated text of the report.
    @Test func redactionPrecedesTruncation() throws {
        let text = String(repeating: "x", count: 55) + "4111111111111111"
        let report = try report(
            .custom { $0.text.replacing(/[0-9]{16}/, with: "****") }, #"[{"name": "a", "color": "\#(text)"}]"#)
        #expect(report.entries.map(\.found) == ["\"" + String(repeating: "x", count: 55) + "****\""])
    }

    @Test func namesOfMembersAreNotRedacted() throws {
        struct KeyMatching: KeyMatchingRule {
            let situations: RepairSituation = .absentKey
            func memberNames(for key: String, of model: Any.Type?) -> [String] { [key.uppercased()] }
            func comparedName(_ name: String, of model: Any.Type?) -> String { name }
            func repair(_ context: DecodingRuleContext) -> Repair { .decline }
        }
        let report = try report(.all, #"[{"NAME": "a"}]"#, DecodingPolicy { KeyMatching() })
        #expect(report.entries.filter { $0.path.description == "[0].name" }.map(\.found) == ["\"NAME\""])
    }
}
