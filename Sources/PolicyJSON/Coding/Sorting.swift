// Sorting that is compiled once, for rare use: a copy for each type or order is a few kilobytes of a static program.

extension Sequence<String> {
    /// The texts in their order.
    func inTextOrder() -> [String] { sortedTexts(Array(self)) }
}

@inline(never)
private func sortedTexts(_ texts: [String]) -> [String] { texts.sorted() }

extension Array {
    /// The elements in an order; those that are equal in it stay as they are.
    ///
    /// - Parameter precedes: compares elements by their indexes.
    func inOrder(_ precedes: (Int, Int) -> Bool) -> [Element] { order(of: count, precedes).map { self[$0] } }
}

/// The numbers from 0 up to `count` in an order; those that are equal in it stay as they are.
// Not optimized, or there would be a copy for each closure.
@_optimize(none)
func order(of count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] { (0..<count).sorted(by: precedes) }
