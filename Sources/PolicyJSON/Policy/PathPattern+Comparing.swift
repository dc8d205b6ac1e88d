extension PathPattern {
    /// How many steps of the pattern may have matched so far: each as a position among them.
    typealias Positions = Set<Int>

    /// The positions before the first step of a path.
    var start: Positions { skippingAnything([0]) }

    /// The positions behind one more step of a path; none if the pattern cannot match any more.
    func advanced(_ positions: Positions, by step: DecodingPath.Step) -> Positions {
        var next: Positions = []
        for position in positions where position < steps.count {
            if steps[position] == .anything { next.insert(position) }
            if Self.matches(steps[position], step) { next.insert(position + 1) }
        }
        return skippingAnything(next)
    }

    /// Whether the pattern matches a path that has led to these positions.
    func isMatch(_ positions: Positions) -> Bool { positions.contains(steps.count) }

    private func skippingAnything(_ positions: Positions) -> Positions {
        var positions = positions
        for step in steps.indices where steps[step] == .anything && positions.contains(step) {
            positions.insert(step + 1)
        }
        return positions
    }

    private static func matches(_ step: Step, _ pathStep: DecodingPath.Step) -> Bool {
        switch (step, pathStep) {
        case (.key(let name), .key(let key)): name == key
        case (.index(let wanted), .index(let index)): wanted == index
        case (.anyKey, .key), (.anyIndex, .index), (.anything, _): true
        default: false
        }
    }
}

extension PathPattern {
    /// How two patterns stand to each other.
    struct Comparison {
        /// There may be a path that both match.
        var intersects = false
        /// The first matches all paths that the second does, for certain.
        var includes = true
    }

    /// Compares the paths that this pattern and another match.
    func compared(with other: PathPattern) -> Comparison {
        var comparison = Comparison()
        var seen: Set<[Positions]> = []
        var waiting = [[start, other.start]]
        let alphabet = alphabet(with: other)
        while let state = waiting.popLast() {
            if !seen.insert(state).inserted { continue }
            // What takes longer is no pattern that anybody wrote to be read.
            if seen.count > 2_000 { return Comparison(intersects: true, includes: false) }
            if other.isMatch(state[1]) {
                if isMatch(state[0]) { comparison.intersects = true } else { comparison.includes = false }
            }
            for step in alphabet {
                let next = other.advanced(state[1], by: step)
                if !next.isEmpty { waiting.append([advanced(state[0], by: step), next]) }
            }
        }
        return comparison
    }

    /// The steps that the two tell apart: those that they name, and a key and an index that they do not.
    private func alphabet(with other: PathPattern) -> [DecodingPath.Step] {
        var keys: Set<String> = []
        var indexes: Set<Int> = []
        for step in steps + other.steps {
            switch step {
            case .key(let key): keys.insert(key)
            case .index(let index): indexes.insert(index)
            case .anyKey, .anyIndex, .anything: break
            }
        }
        keys.insert(keys.joined() + "+")
        indexes.insert((0...indexes.count).first { !indexes.contains($0) } ?? 0)
        return keys.map { .key($0) } + indexes.map { .index($0) }
    }
}
