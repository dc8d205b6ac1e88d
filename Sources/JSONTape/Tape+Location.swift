internal import Synchronization

extension Tape {
    /// Line and column of a byte of the text.
    ///
    /// Counts lines once, up to the byte, and sets a mark every 64 KiB. Later calls start at the nearest mark, or where
    /// the last call ended.
    @_spi(Cursor) public func location(ofOffset offset: Int) -> JSONLocation {
        // The start of a string that has been dropped is still known.
        if offset < textBase, let droppedStart, droppedStart.counted == offset { return droppedStart.location }
        let target = min(max(offset - textBase, 0), textLength)
        if let piece = pieces.last(where: { $0.start <= target }) {
            return lineMarks.state.withLock { state in
                var (counter, start) = (LineCounter(at: piece.origin), piece.start)
                // Most requests are in document order.
                if let latest = state.latestInPiece, latest.piece == piece.start, latest.target <= target {
                    (counter, start) = (latest.counter, latest.target)
                }
                unsafe counter.count(bytes(at: UInt64(textBase + start), length: target - start))
                state.latestInPiece = (piece.start, target, counter)
                lineMarks.isUsed.store(true, ordering: .relaxed)
                return counter.location
            }
        }
        let spacing = 1 << 16
        return lineMarks.state.withLock { state in
            if state.marks.isEmpty {
                state.marks.append(lines)
                lineMarks.isUsed.store(true, ordering: .relaxed)
            }
            while state.marks.count <= target / spacing {
                var counter = state.marks[state.marks.count - 1]
                unsafe counter.count(bytes(at: UInt64(counter.counted), length: spacing))
                state.marks.append(counter)
            }
            var counter = state.marks[target / spacing]
            // Most requests are in document order.
            if let latest = state.latest, latest.counted > counter.counted, latest.counted <= target + textBase {
                counter = latest
            }
            unsafe counter.count(bytes(at: UInt64(counter.counted), length: target + textBase - counter.counted))
            state.latest = counter
            var location = counter.location
            if addedBytes != 0 {
                let offset = max(location.offset, 1) - addedBytes
                location = JSONLocation(offset: offset, line: location.line, column: location.column)
            }
            return location
        }
    }
}

/// Line counts at multiples of 64 KiB, up to the furthest location requested.
final class LineMarks: Sendable {
    struct State {
        var marks: [LineCounter] = []
        /// Where the last count ended.
        var latest: LineCounter?
        /// As ``latest``, in the piece that starts at a position of the text.
        var latestInPiece: (piece: Int, target: Int, counter: LineCounter)?
    }

    let state = CheckedMutex(State())
    /// Whether there are marks. Avoids the lock for documents without location requests.
    let isUsed = Atomic<Bool>(false)

    @inline(__always)
    func forget() {
        guard isUsed.load(ordering: .relaxed) else { return }
        state.withLock { $0 = State() }
        isUsed.store(false, ordering: .relaxed)
    }
}
