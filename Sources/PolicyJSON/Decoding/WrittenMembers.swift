@_spi(Cursor) internal import JSONTape

/// The members of an object as they are in the document, whatever rules make of them. Of an object of another package's decoder nothing
/// is known.
package struct WrittenMembers {
    private let core: DecoderCore?
    private let object: TapePosition
    /// The names of which another member than the first counts.
    private let later: Set<String>

    /// - Complexity: O(*n*) in the members.
    package init(_ decoder: any Decoder) {
        guard let decoder = decoder as? ValueDecoder, decoder.core.tape[decoder.place.index].is(.object) else {
            (core, object, later) = (nil, .nothing, [])
            return
        }
        object = decoder.place.index
        let core = decoder.core.indexed(for: object, model: decoder.place.model)
        self.core = core
        later = core.choosesMembers ? core.namesOfLaterMembers(of: object) : []
    }

    /// The member of this name that counts: no rule is asked where it is, or what stands for it.
    package subscript(name: String) -> RawJSON? {
        get throws {
            guard let value = core?.lookUp(name, in: object), value != TapePosition.nothing else { return nil }
            return try core.map { try RawJSON.read($0, at: .root.member(value)) }
        }
    }

    /// Whether the member of this name that counts is the first.
    package func usesFirst(of name: String) -> Bool { !later.contains(name) }
}

extension DecoderCore {
    /// Whether a rule may use another member of a name than the first.
    fileprivate var choosesMembers: Bool {
        !call.convertsKeys && policy?.situations.contains(.repeatedKey) == true
    }

    fileprivate func namesOfLaterMembers(of object: TapePosition) -> Set<String> {
        var first: [String: TapePosition] = [:]
        tape.forEachKey(in: object) { key in
            let name = tape.key(at: key)
            if first[name] == nil { first[name] = key.value }
            return true
        }
        var later: Set<String> = []
        forEachMember(of: object) { name, value in
            if first[name] != value { later.insert(name) }
            return true
        }
        return later
    }
}

extension Decoder {
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
