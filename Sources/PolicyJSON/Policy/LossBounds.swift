/// How many elements of a collection a rule may drop, or make `nil`: part of the answers ``Repair/drop(within:)`` and
/// ``Repair/useNil(within:)``.
///
/// A collection that loses more fails, with the reasons (``ElementLosses``); a collection around it may then drop it in turn.
/// Bounds are checked once for each collection, at its end, against the elements that the rule has dropped or made `nil` with
/// the same bounds.
public struct LossBounds: Sendable, Hashable {
    /// The most elements of one collection. `nil`: any number.
    public let count: Int?
    /// The most of 100 elements. `nil`: all.
    public let percent: Double?

    /// Bounds; with both, both hold.
    ///
    /// - Parameters:
    ///   - count: the maximum number of elements of one collection. Default: any number.
    ///   - percent: the maximum percentage, from 0 to 100, of the elements of one collection. Default: all.
    public init(count: Int? = nil, percent: Double? = nil) {
        self.count = count
        self.percent = percent
    }

    /// Whether a collection of `total` elements may lose `losses`.
    ///
    /// - Parameters:
    ///   - losses: the number of elements that were dropped or made `nil`.
    ///   - total: the number of elements in the document.
    public func allow(_ losses: Int, of total: Int) -> Bool {
        if let count, losses > count { return false }
        guard let percent else { return true }
        return Double(losses) * 100 <= percent * Double(total)
    }
}
