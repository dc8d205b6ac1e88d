@_spi(Tape) internal import JSONTape
internal import Synchronization

/// Gathers the problems of one document, each place once.
final class ProblemLog: Sendable {
    private struct State {
        var problems: [CollectedDecodingErrors.Problem] = []
        var unlistedCount = 0
        /// The paths of all problems, and all paths above them.
        var paths: Set<DecodingPath> = []
        var prefixes: Set<DecodingPath> = []
    }

    private let state = Mutex(State())
    private let limit: Int

    init(limit: Int) {
        self.limit = max(limit, 0)
    }

    /// Adds a problem, unless its place has one.
    func add(_ error: any Error, at path: DecodingPath, _ location: SourceLocation) {
        state.withLock { state in
            // Bounded like the list: behind the limit places are no longer told apart.
            if state.problems.count >= limit {
                state.unlistedCount += 1
                return
            }
            if !state.paths.insert(path).inserted { return }
            for length in 0...path.steps.count {
                state.prefixes.insert(DecodingPath(Array(path.steps.prefix(length))))
            }
            state.problems.append(CollectedDecodingErrors.Problem(error: error, path: path, location: location))
        }
    }

    /// Whether there is a problem at this path or further inside.
    func hasProblem(inside path: DecodingPath) -> Bool { state.withLock { $0.prefixes.contains(path) } }

    var isEmpty: Bool { state.withLock { $0.problems.isEmpty && $0.unlistedCount == 0 } }

    func errors(_ report: DecodingReport) -> CollectedDecodingErrors {
        let (problems, unlistedCount) = state.withLock { ($0.problems, $0.unlistedCount) }
        // Stable for problems of one place: missing keys of one object.
        let sorted = problems.enumerated().sorted { left, right in
            (left.element.location.offset, left.offset) < (right.element.location.offset, right.offset)
        }
        return CollectedDecodingErrors(
            problems: sorted.map(\.element), unlistedCount: unlistedCount, report: report)
    }
}
