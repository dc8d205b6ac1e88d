@_spi(Cursor) internal import JSONTape

/// The value that a rule has matched to a key.
struct KeyMatch {
    let reference: ValueReference
    /// The path from the object to the value, if that is not a member of the object.
    let path: DecodingPath?
}

// Values that rules find at paths inside an object.
extension DecoderCore {
    /// The value at a path inside an object.
    @inline(never)
    @_optimize(size)
    func match(_ path: DecodingPath, in object: ValueReference) -> KeyMatch? {
        guard let first = path.steps.first, let member = follow(DecodingPath([first]), from: object, isMissing: false)
        else { return nil }
        if path.steps.count == 1 { return KeyMatch(reference: member, path: nil) }
        let rest = DecodingPath(Array(path.steps.dropFirst()))
        guard let found = follow(rest, from: member, isMissing: false) else { return nil }
        // The path is a request for the member to which it leads first.
        document.askedKeys?.ask(for: member.index)
        return KeyMatch(reference: found, path: path)
    }

    /// Records which value a rule has matched to a key.
    @_optimize(size)
    func remember(_ match: KeyMatch, for key: String, in object: ValueReference) {
        guard let matchedMembers = document.matchedMembers else { return }
        if let path = match.path {
            matchedMembers.note(match.reference.index, at: path, key, in: object.index)
        } else {
            matchedMembers.note(match.reference.index, key, in: object.index, by: object.modelID)
        }
    }

    /// The core for the value of a key in an object: one for which the value is a member with this key, if a
    /// rule found it at a path inside the object.
    @inline(never)
    func core(for key: any CodingKey, at value: TapePosition, in object: ValueReference) -> DecoderCore {
        guard let match = document.matchedMembers?.match(key.stringValue, in: object.index), match.value == value else {
            return self
        }
        return anchored(at: value, in: object, under: key, writtenAs: match.path)
    }

    /// A core for which a member of an object has this key, whatever key rules match it to meanwhile.
    @inline(never)
    func anchored(atMember value: TapePosition, of object: ValueReference, under key: any CodingKey) -> DecoderCore {
        anchored(at: value, in: object, under: key, writtenAs: DecodingPath([.key(self.key(ofMember: value))]))
    }
}

extension Decoder {
    /// The names of the object's members that rules have matched to requested keys of other names.
    @_optimize(size)
    package var matchedMemberNames: Set<String> {
        guard let decoder = self as? ValueDecoder, let matched = decoder.core.document.matchedMembers,
            decoder.core.tape[decoder.reference.index].is(.object)
        else { return [] }
        var names: Set<String> = []
        decoder.core.forEachMember(of: decoder.reference.index) { name, value in
            if matched.key(of: value, includingEarlier: true) != nil { names.insert(name) }
            return true
        }
        return names
    }
}
