// The default implementations omit nil without consulting the policy. One generic method does not satisfy the overloads
// for integers.
extension KeyedWriter {
    @inline(__always)
    private func writeIfPresent<T: Encodable>(_ value: T?, _ key: Key, _ write: (T) throws -> Void) throws {
        if let value { return try write(value) }
        if state.with({ $0.form.keepsNils }) { try core.encodeAbsent(T.self, key, in: scope, detached) }
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
        if try withWrapped(value, { try encode(copy $0, forKey: key) }) { return }
        if state.with({ $0.form.keepsNils }) { try core.encodeAbsent(T.self, key, in: scope, detached) }
    }

    /// Calls `body` with the value of an optional, in place: generic code that binds it asks the runtime for the metadata of
    /// `T?`, and copies the value once more.
    ///
    /// - Returns: whether there is a value.
    @inline(__always)
    private func withWrapped<T: ~Copyable>(_ value: borrowing T?, _ body: (borrowing T) throws -> Void) rethrows -> Bool
    {
        switch value {
        case .none: return false
        case .some(let value):
            try body(value)
            return true
        }
    }
}
