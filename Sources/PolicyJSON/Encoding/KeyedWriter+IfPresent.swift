// The default implementations omit nil without consulting the policy. One generic method does not satisfy the overloads
// for integers.
extension KeyedWriter {
    @inline(__always)
    private func writeIfPresent<T: Encodable>(_ value: T?, _ key: Key, _ write: (T) throws -> Void) throws {
        if let value { return try write(value) }
        if core.keepsNils { try core.encodeAbsent(T.self, key, in: scope, detached) }
    }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
        try writeIfPresent(value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        try writeIfPresent(value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        try writeIfPresent(value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
        try writeIfPresent(value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
        try writeIfPresent(value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
        try writeIfPresent(value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
        try writeIfPresent(value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
        try writeIfPresent(value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
        try writeIfPresent(value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
        try writeIfPresent(value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
        try writeIfPresent(value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
        try writeIfPresent(value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
        try writeIfPresent(value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
        try writeIfPresent(value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
        try writeIfPresent(value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
        try writeIfPresent(value, key) { try encode($0, forKey: key) }
    }

    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        if value == nil, !core.keepsNils { return }
        try encodeOptional(value, forKey: key)
    }

    /// Separate, because naming `T?` costs a metadata look-up and a copy.
    @inline(never)
    private func encodeOptional<T: Encodable>(_ value: T?, forKey key: Key) throws {
        try writeIfPresent(value, key) { try encode($0, forKey: key) }
    }
}
