import Foundation

// Small types that represent kinds of types: as values, elements and dictionary keys.

enum Letter: String, Codable {
    case a, b
    case accent = "é"
}

enum Figure: Int, Codable {
    case zero, one, two
}

enum Ratio: Double, Codable {
    case half = 0.5
    case whole = 1
}

enum Choice: Codable, Equatable {
    case plain
    case one(Int)
    case pair(left: Int, right: String)
    case maybe(value: Int?)
}

/// A key of a dictionary that is encoded as an object.
struct Tag: Codable, Hashable, CodingKeyRepresentable, CustomStringConvertible {
    let text: String

    init?<Key: CodingKey>(codingKey: Key) {
        if codingKey.stringValue.isEmpty { return nil }
        text = codingKey.stringValue
    }

    var codingKey: any CodingKey { AnyKey(text) }
    var description: String { text }
}

/// An enumeration as a key, with the default implementations for raw values.
enum LetterKey: String, Codable, CodingKeyRepresentable {
    case a, b
    case accent = "é"
}

enum FigureKey: Int, Codable, CodingKeyRepresentable {
    case one = 1
    case two
}

/// A raw-representable structure that is not `CodingKeyRepresentable`.
struct Name: RawRepresentable, Codable, Hashable {
    let rawValue: String
}

/// A key with any name.
struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) { (stringValue, intValue) = (name, nil) }
    init(stringValue: String) { self.init(stringValue) }
    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}

@propertyWrapper struct Boxed<Value: Codable>: Codable {
    var wrappedValue: Value

    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }
    func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

/// A wrapper with synthesised conformance: its JSON is an object.
@propertyWrapper struct Wrapped<Value: Codable>: Codable {
    var wrappedValue: Value
}

@propertyWrapper struct Defaulted: Codable {
    var wrappedValue: Int

    init(wrappedValue: Int) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws {
        wrappedValue = (try? decoder.singleValueContainer().decode(Int.self)) ?? 99
    }
}

struct Wrappers: Codable {
    @Boxed var value: Int
    @Boxed var a: String?
}

struct WrappedWrapper: Codable {
    @Wrapped var value: Int
}

struct DefaultedWrapper: Codable {
    @Defaulted var value: Int
    var a: Int?
}

struct Pair<Left: Codable, Right: Codable>: Codable {
    var a: Left
    var b: Right
}

struct Page<Item: Codable>: Codable {
    var value: [Item]?
    var a: Item?
}

final class Node: Codable {
    var value: Int
    var next: Node?
    var children: [Node]?
}

indirect enum Tree: Codable {
    case leaf(Int)
    case branch(left: Tree, right: Tree)
}

struct Nested: Codable {
    struct Inner: Codable {
        var a: Int
        var b: [String: Inner]?
    }

    enum CodingKeys: String, CodingKey {
        case inner = "a"
        case others = "value"
    }

    var inner: Inner
    var others: [Inner]?
}

struct Composed: Codable {
    // The key as two scalars: e and a combining acute accent.
    enum CodingKeys: String, CodingKey { case value = "e\u{301}" }
    var value: Int
}

struct Snake: Codable {
    var someKey: Int
}

struct Empty: Codable {}
