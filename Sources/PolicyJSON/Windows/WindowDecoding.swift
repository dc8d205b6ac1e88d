@_spi(Tape) internal import JSONTape

/// One call that decodes an array window by window. Windows in the same memory have the same core, unless somebody kept it:
/// then it keeps the window, too.
final class WindowDecoding {
    private let source: any WindowSource
    /// Of the document, in bytes.
    private let size: Int
    private var core: DecoderCore
    private var isLast: Bool
    /// Whether the core's window is still to be given back.
    private var hasWindow = true
    /// Cores whose windows have been given back.
    private var idle: [DecoderCore] = []
    /// Windows that somebody kept.
    private var kept: [Tape] = []
    /// The position of the window's first element.
    private var ordinal: UInt32 = 0
    private var losses = Losses()

    init(_ source: any WindowSource, size: Int, _ options: SharedOptions, _ tapes: TapePool) throws {
        self.source = source
        self.size = size
        let window: ArrayWindow
        do throws(JSONSyntaxError) {
            window = try source.next()
        } catch {
            source.close()
            throw DecodingError.notJSON(error)
        }
        isLast = window.isLast
        core = DecoderCore(tape: window.tape, options: options, tapes: tapes, isListing: false)
        core.containers.pool?.open()
    }

    /// Decodes elements, in order, as long as there are no more than `room` of them in all.
    ///
    /// - Returns: whether these were all. If not, it can be called again.
    @inline(__always)
    func elements<E: Decodable>(_ type: E.Type, room: Int, _ body: (consuming E) -> Void) throws -> Bool {
        while core.tape[Tape.root].count <= room {
            do {
                ordinal = try core.elements(type, at: core.top, from: ordinal, &losses, body)
            } catch {
                // A document that is not JSON is just that, whatever its elements are.
                while !isLast { try goOn() }
                throw error
            }
            if isLast {
                if !losses.isEmpty { try core.check(losses, of: core.top) }
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
        let array = core.tape[Tape.root]
        let end = Int(core.tape[array.next - 1].offset)
        let guess = Double(array.count) * Double(size) / Double(max(end, 1)) * 1.125
        // However the document begins, it does not get room out of all proportion.
        let most = Double(4 * size / max(MemoryLayout<E>.stride, 1))
        return max(array.count, room + room / 2, Int(min(guess, most)))
    }

    private func goOn() throws {
        giveBack()
        let window: ArrayWindow
        do throws(JSONSyntaxError) {
            window = try source.next()
        } catch {
            throw DecodingError.notJSON(error)
        }
        isLast = window.isLast
        if let index = idle.firstIndex(where: { $0.tape === window.tape }) {
            core = idle.remove(at: index)
        } else {
            core = DecoderCore(continuing: core, on: window.tape)
        }
        core.containers.pool?.open()
        hasWindow = true
    }

    private func giveBack() {
        guard hasWindow else { return }
        hasWindow = false
        core.containers.pool?.close(keeping: core)
        if isKnownUniquelyReferenced(&core) {
            source.recycle(core.tape)
            if core.forgetWindow() { idle.append(core) }
        } else {
            kept.append(core.tape)
        }
    }

    /// Ends the call: sees to it that decoders that were kept can still be used.
    func close() {
        giveBack()
        Tape.keepText(of: kept)
        source.close()
    }
}
