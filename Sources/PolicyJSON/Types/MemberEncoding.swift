/// A type that encodes as one of several kinds of JSON, and can add its members to an object whose keyed container is
/// already open. Its `encode(to:)` would request a container of another kind, at which encoders trap.
protocol MemberEncodable {
    func encodeMembers(to encoder: any Encoder) throws
}

extension Encodable {
    /// Adds the members of this value to the object that `encoder` is writing; none for `nil`.
    func addMembers(to encoder: any Encoder) throws {
        if let members = self as? any MemberEncodable { return try members.encodeMembers(to: encoder) }
        try withModel(of: encoder) { try encode(to: encoder) }
    }

    /// Calls `encode`, which adds the members. Rules see this model.
    fileprivate func withModel(of encoder: any Encoder, _ encode: () throws -> Void) throws {
        guard let writer = encoder as? ValueEncoder ?? (encoder as? TaggedContents)?.encoder as? ValueEncoder else {
            return try encode()
        }
        try writer.core.withModel(type(of: self), in: writer.scope, encode)
    }
}

extension Dictionary: MemberEncodable where Key: Encodable, Value: Encodable {
    func encodeMembers(to encoder: any Encoder) throws {
        try withModel(of: encoder) {
            guard let members = self as? [String: Value] else { return try encode(to: encoder) }
            // The names are data, as they are in an object of its own.
            var container = encoder.container(keyedBy: DictionaryKey.self)
            for (name, value) in members { try container.encode(value, forKey: DictionaryKey(stringValue: name)) }
        }
    }
}

extension Optional: MemberEncodable where Wrapped: Encodable {
    func encodeMembers(to encoder: any Encoder) throws { try self?.addMembers(to: encoder) }
}

extension Presence: MemberEncodable where Wrapped: Encodable {
    func encodeMembers(to encoder: any Encoder) throws { try value?.addMembers(to: encoder) }
}

extension Outcome: MemberEncodable where Success: Encodable, Failure: Encodable {
    func encodeMembers(to encoder: any Encoder) throws {
        switch self {
        case .success(let value): try Self.addMembers(of: value, to: encoder)
        case .failure(let value): try Self.addMembers(of: value, to: encoder)
        }
    }

    /// Adds the keys that identify the type first: a value that the type itself encodes for such a key comes later and
    /// replaces them.
    static func addMembers<T: Encodable>(of value: T, to encoder: any Encoder) throws {
        try (T.self as? any Discriminated.Type)?.discriminator.encode(to: encoder)
        try value.addMembers(to: encoder)
    }
}

extension RawJSON: MemberEncodable {
    func encodeMembers(to encoder: any Encoder) throws {
        guard value.kind == .object else {
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "\(ShortText.shorten(text)) has no members to add to an object."))
        }
        var container = encoder.container(keyedBy: DictionaryKey.self)
        var names: Set<String> = []
        for member in value.members {
            guard let text = member.value.text, names.insert(member.name).inserted else { continue }
            try container.encode(RawJSON(checked: text), forKey: DictionaryKey(stringValue: member.name))
        }
    }
}
