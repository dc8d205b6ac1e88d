/// The value of a property that distinguishes a missing key, `null` and a value, in both directions.
///
/// ```swift
/// struct ProfilePatch: Codable {
///     var name: Presence<String> = .missing
///     var nickname: Presence<String> = .missing
/// }
/// let patch = try decoder.decode(ProfilePatch.self, from: #"{"nickname": null}"#)
/// patch.nickname.apply(to: &profile.nickname)    // clears it
/// patch.name.apply(to: &profile.name)            // leaves it unchanged
/// ```
///
/// | property | in the JSON | `.strict` | `.lenient` | written |
/// |---|---|---|---|---|
/// | `Presence<Int>` | no key | `.missing` | the same | no key |
/// | `Presence<Int>` | `null` | `.null` | the same | `null` |
/// | `Presence<Int>` | `1` | `.value(1)` | the same | `1` |
/// | `Presence<Int>` | `"1"` | fails: Expected to decode Int but found a string instead. | `.value(1)` | `1` |
/// | `Presence<Int>` | `"x"` | fails: Expected to decode Int but found a string instead. | the same | |
/// | `Presence<Int>` | `300e9` | `.value(300000000000)` | the same | `300000000000` |
/// | `Presence<UInt8>` | `300` | fails: Parsed JSON number <300> does not fit in UInt8. | the same | |
/// | `Presence<String>` | `""` | `.value("")` | the same | `""` |
/// | `Presence<String>` | `" "` | `.value(" ")` | the same | `" "` |
/// | `Presence<String>` | `{}` | fails: Expected to decode String but found a dictionary instead. | the same | |
/// | `Presence<Bool?>` | `null` | `.null` | the same | `null` |
/// | `Presence<Fruit>` | `"pear"` | fails: Cannot initialize Fruit from invalid String value pear | `.null` | `null` |
/// | `Presence<[Int]>` | `[1, 2]` | `.value([1, 2])` | the same | `[1,2]` |
/// | `Presence<[Int?]>` | `[1, null]` | `.value([Optional(1), nil])` | the same | `[1,null]` |
/// | `Presence<[Int]>` | `[1, {}]` | fails: Expected to decode Int but found a dictionary instead. | `.value([1])` | `[1]` |
/// | `Presence<[String: Int]>` | `{"a": 1}` | `.value(["a": 1])` | the same | `{"a":1}` |
/// | `[Presence<Int>]` | `[1, null]` | `[.value(1), .null]` | the same | `[1,null]` |
/// | `[String: Presence<Int>]` | `{"a": null}` | `["a": .null]` | the same | `{"a":null}` |
/// | `Presence<Int>?` | no key | `nil` | the same | no key |
/// | `Presence<Int>?` | `null` | `nil` | the same | no key |
/// | `Presence<Int>?` | `1` | `Optional(.value(1))` | the same | `1` |
/// | `Presence<Int>??` | `1` | `Optional(Optional(.value(1)))` | the same | `1` |
///
/// If a rule answers with `nil`, such as ``UnknownCases`` with `.useNil`, the result is ``null``. An optional around a
/// ``Presence`` adds nothing.
///
/// **Where it works.** For properties of models with synthesised coding, in files that import this module, with any
/// decoder and encoder. If a model is generic over the property's whole type (`struct Box<Value> { let value: Value }`
/// as `Box<Presence<Int>>`), ``PolicyJSONDecoder`` still decodes a missing key as ``missing``; other decoders report
/// that the key is missing. If the property has a wrapper, every decoder does. Outside objects ``missing`` cannot be
/// encoded: as an element or at the top level it is an `EncodingError.invalidValue`.
public enum Presence<Wrapped> {
    /// There is no such key.
    case missing
    /// The key exists, with the value `null`.
    case null
    /// The key exists, with a value.
    case value(Wrapped)
}

extension Presence: Sendable where Wrapped: Sendable {}
extension Presence: Equatable where Wrapped: Equatable {}
extension Presence: Hashable where Wrapped: Hashable {}

extension Presence {
    /// ``value(_:)``, or ``null`` for `nil`.
    ///
    /// - Parameter value: the value, or `nil`.
    public init(_ value: Wrapped?) {
        self = value.map { .value($0) } ?? .null
    }

    /// The value; `nil` for ``missing`` and ``null``.
    public var value: Wrapped? {
        if case .value(let value) = self { return value }
        return nil
    }

    /// Whether there is no such key.
    public var isMissing: Bool {
        if case .missing = self { return true }
        return false
    }

    /// Whether the key exists, with the value `null`.
    public var isNull: Bool {
        if case .null = self { return true }
        return false
    }

    /// Transforms the value.
    ///
    /// - Parameter transform: makes the new value.
    /// - Returns: the transformed value; ``missing`` and ``null`` stay the same.
    /// - Throws: an error that `transform` throws.
    public func map<NewValue, Failure: Error>(
        _ transform: (Wrapped) throws(Failure) -> NewValue
    ) throws(Failure) -> Presence<NewValue> {
        switch self {
        case .missing: .missing
        case .null: .null
        case .value(let value): .value(try transform(value))
        }
    }

    /// Transforms the value into another presence.
    ///
    /// - Parameter transform: makes the new presence.
    /// - Returns: the new presence; ``missing`` and ``null`` stay the same.
    /// - Throws: an error that `transform` throws.
    public func flatMap<NewValue, Failure: Error>(
        _ transform: (Wrapped) throws(Failure) -> Presence<NewValue>
    ) throws(Failure) -> Presence<NewValue> {
        switch self {
        case .missing: .missing
        case .null: .null
        case .value(let value): try transform(value)
        }
    }

    /// Updates `target` as a merge patch does (RFC 7396): a value replaces it, `null` clears it, a missing key leaves
    /// it unchanged.
    ///
    /// - Parameter target: the property to update.
    public func apply(to target: inout Wrapped?) {
        switch self {
        case .missing: break
        case .null: target = nil
        case .value(let value): target = value
        }
    }

    /// Updates `target` if there is a value, and leaves it unchanged for ``missing``.
    ///
    /// - Parameter target: the property to update.
    /// - Returns: `false` for ``null``, which `target` cannot represent; otherwise `true`.
    @discardableResult
    public func apply(to target: inout Wrapped) -> Bool {
        if case .value(let value) = self { target = value }
        return !isNull
    }
}
