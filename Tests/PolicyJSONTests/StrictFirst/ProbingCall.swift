import Foundation
import Synchronization

@testable import PolicyJSON

/// A call of one of a decoder's functions, and its report.
final class ProbingCall {
    enum Function: CaseIterable {
        case reporting, plain, windows, collecting, audit
    }

    let function: Function
    let decoder: PolicyJSONDecoder
    /// The paths and rules of the report's entries; `nil` if the function has no report.
    private(set) var changes: [String]?

    init(_ function: Function, _ decoder: PolicyJSONDecoder) {
        self.function = function
        self.decoder = decoder
    }

    func decode<T: Decodable>(_ type: T.Type, _ document: String) throws -> T {
        switch function {
        case .plain: return try decoder.decode(type, from: document)
        case .windows:
            decoder.windows = WindowSizes(smallestDocument: 0, step: 3)
            return try decoder.decode(type, from: document)
        case .collecting: return try decoder.decodeCollectingErrors(type, from: document)
        case .reporting:
            let outcome = try decoder.decodeReporting(type, from: document)
            record(outcome.report)
            return outcome.value
        case .audit:
            // The value is that of strict decoding, regardless of the policy.
            let audit = decoder.audit(type, from: document, policy: decoder.policy)
            if let error = audit.policyError { throw error }
            record(audit.report)
            return try decoder.decode(type, from: document)
        }
    }

    func decodeConfigured<T: DecodableWithConfiguration>(_ type: T.Type, _ document: String) throws -> T
    where T.DecodingConfiguration == String {
        let latest = LatestReport()
        decoder.onReport = { new in latest.report.withLock { $0 = new } }
        defer { decoder.onReport = nil }
        let value = try decoder.decode(type, from: Data(document.utf8), configuration: "")
        record(latest.report.withLock { $0 })
        return value
    }

    func elements<T: Decodable>(_ type: T.Type, at path: PathPattern, _ document: String) throws -> [T] {
        try all(of: decoder.elements(of: type, at: path, from: Chunks(Array(document.utf8), length: 5)))
    }

    func records<T: Decodable>(_ type: T.Type, _ document: String) throws -> [T] {
        try all(of: decoder.elements(of: type, in: .lines, from: Chunks(Array(document.utf8), length: 5)))
    }

    func pairs<T: Decodable>(_ type: T.Type, _ document: String) throws -> [T] {
        try all(of: decoder.members(of: type, from: Chunks(Array(document.utf8), length: 5))).map(\.value)
    }

    private func all<T>(of reader: JSONElementReader<T>) throws -> [T] {
        var elements: [T] = []
        while let element = try reader.next() { elements.append(element) }
        record(reader.report)
        return elements
    }

    private func record(_ report: DecodingReport) { changes = report.entries.map { "\($0.path): \($0.rule)" } }
}

/// The last report that a handler has received.
private final class LatestReport: Sendable {
    let report = Mutex(DecodingReport())
}
