@_spi(Cursor) internal import JSONTape

/// A container over an array: three words, so that an existential stores it inline. A failed decode does not advance
/// it.
struct UnkeyedContainer: UnkeyedDecodingContainer {
    let core: DecoderCore
    private let array: TapePosition
    /// The position of the next element, or of the array's end.
    private var position: TapePosition
    private var ordinal: UInt32 = 0
    private let model: UInt32

    /// - Parameter array: the position of an array.
    init(core: DecoderCore, array: TapePosition, model: UInt32) {
        self.core = core
        self.array = array
        self.model = model
        position = array.firstChild
    }

    var codingPath: [any CodingKey] { core.path(toContainer: array) }
    var count: Int? { core.tape[array].count }
    var currentIndex: Int { Int(ordinal) }
    var isAtEnd: Bool { core.tape[position].isEnd }

    var reference: ValueReference { ValueReference(index: position, parent: array, ordinal: ordinal, model: model) }

    @inline(__always)
    mutating func advance() {
        position = core.tape.position(after: position)
        ordinal &+= 1
    }

    /// Counts an element beyond the end.
    mutating func skipPastEnd() { ordinal &+= 1 }

    private func endError(_ type: Any.Type, _ text: String = "Unkeyed container is at end.") -> DecodingError {
        .valueNotFound(
            type, DecodingError.Context(codingPath: codingPath + [JSONKey(index: currentIndex)], debugDescription: text)
        )
    }

    mutating func decodeNil() throws -> Bool {
        if isAtEnd { throw endError(Never.self) }
        guard core.tape[position].is(.null) else { return false }
        advance()
        return true
    }

    /// Decodes the next element. `read` returns a value that strict decoding accepts.
    ///
    /// - Parameter isRare: whether the type is requested less often.
    @inline(__always)
    private mutating func next<T: Decodable>(
        _ type: T.Type, isRare: Bool = false, _ read: (TapePosition) -> T?
    ) throws -> T {
        if isAtEnd { throw endError(type) }
        let value =
            try read(position)
            ?? (isRare ? core.repairRarely(type, at: reference) : core.repair(type, at: reference))
        advance()
        return value
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool {
        let core = core
        return try next(type) { core.bool(at: $0) }
    }

    mutating func decode(_ type: String.Type) throws -> String {
        let core = core
        return try next(type) { core.string(at: $0) }
    }

    mutating func decode(_ type: Double.Type) throws -> Double {
        let core = core
        return try next(type) { core.double(at: $0) }
    }

    mutating func decode(_ type: Float.Type) throws -> Float {
        let core = core
        return try next(type, isRare: true) { core.float(at: $0) }
    }

    mutating func decode(_ type: Int.Type) throws -> Int {
        let core = core
        return try next(type) { core.int(at: $0) }
    }

    // One witness for Int8 to UInt64.
    @inline(__always)
    mutating func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type) throws -> I {
        let core = core
        return try next(type, isRare: true) { core.integer(type, at: $0) }
    }

    mutating func decode(_ type: Int128.Type) throws -> Int128 {
        let core = core
        return try next(type, isRare: true) { core.integer(type, at: $0) }
    }

    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        let core = core
        return try next(type, isRare: true) { core.integer(type, at: $0) }
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if isAtEnd { throw endError(type) }
        let value = try core.decode(type, at: reference)
        advance()
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        if isAtEnd { throw endError(KeyedDecodingContainer<NestedKey>.self) }
        let container = try core.decoder(openingByHand: reference, OpenedObject.self).container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        if isAtEnd { throw endError((any UnkeyedDecodingContainer).self) }
        let container = try core.decoder(openingByHand: reference, OpenedArray.self).unkeyedContainer()
        advance()
        return container
    }

    @_optimize(size)
    mutating func superDecoder() throws -> any Decoder {
        if isAtEnd { throw endError((any Decoder).self, "Cannot get superDecoder() -- unkeyed container is at end.") }
        let decoder = core.decoder(openingByHand: reference, OpenedObject.self)
        advance()
        return decoder
    }
}
