/// A type that states which JSON objects represent it. Used by ``Outcome``.
///
/// ```swift
/// struct APIError: Codable, Error { let message: String }
///
/// extension APIError: Discriminated {
///     static var discriminator: Discriminator { .key("status", equals: "error") }
/// }
/// ```
public protocol Discriminated {
    /// The condition that identifies the type.
    static var discriminator: Discriminator { get }
}

/// The condition under which a JSON object represents a type: the value of a key, or which keys exist. Values that are
/// not objects never match.
///
/// Keys are those of the model, after a key strategy.
///
/// | discriminator | matches | does not match |
/// |---|---|---|
/// | `.key("status", equals: "error")` | `{"status": "error"}` | `{"status": "ok"}`, `{"status": ["error"]}`, `{}`, `"error"` |
/// | `.key("code", in: [404, 500])` | `{"code": 500}`, `{"code": 500.0}` | `{"code": "500"}`, `{"code": null}` |
/// | `.key("ok", equals: false)` | `{"ok": false}` | `{"ok": 0}`, `{"ok": true}` |
/// | `.has("error", "code")` | `{"error": {}, "code": 0}` | `{"error": {}}`, `{"error": null, "code": 0}` |
/// | `.lacks("data")` | `{}`, `{"data": null}` | `{"data": false}`, `[]` |
/// | `.all(.has("error"), .lacks("data"))` | `{"error": 1}` | `{"error": 1, "data": 2}` |
public struct Discriminator: Sendable, Hashable {
    private indirect enum Kind: Hashable {
        case key(String, [RawJSON])
        case has([String])
        case lacks([String])
        case all([Discriminator])
    }

    private let kind: Kind

    /// The key has this value: `.key("code", equals: 404)`. No policy repairs the value first: `"1"` is not 1.
    ///
    /// - Parameters:
    ///   - key: the name of a member.
    ///   - value: the value that identifies the type. Strings are compared without escapes, numbers by value, arrays and objects
    ///     as texts.
    public static func key(_ key: String, equals value: RawJSON) -> Discriminator { .key(key, in: [value]) }

    /// The key has this string as its value: `.key("status", equals: "error")`.
    ///
    /// - Parameters:
    ///   - key: the name of a member.
    ///   - string: the string that identifies the type.
    public static func key(_ key: String, equals string: String) -> Discriminator { .key(key, in: [string]) }

    /// The key has one of these values. The first is the one that is encoded.
    ///
    /// - Parameters:
    ///   - key: the name of a member.
    ///   - values: the values that identify the type.
    public static func key(_ key: String, in values: [RawJSON]) -> Discriminator {
        Discriminator(kind: .key(key, values.map(\.withScalars)))
    }

    /// The key has one of these strings as its value. The first is the one that is encoded.
    ///
    /// - Parameters:
    ///   - key: the name of a member.
    ///   - strings: the strings that identify the type.
    public static func key(_ key: String, in strings: [String]) -> Discriminator {
        .key(key, in: strings.map { .string($0) })
    }

    /// All of these keys exist, with a value other than `null`.
    ///
    /// - Parameter keys: names of members.
    public static func has(_ keys: String...) -> Discriminator { Discriminator(kind: .has(keys)) }

    /// None of these keys exists, except with the value `null`.
    ///
    /// - Parameter keys: names of members.
    public static func lacks(_ keys: String...) -> Discriminator { Discriminator(kind: .lacks(keys)) }

    /// All of these discriminators match.
    ///
    /// - Parameter discriminators: the conditions.
    public static func all(_ discriminators: Discriminator...) -> Discriminator {
        Discriminator(kind: .all(discriminators))
    }
}

extension RawJSON {
    /// Whether a value of a document is this one.
    fileprivate func matches(_ found: RawJSON) -> Bool {
        switch form {
        case .string(let text): found.kind == .string && found.value.string?.withOrderedMarks() == text
        case .number(let text): found.kind == .number && DecimalDigits(found.text).isEqual(to: DecimalDigits(text))
        case .null, .bool, .document, .unchecked: found == self
        }
    }
}

extension Discriminator: CustomStringConvertible {
    /// In words, following "is identified by".
    public var description: String {
        switch kind {
        case .key(let key, let values):
            "\(RawJSON.quoted(key)) being \(values.map(\.description).joined(separator: " or "))"
        case .has(let keys): "having \(keys.map(RawJSON.quoted).joined(separator: " and "))"
        case .lacks(let keys): "not having \(keys.map(RawJSON.quoted).joined(separator: " or "))"
        case .all(let all): all.map(\.description).joined(separator: " and ")
        }
    }
}

extension Discriminator {
    /// Whether the value at `decoder` matches.
    func matches(_ decoder: any Decoder) throws -> Bool {
        // Not an object: decoding the type will report that.
        guard let container = try? decoder.container(keyedBy: JSONKey.self) else { return false }
        return try matches(container)
    }

    @_optimize(size)
    private func matches(_ container: KeyedDecodingContainer<JSONKey>) throws -> Bool {
        switch kind {
        case .key(let key, let values):
            // No policy changes raw JSON.
            guard container.contains(JSONKey(key)) else { return false }
            let found = try container.decodeIfPresent(RawJSON.self, forKey: JSONKey(key)) ?? .null
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

    /// Encodes the keys that identify the type, as far as their values are known.
    func encode(to encoder: any Encoder) throws {
        switch kind {
        case .key(let key, let values):
            var container = encoder.container(keyedBy: JSONKey.self)
            if let value = values.first { try container.encode(value, forKey: JSONKey(key)) }
        case .has, .lacks: break
        case .all(let all): for discriminator in all { try discriminator.encode(to: encoder) }
        }
    }
}
