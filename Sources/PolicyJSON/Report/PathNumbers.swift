/// Numbers of paths: those of equal paths are equal.
///
/// The keys of a path are hashed from the first on that differs from the path before: documents may have long keys, below which there
/// are many values.
struct PathNumbers {
    private struct Edge: Hashable {
        let above: Int
        let step: DecodingPath.Step
    }

    private var numbers: [Edge: Int] = [:]
    private var last: (steps: [DecodingPath.Step], numbers: [Int]) = ([], [])

    mutating func number(of path: DecodingPath) -> Int {
        let shared = path.commonStepCount(with: last.steps)
        last.steps = path.steps
        last.numbers.removeLast(last.numbers.count - shared)
        for step in path.steps[shared...] {
            let edge = Edge(above: last.numbers.last ?? 0, step: step)
            let number = numbers[edge] ?? numbers.count + 1
            numbers[edge] = number
            last.numbers.append(number)
        }
        return last.numbers.last ?? 0
    }
}

/// The long keys in paths, each stored once.
struct LongKeys {
    private var keys: Set<String> = []
    private var last = DecodingPath()

    /// The path, with long keys that share the storage of those that are equal.
    mutating func shared(_ path: DecodingPath) -> DecodingPath {
        guard path.steps.contains(where: { $0.longKey != nil }) else { return path }
        let shared = path.commonStepCount(with: last.steps)
        let steps = path.steps.indices.map { index in
            guard let key = path.steps[index].longKey else { return path.steps[index] }
            return index < shared ? last.steps[index] : .key(keys.insert(key).memberAfterInsert)
        }
        last = DecodingPath(steps)
        return last
    }
}

extension DecodingPath {
    /// How many of the first steps are equal. Takes constant time for each that shares its storage.
    func commonStepCount(with others: [Step]) -> Int {
        zip(steps, others).prefix { $0 == $1 }.count
    }
}

extension DecodingPath.Step {
    /// The key, if it is long enough for its storage to be shared.
    fileprivate var longKey: String? {
        guard case .key(let key) = self, key.utf8.count > 64 else { return nil }
        return key
    }
}
