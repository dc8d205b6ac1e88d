extension Array {
    /// The first elements whose sizes are at most `limit` together; at least one, if there is one.
    func prefix(ofSize limit: Int, _ size: (Element) -> Int) -> ArraySlice<Element> {
        var total = 0
        let end = indices.first { index in
            total += size(self[index])
            return total > limit && index > 0
        }
        return self[..<(end ?? count)]
    }
}
