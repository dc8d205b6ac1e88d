import Foundation
import PolicyJSON

// Types that contain a value.

enum Ordinal: String, ProbedValue { case first, second }
enum KeyedOrdinal: String, ProbedValue, CodingKeyRepresentable { case first, second }

/// Decodes the wrapped value from the same JSON.
struct Generic<Value: ProbedValue>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
}

/// A type that decodes from no JSON.
struct Undecodable: Decodable {
    init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "Never decodable."))
    }
}

/// Reads a value from containers that are opened explicitly.
struct KeyedReader<Value: ProbedValue>: Decodable {
    let value: Value

    private enum CodingKeys: CodingKey { case value, inner, `super` }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.super) {
            value = try container.superDecoder().singleValueContainer().decode(Value.self)
        } else if container.contains(.inner) {
            let inner = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
            value = try inner.decode(Value.self, forKey: .value)
        } else {
            value = try container.superDecoder(forKey: .value).singleValueContainer().decode(Value.self)
        }
    }
}

/// Calls `init(from:)` of the value itself.
struct DirectReader<Value: ProbedValue>: Decodable {
    let value: Value

    private enum CodingKeys: CodingKey { case value }

    init(from decoder: any Decoder) throws {
        value = try Value(from: decoder.container(keyedBy: CodingKeys.self).superDecoder(forKey: .value))
    }
}

/// Reads elements as values, and as values of their super decoders.
struct UnkeyedReader<Value: ProbedValue>: Decodable {
    let values: [Value]

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let viaDecoder = try container.superDecoder().singleValueContainer().decode(Value.self)
        var again = try decoder.unkeyedContainer()
        values = [viaDecoder, try again.decode(Value.self)]
    }
}

/// A value, and a property to repair that is decoded after it.
struct BrokenAfter<Value: Decodable>: Decodable {
    let value: Value
    let broken: Int
}

/// A value, and a property to repair that is decoded before it.
struct BrokenBefore<Value: Decodable>: Decodable {
    let broken: Int
    let value: Value
}

struct WrappedBrokenAfter<Value: ProbedValue>: Decodable {
    @Wrapped var value: Value
    let broken: Int
}

/// Values in containers that are opened explicitly, after a property to repair.
struct BrokenReader<Value: ProbedValue>: Decodable {
    let values: [Value]

    private enum CodingKeys: CodingKey { case broken, inner, list, value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        _ = try container.decode(Int.self, forKey: .broken)
        let inner = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        values = [
            try inner.decode(Value.self, forKey: .value), try list.decode(Value.self),
            try list.superDecoder().singleValueContainer().decode(Value.self),
            try container.superDecoder().singleValueContainer().decode(Value.self),
        ]
    }
}

struct Configured<Value: ProbedValue>: DecodableWithConfiguration {
    let value: Value

    private enum CodingKeys: CodingKey { case value }

    init(from decoder: any Decoder, configuration: String) throws {
        value = try decoder.container(keyedBy: CodingKeys.self).decode(Value.self, forKey: .value)
    }
}

struct BrokenConfigured<Value: ProbedValue>: DecodableWithConfiguration {
    let value: Value

    init(from decoder: any Decoder, configuration: String) throws {
        value = try BrokenBefore<Value>(from: decoder).value
    }
}
