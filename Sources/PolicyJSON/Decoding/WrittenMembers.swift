@_spi(Cursor) internal import JSONTape

/// The members of an object as they are in the document, whatever rules make of them. Of an object of another package's decoder nothing
/// is known.
package struct WrittenMembers {
    private let members: (core: DecoderCore, object: TapePosition)?

    /// - Complexity: O(*n*) in the members.
    package init(_ decoder: any Decoder) {
        members = (decoder as? ValueDecoder).flatMap { decoder in
            let object = decoder.reference.index
            guard decoder.core.tape[object].is(.object) else { return nil }
            return (decoder.core.indexed(for: object, model: decoder.reference.model), object)
        }
    }

    /// The member of this name that counts: no rule is asked where it is, or what stands for it.
    package subscript(name: String) -> RawJSON? {
        get throws {
            guard let (core, object) = members else { return nil }
            let value = core.lookUp(name, in: object)
            return value == TapePosition.nothing ? nil : try RawJSON.read(core, at: .root.member(value))
        }
    }

    /// Whether the member of this name that counts is the first.
    package func usesFirst(of name: String) -> Bool {
        guard let (core, object) = members, !core.call.convertsKeys else { return true }
        return core.index(of: object)?.namesOfLaterMembers.contains(name) != true
    }
}
