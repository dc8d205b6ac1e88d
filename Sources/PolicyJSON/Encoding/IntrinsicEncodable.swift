internal import JSONText
internal import RuntimeFacts

/// The standard library's optionals, collections and integers, which the encoder writes directly: without a container
/// and without examining the type of each element. `Int` has a separate kind (``EncodableTraits/Kind``).
protocol IntrinsicEncodable: Encodable {
    /// Writes the value of the frame on top, which is empty.
    ///
    /// Not a static function: that has only the metadata of generic arguments, and requests that of `Self` on each call.
    ///
    /// - Returns: whether it was written; if not, `encode(to:)` must be called.
    func write(in core: EncoderCore) throws -> Bool

    /// Appends an optional that is `nil` or a scalar, about which no rule answers, as a part of a container.
    ///
    /// - Returns: whether it is one.
    func appendScalar(in core: EncoderCore) -> Bool
}

extension IntrinsicEncodable {
    func appendScalar(in core: EncoderCore) -> Bool { false }
}

extension IntrinsicEncodable where Self: FixedWidthInteger {
    func write(in core: EncoderCore) throws -> Bool {
        core.writeText { $0.append(integer: self) }
        return true
    }
}

extension Int8: IntrinsicEncodable {}
extension Int16: IntrinsicEncodable {}
extension Int32: IntrinsicEncodable {}
extension Int64: IntrinsicEncodable {}
extension Int128: IntrinsicEncodable {}
extension UInt: IntrinsicEncodable {}
extension UInt8: IntrinsicEncodable {}
extension UInt16: IntrinsicEncodable {}
extension UInt32: IntrinsicEncodable {}
extension UInt64: IntrinsicEncodable {}
extension UInt128: IntrinsicEncodable {}

extension Optional: IntrinsicEncodable where Wrapped: Encodable {
    func write(in core: EncoderCore) throws -> Bool {
        guard let value = self else {
            core.writeText { $0.append("null") }
            return true
        }
        try core.encode(value, EncodableTraits.of(Wrapped.self), in: core.frames.top)
        core.completeValue()
        return true
    }

    func appendScalar(in core: EncoderCore) -> Bool {
        guard let value = self else {
            core.withText { $0.append("null") }
            return true
        }
        return core.appendScalar(value, EncodableTraits.of(Wrapped.self))
    }
}

extension Array: IntrinsicEncodable where Element: Encodable {
    func write(in core: EncoderCore) throws -> Bool {
        try core.encodeArray(self)
        return true
    }
}

extension ContiguousArray: IntrinsicEncodable where Element: Encodable {
    func write(in core: EncoderCore) throws -> Bool {
        try core.encodeArray(Array(self))
        return true
    }
}

extension Set: IntrinsicEncodable where Element: Encodable {
    func write(in core: EncoderCore) throws -> Bool {
        try core.encodeArray(Array(self))
        return true
    }
}

extension Dictionary: IntrinsicEncodable where Key: Encodable, Value: Encodable {
    func write(in core: EncoderCore) throws -> Bool {
        if Key.self == String.self {
            core.noteLiteralNames(isText: false)
            if core.encodeScalarMembers(self, EncodableTraits.of(Value.self).kind) { return true }
            try core.encodeMembers(unsafelyCast(self, to: [String: Value].self)) { $0 }
        } else if Key.self == Int.self, !core.options.convertsKeys {
            // Key strategies convert all keys except strings.
            try core.encodeMembers(unsafelyCast(self, to: [Int: Value].self)) { "\($0)" }
        } else {
            return false
        }
        return true
    }
}

/// A key of a dictionary, in coding paths. As a key of a container it is a name that no rule and no strategy changes.
struct DictionaryKey: CodingKey {
    let stringValue: String
    var intValue: Int? { Int(stringValue) }

    init(stringValue: String) { self.stringValue = stringValue }
    init(intValue: Int) { stringValue = "\(intValue)" }
}
