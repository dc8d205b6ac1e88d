/// The paths of the containers of a window's elements. Paths share the steps that they have in common with the one before them:
/// there may be as many as the window has tokens, each as long as the document is deep.
struct ContainerPaths {
    /// The steps of all paths, each with the index of the one before it, or -1.
    private(set) var steps: [(step: DecodingPath.Step, previous: Int)] = []
    /// The indexes of the last step of each path.
    private var ends: [Int] = []
    /// The last path, and the indexes of its steps.
    private var last: (path: [DecodingPath.Step], indexes: [Int]) = ([], [])

    /// The path of the top-level value.
    static let top = ContainerPaths([])

    /// Paths of which there are none.
    init() {}

    init(_ path: [DecodingPath.Step]) { append(path) }

    var count: Int { ends.count }

    @_optimize(size)
    mutating func append(_ path: [DecodingPath.Step]) {
        let shared = DecodingPath(path).commonStepCount(with: last.path)
        last.indexes.removeSubrange(shared...)
        for step in path[shared...] {
            steps.append((step, last.indexes.last ?? -1))
            last.indexes.append(steps.count - 1)
        }
        last.path = path
        ends.append(last.indexes.last ?? -1)
    }

    /// - Complexity: O(*steps*).
    @_optimize(size)
    subscript(index: Int) -> [DecodingPath.Step] {
        var path: [DecodingPath.Step] = []
        var next = ends[index]
        while next >= 0 {
            path.append(steps[next].step)
            next = steps[next].previous
        }
        return path.reversed()
    }
}
