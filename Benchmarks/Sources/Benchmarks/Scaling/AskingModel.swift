import Synchronization

/// A model that requests the given keys, in that order: it measures the look-up of members by key.
struct AskingModel: Decodable {
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// What all models ask for. Not in `userInfo`: looking that up takes as long as a small object.
    static let keys = Mutex<[Key]>([])

    /// How many of the keys were there.
    let found: Int
    let sum: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        var (found, sum) = (0, 0)
        for key in Self.keys.withLock({ $0 }) {
            guard let value = try container.decodeIfPresent(Int.self, forKey: key) else { continue }
            (found, sum) = (found + 1, sum &+ value)
        }
        (self.found, self.sum) = (found, sum)
    }
}
