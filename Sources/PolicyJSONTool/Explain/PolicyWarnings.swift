import Foundation
import PolicyJSON
import PolicyJSONData

/// The parts of a policy file that have no effect.
struct PolicyWarnings {
    /// A warning, for machines.
    struct Record: Encodable {
        let code: String
        let rule: String
        let message: String
        let file: String
        let line: Int?
        let column: Int?
    }

    private let file: PolicyFile
    private let label: String
    private let findings: [PolicyFinding]

    /// - Parameter schema: the schema of the values that are decoded under the policy; `nil` if it is not known.
    init(of file: PolicyFile, _ label: String, schema: JSONSchema?) {
        self.file = file
        self.label = label
        findings = (file.policy.lint() + (schema?.lint(file.policy) ?? [])).inOrder
    }

    var isEmpty: Bool { findings.isEmpty }

    /// A line for each, with its location.
    func lines(_ style: Style) -> [String] {
        findings.map { finding in
            let source = file.location(of: finding.position).map { "\(label):\($0)" } ?? label
            return "\(style(source + ":", .bold)) \(style("warning:", .yellow)) \(finding.description.onOneLine)"
        }
    }

    /// An object for each.
    var records: [Record] {
        findings.map { finding in
            let location = file.location(of: finding.position)
            return Record(
                code: finding.code.description, rule: finding.rule, message: finding.message, file: label,
                line: location?.line, column: location?.column)
        }
    }
}
