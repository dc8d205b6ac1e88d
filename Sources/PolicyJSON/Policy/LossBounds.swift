/// How many elements of a collection a rule may drop or replace by `nil`: part of the answers ``Repair/drop(within:)``
/// and ``Repair/useNil(within:)``.
///
/// If a collection loses more elements, it fails with the reasons (``ElementLosses``); an enclosing collection may then
/// drop it in turn. Bounds are checked once per collection, at its end, against the elements that the rule has dropped
/// or replaced by `nil` with the same bounds.
public struct LossBounds: Sendable, Hashable {
    /// The maximum number of elements of one collection. `nil`: no bound.
    public let count: Int?
    /// The maximum percentage of the elements of one collection. `nil`: no bound.
    public let percent: Double?

    /// Creates bounds; if both are given, both apply.
    ///
    /// - Parameters:
    ///   - count: the maximum number of elements of one collection. Default: any number.
    ///   - percent: the maximum percentage, from 0 to 100, of the elements of one collection. Default: all.
    public init(count: Int? = nil, percent: Double? = nil) {
        self.count = count
        self.percent = percent
    }

    /// Whether a collection of `total` elements may lose `losses` elements.
    ///
    /// - Parameters:
    ///   - losses: the number of elements that were dropped or made `nil`.
    ///   - total: the number of elements in the document.
    public func allow(_ losses: Int, of total: Int) -> Bool {
        if let count, losses > count { return false }
        guard let percent else { return true }
        // A quotient is rounded as the percentage is: 57 of 10,000 are 0.57 %.
        return Double(losses) * 100 / Double(max(total, 1)) <= percent
    }
}
