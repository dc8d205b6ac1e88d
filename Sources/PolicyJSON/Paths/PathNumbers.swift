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

extension DecodingPath {
    /// How many of the first steps are equal. Takes constant time for each that shares its storage.
    func commonStepCount(with others: [Step]) -> Int {
        zip(steps, others).prefix { $0 == $1 }.count
    }
}
