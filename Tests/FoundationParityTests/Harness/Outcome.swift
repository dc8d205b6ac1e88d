import Foundation
import PolicyJSON

/// The result of decoding a document with one decoder.
enum Outcome: Equatable, CustomStringConvertible {
    /// A value, as ``Snapshot`` writes it.
    case value(String)
    case failure(Failure)
    /// The description of an error that is not a `DecodingError`.
    case otherError(String)

    init(_ body: () throws -> Any) {
        do {
            self = .value(Snapshot.text(of: try body()))
        } catch let error as DecodingError {
            self = .failure(Failure(error))
        } catch {
            self = .otherError("\(type(of: error)): \(error)")
        }
    }

    var failure: Failure? {
        if case .failure(let failure) = self { return failure }
        return nil
    }

    var isValue: Bool {
        if case .value = self { return true }
        return false
    }

    /// Whether the document was rejected as not JSON.
    var isNotJSON: Bool { failure?.isNotJSON ?? false }

    /// Whether a date was rejected.
    var isInvalidISO8601: Bool { failure?.text == "Expected date string to be ISO8601-formatted." }

    var description: String {
        switch self {
        case .value(let text): text
        case .failure(let failure): failure.description
        case .otherError(let text): text
        }
    }
}

/// The parts of a coding key on which both decoders must agree. The name is normalized, because a model may spell a key
/// with other scalars than the document.
struct PathKey: Equatable, CustomStringConvertible {
    let name: String
    let index: Int?

    init(_ key: any CodingKey) {
        name = key.stringValue.precomposedStringWithCanonicalMapping
        index = key.intValue
    }

    var description: String { index.map { "\(name)#\($0)" } ?? name }
}

/// A `DecodingError` in comparable form.
struct Failure: Equatable, CustomStringConvertible {
    enum Case: String {
        case typeMismatch, valueNotFound, keyNotFound, dataCorrupted, unknown
    }

    let name: Case
    /// The type of a `typeMismatch` or a `valueNotFound`, printed with its module.
    var type: String?
    /// The key of a `keyNotFound`.
    var key: PathKey?
    let path: [PathKey]
    let text: String
    /// The syntax error. Not compared, because only PolicyJSON provides it.
    let syntax: JSONSyntaxError?

    init(_ error: DecodingError) {
        let context: DecodingError.Context
        switch error {
        case .typeMismatch(let type, let found):
            (name, self.type, context) = (.typeMismatch, String(reflecting: type), found)
        case .valueNotFound(let type, let found):
            (name, self.type, context) = (.valueNotFound, String(reflecting: type), found)
        case .keyNotFound(let key, let found):
            (name, self.key, context) = (.keyNotFound, PathKey(key), found)
        case .dataCorrupted(let found):
            (name, context) = (.dataCorrupted, found)
        @unknown default:
            (name, context) = (.unknown, DecodingError.Context(codingPath: [], debugDescription: "\(error)"))
        }
        path = context.codingPath.map { PathKey($0) }
        text = context.debugDescription
        syntax = context.underlyingError as? JSONSyntaxError
    }

    var isNotJSON: Bool { name == .dataCorrupted && path.isEmpty && text == "The given data was not valid JSON." }

    static func == (left: Failure, right: Failure) -> Bool {
        left.name == right.name && left.type == right.type && left.key == right.key && left.path == right.path
            && left.text == right.text
    }

    var description: String {
        let subject = type ?? key?.description ?? ""
        let place = path.map(\.description).joined(separator: "/")
        return "\(name)(\(subject)) at [\(place)]: \(text)"
    }
}
