@_spi(Cursor) internal import JSONTape

// `decodeIfPresent` for every type in the protocol; KeyedContainer+IfPresent.swift explains why.
extension UnkeyedContainer {
    /// Decodes the next element, which may be null or beyond the end. `read` returns a value that strict decoding
    /// accepts. As in Foundation, the index advances even beyond the end.
    @inline(__always)
    private mutating func nextIfPresent<T: Decodable>(
        _ type: T.Type, _ read: (TapePosition) -> T?, _ otherwise: (ValueReference) throws -> T?
    ) throws -> T? {
        if isAtEnd {
            skipPastEnd()
            return nil
        }
        let reference = reference
        if core.call.watchesOptionals, core.isAnswered(type, at: reference),
            let answer = try core.askAboutOptional(type, at: reference)
        {
            advance()
            return answer
        }
        let value: T?
        if let read = read(reference.index) {
            value = read
        } else {
            value = core.tape[reference.index].is(.null) ? nil : try otherwise(reference)
        }
        advance()
        return value
    }

    @inline(__always)
    private mutating func nextIfPresent<T: Decodable>(_ type: T.Type, _ read: (TapePosition) -> T?) throws -> T? {
        let core = core
        return try nextIfPresent(type, read, { try core.repairOptional(type, at: $0) })
    }

    @inline(__always)
    private mutating func integerIfPresent<I: FixedWidthInteger & Decodable>(_ type: I.Type) throws -> I? {
        let core = core
        return try nextIfPresent(
            type, { core.integer(type, at: $0) }, { try core.repairOptionalRarely(type, at: $0) })
    }

    mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? {
        let core = core
        return try nextIfPresent(type) { core.bool(at: $0) }
    }

    mutating func decodeIfPresent(_ type: String.Type) throws -> String? {
        let core = core
        return try nextIfPresent(type) { core.string(at: $0) }
    }

    mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? {
        let core = core
        return try nextIfPresent(type) { core.double(at: $0) }
    }

    mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? {
        let core = core
        return try nextIfPresent(type) { core.float(at: $0) }
    }

    mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? { try integerIfPresent(type) }
    mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? { try integerIfPresent(type) }
    mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? { try integerIfPresent(type) }
    mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? { try integerIfPresent(type) }
    mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? { try integerIfPresent(type) }
    mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? { try integerIfPresent(type) }
    mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? { try integerIfPresent(type) }
    mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? { try integerIfPresent(type) }
    mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? { try integerIfPresent(type) }
    mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? { try integerIfPresent(type) }

    // Foundation takes the standard library's methods for these: here the index stays at the end.
    mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? {
        isAtEnd ? nil : try integerIfPresent(type)
    }
    mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? {
        isAtEnd ? nil : try integerIfPresent(type)
    }

    mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
        let core = core
        return try nextIfPresent(type, { _ in nil }, { try core.decodeUnwatchedOptional(type, at: $0) })
    }
}
