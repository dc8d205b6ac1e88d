@_spi(Cursor) internal import JSONTape

/// The elements that rules with bounds have dropped from one collection, or replaced by `nil`, during its decoding.
struct DroppedElements {
    /// The elements of one rule with the same bounds.
    struct Group {
        let rule: ResolvedPolicy.Entry
        let index: Int
        let bounds: LossBounds
        var count = 0
        /// The first elements.
        var examples: [(reference: ValueReference, error: any Error)] = []
    }

    private(set) var groups: [Group] = []

    var isEmpty: Bool { groups.isEmpty }

    mutating func count(
        _ rule: ResolvedPolicy.Entry, _ index: Int, _ bounds: LossBounds, _ reference: ValueReference,
        _ error: () -> any Error
    ) {
        let position =
            groups.firstIndex { $0.index == index && $0.bounds == bounds }
            ?? {
                groups.append(Group(rule: rule, index: index, bounds: bounds))
                return groups.count - 1
            }()
        groups[position].count += 1
        if groups[position].examples.count < ElementLosses.exampleLimit {
            groups[position].examples.append((reference, error()))
        }
    }
}

extension DecoderCore {
    /// Throws if a rule has dropped more elements of a collection, or replaced them by `nil`, than its bounds allow.
    @_optimize(size)
    @inline(never)
    func check(_ dropped: DroppedElements, of reference: ValueReference) throws {
        let token = tape[reference.index]
        for group in dropped.groups where !group.bounds.allow(group.count, of: token.count) {
            let path = path(to: reference)
            let examples = group.examples.map { example in
                let path = DecodingPath(Array(self.path(to: example.reference).dropFirst(path.count)))
                return ElementLosses.Example(path: path, reason: reason(of: example.error, at: example.reference))
            }
            let dropped = ElementLosses(
                rule: "\(group.rule.rule)", count: group.count, total: token.count, examples: examples)
            let error = DecodingError.corrupted(dropped.description, at: path, underlying: dropped)
            guard reference.isCollecting, let problems else { throw error }
            problems.add(problem(error, at: reference))
        }
    }

    /// Handles a member of a dictionary whose key could not be decoded: drops it, logs the error, or throws it.
    @_optimize(size)
    func recoverKey<V: Decodable>(
        _ type: V.Type, at reference: ValueReference, mark: Int, _ error: any Error, _ dropped: inout DroppedElements
    ) throws {
        do {
            let value = reference.without(.collecting)
            if try recoverElement(type, at: value, mark: mark, error, &dropped, mayBeNil: false) != nil { throw error }
        } catch {
            guard reference.isCollecting, let problems, !isExhausted else { throw error }
            log(error, problems, about: reference)
        }
    }

    /// Decodes a key in an array of keys and values; `nil` if a rule drops it.
    func key<K: Decodable>(_ type: K.Type, at reference: ValueReference, _ dropped: inout DroppedElements) throws -> K?
    {
        let mark = collector?.mark ?? 0
        do {
            return try decode(type, at: reference.without(.collecting))
        } catch {
            return try recoverElement(type, at: reference, mark: mark, error, &dropped, mayBeNil: false)
        }
    }
}
