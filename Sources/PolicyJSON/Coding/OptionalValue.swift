/// Any optional type.
protocol OptionalValue {
    static var none: Self { get }
    static var wrappedType: Any.Type { get }
    var isNone: Bool { get }
}

extension Optional: OptionalValue {
    static var wrappedType: Any.Type { Wrapped.self }
    var isNone: Bool { self == nil }
}
