@_spi(Cursor) internal import JSONTape

/// The position of a value in a document, the requesting types, and the decoding mode: 16 bytes, so that a decoder (a
/// core and a reference) fits into the three words that an existential stores inline.
struct ValueReference {
    /// The value's position; `TapePosition.nothing` for a missing value.
    var index: TapePosition
    /// The position of the enclosing container, or `TapePosition.noContainer`.
    var parent: TapePosition
    /// The value's index, if that container is an array.
    var ordinal: UInt32
    /// The requesting type, that is, the type whose `init(from:)` requests the value (``DecodableTraits/id``), in the
    /// lower 14 bits; the type that requested that type in the next 14 bits; the ``Mode`` in the upper 4.
    var model: UInt32

    /// How a value is decoded. Values decoded through containers and decoders inherit it.
    struct Mode: OptionSet {
        let rawValue: UInt32

        /// Rules are consulted about values that strict decoding rejects. Otherwise, the value is part of a strict
        /// attempt, and its failure is thrown at once.
        static let repairing = Mode(rawValue: 1 << 28)
        /// Values that no rule repairs are logged and replaced by placeholders.
        static let collecting = Mode(rawValue: 1 << 29)
        /// No rule is consulted, not even those that watch (``Strictly``).
        static let rulesDisabled = Mode(rawValue: 1 << 30)
        /// A model's code requests a container over the value directly, so that no type is known about which rules
        /// could be consulted.
        static let openedByHand = Mode(rawValue: 1 << 31)

        /// The modes that the values requested by a model inherit.
        @inline(__always)
        static var inherited: Mode { Mode(rawValue: 0b111 << 28) }
    }

    private static var typeMask: UInt32 { 1 << TypeTable<DecodableTraits>.bits - 1 }

    static let root = ValueReference(index: TapePosition.root, parent: TapePosition.noContainer, ordinal: 0, model: 0)

    /// The reference, as a starting point for requests of the type `model`.
    @inline(__always)
    func inside(_ model: UInt32) -> ValueReference {
        ValueReference(
            index: index, parent: parent, ordinal: ordinal,
            model: self.model & Mode.inherited.rawValue | (self.model & Self.typeMask) << 14 | model)
    }

    /// The reference with the requesting types and the mode of another.
    func seen(as other: ValueReference) -> ValueReference {
        ValueReference(index: index, parent: parent, ordinal: ordinal, model: other.model)
    }

    /// The number of the requesting type.
    var modelID: UInt32 { model & Self.typeMask }

    /// The requesting type.
    var modelType: Any.Type? { DecodableTraits.type(id: modelID) }

    /// The type that requested the requesting type.
    var enclosingModelType: Any.Type? { DecodableTraits.type(id: model >> 14 & Self.typeMask) }

    /// A reference to a member's value in this object.
    @inline(__always)
    func member(_ value: TapePosition) -> ValueReference {
        ValueReference(index: value, parent: index, ordinal: 0, model: model)
    }
}

extension ValueReference {
    /// Whether rules are consulted about values that strict decoding rejects.
    @inline(__always)
    var isRepairing: Bool { model & Mode.repairing.rawValue != 0 }

    /// Whether failures are logged.
    @inline(__always)
    var isCollecting: Bool { model & Mode.collecting.rawValue != 0 }

    func has(_ mode: Mode) -> Bool { model & mode.rawValue != 0 }

    func with(_ mode: Mode) -> ValueReference {
        ValueReference(index: index, parent: parent, ordinal: ordinal, model: model | mode.rawValue)
    }

    @inline(__always)
    func without(_ mode: Mode) -> ValueReference {
        ValueReference(index: index, parent: parent, ordinal: ordinal, model: model & ~mode.rawValue)
    }

    /// The same value in a strict attempt.
    @inline(__always)
    var strict: ValueReference { without([.repairing, .collecting]) }
}
