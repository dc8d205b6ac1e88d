import Foundation
import PolicyJSON
import Testing

@Suite struct DecodingAuditTests {
    struct Item: Decodable, Equatable { let id: Int, tag: String? }

    private func text<T>(_ audit: DecodingAudit<T>) -> [String] {
        let result =
            switch audit.strictResult {
            case .success(let value): printed(value)
            case .failure(let error): PolicyJSONTests.text(of: error)
            }
        return [result] + audit.report.entries.map { "\($0.path): \($0.rule)" }
            + (audit.policyError.map { ["error: \(PolicyJSONTests.text(of: $0))"] } ?? [])
    }

    static let cases: [(json: String, policy: DecodingPolicy, outcome: [String])] = [
        (#"[{"id": 1}]"#, .lenient, ["[Item(id: 1, tag: nil)]"]),
        (
            #"[{"id": "1", "tag": 2}, null]"#, .lenient,
            [
                "typeMismatch(Int) at [0].id: Expected to decode Int but found a string instead.",
                "[0].id: NumbersFromStrings", "[0].tag: StringsFromScalars", "[1]: LossyCollections",
            ]
        ),
        (
            #"[{"id": "1", "tag": {}}]"#, DecodingPolicy { NumbersFromStrings() },
            [
                "typeMismatch(Int) at [0].id: Expected to decode Int but found a string instead.",
                "[0].id: NumbersFromStrings",
                "error: typeMismatch(String) at [0].tag: Expected to decode String but found a dictionary instead.",
            ]
        ),
        (
            #"[{"id": "1"}]"#, .strict,
            [
                "typeMismatch(Int) at [0].id: Expected to decode Int but found a string instead.",
                "error: typeMismatch(Int) at [0].id: Expected to decode Int but found a string instead.",
            ]
        ),
    ]

    @Test(arguments: cases.indices)
    func outcome(index: Int) throws {
        let (json, policy, outcome) = Self.cases[index]
        let decoder = PolicyJSONDecoder()
        #expect(text(decoder.audit([Item].self, from: json, policy: policy)) == outcome)
        #expect(text(decoder.audit([Item].self, from: Array(json.utf8), policy: policy)) == outcome)
        #expect(text(decoder.audit([Item].self, from: Data(json.utf8), policy: policy)) == outcome)
    }

    @Test func notJSON() {
        let audit = PolicyJSONDecoder().audit([Int].self, from: "[1")
        #expect(throws: DecodingError.self) { try audit.value }
        #expect(audit.report.isEmpty)
        #expect(audit.policyError?.location?.offset == 2)
    }

    /// Without a policy for the call, the decoder's own is audited.
    @Test func decodersPolicy() throws {
        let json = #"[{"id": "1", "tag": 2}]"#
        func rules(_ decoder: PolicyJSONDecoder) -> [String] {
            decoder.audit([Item].self, from: json).report.entries.map(\.rule)
        }
        #expect(rules(PolicyJSONDecoder()) == [])
        #expect(rules(PolicyJSONDecoder(policy: .lenient)) == ["NumbersFromStrings", "StringsFromScalars"])
        #expect(rules(PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })) == ["NumbersFromStrings"])
    }

    /// The decoder's policy is replaced, and its other settings apply.
    @Test func settings() throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { StringsFromScalars() })
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.reportLimit = 1
        decoder.reportRedaction = .all
        struct Model: Decodable { let someID: Int? }
        let audit = decoder.audit([String: [Int]].self, from: #"{"a_b": ["1", "2"]}"#, policy: .lenient)
        #expect(throws: DecodingError.self) { try audit.value }
        #expect(audit.report.entries.map { "\($0.path) \($0.found)" } == ["a_b[0] redacted"])
        #expect(audit.report.count == 2)
        #expect(try decoder.audit([Int].self, from: "[1]").value == [1])
        #expect(decoder.policy.description == "StringsFromScalars()")
    }

    @Test func noHandlerIsCalled() {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        decoder.onReport = { _ in Issue.record("called") }
        decoder.onReport = { _ in Issue.record("called") }
        #expect(decoder.audit([Int].self, from: #"["1"]"#).report.count == 1)
    }

    /// A policy may change a document that decodes strictly.
    @Test func changesToAcceptedDocuments() throws {
        let audit = PolicyJSONDecoder().audit(
            DoubleBox<Int>.self, from: #"{"value": null}"#, policy: DecodingPolicy { NestedOptionals() })
        #expect(try audit.value.value == .none)
        #expect(audit.report.entries.map(\.kind) == [.nullNested])
    }
}
