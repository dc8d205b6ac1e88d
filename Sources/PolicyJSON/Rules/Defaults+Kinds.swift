extension Defaults.Kinds {
    func answer(_ type: Any.Type) -> Repair {
        if type == String.self { return contains(.emptyString) ? .decode(.string("")) : .decline }
        if type == Bool.self { return contains(.false) ? .decode(.bool(false)) : .decline }
        if type is any Numeric.Type { return contains(.zero) ? .attempt(.number("0")) : .decline }
        guard let collection = type as? any EmptyCollection.Type, contains(collection.kind) else { return .decline }
        return .use(collection.empty)
    }
}

/// A collection that can be empty.
private protocol EmptyCollection {
    static var kind: Defaults.Kinds { get }
    static var empty: Self { get }
}

extension Array: EmptyCollection {
    fileprivate static var kind: Defaults.Kinds { .emptyArray }
    fileprivate static var empty: Self { [] }
}

extension ContiguousArray: EmptyCollection {
    fileprivate static var kind: Defaults.Kinds { .emptyArray }
    fileprivate static var empty: Self { [] }
}

extension Set: EmptyCollection {
    fileprivate static var kind: Defaults.Kinds { .emptyArray }
    fileprivate static var empty: Self { [] }
}

extension Dictionary: EmptyCollection {
    fileprivate static var kind: Defaults.Kinds { .emptyDictionary }
    fileprivate static var empty: Self { [:] }
}
