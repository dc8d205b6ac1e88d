internal import RuntimeFacts

/// A key in a coding path that is not a key of a model's key type: an index, a member's name, or `super`.
///
/// An existential stores it inline, and the text of an index is created only on access, because errors consist of such
/// keys.
struct JSONKey: LiteralKey {
    private enum Form {
        case name(String)
        /// A key of a dictionary, with the integer that the name represents, if any.
        case dictionaryKey(String)
        case index(Int)
        case integer(Int)
        /// The tag of a variant, its contents, or an associated value without a label.
        case variant(String)
    }

    private let form: Form

    var stringValue: String {
        switch form {
        case .name(let name), .dictionaryKey(let name), .variant(let name): name
        case .index(let index): "Index \(index)"
        case .integer(let integer): "\(integer)"
        }
    }

    var intValue: Int? {
        switch form {
        case .name, .variant: nil
        case .dictionaryKey(let name): Int(name)
        case .index(let value), .integer(let value): value
        }
    }

    /// The step of a path that the key is.
    var step: DecodingPath.Step { if case .index(let index) = form { .index(index) } else { .key(stringValue) } }

    init(_ name: String) { form = .name(name) }

    /// A key as in the standard library's dictionaries: with the integer that the name represents, if any.
    init(dictionaryKey name: String) { form = .dictionaryKey(name) }

    init(index: Int) { form = .index(index) }

    /// A key of a variant, about which rules are not consulted, in either direction.
    init(variant name: String) { form = .variant(name) }

    /// Whether rules are not consulted about the key.
    var isOfVariant: Bool { if case .variant = form { true } else { false } }

    /// The key of the first associated value without a label.
    static let unlabelled = JSONKey(variant: "_0")

    init?(stringValue: String) { self.init(stringValue) }

    init?(intValue: Int) { form = .integer(intValue) }

    var description: String { stringValue }

    var debugDescription: String { stringValue }

    static let `super` = JSONKey("super")
}

extension CodingKey {
    /// Whether a key takes at most a byte, as those of enumerations do, so that it can be made of its name.
    static var isEnumerationLike: Bool { MemoryLayout<Self>.size <= 1 }

    /// Whether these are the keys of a case without associated values.
    static var isWithoutCases: Bool { MemoryLayout<Self>.size == 0 && EnumCases.names(of: Self.self)?.isEmpty == true }

    /// Whether these are the keys of a case with a single associated value, without a label, which is the contents as a whole.
    static var isUnlabelled: Bool {
        // A type whose values take no memory has no more than one.
        MemoryLayout<Self>.size == 0 && Self(stringValue: JSONKey.unlabelled.stringValue) != nil
    }
}

/// A type whose keys are names in the document, whatever rules match them to.
package protocol LiteralKey: CodingKey {}
