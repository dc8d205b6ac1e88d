import Foundation
import Testing

/// A context for a value: a type that contains its type, and the text around its JSON.
struct Context: Sendable {
    let subject: Subject
    let wrap: @Sendable (String) -> String
}

/// A type by itself and in every standard context.
struct Contexts: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// In the first four, the value is the top-level value, an element, a member, and the second element.
    let all: [Context]
}

extension Contexts {
    init<T: Decodable>(_ type: T.Type) {
        testDescription = "\(type)"
        all = [
            Context(subject: Subject(T.self)) { $0 },
            Context(subject: Subject([T].self)) { "[\($0)]" },
            Context(subject: Subject(Member<T>.self)) { #"{"value":\#($0)}"# },
            Context(subject: Subject(Second<T>.self)) { "[0 ,\($0)\n]" },
            Context(subject: Subject(T?.self)) { $0 },
            Context(subject: Subject([T?].self)) { "[null,\($0),null]" },
            Context(subject: Subject([String: T].self)) { #"{"k":\#($0)}"# },
            Context(subject: Subject([String: [T?]].self)) { #"{"k":[ \#($0) ]}"# },
            Context(subject: Subject([Int: T].self)) { #"{"7":\#($0)}"# },
            Context(subject: Subject(OptionalMember<T>.self)) { #"{"value":\#($0)}"# },
            Context(subject: Subject(DoubleOptionalMember<T>.self)) { #"{"value":\#($0)}"# },
            Context(subject: Subject(Single<T>.self)) { $0 },
            Context(subject: Subject([Single<T>].self)) { "[\($0)]" },
            Context(subject: Subject(Member<Single<T>>.self)) { #"{"value":\#($0)}"# },
            Context(subject: Subject(OptionalSecond<T>.self)) { "[0,\($0)]" },
            Context(subject: Subject([Member<Member<T>>].self)) { #"[{"value":{"other":[],"value":\#($0)}}]"# },
        ]
    }
}

struct Member<Value: Decodable>: Decodable {
    let value: Value
}

struct OptionalMember<Value: Decodable>: Decodable {
    let value: Value?
}

struct DoubleOptionalMember<Value: Decodable>: Decodable {
    let value: Value??
}

/// Decodes from a single-value container.
struct Single<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Value.self)
    }
}

/// Decodes the second element of an unkeyed container.
struct Second<Value: Decodable>: Decodable {
    let value: Value
    let isAtEnd: Bool

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        _ = try container.decode(Int8.self)
        value = try container.decode(Value.self)
        isAtEnd = container.isAtEnd
    }
}

/// Decodes the second element with `decodeIfPresent`, and once more past the end.
struct OptionalSecond<Value: Decodable>: Decodable {
    let value: Value?
    let beyond: Value?
    let index: Int

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        _ = try container.decodeIfPresent(Int8.self)
        value = try container.decodeIfPresent(Value.self)
        beyond = try container.decodeIfPresent(Value.self)
        index = container.currentIndex
    }
}
