import Foundation
import PolicyJSON

// Types around a value.

enum Ordinal: String, ProbedValue { case first, second }
enum KeyedOrdinal: String, ProbedValue, CodingKeyRepresentable { case first, second }

/// Decodes what it wraps from the same value.
struct Generic<Value: ProbedValue>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
}

/// Decodes from nothing.
struct Undecodable: Decodable {
    init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "Never decodable."))
    }
}

/// Reads a value in whichever way the document has it, through containers that are obtained by hand.
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

/// A value and, later in the order of decoding, a property that is to be repaired.
struct BrokenAfter<Value: Decodable>: Decodable {
    let value: Value
    let broken: Int
}

/// A value and, earlier in the order of decoding, a property that is to be repaired.
struct BrokenBefore<Value: Decodable>: Decodable {
    let broken: Int
    let value: Value
}

struct WrappedBrokenAfter<Value: ProbedValue>: Decodable {
    @Wrapped var value: Value
    let broken: Int
}

/// Values in containers obtained by hand, after a property that is to be repaired.
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
