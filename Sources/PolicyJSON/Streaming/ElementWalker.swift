@_spi(Cursor) internal import JSONTape

/// Finds the elements at a path on a tape that is still being written, and keeps its position when the start of the
/// tape is cut off. Values outside the path are skipped.
struct ElementWalker {
    /// An open container on the path.
    struct Level {
        /// The key or index that led to it.
        let step: DecodingPath.Step?
        /// The states of the path's matcher that it has led to.
        let states: PathMatcher.States
        /// Whether its children are the requested elements.
        let isMatch: Bool
        /// The number of children that have started.
        var count = 0
        /// The key of the next child, if it is needed.
        var key: String?
        /// The states of the next child, after its key.
        var next: PathMatcher.States?
    }

    /// Why a walk ends.
    enum StopReason {
        /// The end of the tape.
        case more
        /// An unfinished element starts at `position`.
        case unfinished
        /// A value that does not match what the path requires.
        case mismatch(TapePosition, [DecodingPath.Step])
    }

    private let matcher: PathMatcher
    /// Whether the elements are members of objects, and not elements of arrays.
    let requestsMembers: Bool
    private(set) var levels: [Level] = []
    /// The depth of containers that are being skipped.
    private var skippedDepth = 0
    /// The position of the next token.
    private(set) var position = TapePosition.root
    /// How many containers have matched.
    private(set) var matches = 0
    /// The maximum number of path components that matched a value.
    private(set) var farthest = 0

    init(path: PathPattern, requestsMembers: Bool) {
        matcher = path.matcher
        self.requestsMembers = requestsMembers
    }

    /// Creates a walker for many top-level values, which are the elements.
    init() {
        matcher = PathMatcher(steps: [], gaps: [])
        requestsMembers = false
        levels = [Level(step: nil, states: matcher.start, isMatch: true)]
        matches = 1
    }

    var isInMatch: Bool { levels.last?.isMatch == true }

    /// The number of children of the innermost open container that have started.
    var count: Int { levels.last?.count ?? 0 }

    /// The number of children of each open container that have started, from the outermost.
    var counts: [Int] { levels.map(\.count) }

    /// The path of the innermost open container.
    var path: [DecodingPath.Step] { levels.compactMap(\.step) }

    /// The tokens before `position` have been cut off.
    mutating func wasCut() { position = TapePosition.root }

    /// Continues inside the container at a path, after the given number of elements. `false` if that is not a container
    /// of elements.
    ///
    /// - Parameter counts: those of the containers around it, if they are known.
    mutating func open(_ path: [DecodingPath.Step], elements: Int, counts: [Int]) -> Bool {
        if !levels.isEmpty {
            levels[0].count = elements
            return path.isEmpty
        }
        var states = matcher.start
        var step: DecodingPath.Step?
        for next in path {
            let count = levels.count < counts.count ? counts[levels.count] : next.index.map { $0 + 1 } ?? 0
            levels.append(Level(step: step, states: states, isMatch: false, count: count))
            states = matcher.advanced(states, by: next)
            step = next
        }
        levels.append(Level(step: step, states: [], isMatch: true, count: elements))
        matches = 1
        return matcher.isMatch(forwards: states)
    }

    // MARK: Walking

    /// Walks over the new tokens.
    mutating func walk(_ tape: Tape, _ collector: inout ItemCollector) -> StopReason {
        while position < tape.end {
            if skippedDepth > 0 {
                passOver(tape)
            } else if isInMatch {
                if !elements(tape, &collector) { return .unfinished }
            } else if let mismatch = step(tape, &collector) {
                return mismatch
            }
        }
        return .more
    }

    private mutating func passOver(_ tape: Tape) {
        while position < tape.end, skippedDepth > 0 {
            let token = tape[position]
            if token.isContainer, token.isComplete {
                position = tape.position(after: position)
                continue
            }
            if token.isEnd { skippedDepth -= 1 } else if token.isContainer { skippedDepth += 1 }
            position = tape.position(afterTokenAt: position)
        }
    }

    /// Walks over elements up to the end of their container or of the tape; `false` before an unfinished one.
    private mutating func elements(_ tape: Tape, _ collector: inout ItemCollector) -> Bool {
        var ordinal = levels[levels.count - 1].count
        while position < tape.end {
            var element = position
            var value = tape[element]
            if value.isEnd {
                collector.left(position)
                position = tape.position(afterTokenAt: position)
                levels.removeLast()
                return true
            }
            if value.is(.key) {
                element = element.value
                if element >= tape.end { return false }
                value = tape[element]
            }
            if value.isContainer && !value.isComplete || !collector.found(element, ordinal) { return false }
            ordinal += 1
            levels[levels.count - 1].count = ordinal
            position = tape.position(after: element)
        }
        return true
    }

    /// Walks over one token of a container on the path.
    private mutating func step(_ tape: Tape, _ collector: inout ItemCollector) -> StopReason? {
        let token = tape[position]
        guard let level = levels.last else {
            return enter(tape, states: matcher.start, by: nil, &collector)
        }
        let last = levels.count - 1
        if token.isEnd {
            levels.removeLast()
            position = tape.position(afterTokenAt: position)
            return nil
        }
        if token.is(.key) {
            let states = matcher.advanced(level.states, by: MemberComponent(position, on: tape))
            levels[last].next = states
            levels[last].key = states.isEmpty ? nil : tape.key(at: position)
            position = position.value
            return nil
        }
        let ordinal = level.count
        levels[last].count += 1
        if let next = level.next {
            levels[last].next = nil
            return enter(tape, states: next, by: level.key.map { .key($0) }, &collector)
        }
        let states = matcher.advanced(level.states, by: ElementComponent(ordinal))
        return enter(tape, states: states, by: .index(ordinal), &collector)
    }

    /// Enters the value at `position`, which matches these components of the path.
    private mutating func enter(
        _ tape: Tape, states: PathMatcher.States, by step: DecodingPath.Step?, _ collector: inout ItemCollector
    ) -> StopReason? {
        let token = tape[position]
        if let last = states.last { farthest = max(farthest, last) }
        if matcher.isMatch(forwards: states) {
            guard token.is(requestsMembers ? .object : .array) else {
                return .mismatch(position, path + [step].compactMap(\.self))
            }
            levels.append(Level(step: step, states: [], isMatch: true))
            matches += 1
            collector.entered(position, path: path)
        } else if token.isContainer {
            if !states.isEmpty {
                levels.append(Level(step: step, states: states, isMatch: false))
            } else if token.isComplete {
                position = tape.position(after: position)
                return nil
            } else {
                skippedDepth = 1
            }
        }
        position = tape.position(afterTokenAt: position)
        return nil
    }
}
