@_spi(Tape) internal import JSONTape

/// What rules that watch for losses have left out of one collection, or made `nil` in it, while it is decoded.
struct Losses {
    /// One rule's.
    struct Share {
        let rule: any DecodingRule
        let index: Int
        var count = 0
        /// The first of them.
        var examples: [(place: Place, error: any Error)] = []
    }

    private(set) var shares: [Share] = []

    var isEmpty: Bool { shares.isEmpty }

    mutating func count(_ rule: any DecodingRule, _ index: Int, _ place: Place, _ error: any Error) {
        guard rule.watchedOccasions.contains(.losses) else { return }
        let position =
            shares.firstIndex { $0.index == index }
            ?? {
                shares.append(Share(rule: rule, index: index))
                return shares.count - 1
            }()
        shares[position].count += 1
        if shares[position].examples.count < ElementLosses.exampleLimit {
            shares[position].examples.append((place, error))
        }
    }
}

extension DecoderCore {
    /// Fails a collection of which a rule has lost more than it allows itself.
    @inline(never)
    func check(_ losses: Losses, of place: Place) throws {
        let slot = tape[place.index]
        for share in losses.shares where !share.rule.allowsLosses(of: share.count, among: slot.count) {
            let path = path(to: place)
            let examples = share.examples.map { example in
                let path = DecodingPath(Array(self.path(to: example.place).dropFirst(path.count)))
                return ElementLosses.Example(path: path, reason: reason(of: example.error, at: example.place))
            }
            let losses = ElementLosses(
                rule: "\(share.rule)", count: share.count, total: slot.count, examples: examples)
            let error = DecodingError.corrupted(losses.description, at: path, underlying: losses)
            guard place.isCollecting, let problems else { throw error }
            problems.add(error, at: DecodingPath(path), location(of: place))
        }
    }

    /// A key in an array of keys and values; `nil` where a rule left it out.
    func key<K: Decodable>(_ type: K.Type, at place: Place, _ losses: inout Losses) throws -> K? {
        let mark = collector?.mark ?? 0
        do {
            return try decode(type, at: place)
        } catch {
            return try bad(type, at: place, mark: mark, error, &losses, mayBeNil: false)
        }
    }
}
