@_spi(Cursor) internal import JSONTape

/// Decodes elements one after the other, from bytes that the caller provides. Shared by the asynchronous and the
/// synchronous interface.
///
/// Code for any type that names `Output?` or `Result<Output, …>` asks the runtime for its metadata on each call, which takes as long
/// as decoding a member. So an element is decoded into memory, and what names such types stands in functions of its own.
@safe
final class ElementStream<Output> {
    /// The result of a step.
    enum Step {
        /// There is an element.
        case element
        /// There will be one after more bytes, if any.
        case needsBytes
        case ended
    }

    private let request: ElementRequest<Output>
    private let monitor: StreamMonitor
    private let reporter: StreamReporter
    private let parser: any WindowParser
    // State that is used for each element, without checks of exclusive access: none is used while user code runs.
    @safe @exclusivity(unchecked) private var window: ElementWindow?
    /// Its items.
    @safe @exclusivity(unchecked) private var items: [ElementWindow.Item] = []
    /// Records that are delivered as rejections before the elements of the next window, which is waiting.
    private var rejected: ArraySlice<SkippedRecord> = []
    private var waiting: ElementWindow?
    @safe @exclusivity(unchecked) private var dropped: DroppedStreamElements?
    @safe @exclusivity(unchecked) private var core: DecoderCore?
    @safe @exclusivity(unchecked) private var tally = ChangeTally(nil)
    @safe @exclusivity(unchecked) private var position = 0
    private var isFinished = false
    @safe @exclusivity(unchecked) private var isOver = false
    /// Memory for one element, unless it is in use.
    @exclusivity(unchecked) private var memory: UnsafeMutablePointer<Output>?
    /// The memory of the element that has been decoded and not taken.
    @exclusivity(unchecked) private var element: UnsafeMutablePointer<Output>?
    private var sourceError: (any Error)?
    /// Whether the stream has ended because its source threw `CancellationError`.
    private(set) var isCancelled = false

    init(_ request: ElementRequest<Output>, _ monitor: StreamMonitor) {
        self.request = request
        self.monitor = monitor
        reporter = StreamReporter(monitor, request.options)
        parser = request.makeParser()
        dropped = DroppedStreamElements(request.bounds)
    }

    deinit {
        reporter.end()
        unsafe element?.deinitialize(count: 1)
        unsafe element?.deallocate()
        unsafe memory?.deallocate()
    }

    // MARK: Bytes

