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

    /// - Parameter isSorted: whether equal values always have equal descriptions, which takes longer.
    init(_ decoder: PolicyJSONDecoder, _ type: any Decodable.Type, _ json: String, isSorted: Bool = false) {
        func open<T: Decodable>(_ type: T.Type) -> (String?, (any Error)?, DecodingReport) {
            do throws(JSONDecodingError) {
                let outcome = try decoder.decodeReporting(type, from: json)
                return (isSorted ? Self.sorted(outcome.value) : String(describing: outcome.value), nil, outcome.report)
            } catch {
                return (nil, error.underlyingError, error.report)
            }
        }
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

    /// A value as printed, with sorted sets and dictionaries. Otherwise they print in hashing order, which may differ
    /// between equal values.
    private static func sorted(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        let parts = mirror.children.map { ($0.label.map { "\($0): " } ?? "") + sorted($0.value) }
        switch mirror.displayStyle {
        case .set, .dictionary: return "[\(parts.sorted().joined(separator: ", "))]"
        case .collection: return "[\(parts.joined(separator: ", "))]"
        case .tuple, .optional: return "(\(parts.joined(separator: ", ")))"
        case .struct where !(value is any CustomStringConvertible):
            return "\(type(of: value))(\(parts.joined(separator: ", ")))"
        default: return String(describing: value)
        }
    }

    /// The changes, without entries about names of members.
    var changes: [String] {
        let notes: [DecodingReport.Kind] = [.keyMatched, .keyReported, .duplicateResolved]
        return entries.filter { !notes.contains($0.kind) }.map { "\($0.path): \($0.kind), \($0.found) → \($0.result)" }
    }

    var description: String { value ?? failure ?? "nothing" }
}
