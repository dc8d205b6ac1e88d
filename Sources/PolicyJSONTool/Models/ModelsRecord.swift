import Foundation
import PolicyJSON
import PolicyJSONData

/// Models and their policy, for machines.
struct ModelsRecord: Encodable {
    private struct Finding: Encodable {
        let file: String
        let line: Int
        let column: Int
        let message: String
    }

    private let source: String
    private let policy: RawJSON
    private let records: Int
    private let invalidRecords: Int
    private let findings: [Finding]

    /// - Parameter policy: the policy file.
    init(_ profile: JSONProfile, source: String, policy: String) throws {
        self.source = source
        self.policy = try RawJSON(parsing: policy.unindented)
        (records, invalidRecords) = (profile.records, profile.invalidRecords)
        findings = profile.invalidExamples.map {
            Finding(file: $0.file, line: $0.line, column: $0.column, message: "not JSON: \($0.text)")
        }
    }
}
