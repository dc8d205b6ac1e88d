@_spi(Cursor) internal import JSONTape
internal import Synchronization

/// Collects the problems of one document, at most one for each path.
final class ProblemLog: Sendable {
    private struct State {
        var problems: [JSONDecodingError.Problem] = []
        var omittedCount = 0
        var numbers = PathNumbers()
        /// The indexes of the problems by the numbers of their paths.
        var paths: [Int: Int] = [:]
        /// The types whose placeholders have no end.
        var endless: Set<ObjectIdentifier> = []
        /// The last failure of a model, and what had been logged before.
        var lastFailure: (logged: Int, message: String?) = (0, nil)
        /// The last container that could not be opened.
        var unopened: JSONDecodingError.Problem?
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
    @_optimize(size)
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
    @_optimize(size)
    func add(_ problem: @autoclosure () -> JSONDecodingError.Problem) {
        if countUnlisted() { return }
        let problem = problem()
        count.wrappingAdd(1, ordering: .relaxed)
        state.withLock { state in
            let number = state.numbers.number(of: problem.path)
            guard state.paths[number] == nil else { return }
            state.paths[number] = state.problems.count
            state.problems.append(problem)
        }
    }

    /// Lists an error with which a model has failed in place of the problem with its path: of several attempts to decode a value, the
    /// last one counts.
    @_optimize(size)
    func replace(by failure: any Error) {
        let (logged, message) = (logged, (failure as? DecodingError)?.message)
        // The models around it fail with the same error.
        if state.withLock({ $0.lastFailure.logged == logged && $0.lastFailure.message == message }) { return }
        guard let path = Self.path(of: failure) else { return }
        // The error that is replaced is released without the lock: that may run user code.
        let replaced = state.withLock { state -> JSONDecodingError.Problem? in
            state.lastFailure = (logged, message)
            guard let index = state.paths[state.numbers.number(of: path)] else { return nil }
            let replaced = state.problems[index]
            state.problems[index] = JSONDecodingError.Problem(
                underlyingError: failure, path: path, location: replaced.location, documentPath: replaced.documentPath)
            return replaced
        }
        withExtendedLifetime(replaced) {}
    }

    /// Records that a model cannot open a container: a problem only if the model does not catch the error.
    @_optimize(size)
    func noteUnopened(_ problem: JSONDecodingError.Problem) {
        // Released without the lock, with the user's keys.
        let last = state.withLock { state in
            defer { state.unopened = problem }
            return state.unopened
        }
        withExtendedLifetime(last) {}
    }

    @_optimize(size)
    @inline(never)
    private static func path(of failure: any Error) -> DecodingPath? {
        (failure as? DecodingError)?.pathWithMissingKey.map { DecodingPath($0) }
    }

    /// Adds the last container that could not be opened, if a model failed with its error.
    @_optimize(size)
    func addUnopened(_ failure: any Error) {
        guard let problem = state.withLock({ $0.unopened }), Self.path(of: failure) == problem.path,
            (failure as? DecodingError)?.message == (problem.underlyingError as? DecodingError)?.message
        else { return }
        add(problem)
    }

    /// Whether making a placeholder of this type has been given up.
    @_optimize(size)
    func isEndless(_ type: Any.Type) -> Bool { state.withLock { $0.endless.contains(ObjectIdentifier(type)) } }

    @_optimize(size)
    func noteEndless(_ type: Any.Type) { state.withLock { _ = $0.endless.insert(ObjectIdentifier(type)) } }

    var isEmpty: Bool { state.withLock { $0.problems.isEmpty } }

    /// The error that lists the problems, of which there must be one.
    @_optimize(size)
    func error(_ report: DecodingReport) -> JSONDecodingError {
        let (problems, omittedCount) = state.withLock { ($0.problems, $0.omittedCount) }
        // Stable for problems at the same location, such as missing keys of one object.
        let order = order(of: problems.count) { left, right in
            (problems[left].location?.offset ?? 0) < (problems[right].location?.offset ?? 0)
        }
        return JSONDecodingError(order.map { problems[$0] }, omittedCount: omittedCount, report: report)
    }
}
