import Foundation
import JSONStream

/// One file's line of `check --json`.
struct CheckRecord: Encodable {
    struct Problem: Encodable {
        let code: String
        let message: String
        let offset: Int?
        let line: Int?
        let column: Int?
        let excerpt: String?
    }

    let file: String
    let valid: Bool
    var bytes: Int?
    var values: Int?
    var depth: Int?
    var duplicateKeys: Int?
    var texts: Int?
    var elements: Int?
    /// Encoded only if `false`.
    var hasComparedAllKeys: Bool?
    var megabytesPerSecond: Double?
    var error: Problem?

    init(_ check: FileCheck) {
        file = check.input.argument
        switch check.outcome {
        case .success(let document):
            valid = true
            bytes = document.bytes
            switch document.counts {
            case .document(let summary):
                (values, depth, duplicateKeys) = (summary.values, summary.depth, summary.duplicateKeys)
                if !summary.hasComparedAllKeys { hasComparedAllKeys = false }
            case .texts(let count): texts = count
            case .elements(let count): elements = count
            }
            megabytesPerSecond = document.megabytesPerSecond.map { ($0 * 10).rounded() / 10 }
        case .failure(let problem):
            valid = false
            error = Problem(
                code: problem.code,
                message: problem.message,
                offset: problem.location?.offset,
                line: problem.location?.line,
                column: problem.location?.column,
                excerpt: problem.excerpt?.text
            )
        }
    }
}
