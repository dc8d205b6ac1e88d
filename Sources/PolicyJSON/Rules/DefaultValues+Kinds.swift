extension DefaultValues.Kinds {
    func answer(_ type: Any.Type) -> Repair {
        if type == String.self { return contains(.emptyString) ? .replace(with: .string("")) : .decline }
        if type == Bool.self { return contains(.false) ? .replace(with: .bool(false)) : .decline }
        if type is any Numeric.Type { return contains(.zero) ? .replaceIfDecodable(with: .number("0")) : .decline }
        guard let collection = type as? any EmptyCollection.Type, contains(collection.kind) else { return .decline }
        return .use(collection.empty)
    }
}

extension DefaultValues.Kinds {
    /// Whether a value is one of these.
    func contains(_ value: Any) -> Bool {
        func isZero(_ number: some Numeric) -> Bool { number == .zero }
        return switch value {
        // First, because casts to a protocol take longer.
        case let number as Int: contains(.zero) && number == 0
        case let number as Double: contains(.zero) && number == 0
        case let text as String: contains(.emptyString) && text.isEmpty
        case let value as Bool: contains(.false) && !value
        case let number as any Numeric: contains(.zero) && isZero(number)
        case let collection as any EmptyCollection: contains(type(of: collection).kind) && collection.isEmpty
        default: false
        }
    }
}

/// A collection that can be empty.
private protocol EmptyCollection {
    var isEmpty: Bool { get }
    static var kind: DefaultValues.Kinds { get }
    static var empty: Self { get }
}

extension Array: EmptyCollection {
    fileprivate static var kind: DefaultValues.Kinds { .emptyArray }
    fileprivate static var empty: Self { [] }
}

extension ContiguousArray: EmptyCollection {
    fileprivate static var kind: DefaultValues.Kinds { .emptyArray }
    fileprivate static var empty: Self { [] }
}

extension Set: EmptyCollection {
    fileprivate static var kind: DefaultValues.Kinds { .emptyArray }
    fileprivate static var empty: Self { [] }
}

extension Dictionary: EmptyCollection {
    fileprivate static var kind: DefaultValues.Kinds { .emptyDictionary }
    fileprivate static var empty: Self { [:] }
}
