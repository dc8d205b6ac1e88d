extension Array {
    /// The index of the first element that does not precede what is searched for; those that precede it come first.
    ///
    /// - Complexity: O(log *n*).
    @inlinable @inline(__always)
    package func sortedIndex(notPreceding precedes: (Element) -> Bool) -> Int {
        var (start, end) = (0, count)
        while start < end {
            let middle = (start + end) / 2
            if precedes(self[middle]) { start = middle + 1 } else { end = middle }
        }
        return start
    }
}
