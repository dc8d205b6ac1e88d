@_spi(Tape) internal import JSONTape

/// Gathers the elements that a walk finds, checks their length, and copies what stands around them.
struct ItemCollector: ElementWalker.Visitor {
    private let limits: JSONLimits
    private(set) var items: [ElementWindow.Item] = []
    private var containers: [[DecodingPath.Step]] = []
    private var path: [DecodingPath.Step] = []
    private(set) var failure: JSONSyntaxError?
    private(set) var envelope: EnvelopeText?
    /// The tape that is walked over.
    var tape: Tape?

    init(limits: JSONLimits, keepsEnvelope: Bool) {
        self.limits = limits
        if keepsEnvelope { envelope = EnvelopeText(limit: limits.elementBytes) }
    }

    /// The document begins at this offset.
    mutating func begin(at offset: Int) { envelope?.resume(at: offset) }

    /// Goes on inside the container at a path.
    mutating func open(_ path: [DecodingPath.Step]) {
        self.path = path
        envelope = nil
    }

    mutating func found(_ slot: UInt32, _ ordinal: Int) -> Bool {
        guard let tape, failure == nil else { return false }
        let value = tape[slot]
        let isMember = tape[slot - 1].is(.key) && slot > Tape.root
        let start = Int(tape[isMember ? slot - 1 : slot].tokenOffset)
        let end: Int
        if value.isContainer {
            end = Int(tape[value.next - 1].offset) + 1
            if Int(value.next - slot) > limits.tokens {
                let place = slot + UInt32(limits.tokens)
                return fail(.tokenLimit, at: Int(tape[place].tokenOffset))
            }
        } else {
            let extent = tape.extent(of: slot)
            end = extent.offset + extent.length
            if limits.tokens < 1 { return fail(.tokenLimit, at: start) }
        }
        if end - start > limits.elementBytes { return fail(.elementBytesLimit, at: start) }
        if items.isEmpty { containers = [path] }
        items.append(ElementWindow.Item(slot: slot, container: UInt32(containers.count - 1), ordinal: ordinal))
        return true
    }

    private mutating func fail(_ code: JSONSyntaxError.Code, at offset: Int) -> Bool {
        guard let tape else { return false }
        failure = .limit(code, at: tape.location(ofOffset: offset))
        return false
    }

    mutating func entered(_ slot: UInt32, path: [DecodingPath.Step]) {
        self.path = path
        if !items.isEmpty { containers.append(path) }
        guard let tape else { return }
        copyEnvelope(upTo: Int(tape[slot].offset) + 1)
        envelope?.pause()
    }

    mutating func left(_ slot: UInt32) {
        guard let tape else { return }
        envelope?.resume(at: Int(tape[slot].offset))
    }

    mutating func copyEnvelope(upTo end: Int) {
        guard let tape, envelope != nil else { return }
        if let error = envelope?.copy(from: tape, upTo: end) { failure = failure ?? error }
    }

    /// The elements found so far as a window.
    mutating func makeWindow(on tape: Tape) -> ElementWindow {
        let window = ElementWindow(tape: tape)
        window.items = items
        window.containers = containers
        items = []
        // Windows are much alike.
        items.reserveCapacity(window.items.count)
        containers = []
        return window
    }
}
