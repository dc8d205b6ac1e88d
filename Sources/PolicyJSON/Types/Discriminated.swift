/// A type that says by which JSON objects it is meant. ``Outcome`` asks.
///
/// ```swift
/// struct APIError: Codable, Error { let message: String }
///
/// extension APIError: Discriminated {
///     static var discriminator: Discriminator { .key("status", equals: "error") }
/// }
/// ```
public protocol Discriminated {
    /// By what the type is told from others.
    static var discriminator: Discriminator { get }
}

/// By what a JSON object is told to stand for a type: the value of a key, or which keys exist. Anything but an object is
/// never told.
///
/// Keys are those that models know, after a key strategy.
///
/// | discriminator | takes | does not take |
/// |---|---|---|
/// | `.key("status", equals: "error")` | `{"status": "error"}` | `{"status": "ok"}`, `{"status": ["error"]}`, `{}`, `"error"` |
/// | `.key("code", in: [404, 500])` | `{"code": 500}`, `{"code": 500.0}` | `{"code": "500"}`, `{"code": null}` |
/// | `.key("ok", equals: false)` | `{"ok": false}` | `{"ok": 0}`, `{"ok": true}` |
/// | `.has("error", "code")` | `{"error": {}, "code": 0}` | `{"error": {}}`, `{"error": null, "code": 0}` |
/// | `.lacks("data")` | `{}`, `{"data": null}` | `{"data": false}`, `[]` |
/// | `.all(.has("error"), .lacks("data"))` | `{"error": 1}` | `{"error": 1, "data": 2}` |
public struct Discriminator: Sendable, Hashable {
    /// A value that a key may have.
    public enum Value: Sendable, Hashable {
        case string(String)
        case integer(Int)
        case bool(Bool)
    }

    private indirect enum Kind: Hashable {
        case key(String, [Value])
        case has([String])
        case lacks([String])
        case all([Discriminator])
    }

    private let kind: Kind

    /// The key has this value. No policy mends the value first: `"1"` is not 1.
    public static func key(_ key: String, equals value: Value) -> Discriminator {
        Discriminator(kind: .key(key, [value]))
    }

    /// The key has one of these values. The first is the one that is written.
    public static func key(_ key: String, in values: [Value]) -> Discriminator {
        Discriminator(kind: .key(key, values))
    }

    /// All of these keys are there, with something other than `null`.
    public static func has(_ keys: String...) -> Discriminator { Discriminator(kind: .has(keys)) }

    /// None of these keys is there, except with `null`.
    public static func lacks(_ keys: String...) -> Discriminator { Discriminator(kind: .lacks(keys)) }

    /// All of these hold.
    public static func all(_ discriminators: Discriminator...) -> Discriminator {
        Discriminator(kind: .all(discriminators))
    }
}

extension Discriminator.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Discriminator.Value: CustomStringConvertible {
    /// As in JSON.
    public var description: String {
        switch self {
        case .string(let value): JSONReplacement.quoted(value)
        case .integer(let value): "\(value)"
        case .bool(let value): "\(value)"
        }
    }

    fileprivate func matches(_ fragment: JSONFragment) -> Bool {
        switch self {
        case .string(let value): fragment.string == value
        case .integer(let value): fragment.number?.integer(as: Int.self) == value
        case .bool(let value): fragment.bool == value
        }
    }
}

extension Discriminator: CustomStringConvertible {
    /// In words, to follow "is told by".
    public var description: String {
        switch kind {
        case .key(let key, let values):
            "\(JSONReplacement.quoted(key)) being \(values.map(\.description).joined(separator: " or "))"
        case .has(let keys): "having \(keys.map(JSONReplacement.quoted).joined(separator: " and "))"
        case .lacks(let keys): "not having \(keys.map(JSONReplacement.quoted).joined(separator: " or "))"
        case .all(let all): all.map(\.description).joined(separator: " and ")
        }
    }
}

extension Discriminator {
    /// Whether what `decoder` stands at is told to be of the type.
    func matches(_ decoder: any Decoder) throws -> Bool {
        // Not an object: the type's own error will say so.
        guard let container = try? decoder.container(keyedBy: JSONKey.self) else { return false }
        return try matches(container)
    }

    private func matches(_ container: KeyedDecodingContainer<JSONKey>) throws -> Bool {
        switch kind {
        case .key(let key, let values):
            // As it stands: a policy does not get to see it.
            guard let found = try container.decodeIfPresent(JSONFragment.self, forKey: JSONKey(key)) else {
                return false
            }
            return values.contains { $0.matches(found) }
        case .has(let keys):
            return try keys.allSatisfy { try Self.has($0, container) }
        case .lacks(let keys):
            return try !keys.contains { try Self.has($0, container) }
        case .all(let all):
            return try all.allSatisfy { try $0.matches(container) }
        }
    }

    private static func has(_ key: String, _ container: KeyedDecodingContainer<JSONKey>) throws -> Bool {
        let key = JSONKey(key)
        return try container.contains(key) && !container.decodeNil(forKey: key)
    }

    /// Writes the keys that the type is told by, as far as they have values.
    func encode(to encoder: any Encoder) throws {
        switch kind {
        case .key(let key, let values):
            var container = encoder.container(keyedBy: JSONKey.self)
            switch values.first {
            case .string(let value): try container.encode(value, forKey: JSONKey(key))
            case .integer(let value): try container.encode(value, forKey: JSONKey(key))
            case .bool(let value): try container.encode(value, forKey: JSONKey(key))
            case nil: break
            }
        case .has, .lacks: break
        case .all(let all): for discriminator in all { try discriminator.encode(to: encoder) }
        }
    }
}
