@_spi(Cursor) internal import JSONTape

/// The decoding of one array window by window. Windows in the same memory share a core, unless user code has
/// retained the core; then it retains the window, too.
final class WindowDecoding {
    private let windows: DocumentWindows
    /// The size of the document in bytes.
    private let size: Int
    /// Whether the call returns a report, for which the location of a failure is determined.
    private let listsChanges: Bool
    /// A reference to the array in each window.
    private let array: ValueReference
    /// The core of the document around an emptied array, and the array there.
    private let around: (core: DecoderCore, array: TapePosition)?
    /// How many elements the array has, where that is known: the document has been parsed.
    private let count: Int?
    /// The current window.
    private var window: ElementWindow
    private(set) var core: DecoderCore
    /// Whether the current window still has to be recycled.
    private var hasWindow = true
    /// Cores whose windows have been recycled.
    private var idle: [DecoderCore] = []
    /// Windows that user code has retained.
    private var kept: [Tape] = []
    /// The index of the window's first element.
    private(set) var ordinal: UInt32 = 0
    private var dropped = DroppedElements()
    /// Why the document is not JSON, if it is not.
    private(set) var syntaxError: StreamFailure?
    /// The location of the value that caused the failure, if it is in the window of the element that failed.
    private(set) var failurePlace: ErrorPlace?

    /// The top-level array of a document.
    ///
    /// - Parameter type: the requested type of collection.
    @_optimize(size)
    init(
        _ windows: DocumentWindows, for type: Any.Type, size: Int, _ options: SharedOptions, _ tapes: TapePool,
        listsChanges: Bool
    ) throws(StreamFailure) {
        self.windows = windows
        self.size = size
        self.listsChanges = listsChanges
        count = nil
        around = nil
        window = try windows.first()
        let call = DecodingCall(options, tapes, listsChanges: listsChanges)
        core = DecoderCore(call, DecodedDocument(window.tape, of: call))
        array = core.ruled(core.top, type)
        core.startDecoding()
    }

    /// An emptied array of a document that has been parsed.
    @_optimize(size)
    init(_ windows: DocumentWindows, of reference: ValueReference, in document: DecoderCore) throws(StreamFailure) {
        self.windows = windows
        size = document.tape.textLength
        listsChanges = false
        count = document.tape[reference.index].count
        around = (document, reference.index)
        window = try windows.first()
        core = document.window(of: reference, on: window.tape)
        array = .root.seen(as: reference)
        core.startDecoding()
    }

    var isLast: Bool { window.isLast }

    /// The number of elements up to the end of the window.
    var parsedCount: Int { core.tape[TapePosition.root].count }

    /// Decodes elements, in order, up to a total of `room` elements.
    ///
    /// - Returns: whether these were all elements. If not, it can be called again.
    @inline(__always)
    func elements<E: Decodable>(_ type: E.Type, room: Int, _ body: (consuming E) -> Void) throws -> Bool {
        while parsedCount <= room {
            recallFailure(of: type)
            do {
                ordinal = try core.elements(type, at: array, from: ordinal, &dropped, body)
            } catch {
                noteFailure(of: type)
                try fail(error)
            }
            if isLast {
                if !dropped.isEmpty { try checkDroppedElements() }
                return true
            }
            try moveToNextWindow()
        }
        return false
    }

    /// The number of elements to reserve capacity for: an extrapolation from the elements up to the end of the window,
    /// and some more. Memory that is not written costs nothing.
    ///
    /// - Parameter room: the current capacity, which is too small.
    func room<E>(for type: E.Type, beyond room: Int) -> Int {
        let array = core.tape[TapePosition.root]
        let end = core.tape.endOffset(ofValueAt: .root)
        let guess = Double(array.count) * Double(size) / Double(max(end, 1)) * 1.125
        // Limits the capacity, however the document starts.
        let maximum = Double(4 * size / max(MemoryLayout<E>.stride, 1))
        let more = max(array.count, room + room / 2, Int(min(count.map(Double.init) ?? guess, maximum)))
        return count.map { min($0, more) } ?? more
    }

    /// The capacity to reserve: no more than for elements that are kept as often as those before them.
    ///
    /// - Parameters:
    ///   - count: the number of elements that have been kept.
    ///   - room: how many elements may be decoded.
    func capacity(for count: Int, of room: Int) -> Int { ordinal == 0 ? room : min(room, 2 * count + 1) }