    /// Continues with these bytes, preferably not more than `WindowSizes.slice`. All previous elements must have been taken.
    func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe parser.append(bytes)
        monitor.receive(parser.received)
    }

    /// Ends the input.
    func finish() {
        isFinished = true
        parser.finish()
    }

    /// Ends the input with an error.
    func fail(_ error: any Error) {
        isFinished = true
        sourceError = error
        parser.interrupt()
    }

    // MARK: Elements

    /// Decodes the next element. If there is one, ``takeElement()`` must follow.
    ///
    /// Both are synchronous: in an asynchronous function memory for an element would be allocated from the task.
    func advance() throws(JSONDecodingError) -> Step {
        // Handlers of changes may use the stream in the meantime.
        let memory = unsafe self.memory ?? UnsafeMutablePointer.allocate(capacity: 1)
        unsafe self.memory = nil
        do throws(JSONDecodingError) {
            let step = try unsafe next(into: memory)
            if step == .element { unsafe element = memory } else { unsafe giveBack(memory) }
            return step
        } catch {
            unsafe giveBack(memory)
            throw error
        }
    }

    /// Moves the element out that has been decoded.
    func takeElement() -> Output {
        guard let element = unsafe element else { preconditionFailure("no element has been decoded") }
        unsafe self.element = nil
        defer { unsafe giveBack(element) }
        return unsafe element.move()
    }

    @inline(__always)
    private func giveBack(_ memory: UnsafeMutablePointer<Output>) {
        if unsafe self.memory == nil { unsafe self.memory = memory } else { unsafe memory.deallocate() }
    }

    /// Decodes the next element.
    ///
    /// - Parameter output: not initialized; initialized by ``Step/element``.
    private func next(into output: UnsafeMutablePointer<Output>) throws(JSONDecodingError) -> Step {
        while true {
            if isOver { return .ended }
            if unsafe try nextInWindow(output) { return .element }
            // A handler may have read on to the end.
            if isOver { return .ended }
            if window != nil { closeWindow() }
            if let record = rejected.popFirst() {
                if unsafe try deliver(rejected: record, output) { return .element }
            } else if let next = waiting ?? parser.takeWindow() {
                if request.decoding.deliversRejections, !next.skipped.isEmpty {
                    (rejected, next.skipped, waiting) = (next.skipped[...], [], next)
                    continue
                }
                waiting = nil
                let core = request.makeCore(for: next, listing: monitor.room)
                (window, items, self.core, position) = (next, next.items, core, 0)
                tally = ChangeTally(core)
                reporter.open(next, core)
            } else if let failure = parser.failure {
                end()
                throw JSONDecodingError(failure.error, at: failure.location)
            } else if let sourceError {
                end()
                isCancelled = sourceError is CancellationError
                throw JSONDecodingError(sourceError, at: parser.endLocation())
            } else if isFinished {
                do throws(JSONDecodingError) {
                    try dropped?.check()
                } catch {
                    end()
                    throw error
                }
                monitor.end(envelope: Result { try parser.takeEnvelope() })
                end()
                return .ended
            } else {
                return .needsBytes
            }
        }
    }

    /// Delivers a record that is not JSON as a rejection; false if the consumer gets none.
    @inline(never)
    private func deliver(
        rejected record: SkippedRecord, _ output: UnsafeMutablePointer<Output>
    ) throws(JSONDecodingError) -> Bool {
        guard let rejection = request.decoding.rejected(record) else { return false }
        try count(rejection)
        reporter.pass(rejected: record)
        unsafe output.initialize(to: rejection)
        return true
    }

    @inline(__always)
    private func nextInWindow(_ output: UnsafeMutablePointer<Output>) throws(JSONDecodingError) -> Bool {
        // A handler that is called about an element that has been dropped may have read on, even into another window.
        while let core, position < items.count {
            let item = items[position]
            position += 1
            let isDelivered: Bool
            do {
                isDelivered = try unsafe request.decode(item, core, into: output)
                if tally.isStale { tally.update() }
            } catch {
                isOver = true
                tally.update(failure: error)
                let failure = request.error(error, of: item, in: core)
                reporter.fail(changes: tally.count)
                throw failure
            }
            if isDelivered, dropped != nil {
                do throws(JSONDecodingError) {
                    try unsafe count(output.pointee)
                } catch {
                    unsafe output.deinitialize(count: 1)
                    throw error
                }
            }
            reporter.pass(position, changes: tally.count, isDelivered: isDelivered)
            if isDelivered { return true }
        }
        return false
    }

    /// Counts an element that is about to be delivered.
    ///
    /// - Throws: if it is a rejection, and the bounds do not allow any more.
    private func count(_ output: Output) throws(JSONDecodingError) {
        do throws(JSONDecodingError) {
            let rejection = request.decoding.rejection(in: output)
            let reason = dropped?.needsReason == true ? rejection?.reason : nil
            try dropped?.add(rejection, because: reason)
            if rejection != nil { monitor.reject() }
        } catch {
            isOver = true
            reporter.fail(changes: tally.count)
            throw error
        }
    }

    private func end() {
        isOver = true
        reporter.end()
    }

    /// Must not be called where a reference to the core is held.
    @inline(never)
    private func closeWindow() {
        reporter.close()
        let tape = window?.tape
        (window, items) = (nil, [])
        // No decoder or container has been retained, so the memory can be reused.
        if isKnownUniquelyReferenced(&core), let tape { request.pool.put(tape) }
        core = nil
        tally = ChangeTally(nil)
    }
}
