/// Which of the last elements of a stream have been rejected: one bit for each.
struct RecentRejections {
    /// The range of the number of elements.
    private static let sizes = 1...1 << 24

    let size: Int
    private var bits: [UInt64]
    private var position = 0
    /// The number of rejected elements among the last.
    private(set) var count = 0
    /// The number of the last elements: up to `size`.
    private(set) var total = 0

    init(size: Int) {
        self.size = min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound)
        bits = Array(repeating: 0, count: (self.size + 63) / 64)
    }

    /// Counts an element, in place of the oldest.
    mutating func add(isRejected: Bool) {
        let (word, bit) = (position / 64, UInt64(1) << UInt64(position % 64))
        if total < size {
            total += 1
        } else if bits[word] & bit != 0 {
            count -= 1
        }
        if isRejected {
            bits[word] |= bit
            count += 1
        } else {
            bits[word] &= ~bit
        }
        position = position + 1 == size ? 0 : position + 1
    }
}
