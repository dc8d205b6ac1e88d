@_spi(Cursor) internal import JSONTape

// `decodeIfPresent` for every type in the protocol; KeyedContainer+IfPresent.swift explains why.
extension UnkeyedContainer {
    /// Decodes the next element, which may be null or beyond the end. As in Foundation, the index advances even beyond the end.
    ///
    /// Compiled once: models seldom request optional elements one by one, and collections do not do so.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    private mutating func nextIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
        if isAtEnd {
            skipPastEnd()
            return nil
        }
        let (core, reference) = (core, reference)
        if core.call.watchesOptionals, core.isAnswered(type, at: reference),
            let answer = try core.askAboutOptional(type, at: reference)
        {
            advance()
            return answer
        }
        let isNull = core.tape[reference.index].is(.null)
        let value: T? = isNull ? nil : try core.decodeUnwatchedOptional(type, at: reference)
        advance()
        return value
    }

    mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? { try nextIfPresent(type) }
    mutating func decodeIfPresent(_ type: String.Type) throws -> String? { try nextIfPresent(type) }
    mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? { try nextIfPresent(type) }
    mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? { try nextIfPresent(type) }
    mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? { try nextIfPresent(type) }
    mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? { try nextIfPresent(type) }
    mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? { try nextIfPresent(type) }
    mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? { try nextIfPresent(type) }
    mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? { try nextIfPresent(type) }
    mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? { try nextIfPresent(type) }
    mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? { try nextIfPresent(type) }
    mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? { try nextIfPresent(type) }
    mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? { try nextIfPresent(type) }
    mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? { try nextIfPresent(type) }

    // Foundation takes the standard library's methods for these: here the index stays at the end.
    mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? { isAtEnd ? nil : try nextIfPresent(type) }
    mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? { isAtEnd ? nil : try nextIfPresent(type) }

    mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? { try nextIfPresent(type) }
}
