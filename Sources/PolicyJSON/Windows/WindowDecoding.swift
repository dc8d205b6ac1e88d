@_spi(Tape) internal import JSONTape

/// One call that decodes an array window by window. Windows in the same memory have the same core, unless somebody kept it:
/// then it keeps the window, too.
final class WindowDecoding {
    private let source: any WindowSource
    /// Of the document, in bytes.
    private let size: Int
    /// Whether the call gives a report.
    private let isListing: Bool
    private(set) var core: DecoderCore
    private(set) var isLast: Bool
    /// Whether the core's window is still to be given back.
    private var hasWindow = true
    /// Cores whose windows have been given back.
    private var idle: [DecoderCore] = []
    /// Windows that somebody kept.
    private var kept: [Tape] = []
    /// The position of the window's first element.
    private(set) var ordinal: UInt32 = 0
    private var losses = Losses()
    /// Why the document is not JSON.
    private(set) var syntaxError: JSONSyntaxError?
    /// The location of the value that the failure is about, if it is in the window of the element that failed.
    private(set) var failureLocation: SourceLocation?

    init(
        _ source: any WindowSource, size: Int, _ options: SharedOptions, _ tapes: TapePool, isListing: Bool
    ) throws(JSONSyntaxError) {
        self.source = source
        self.size = size
        self.isListing = isListing
        let window: ArrayWindow
        do throws(JSONSyntaxError) {
            window = try source.next()
        } catch {
            source.close()
            throw error
        }
        isLast = window.isLast
        core = DecoderCore(tape: window.tape, options: options, tapes: tapes, isListing: isListing)
        core.containers.open()
    }

    /// Decodes elements, in order, as long as there are no more than `room` of them in all.
    ///
    /// - Returns: whether these were all. If not, it can be called again.
    @inline(__always)
    func elements<E: Decodable>(_ type: E.Type, room: Int, _ body: (consuming E) -> Void) throws -> Bool {
        while core.tape[TapePosition.root].count <= room {
            do {
                ordinal = try core.elements(type, at: core.top, from: ordinal, &losses, body)
            } catch {
                try fail(error)
            }
            if isLast {
                if !losses.isEmpty { try checkLosses() }
                return true
            }
            try goOn()
        }
        return false
    }

    /// For how many elements to make room: as many as the document has if it goes on as it does up to the end of the window,
    /// and some more. Memory that is not used costs nothing.
    ///
    /// - Parameter room: for how many there is room, but not enough.
    func room<E>(for type: E.Type, beyond room: Int) -> Int {
        let array = core.tape[TapePosition.root]
        let end = core.tape.endOffset(ofValueAt: .root)
        let guess = Double(array.count) * Double(size) / Double(max(end, 1)) * 1.125
        // However the document begins, it does not get room out of all proportion.
        let most = Double(4 * size / max(MemoryLayout<E>.stride, 1))
        return max(array.count, room + room / 2, Int(min(guess, most)))
    }

    /// An element cannot be decoded. A document that is not JSON is reported as that, whatever its elements are.
    private func fail(_ error: any Error) throws -> Never {
        if isListing { failureLocation = locationInWindow(of: error) }
        while !isLast { try goOn() }
        throw error
    }

    private func checkLosses() throws {
        do {
            try core.check(losses, of: core.top)
        } catch {
            if isListing { failureLocation = locationInWindow(of: error) }
            throw error
        }
    }

    private func goOn() throws {
        giveBack()
        let window: ArrayWindow
        do throws(JSONSyntaxError) {
            window = try source.next()
        } catch {
            syntaxError = error
            throw DecodingError.notJSON(error)
        }
        isLast = window.isLast
        if let index = idle.firstIndex(where: { $0.tape === window.tape }) {
            core = idle.remove(at: index)
        } else {
            core = DecoderCore(continuing: core, on: window.tape)
        }
        core.containers.open()
        hasWindow = true
    }

    /// Moves to the next window without decoding the elements of this one.
    func skipWindow() throws {
        ordinal = UInt32(truncatingIfNeeded: core.tape[TapePosition.root].count)
        try goOn()
    }

    private func giveBack() {
        guard hasWindow else { return }
        hasWindow = false
        core.containers.close(keeping: core)
        if isKnownUniquelyReferenced(&core) {
            source.recycle(core.tape)
            if core.forgetWindow() { idle.append(core) }
        } else {
            kept.append(core.tape)
        }
    }

    /// The report of the call, which came to `result`.
    func report<T>(of result: Result<T, any Error>) -> DecodingReport {
        guard isListing, let collector = core.collector, syntaxError == nil else { return DecodingReport() }
        guard case .failure(let error) = result else { return collector.report(failure: nil, core.keyNames) }
        // As for any collection that fails.
        collector.takeBack(to: 0, because: error)
        return collector.report(failure: error, core.keyNames)
    }

    /// Ends the call: sees to it that decoders that were kept can still be used.
    func close() {
        giveBack()
        Tape.keepText(of: kept)
        source.close()
    }
}