    /// Fails after an element could not be decoded. If the document is not JSON, the syntax error takes precedence.
    private func fail(_ error: any Error) throws -> Never {
        if listsChanges { failurePlace = placeInWindow(of: error) }
        // If the count is known, so is that the document is JSON.
        if count == nil { while !isLast { try moveToNextWindow() } }
        throw error
    }

    /// An element that failed in a strict attempt of a model around the array.
    private struct FailedElement: Error {
        let ordinal: Int
        let type: ObjectIdentifier
        let error: any Error
    }

    /// What the memory around the array has of its elements: each window has a memory of its own.
    private func attempt(_ core: DecoderCore, at array: TapePosition) -> AttemptMemory.Attempt {
        AttemptMemory.Attempt(
            value: array, type: ObjectIdentifier(WindowDecoding.self), isRepairing: false, isReplaced: core.isReplaced)
    }

    /// Notes which element has failed in a strict attempt.
    @_optimize(size)
    @inline(never)
    private func noteFailure(of type: Any.Type) {
        guard let around, !array.isRepairing, let last = core.memory?.last, !last.attempt.isRepairing,
            last.attempt.type == ObjectIdentifier(type)
        else { return }
        var element = TapePosition.root.firstChild
        var ordinal = Int(ordinal)
        while element < last.attempt.value {
            element = core.tape.position(after: element)
            ordinal += 1
        }
        if element != last.attempt.value { return }
        around.core.memory?.note(
            attempt(around.core, at: around.array),
            FailedElement(ordinal: ordinal, type: last.attempt.type, error: last.error))
    }

    /// Makes the core remember the element that has failed, if it is in the window, so that it is not attempted strictly again.
    @inline(never)
    private func recallFailure(of type: Any.Type) {
        guard let around, let memory = around.core.memory, memory.mark > 0, array.isRepairing,
            let failed = memory.error(of: attempt(around.core, at: around.array)) as? FailedElement,
            failed.type == ObjectIdentifier(type),
            // The array on the window's tape counts the elements of all windows so far.
            failed.ordinal < core.tape[TapePosition.root].count,
            let element = core.tape.element(failed.ordinal - Int(ordinal), of: .root)
        else { return }
        core.memory?.note(
            AttemptMemory.Attempt(
                value: element, type: failed.type, isRepairing: false, isReplaced: core.isReplaced), failed.error)
    }

    private func checkDroppedElements() throws {
        do {
            try core.check(dropped, of: array)
        } catch {
            if listsChanges { failurePlace = placeInWindow(of: error) }
            throw error
        }
    }

    @_optimize(size)
    private func moveToNextWindow() throws {
        giveBack()
        do throws(StreamFailure) {
            window = try windows.next()
        } catch {
            syntaxError = error
            throw error.error
        }
        if let index = idle.firstIndex(where: { $0.tape === window.tape }) {
            core = idle.remove(at: index)
        } else {
            core = core.continued(on: window.tape)
        }
        core.startDecoding()
        hasWindow = true
    }

    /// Moves to the next window without decoding the elements of this one.
    func skipWindow() throws {
        ordinal = UInt32(truncatingIfNeeded: core.tape[TapePosition.root].count)
        try moveToNextWindow()
    }

    @_optimize(size)
    private func giveBack() {
        guard hasWindow else { return }
        hasWindow = false
        core.stopDecoding()
        if isKnownUniquelyReferenced(&core) {
            windows.recycle(window)
            core.forgetWindow()
            idle.append(core)
        } else {
            kept.append(core.tape)
        }
    }

    /// The report of the call, which ended with `result`.
    func report<T>(of result: Result<T, any Error>) -> DecodingReport {
        guard listsChanges, let collector = core.collector, syntaxError == nil else { return DecodingReport() }
        guard case .failure(let error) = result else { return collector.report(failure: nil, core.document.keyNames) }
        // As for every collection that fails.
        collector.undo(to: 0, because: error)
        return collector.report(failure: error, core.document.keyNames)
    }

    /// Ends the call. Makes sure that retained decoders can still be used.
    func close() {
        giveBack()
        Tape.keepText(of: kept)
        windows.close()
    }
}
