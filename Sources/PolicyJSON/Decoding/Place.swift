@_spi(Tape) internal import JSONTape

/// Where in a document a value is, and who asks for it: 16 bytes, so that a decoder with its core fits the three words
/// that an existential holds without allocating.
struct Place {
    /// The value's slot; `Tape.nothing` for a value that is not there.
    var index: UInt32
    /// The slot of the container around it, or `Tape.noParent`.
    var parent: UInt32
    /// Its position, where that container is an array.
    var ordinal: UInt32
    /// The type whose `init(from:)` asks (``TypeTraits/id``) in the lower 12 bits; above them, in 12 more, the one whose
    /// `init(from:)` asked for that.
    var model: UInt32

    static let root = Place(index: Tape.root, parent: Tape.noParent, ordinal: 0, model: 0)

    /// The same place seen from inside the value.
    @inline(__always)
    func inside(_ model: UInt32) -> Place {
        Place(index: index, parent: parent, ordinal: ordinal, model: self.model << 12 & 0xFFF_000 | model)
    }

    /// The same place seen by those who see another.
    func seen(as other: Place) -> Place { Place(index: index, parent: parent, ordinal: ordinal, model: other.model) }

    /// The type that asks.
    var modelType: Any.Type? { TypeTraits.type(id: model & 0xFFF) }

    /// The type that asked for the one that asks.
    var enclosingModelType: Any.Type? { TypeTraits.type(id: model >> 12) }

    /// The value of a member of the object at this place.
    @inline(__always)
    func member(_ value: UInt32) -> Place { Place(index: value, parent: index, ordinal: 0, model: model) }
}
