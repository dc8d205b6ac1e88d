@_spi(Cursor) internal import JSONTape

/// The elements that rules with bounds have dropped from one collection, or replaced by `nil`, during its decoding.
struct DroppedElements {
    /// The elements of one rule with the same bounds.
    struct Share {
        let rule: ResolvedPolicy.Entry
        let index: Int
        let bounds: LossBounds
        var count = 0
        /// The first elements.
        var examples: [(place: ValueReference, error: any Error)] = []
    }

    private(set) var shares: [Share] = []

    var isEmpty: Bool { shares.isEmpty }

    mutating func count(
        _ rule: ResolvedPolicy.Entry, _ index: Int, _ bounds: LossBounds, _ place: ValueReference,
        _ error: () -> any Error
    ) {
        let position =
            shares.firstIndex { $0.index == index && $0.bounds == bounds }
            ?? {
                shares.append(Share(rule: rule, index: index, bounds: bounds))
                return shares.count - 1
            }()
        shares[position].count += 1
        if shares[position].examples.count < ElementLosses.exampleLimit {
            shares[position].examples.append((place, error()))
        }
    }
}

extension DecoderCore {
    /// Throws if a rule has dropped more elements of a collection, or replaced them by `nil`, than its bounds allow.
    @inline(never)
    func check(_ dropped: DroppedElements, of place: ValueReference) throws {
        let token = tape[place.index]
        for share in dropped.shares where !share.bounds.allow(share.count, of: token.count) {
            let path = path(to: place)
            let examples = share.examples.map { example in
                let path = DecodingPath(Array(self.path(to: example.place).dropFirst(path.count)))
                return ElementLosses.Example(path: path, reason: reason(of: example.error, at: example.place))
            }
            let dropped = ElementLosses(
                rule: "\(share.rule.rule)", count: share.count, total: token.count, examples: examples)
            let error = DecodingError.corrupted(dropped.description, at: path, underlying: dropped)
            guard place.isCollecting, let problems else { throw error }
            problems.add(error, at: DecodingPath(path), location(of: place))
        }
    }

    /// Handles a member of a dictionary whose key could not be decoded: drops it, logs the error, or throws it.
    func recoverKey<V: Decodable>(
        _ type: V.Type, at place: ValueReference, mark: Int, _ error: any Error, _ dropped: inout DroppedElements
    ) throws {
        do {
            let value = place.without(.collecting)
            if try recoverElement(type, at: value, mark: mark, error, &dropped, mayBeNil: false) != nil { throw error }
        } catch {
            guard place.isCollecting, let problems, !isExhausted else { throw error }
            log(error, problems, at: path(to: place), location(of: place))
        }
    }

    /// Decodes a key in an array of keys and values; `nil` if a rule drops it.
    func key<K: Decodable>(_ type: K.Type, at place: ValueReference, _ dropped: inout DroppedElements) throws -> K? {
        let mark = collector?.mark ?? 0
        do {
            return try decode(type, at: place)
        } catch {
            return try recoverElement(type, at: place, mark: mark, error, &dropped, mayBeNil: false)
        }
    }
}
