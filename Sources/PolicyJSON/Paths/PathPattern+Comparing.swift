extension PathPattern {
    /// The relation of two patterns.
    struct Comparison {
        /// Whether there may be a path that both match.
        var intersects = false
        /// Whether the first pattern certainly matches all paths that the second one matches.
        var includes = true
    }

    /// The states of two automata after the same path.
    private struct Pair: Hashable {
        let first: PathMatcher.States
        let second: PathMatcher.States
    }

    /// Compares the paths that this pattern and another match.
    @_optimize(size)
    func compared(with other: PathPattern) -> Comparison {
        if self == other { return Comparison(intersects: true) }
        if let path = other.path {
            let isMatch = matcher.matches(path.steps)
            return Comparison(intersects: isMatch, includes: isMatch)
        }
        let (first, second) = (matcher, other.matcher)
        var comparison = Comparison()
        var seen: Set<Pair> = []
        var waiting = [Pair(first: first.start, second: second.start)]
        let alphabet = alphabet(with: other)
        while let pair = waiting.popLast() {
            if !seen.insert(pair).inserted { continue }
            // Realistic patterns have far fewer pairs of states.
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

    /// The steps of paths that the two patterns distinguish: those that they name, and one key and one index that they
    /// do not name.
    private func alphabet(with other: PathPattern) -> [DecodingPath.Step] {
        var keys: Set<String> = []
        var indexes: [Int] = []
        for step in matcher.steps + other.matcher.steps {
            switch step {
            case .key(let key): keys.insert(key.text)
            case .index(let index): if !indexes.contains(index) { indexes.append(index) }
            case .anyKey, .anyIndex: break
            }
        }
        keys.insert(keys.joined() + "+")
        indexes.append((0...indexes.count).first { !indexes.contains($0) } ?? 0)
        return keys.map { .key($0) } + indexes.map { .index($0) }
    }
}
