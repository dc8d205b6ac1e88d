extension PathPattern {
    /// How two patterns stand to each other.
    struct Comparison {
        /// There may be a path that both match.
        var intersects = false
        /// The first certainly matches all paths that the second matches.
        var includes = true
    }

    /// The states of two patterns that the same path leads to.
    private struct Pair: Hashable {
        let first: PathMatcher.States
        let second: PathMatcher.States
    }

    /// Compares the paths that this pattern and another match.
    func compared(with other: PathPattern) -> Comparison {
        let (first, second) = (matcher, other.matcher)
        var comparison = Comparison()
        var seen: Set<Pair> = []
        var waiting = [Pair(first: first.start, second: second.start)]
        let alphabet = alphabet(with: other)
        while let pair = waiting.popLast() {
            if !seen.insert(pair).inserted { continue }
            // Patterns that people write have far fewer pairs of states.
            if seen.count > 2_000 { return Comparison(intersects: true, includes: false) }
            if second.isMatch(forwards: pair.second) {
                if first.isMatch(forwards: pair.first) {
                    comparison.intersects = true
                } else {
                    comparison.includes = false
                }
            }
            for step in alphabet {
                let next = second.advanced(pair.second, by: step)
                if !next.isEmpty { waiting.append(Pair(first: first.advanced(pair.first, by: step), second: next)) }
            }
        }
        return comparison
    }

    /// The steps of paths that the two patterns distinguish: those that they name, and a key and an index that they do not.
    private func alphabet(with other: PathPattern) -> [DecodingPath.Step] {
        var keys: Set<String> = []
        var indexes: Set<Int> = []
        for step in matcher.steps + other.matcher.steps {
            switch step {
            case .key(let key): keys.insert(key.text)
            case .index(let index): indexes.insert(index)
            case .anyKey, .anyIndex: break
            }
        }
        keys.insert(keys.joined() + "+")
        indexes.insert((0...indexes.count).first { !indexes.contains($0) } ?? 0)
        return keys.map { .key($0) } + indexes.map { .index($0) }
    }
}
