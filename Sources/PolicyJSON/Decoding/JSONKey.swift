/// A key of a coding path that no model's key type stands for: an index, a member's name, or `super`.
struct JSONKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    /// A key as the standard library's dictionaries have it: with the integer that the name says, if it does.
    init(dictionaryKey name: String) {
        stringValue = name
        intValue = Int(name)
    }

    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    init?(stringValue: String) { self.init(stringValue) }

    init?(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }

    static let `super` = JSONKey("super")
}
