import Foundation
import PolicyJSON

/// All information of an error in one text.
func text(of error: any Error) -> String {
    if let reported = error as? JSONDecodingError { return text(of: reported.underlyingError) }
    guard let error = error as? DecodingError else { return String(describing: error) }
    return switch error {
    case .typeMismatch(let type, let context): "typeMismatch(\(type)) \(text(of: context))"
    case .valueNotFound(let type, let context): "valueNotFound(\(type)) \(text(of: context))"
    case .keyNotFound(let key, let context): "keyNotFound(\(key.stringValue)) \(text(of: context))"
    case .dataCorrupted(let context): "dataCorrupted \(text(of: context))"
    @unknown default: String(describing: error)
    }
}

private func text(of context: DecodingError.Context) -> String {
    let path = DecodingPath(context.codingPath).description
    let position = path.isEmpty ? "at the top" : "at \(path)"
    let cause = context.underlyingError.map { " [\(text(ofCause: $0))]" } ?? ""
    return "\(position): \(context.debugDescription)\(cause)"
}

/// The description of a cause; for a rule's rejection only its name, without the strict error in the standard library's
/// words.
private func text(ofCause error: any Error) -> String {
    let text = text(of: error)
    return text.hasPrefix("rejected by ") ? String(text.prefix { $0 != ":" }) : text
}

/// A value as printed, without the names of this module and of enclosing suites. Sets and dictionaries are sorted: equal ones may be
/// printed in different orders.
func printed(_ value: Any) -> String {
    described(value, asPart: false).replacing(/PolicyJSONTests\.(\w+Tests\.)?/, with: "")
}

/// `String(describing:)`, or `String(reflecting:)` for a part of a value, but for the order of sets and dictionaries.
private func described(_ value: Any, asPart: Bool) -> String {
    let mirror = Mirror(reflecting: value)
    func parts(_ children: Mirror.Children) -> [String] { children.map { described($0.value, asPart: true) } }
    switch mirror.displayStyle {
    case .set:
        let elements = "[\(parts(mirror.children).sorted().joined(separator: ", "))]"
        return asPart ? "Set(\(elements))" : elements
    case .dictionary:
        let members = mirror.children.map { parts(Mirror(reflecting: $0.value).children).joined(separator: ": ") }
        return "[\(members.isEmpty ? ":" : members.sorted().joined(separator: ", "))]"
    case .collection where value is [Any]: return "[\(parts(mirror.children).joined(separator: ", "))]"
    case .optional:
        guard let wrapped = mirror.children.first else { return "nil" }
        return "Optional(\(described(wrapped.value, asPart: true)))"
    case .struct where !(value is any CustomStringConvertible) && !(value is any CustomDebugStringConvertible):
        let name = asPart ? String(reflecting: mirror.subjectType) : "\(mirror.subjectType)"
        let members = mirror.children.map { "\($0.label ?? "_"): \(described($0.value, asPart: true))" }
        return "\(name)(\(members.joined(separator: ", ")))"
    default: return asPart ? String(reflecting: value) : String(describing: value)
    }
}

/// All information of an entry of a report in one line.
func text(of entry: DecodingReport.Entry) -> String {
    let location = "\(entry.location)+\(entry.location.offset)"
    let path = "'\(entry.path)' '\(entry.jsonPointer)'"
    let change = "\(entry.requestedType): \(entry.found) → \(entry.result)"
    return "\(entry.rule), \(entry.kind), \(path), \(location), \(change), \(entry.reason)"
}

extension PolicyJSONDecoder {
    /// The result of decoding as text, the printed value or the whole error, and the entries of the report.
    func outcome(of type: any Decodable.Type, from json: String) -> (text: String, changes: [String]) {
        func open<T: Decodable>(_ type: T.Type) -> (String, [String]) {
            do throws(JSONDecodingError) {
                let outcome = try decodeReporting(type, from: json)
                return (printed(outcome.value), outcome.report.entries.map(text(of:)))
            } catch {
                return (text(of: error), error.report.entries.map(text(of:)))
            }
        }
        return open(type)
    }
}

extension JSONDecoder {
    /// The result of decoding as text: the printed value or the whole error.
    func outcome(of type: any Decodable.Type, from json: String) -> String {
        func open<T: Decodable>(_ type: T.Type) -> String {
            do {
                return printed(try decode(type, from: Data(json.utf8)))
            } catch {
                return text(of: error)
            }
        }
        return open(type)
    }
}

/// The reason of a repair of a `Decimal`, about which Foundation's error has no text.
let otherKind = "Expected to decode Decimal but found another kind of value instead."
