@_spi(Cursor) internal import JSONTape

// What a document says, whatever rules make of it. A decoder of another package knows nothing of it.
extension Decoder {
    /// The member of an object with this name that counts, as it is in the document: no rule is asked where it is, or what stands
    /// for it.
    package func writtenMember(named name: String) throws -> RawJSON? {
        guard let (core, value) = member(named: name) else { return nil }
        return try RawJSON.read(core, at: .root.member(value))
    }

    /// Whether the member with this name that counts is the first one of that name.
    package func isFirstMember(named name: String) -> Bool {
        guard let (core, value) = member(named: name), !core.call.convertsKeys, let decoder = self as? ValueDecoder
        else {
            return true
        }
        let (tape, object) = (core.tape, decoder.place.index)
        if tape[object].hasPlainKeys { return tape.find(name, in: object) == value }
        var first = TapePosition.nothing
        tape.forEachKey(in: object) { key in
            if tape.key(at: key) == name { first = key.value }
            return first == TapePosition.nothing
        }
        return first == value
    }

    private func member(named name: String) -> (core: DecoderCore, value: TapePosition)? {
        guard let decoder = self as? ValueDecoder, decoder.core.tape[decoder.place.index].is(.object) else {
            return nil
        }
        let core = decoder.core.indexed(for: decoder.place.index, model: decoder.place.model)
        let value = core.lookUp(name, in: decoder.place.index)
        return value == TapePosition.nothing ? nil : (core, value)
    }

    /// Looks at values: what rules change meanwhile is not in the report.
    package func unreported<R>(_ body: () throws -> R) rethrows -> R {
        guard let collector = (self as? ValueDecoder)?.core.collector else { return try body() }
        let mark = collector.mark
        defer { collector.undo(to: mark, because: Look()) }
        return try body()
    }
}

/// Why changes are undone that were made to look at a value.
private struct Look: Error {}
