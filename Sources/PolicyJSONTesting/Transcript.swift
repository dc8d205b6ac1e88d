import PolicyJSON

/// The result of decoding a document, for comparison.
struct Transcript: Hashable, Sendable, CustomStringConvertible {
    /// The value as printed; `nil` for an error.
    let value: String?
    /// The error as printed.
    private let failure: String?
    /// The description of the error, if it is a `DecodingError`.
    let problem: String?
    let entries: [DecodingReport.Entry]

    init(_ decoder: PolicyJSONDecoder, _ probe: RuleProbe) {
        func open<T: Decodable>(_ type: T.Type) -> (String?, (any Error)?, DecodingReport) {
            do throws(JSONDecodingError) {
                let outcome = try decoder.decodeReporting(type, from: probe.json)
                let value = probe.printsAlike ? ValueText(outcome.value).text : String(describing: outcome.value)
                return (value, nil, outcome.report)
            } catch {
                return (nil, error.underlyingError, error.report)
            }
        }
        let type: any Decodable.Type = probe.type
        let (value, error, report) = open(type)
        self.value = value
        entries = report.entries
        switch error as? DecodingError {
        case .typeMismatch(let type, let context):
            (problem, failure) = (context.debugDescription, "typeMismatch(\(type)) \(Self.print(context))")
        case .valueNotFound(let type, let context):
            (problem, failure) = (context.debugDescription, "valueNotFound(\(type)) \(Self.print(context))")
        case .keyNotFound(let key, let context):
            (problem, failure) = (context.debugDescription, "keyNotFound(\(key.stringValue)) \(Self.print(context))")
        case .dataCorrupted(let context):
            (problem, failure) = (context.debugDescription, "dataCorrupted \(Self.print(context))")
        default: (problem, failure) = (nil, error.map { "\($0)" })
        }
    }

    private static func print(_ context: DecodingError.Context) -> String {
        "at '\(DecodingPath(context.codingPath))': \(context.debugDescription)"
    }

    /// The changes, without entries about names of members.
    var changes: [String] {
        let notes: [DecodingReport.Kind] = [.keyMatched, .keyReported, .duplicateResolved]
        return entries.filter { !notes.contains($0.kind) }.map { "\($0.path): \($0.kind), \($0.found) → \($0.result)" }
    }

    var description: String { value ?? failure ?? "nothing" }
}
