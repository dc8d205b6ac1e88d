import Foundation
import PolicyJSON
import PolicyJSONData

/// A learned policy with its evidence, for machines.
struct LearnedRecord: Encodable {
    private struct Rule: Encodable {
        let rule: String
        let scope: String
        let loss: String
        let count: Int
        let needed: Int
        let example: Example?
    }

    private struct Failure: Encodable {
        let scope: String
        let code: String
        let message: String
        let count: Int
        let example: Example
    }

    private struct Conflict: Encodable {
        let scope: String
        let message: String
        let example: Example
    }

    private struct Example: Encodable {
        let file: String
        let record: Int
        let offset: Int
        let line: Int
        let column: Int
        let path: String
        let found: String
        let result: String?

        init(_ example: LearnedPolicy.Example) {
            (file, record, path) = (example.source, example.record, example.path.jsonPointer)
            (offset, line, column) = (example.location.offset, example.location.line, example.location.column)
            (found, result) = (example.found, example.result)
        }
    }

    private struct Counts: Encodable {
        let samples: Int
        let failing: Int
        let unrepaired: Int

        init(_ counts: LearnedPolicy.Counts) {
            (samples, failing, unrepaired) = (counts.samples, counts.failing, counts.unrepaired)
        }
    }

    private let policy: RawJSON
    private let rules: [Rule]
    private let unrepaired: [Failure]
    private let conflicts: [Conflict]
    private let learning: Counts
    private let heldBack: Counts
    private let changedCleanSamples: Int?
    private let isPartial: Bool

    /// - Parameter policy: the policy file.
    init(_ learned: LearnedPolicy, _ policy: String) throws {
        self.policy = try RawJSON(parsing: policy.unindented)
        rules = learned.rules.map {
            Rule(
                rule: "\($0.rule)", scope: "\($0.scope)", loss: "\($0.loss)", count: $0.count, needed: $0.needed,
                example: $0.example.map(Example.init))
        }
        unrepaired = learned.unrepaired.map {
            Failure(
                scope: $0.scope, code: $0.code.rawValue, message: $0.message, count: $0.count,
                example: Example($0.example))
        }
        conflicts = learned.conflicts.map {
            Conflict(scope: $0.scope, message: $0.message, example: Example($0.example))
        }
        (learning, heldBack) = (Counts(learned.learning), Counts(learned.heldBack))
        changedCleanSamples = learned.changedCleanSamples
        isPartial = learned.isPartial
    }
}
