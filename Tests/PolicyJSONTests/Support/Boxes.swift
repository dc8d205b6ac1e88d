/// A model with one property of any type.
struct Box<Value: Decodable>: Decodable { let value: Value }

/// A model with one optional property.
struct OptionalBox<Value: Decodable>: Decodable { let value: Value? }

/// A model with one property that distinguishes a missing key from null.
struct DoubleBox<Value: Decodable>: Decodable { let value: Value?? }

/// A property wrapper whose JSON is that of the wrapped value.
@propertyWrapper struct Wrapped<Value: Decodable>: Decodable, CustomStringConvertible {
    let wrappedValue: Value
    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }
    var description: String { "Wrapped(\(wrappedValue))" }
}

/// A model with a wrapped property.
struct WrappedBox<Value: Decodable>: Decodable { @Wrapped var value: Value }

/// A nested property.
struct Outer<Value: Decodable>: Decodable {
    struct Inner: Decodable { let value: Value }
    let inner: Inner
}
