@_spi(Cursor) internal import JSONTape

/// Collects the elements that a walk finds, checks their length, and copies the envelope.
struct ItemCollector {
    private let limits: JSONLimits
    private(set) var items: [ElementWindow.Item] = []
    private var containers = ContainerPaths()
    private var path: [DecodingPath.Step] = []
    private(set) var failure: JSONSyntaxError? {
        didSet { hasFailed = failure != nil }
    }
    private var hasFailed = false
    private(set) var envelope: EnvelopeText?
    /// Offset of the first byte in the latest container of elements.
    private(set) var contentStart = 0
    /// The tape of the current walk.
    private var tape: Tape?
    /// Whether all of it is within the limits for one element.
    private var isWithinLimits = false

    init(limits: JSONLimits, keepingEnvelope: Bool) {
        self.limits = limits
        if keepingEnvelope { envelope = EnvelopeText(limit: limits.elementBytes) }
    }

    /// Starts the document at this offset.
    mutating func begin(at offset: Int) { envelope?.resume(at: offset) }

    /// Continues inside the container at a path.
    mutating func open(_ path: [DecodingPath.Step]) {
        self.path = path
        envelope = nil
    }

    /// A walk over this tape begins.
    mutating func begin(_ tape: Tape) {
        self.tape = tape
        isWithinLimits =
            tape.textLength <= limits.elementBytes && tape.tokenCount(from: .root, to: tape.end) <= limits.tokens
    }

    /// An element: the position of its value in the tape, and its index in the container. `false` stops the walk before it.
    @inline(__always)
    mutating func found(_ position: TapePosition, _ ordinal: Int) -> Bool {
        if hasFailed || !isWithinLimits && !check(position) { return false }
        if items.isEmpty { containers = ContainerPaths(path) }
        items.append(ElementWindow.Item(value: position, container: UInt32(containers.count - 1), ordinal: ordinal))
        return true
    }

    /// Checks the limits for an element.
    private mutating func check(_ position: TapePosition) -> Bool {
        guard let tape else { return false }
        let value = tape[position]
        let start = tape.offset(at: tape.isMember(position) ? position.key : position)
        if tape.tokenCount(of: position) > limits.tokens {
            let excess = tape.position(position, offsetBy: limits.tokens)
            return fail(.tokenLimit, at: value.isContainer ? tape.offset(at: excess) : start)
        }
        if tape.endOffset(ofValueAt: position) - start > limits.elementBytes {
            return fail(.elementBytesLimit, at: start)
        }
        return true
    }

    private mutating func fail(_ code: JSONSyntaxError.Code, at offset: Int) -> Bool {
        guard let tape else { return false }
        failure = .limit(code, at: tape.location(ofOffset: offset))
        return false
    }

    /// A container of elements starts.
    mutating func entered(_ position: TapePosition, path: [DecodingPath.Step]) {
        self.path = path
        if !items.isEmpty { containers.append(path) }
        guard let tape else { return }
        contentStart = tape.offset(at: position) + 1
        copyEnvelope(upTo: contentStart)
        envelope?.pause()
    }

    /// A container of elements ends.
    mutating func left(_ position: TapePosition) {
        guard let tape else { return }
        envelope?.resume(at: tape.offset(at: position))
    }

    mutating func copyEnvelope(upTo end: Int) {
        guard let tape, envelope != nil else { return }
        if let error = envelope?.copy(from: tape, upTo: end) { failure = failure ?? error }
    }

    /// Makes a window of the elements found so far.
    mutating func makeWindow(on tape: Tape) -> ElementWindow {
        let window = ElementWindow(tape: tape)
        window.items = items
        window.containers = containers
        items = []
        // The next window will have about as many items.
        items.reserveCapacity(window.items.count)
        containers = ContainerPaths()
        return window
    }
}
