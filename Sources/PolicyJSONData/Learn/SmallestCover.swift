/// The fewest sets that contain a whole together: the first such choice in the order of the sets.
///
/// Exact up to four sets; of more, the set that contains the most of what is left is taken repeatedly.
///
/// - Parameter sets: the sets.
/// - Returns: the indexes of the sets that together contain what all of them contain.
func smallestCover(_ sets: [Set<Int>]) -> [Int] {
    let whole = sets.reduce(into: Set<Int>()) { $0.formUnion($1) }
    if whole.isEmpty { return [] }
    for size in 1...4 {
        if let choice = cover(of: whole, sets[...], size) { return choice }
    }
    var left = whole
    var choice: [Int] = []
    while !left.isEmpty {
        var best = 0
        for index in sets.indices where sets[index].intersection(left).count > sets[best].intersection(left).count {
            best = index
        }
        choice.append(best)
        left.subtract(sets[best])
    }
    return choice.sorted()
}

private func cover(of whole: Set<Int>, _ sets: ArraySlice<Set<Int>>, _ size: Int) -> [Int]? {
    for index in sets.indices where !sets[index].isDisjoint(with: whole) {
        let left = whole.subtracting(sets[index])
        if left.isEmpty { return [index] }
        if size > 1, let others = cover(of: left, sets[(index + 1)...], size - 1) { return [index] + others }
    }
    return nil
}
