@_spi(Tape) internal import JSONTape

/// A type with a value that stands for a missing key.
///
/// Decoding: where a key is missing, ``missing`` is the value, and no rule is asked. Encoding: a keyed container writes
/// nothing for a value whose ``isMissing`` is true; everywhere else its `encode(to:)` throws. Both are for places where
/// the overloads below are not seen, in generic code.
protocol MissableValue {
    static var missing: Self { get }
    var isMissing: Bool { get }
}

extension Presence: MissableValue {}

extension Presence: Decodable where Wrapped: Decodable {
    /// ``null`` or ``value(_:)``: what is there to decode is not missing.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? ValueDecoder {
            self = try Self.decode(decoder.core, at: decoder.place)
            return
        }
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Wrapped.self))
    }
}

extension Presence: Encodable where Wrapped: Encodable {
    /// Writes `null` or the value.
    ///
    /// - Throws: `EncodingError.invalidValue` for ``missing``: keyed containers leave it out before they get here.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .missing:
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "\(Self.self).missing can only be left out of an object."))
        case .null: try container.encodeNil()
        case .value(let value): try container.encode(value)
        }
    }
}

// Not left to `init(from:)`: so that a rule finds the model that asks, and may answer with nil.
extension Presence: IntrinsicDecodable where Wrapped: Decodable {
    static var jsonKind: TapeKind? { nil }

    static func decode(_ core: DecoderCore, at place: Place) throws -> Self {
        try core.decodeOptional(Wrapped.self, at: place).map { .value($0) } ?? .null
    }
}

// What the compiler writes for a model calls the method that fits best, and that is these. They need nothing of the
// decoder that others do not have.
extension KeyedDecodingContainer {
    /// Decodes a ``Presence``: `.missing` where there is no such key.
    public func decode<T: Decodable>(_ type: Presence<T>.Type, forKey key: Key) throws -> Presence<T> {
        if let value = try decodeGenerally(type, forKey: key) { return value }
        return contains(key) ? .null : .missing
    }

    /// The container's own method: here the compiler does not know of the one above.
    private func decodeGenerally<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try decodeIfPresent(type, forKey: key)
    }
}

extension KeyedEncodingContainer {
    /// Encodes a ``Presence``: nothing where it is `.missing`.
    public mutating func encode<T: Encodable>(_ value: Presence<T>, forKey key: Key) throws {
        switch value {
        case .missing: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }

    /// Encodes a ``Presence``: nothing where it is `nil` or `.missing`.
    public mutating func encodeIfPresent<T: Encodable>(_ value: Presence<T>?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }
}
