/// Counts in profiles are limited, so that no sum of them overflows, also if a saved profile has been changed.
enum ProfileCounts {
    /// Some 10^16: more values than any input has, and small enough for sums and products with small factors.
    static let limit = 1 << 56
}

extension Int {
    /// Adds a count of another profile; at most the limit.
    mutating func add(count: Int) { self = Swift.min(self + count, ProfileCounts.limit) }
}

extension KeyedDecodingContainer {
    /// Decodes a count.
    ///
    /// - Throws: `DecodingError`, also if it is negative, or exceeds the limit.
    func count(forKey key: Key) throws -> Int {
        let count = try decode(Int.self, forKey: key)
        guard (0...ProfileCounts.limit).contains(count) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\(count) is not a count.")
        }
        return count
    }
}
