@_spi(Cursor) internal import JSONTape

/// A value whose path the tape does not contain: it is the path of a value of another core, and a key. The path is made when it
/// is needed.
final class PathAnchor {
    let index: TapePosition
    let core: DecoderCore
    let reference: ValueReference
    let key: (any CodingKey)?
    /// The path in the document, from that value to this one, if it is not the key.
    let writtenPath: DecodingPath?
    /// Where the value is decoded as the only element of a collection: the type of the collection.
    let wrappedType: Any.Type?
    /// Whether a rule has changed how the value is decoded.
    let isReplaced: Bool
    /// Whether the value, or one around it, is decoded as the only element of a collection.
    let isWrapped: Bool
    /// How many times rules have selected the value in place of itself.
    let selections: Int
    /// Whether a rule has selected the value, or one around it, in place of itself.
    let isSelected: Bool

    init(
        index: TapePosition, core: DecoderCore, reference: ValueReference, key: (any CodingKey)?,
        writtenPath: DecodingPath? = nil,
        wrappedType: Any.Type? = nil, isSelected: Bool = false
    ) {
        self.index = index
        self.core = core
        self.reference = reference
        self.key = key
        self.writtenPath = writtenPath
        self.wrappedType = wrappedType
        isReplaced = wrappedType != nil || core.isReplaced
        isWrapped = wrappedType != nil || core.anchor?.isWrapped == true
        selections = (core.anchor?.index == index ? core.anchor?.selections ?? 0 : 0) + (isSelected ? 1 : 0)
        self.isSelected = isSelected || core.anchor?.isSelected == true
    }

    /// Whether a rule has selected the value, which is in another one, for an optional.
    func isTaken(_ reference: ValueReference) -> Bool {
        index == reference.index && self.reference.index == index && key == nil && selections == 0
    }

    /// - Parameter asWritten: whether keys are as in the document, and not as a key strategy makes them.
    func path(asWritten: Bool = false) -> [any CodingKey] {
        guard asWritten, let writtenPath else { return core.path(to: reference, missing: key, asWritten: asWritten) }
        return core.path(to: reference, asWritten: true) + writtenPath.steps.map(\.codingKey)
    }
}
