@_spi(Cursor) internal import JSONTape
internal import Synchronization

/// Collects the problems of one document, at most one for each path.
final class ProblemLog: Sendable {
    private struct State {
        var problems: [JSONDecodingError.Problem] = []
        var omittedCount = 0
        var numbers = PathNumbers()
        /// The numbers of the paths of all problems.
        var paths: Set<Int> = []
        /// The types whose placeholders have no end.
        var endless: Set<ObjectIdentifier> = []
        /// The last container that could not be opened.
        var unopened: (error: DecodingError, path: DecodingPath, location: JSONLocation)?
    }

    private let state = CheckedMutex(State())
    private let limit: Int
    private let count = Atomic<Int>(0)

    /// - Parameter limit: the number of problems that are listed, at least one: without any, a service could not tell what it
    ///   answers the client with.
    init(limit: Int) {
        self.limit = max(limit, 1)
    }

    /// The number of calls to `add`, including repeated problems: it shows whether anything was logged in between.
    var logged: Int { count.load(ordering: .relaxed) }

    /// Counts a value that could not be decoded, if no further problem can be listed.
    ///
    /// - Returns: `false` if another problem can be listed; nothing is counted then.
    func countUnlisted() -> Bool {
        state.withLock { state in
            if state.problems.count < limit { return false }
            count.wrappingAdd(1, ordering: .relaxed)
            state.omittedCount += 1
            return true
        }
    }

    /// Adds a problem, unless one with its path has been added. Beyond the limit, problems are only counted, regardless
    /// of their paths.
    func add(
        _ error: @autoclosure () -> any Error, at path: @autoclosure () -> DecodingPath,
        _ location: @autoclosure () -> JSONLocation
    ) {
        if countUnlisted() { return }
        let (error, path, location) = (error(), path(), location())
        count.wrappingAdd(1, ordering: .relaxed)
        state.withLock { state in
            guard state.paths.insert(state.numbers.number(of: path)).inserted else { return }
            state.problems.append(JSONDecodingError.Problem(underlyingError: error, path: path, location: location))
        }
    }

    /// Records that a model cannot open a container: a problem only if the model does not catch the error.
    func noteUnopened(_ error: DecodingError, at path: DecodingPath, _ location: JSONLocation) {
        state.withLock { $0.unopened = (error, path, location) }
    }

    /// Adds the last container that could not be opened, if a model failed with its error.
    @_optimize(size)
    func addUnopened(_ failure: any Error) {
        guard let (error, path, location) = state.withLock({ $0.unopened }), let failure = failure as? DecodingError,
            failure.pathWithMissingKey.map({ DecodingPath($0) }) == path, failure.message == error.message
        else { return }
        add(error, at: path, location)
    }

    /// Whether making a placeholder of this type has been given up.
    func isEndless(_ type: Any.Type) -> Bool { state.withLock { $0.endless.contains(ObjectIdentifier(type)) } }

    func noteEndless(_ type: Any.Type) { state.withLock { _ = $0.endless.insert(ObjectIdentifier(type)) } }

    var isEmpty: Bool { state.withLock { $0.problems.isEmpty } }

    /// The error that lists the problems, of which there must be one.
    func error(_ report: DecodingReport) -> JSONDecodingError {
        let (problems, omittedCount) = state.withLock { ($0.problems, $0.omittedCount) }
        // Stable for problems at the same location, such as missing keys of one object.
        let order = order(of: problems.count) { left, right in
            (problems[left].location?.offset ?? 0) < (problems[right].location?.offset ?? 0)
        }
        return JSONDecodingError(order.map { problems[$0] }, omittedCount: omittedCount, report: report)
    }
}
