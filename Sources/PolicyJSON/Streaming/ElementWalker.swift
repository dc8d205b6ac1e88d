@_spi(Tape) internal import JSONTape

/// Finds the elements at a path on a tape that is still being written, and remembers where it is when the tape's beginning
/// has been cut off. What lies beside the path is passed over.
struct ElementWalker {
    /// A container around the place that has been reached, on the way of the path.
    struct Level {
        /// The step that leads to it.
        let step: DecodingPath.Step?
        /// The states of the path's matcher that it has led to.
        let states: PathMatcher.States
        /// Whether its children are the elements.
        let isMatch: Bool
        /// The children that have been begun.
        var count = 0
        /// The key of the next child, where it matters.
        var key: String?
        /// The states of the next child, after its key.
        var next: PathMatcher.States?
    }

    /// What a walk came to.
    enum Outcome {
        /// The end of the tape.
        case more
        /// An element that goes on behind the tape's end begins at `position`.
        case unfinished
        /// Something that is not what the path asks for.
        case mismatch(TapePosition, [DecodingPath.Step])
    }

    private let matcher: PathMatcher
    /// Whether members of objects are the elements, and not those of arrays.
    let wantsPairs: Bool
    private(set) var levels: [Level] = []
    /// Containers inside each other that are being passed over.
    private var passedOver = 0
    /// The next slot.
    private(set) var position = TapePosition.root
    /// How many containers matched.
    private(set) var matches = 0
    /// The most steps that led to a value, and where.
    private(set) var farthest = 0

    init(path: PathPattern, wantsPairs: Bool) {
        matcher = path.matcher
        self.wantsPairs = wantsPairs
    }

    /// For a document of many top-level values, which are the elements.
    init() {
        matcher = PathMatcher(steps: [], gaps: [])
        wantsPairs = false
        levels = [Level(step: nil, states: matcher.start, isMatch: true)]
        matches = 1
    }

    var isInMatch: Bool { levels.last?.isMatch == true }

    /// Path of the container that is open.
    var path: [DecodingPath.Step] { levels.compactMap(\.step) }

    /// The slots before `position` have been cut off.
    mutating func wasCut() { position = TapePosition.root }

    /// Goes on inside the container at a path, behind so many elements. False: that is no container of elements.
    mutating func open(_ path: [DecodingPath.Step], elements: Int) -> Bool {
        if !levels.isEmpty {
            levels[0].count = elements
            return path.isEmpty
        }
        var states = matcher.start
        var step: DecodingPath.Step?
        for next in path {
            levels.append(Level(step: step, states: states, isMatch: false))
            if let index = next.index { levels[levels.count - 1].count = index + 1 }
            states = matcher.advanced(states, by: next)
            step = next
        }
        levels.append(Level(step: step, states: [], isMatch: true, count: elements))
        matches = 1
        return matcher.isMatch(forwards: states)
    }

    // MARK: Walking

    /// What becomes known on a walk.
    protocol Visitor {
        /// An element: the slot of its value, and its position in its container. `false` stops the walk before it.
        mutating func found(_ slot: TapePosition, _ ordinal: Int) -> Bool
        /// A container of elements begins.
        mutating func entered(_ slot: TapePosition, path: [DecodingPath.Step])
        /// It ends.
        mutating func left(_ slot: TapePosition)
    }

    /// Goes through the slots that are new.
    mutating func walk(_ tape: Tape, _ visitor: inout some Visitor) -> Outcome {
        while position < tape.end {
            if passedOver > 0 {
                passOver(tape)
            } else if isInMatch {
                if !elements(tape, &visitor) { return .unfinished }
            } else if let mismatch = step(tape, &visitor) {
                return mismatch
            }
        }
        return .more
    }

    private mutating func passOver(_ tape: Tape) {
        while position < tape.end, passedOver > 0 {
            let token = tape[position]
            if token.isContainer, token.isComplete {
                position = tape.position(after: position)
                continue
            }
            if token.isEnd { passedOver -= 1 } else if token.isContainer { passedOver += 1 }
            position = tape.position(afterTokenAt: position)
        }
    }

    /// Elements up to the end of their container or of the tape; `false` before an unfinished one.
    private mutating func elements(_ tape: Tape, _ visitor: inout some Visitor) -> Bool {
        var ordinal = levels[levels.count - 1].count
        while position < tape.end {
            var place = position
            var value = tape[place]
            if value.isEnd {
                visitor.left(position)
                position = tape.position(afterTokenAt: position)
                levels.removeLast()
                return true
            }
            if value.is(.key) {
                place = place.value
                if place >= tape.end { return false }
                value = tape[place]
            }
            if value.isContainer && !value.isComplete || !visitor.found(place, ordinal) { return false }
            ordinal += 1
            levels[levels.count - 1].count = ordinal
            position = tape.position(after: place)
        }
        return true
    }

    /// One slot of a container on the way.
    private mutating func step(_ tape: Tape, _ visitor: inout some Visitor) -> Outcome? {
        let slot = tape[position]
        guard let level = levels.last else {
            return enter(tape, states: matcher.start, by: nil, &visitor)
        }
        let last = levels.count - 1
        if slot.isEnd {
            levels.removeLast()
            position = tape.position(afterTokenAt: position)
            return nil
        }
        if slot.is(.key) {
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
            return enter(tape, states: next, by: level.key.map { .key($0) }, &visitor)
        }
        let states = matcher.advanced(level.states, by: ElementComponent(ordinal))
        return enter(tape, states: states, by: .index(ordinal), &visitor)
    }

    /// The value at `position`, to which these steps of the path have led.
    private mutating func enter(
        _ tape: Tape, states: PathMatcher.States, by step: DecodingPath.Step?, _ visitor: inout some Visitor
    ) -> Outcome? {
        let slot = tape[position]
        if let last = states.last { farthest = max(farthest, last) }
        if matcher.isMatch(forwards: states) {
            guard slot.is(wantsPairs ? .object : .array) else {
                return .mismatch(position, path + [step].compactMap(\.self))
            }
            levels.append(Level(step: step, states: [], isMatch: true))
            matches += 1
            visitor.entered(position, path: path)
        } else if slot.isContainer {
            if !states.isEmpty {
                levels.append(Level(step: step, states: states, isMatch: false))
            } else if slot.isComplete {
                position = tape.position(after: position)
                return nil
            } else {
                passedOver = 1
            }
        }
        position = tape.position(afterTokenAt: position)
        return nil
    }
}
