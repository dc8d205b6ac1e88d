/// A key of a coding path that no model's key type stands for: an index, a member's name, or `super`.
///
/// An existential holds it without allocating, and the text of an index is made only when it is asked for: errors are made
/// of these.
struct JSONKey: CodingKey {
    private enum Form {
        case name(String)
        /// A key of a dictionary, with the integer that the name stands for, if it does.
        case dictionaryKey(String)
        case index(Int)
        case integer(Int)
    }

    private let form: Form

    var stringValue: String {
        switch form {
        case .name(let name), .dictionaryKey(let name): name
        case .index(let index): "Index \(index)"
        case .integer(let integer): "\(integer)"
        }
    }

    var intValue: Int? {
        switch form {
        case .name: nil
        case .dictionaryKey(let name): Int(name)
        case .index(let value), .integer(let value): value
        }
    }

    init(_ name: String) { form = .name(name) }

    /// A key as the standard library's dictionaries have it: with the integer that the name stands for, if it does.
    init(dictionaryKey name: String) { form = .dictionaryKey(name) }

    init(index: Int) { form = .index(index) }

    init?(stringValue: String) { self.init(stringValue) }

    init?(intValue: Int) { form = .integer(intValue) }

    static let `super` = JSONKey("super")
}
