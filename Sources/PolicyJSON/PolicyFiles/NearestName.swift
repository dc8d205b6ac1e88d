extension String {
    /// The most similar of several names, if this one may be a misspelling of it: the names differ in at most `limit`
    /// characters, and in less than half of the characters of this one.
    ///
    /// - Complexity: O(*n*) in the number and the lengths of the names; of a long text only the start is compared.
    package func nearest(of names: some Sequence<String>, within limit: Int) -> String? {
        let distances = names.map { (name: $0, distance: $0.distance(to: self)) }
        guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
        return nearest.distance <= limit && nearest.distance * 2 < count ? nearest.name : nil
    }

    /// The number of characters to insert, delete or replace to make one text from the other.
    private func distance(to other: String) -> Int {
        let other = Array(other.prefix(64))
        var row = Array(0...other.count)
        for (line, character) in enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, candidate) in other.enumerated() {
                let replaced = diagonal + (character == candidate ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
