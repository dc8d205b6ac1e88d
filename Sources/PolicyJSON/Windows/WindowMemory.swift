@_spi(Cursor) internal import JSONTape

/// The windows of one call that have been decoded, whose memory is used again for the next ones. So the call's cores,
/// which refer to their tapes, can be used again, too.
final class WindowMemory: Sendable {
    private let tapes: TapePool
    private let free = CheckedMutex<[UncheckedTransfer<ElementWindow>]>([])

    init(_ tapes: TapePool) {
        self.tapes = tapes
    }

    func takeTape() throws(JSONSyntaxError) -> Tape { try tapes.take() }

    func put(_ tape: Tape) { tapes.put(tape) }

    func takeWindow() throws(JSONSyntaxError) -> ElementWindow {
        if let free = takeFree() { return free }
        return ElementWindow(tape: try tapes.take())
    }

    private func takeFree() -> ElementWindow? {
        free.withLock { $0.popLast() }?.value
    }

    /// Takes back a window whose tape is not referenced elsewhere, except by cores of the call.
    func recycle(_ window: ElementWindow) {
        let sent = UncheckedTransfer(value: window)
        free.withLock { $0.append(sent) }
    }

    /// Returns the memory to the pool.
    func close() {
        while let window = takeFree() { tapes.put(window.tape) }
    }
}
