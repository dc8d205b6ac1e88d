@_spi(Tape) internal import JSONTape

/// Where in a document a value is, who asks for it, and how it is to be decoded: 16 bytes, so that a decoder with its core
/// fits the three words that an existential holds without allocating.
struct Place {
    /// The value's slot; `TapePosition.nothing` for a value that is not there.
    var index: TapePosition
    /// The slot of the container around it, or `TapePosition.noContainer`.
    var parent: TapePosition
    /// Its position, where that container is an array.
    var ordinal: UInt32
    /// The type whose `init(from:)` asks (``DecodableTraits/id``) in the lower 14 bits; above them, in 14 more, the one whose
    /// `init(from:)` asked for that; in the upper 4 the ``Mode``.
    var model: UInt32

    /// How a value is decoded. Containers and decoders hand it down to what is decoded through them.
    struct Mode: OptionSet {
        let rawValue: UInt32

        /// Rules are asked about what strict decoding rejects. Without it a failure is thrown at once: the value is part of
        /// a strict attempt.
        static let repairing = Mode(rawValue: 1 << 28)
        /// What no rule repairs is logged, and a placeholder takes its place.
        static let collecting = Mode(rawValue: 1 << 29)
        /// No rule is asked at all, also none that watches (``Strictly``).
        static let unruled = Mode(rawValue: 1 << 30)
        /// A container over the value is opened by a model's own code, which has no type that a rule could be asked about.
        static let openedByHand = Mode(rawValue: 1 << 31)

        /// What a model hands down to what it asks for.
        @inline(__always)
        static var inherited: Mode { Mode(rawValue: 0b111 << 28) }
    }

    /// How many bits the number of a type takes.
    static var typeBits: Int { 14 }
    private static var typeMask: UInt32 { 1 << 14 - 1 }

    static let root = Place(index: TapePosition.root, parent: TapePosition.noContainer, ordinal: 0, model: 0)

    /// The same place seen from inside the value.
    @inline(__always)
    func inside(_ model: UInt32) -> Place {
        Place(
            index: index, parent: parent, ordinal: ordinal,
            model: self.model & Mode.inherited.rawValue | (self.model & Self.typeMask) << 14 | model)
    }

    /// The same place as asked for by the model that asks for another, in the same mode.
    func seen(as other: Place) -> Place { Place(index: index, parent: parent, ordinal: ordinal, model: other.model) }

    /// The number of the type that asks.
    var modelID: UInt32 { model & Self.typeMask }

    /// The type that asks.
    var modelType: Any.Type? { DecodableTraits.type(id: modelID) }

    /// The type that asked for the one that asks.
    var enclosingModelType: Any.Type? { DecodableTraits.type(id: model >> 14 & Self.typeMask) }

    /// The value of a member of the object at this place.
    @inline(__always)
    func member(_ value: TapePosition) -> Place { Place(index: value, parent: index, ordinal: 0, model: model) }
}

extension Place {
    /// Whether rules are asked about what strict decoding rejects.
    @inline(__always)
    var isRepairing: Bool { model & Mode.repairing.rawValue != 0 }

    /// Whether failures are logged.
    @inline(__always)
    var isCollecting: Bool { model & Mode.collecting.rawValue != 0 }

    func has(_ mode: Mode) -> Bool { model & mode.rawValue != 0 }

    func with(_ mode: Mode) -> Place {
        Place(index: index, parent: parent, ordinal: ordinal, model: model | mode.rawValue)
    }

    @inline(__always)
    func without(_ mode: Mode) -> Place {
        Place(index: index, parent: parent, ordinal: ordinal, model: model & ~mode.rawValue)
    }

    /// The same value in a strict attempt.
    @inline(__always)
    var strict: Place { without([.repairing, .collecting]) }
}
