internal import CJSONText

/// The ranges of a text whose parts are still to be put into another order.
///
/// Where each of many objects inside each other has members to be moved, moving them at once would move the innermost one as often as
/// there are objects around it. So at most ``movesPerByte`` bytes are moved for each byte of the text. What remains is moved once,
/// when the text is read.
struct UnorderedRanges {
    /// A range, and the indexes of its parts.
    private struct Entry {
        let range: Range<Int>
        let parts: Range<Int>
    }

    /// By where they end: a range follows those inside it.
    private var entries: [Entry] = []
    /// The parts of each range in their new order.
    private var parts: [Range<Int>] = []
    /// Where the last range ends; 0 if there is none.
    private(set) var end = 0
    private var moved = 0
    private static let movesPerByte = 8

    /// Adds a range that ends where the text does.
    ///
    /// - Returns: whether it may be moved at once.
    @_optimize(size)
    mutating func append(_ range: Range<Int>, _ parts: [Range<Int>]) -> Bool {
        precondition(range.lowerBound > 0)
        entries.append(Entry(range: range, parts: self.parts.count..<self.parts.count + parts.count))
        self.parts += parts
        end = range.upperBound
        return mayMove(range)
    }

    /// Whether the bytes of a range that ends where the text does may be moved at once; then they count as moved.
    mutating func mayMove(_ range: Range<Int>) -> Bool {
        moved += range.count
        return moved / Self.movesPerByte <= range.upperBound
    }

    /// Removes the ranges that do not end in the first `count` bytes.
    @_optimize(size)
    @inline(never)
    mutating func removeAll(after count: Int) {
        while let last = entries.last, last.range.upperBound > count {
            parts.removeSubrange(last.parts.lowerBound...)
            entries.removeLast()
        }
        end = entries.last?.range.upperBound ?? 0
        if count == 0 { moved = 0 }
    }

    /// Calls `body` with all parts of a text, from the last one to the first, and removes the ranges.
    ///
    /// - Parameter text: the range of the text; only ranges inside it, not at its start, are considered.
    mutating func removeAll(in text: Range<Int>, _ body: (Range<Int>) -> Void) {
        visit(text, entries.count, body)
        removeAll(after: text.lowerBound)
    }

    /// - Parameter count: how many of the entries to consider: those inside one precede it.
    private func visit(_ range: Range<Int>, _ count: Int, _ body: (Range<Int>) -> Void) {
        var (position, high) = (range.upperBound, count)
        while true {
            // The last one that ends at the position or before it.
            var low = 0
            while low < high {
                let middle = (low + high) / 2
                if entries[middle].range.upperBound > position { high = middle } else { low = middle + 1 }
            }
            guard low > 0, entries[low - 1].range.lowerBound > range.lowerBound else { break }
            high = low - 1
            let inner = entries[high]
            body(inner.range.upperBound..<position)
            for part in parts[inner.parts].reversed() { visit(part, high, body) }
            position = inner.range.lowerBound
        }
        body(range.lowerBound..<position)
    }
}

extension TextBuffer {
    /// Reorders the bytes from `start` on, before which there are others: the ranges, which cover all of them, in the given order.
    /// They may be moved later (``order(from:)``).
    package func permute(from start: Int, _ ranges: [Range<Int>]) {
        let range = start..<count
        // Mostly there are none inside.
        if unordered.end <= start, unordered.mayMove(range) { return move(ranges, in: range) }
        if unordered.append(range, ranges) { order(from: start - 1) }
    }

    @_optimize(size)
    private func move(_ ranges: [Range<Int>], in whole: Range<Int>) {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: whole.count) { copy in
            var filled = 0
            for range in ranges {
                let rest = whole.count - filled
                precondition(range.lowerBound >= 0 && range.upperBound <= count && range.count <= rest)
                let part = unsafe text.pointee.bytes! + range.lowerBound
                unsafe (copy.baseAddress! + filled).initialize(from: part, count: range.count)
                filled += range.count
            }
            precondition(filled == whole.count)
            unsafe (text.pointee.bytes! + whole.lowerBound).update(from: copy.baseAddress!, count: whole.count)
        }
    }

    /// Moves what has been reordered from `start` on, before the text is read.
    @_optimize(size)
    package func order(from start: Int) {
        if unordered.end <= start { return }
        let length = count - start
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length) { copy in
            var rest = length
            unordered.removeAll(in: start..<count) { range in
                precondition(rest >= range.count)
                _ = unsafe copy[rest - range.count..<rest].initialize(fromContentsOf: all[range])
                rest -= range.count
            }
            precondition(rest == 0)
            unsafe (text.pointee.bytes! + start).update(from: copy.baseAddress!, count: length)
        }
    }
}
