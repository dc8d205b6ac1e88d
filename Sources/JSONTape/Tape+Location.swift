internal import Synchronization

extension Tape {
    /// Line and column of a byte of the text.
    ///
    /// Counts lines once, up to the byte, with a mark every 64 KiB; later questions start at the nearest mark.
    @_spi(Tape) public func location(ofOffset offset: Int) -> SourceLocation {
        // Of a string whose beginning has been dropped it is still known.
        if offset < textBase, let droppedStart, droppedStart.counted == offset { return droppedStart.location }
        let target = min(max(offset - textBase, 0), textLength)
        if let piece = pieces.last(where: { $0.start <= target }) {
            var counter = LineCounter(at: piece.origin)
            unsafe counter.count(bytes(at: UInt64(textBase + piece.start), length: target - piece.start))
            return counter.location
        }
        let spacing = 1 << 16
        return lineMarks.state.withLock { marks in
            if marks.isEmpty {
                marks.append(lines)
                lineMarks.isUsed.store(true, ordering: .relaxed)
            }
            while marks.count <= target / spacing {
                var counter = marks[marks.count - 1]
                unsafe counter.count(bytes(at: UInt64(counter.counted), length: spacing))
                marks.append(counter)
            }
            var counter = marks[target / spacing]
            unsafe counter.count(bytes(at: UInt64(counter.counted), length: target + textBase - counter.counted))
            return counter.location
        }
    }
}

/// Line counts at multiples of 64 KiB, as far as somebody has asked.
final class LineMarks: Sendable {
    let state = Mutex<[LineCounter]>([])
    /// Whether there are any: no lock for a document of which nobody has asked.
    let isUsed = Atomic<Bool>(false)

    @inline(__always)
    func forget() {
        guard isUsed.load(ordering: .relaxed) else { return }
        state.withLock { $0 = [] }
        isUsed.store(false, ordering: .relaxed)
    }
}
