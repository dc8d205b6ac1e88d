@_spi(Cursor) internal import JSONTape

/// A path pattern compiled into a nondeterministic finite automaton: the only code that decides whether a path matches.
///
/// State *k* precedes step *k* of the pattern; the last state follows the last step. A set of states is a bit set. A
/// key or an index of a path leads from a state to the next one if the step between them accepts it; `**` is not a
/// step, but a transition from a state to itself.
///
/// The automaton runs forwards, from the start of a path (``start``, ``advanced(_:by:)``, ``isMatch(forwards:)``), and
/// backwards, from its end (``end``, ``retreated(_:by:)``, ``isMatch(backwards:)``). Both give the same result for a
/// whole path. Running backwards usually needs only the last key.
final class PathMatcher: Sendable {
    /// A set of states.
    struct States: OptionSet, Hashable, Sendable {
        let rawValue: UInt64

        /// The highest state; `nil` for an empty set.
        var last: Int? { rawValue == 0 ? nil : rawValue.bitWidth - 1 - rawValue.leadingZeroBitCount }
    }

    /// What a step of the pattern accepts.
    enum Step: Sendable, Hashable {
        case key(Name)
        case index(Int)
        case anyKey
        case anyIndex

        fileprivate var shortKey: ShortKey? { if case .key(let name) = self { ShortKey(name.text) } else { nil } }
    }

    /// A key in a pattern.
    struct Name: Sendable, Hashable {
        let text: String
        /// Whether all its characters are ASCII.
        let isASCII: Bool

        init(_ text: String) {
            self.text = text
            isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        }
    }

    /// The maximum number of steps in a pattern, `**` not counted: there is one more state than steps.
    static let maximumSteps = 63

    /// The steps of the pattern without `**`.
    let steps: [Step]
    /// For each step that is a short key, the key, which is compared without a string.
    private let shortKeys: [ShortKey?]
    /// The states with a transition to themselves: those at which the pattern has a `**`.
    let loops: States
    /// The state after the last step.
    let end: States
    /// The last step of all paths that match.
    let lastStep: LastStep

    /// - Parameters:
    ///   - steps: at most ``maximumSteps``.
    ///   - gaps: the positions among the steps at which the pattern has a `**`.
    init(steps: [Step], gaps: [Int]) {
        precondition(steps.count <= Self.maximumSteps)
        self.steps = steps
        shortKeys = steps.map(\.shortKey)
        end = States(rawValue: 1 << UInt64(steps.count))
        loops = gaps.reduce(into: []) { $0.formUnion(States(rawValue: 1 << UInt64($1))) }
        lastStep = loops.contains(end) ? .any : LastStep(steps.last)
    }

    /// The state before the first step.
    var start: States { States(rawValue: 1) }

    /// The candidate steps that accept `component`; both as bits, one for each step.
    @inline(__always)
    private func accepting(_ candidates: UInt64, _ component: some PathComponent) -> UInt64 {
        let index = component.index
        var remaining = candidates
        var accepting: UInt64 = 0
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining ^= bit
            if let key = shortKeys[bit.trailingZeroBitCount], component.isWritten(as: key) {
                accepting |= bit
                continue
            }
            let accepts =
                switch steps[bit.trailingZeroBitCount] {
                case .key(let name): index == nil && component.isKey(name)
                case .index(let expected): index == expected
                case .anyKey: index == nil
                case .anyIndex: index != nil
                }
            if accepts { accepting |= bit }
        }
        return accepting
    }
}

// MARK: Forwards

extension PathMatcher {
    /// The states after one more step of a path; none if no path that begins like this matches.
    @inline(__always)
    func advanced(_ states: States, by component: some PathComponent) -> States {
        let accepted = accepting(states.rawValue & (end.rawValue &- 1), component)
        return States(rawValue: accepted << 1).union(states.intersection(loops))
    }

    /// Whether a whole path matches.
    @inline(never)
    func matches(_ path: [any CodingKey]) -> Bool { matches(path.lazy.map(CodingPathComponent.init)) }

    /// Whether a path that leads from ``start`` to these states matches.
    func isMatch(forwards states: States) -> Bool { states.contains(end) }

    /// Whether a whole path matches.
    func matches(_ path: some Sequence<some PathComponent>) -> Bool {
        var states = start
        for component in path {
            if states.isEmpty { return false }
            states = advanced(states, by: component)
        }
        return isMatch(forwards: states)
    }
}

// MARK: Backwards

extension PathMatcher {
    /// The states before one more step of a path; none if no path that ends like this matches.
    @inline(__always)
    func retreated(_ states: States, by component: some PathComponent) -> States {
        States(rawValue: accepting(states.rawValue >> 1, component)).union(states.intersection(loops))
    }

    /// Whether a path that leads backwards from ``end`` to these states matches.
    func isMatch(backwards states: States) -> Bool { states.contains(start) }

    /// Whether a path matches regardless of its remaining steps.
    func isDecided(backwards states: States) -> Bool { !states.intersection(loops).isDisjoint(with: start) }

    /// Whether a path matches whose first part is `path` and whose rest leads backwards from ``end`` to `states`.
    func matches(_ path: some BidirectionalCollection<some PathComponent>, above states: States) -> Bool {
        var states = states
        for component in path.reversed() {
            if states.isEmpty { return false }
            states = retreated(states, by: component)
        }
        return isMatch(backwards: states)
    }
}
