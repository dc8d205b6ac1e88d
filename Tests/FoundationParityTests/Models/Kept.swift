import Foundation

/// Retains the decoder, and decodes on request.
struct Kept: Decodable {
    let decoder: any Decoder

    init(from decoder: any Decoder) throws { self.decoder = decoder }

    /// Everything that can be read from the decoder.
    func observe() -> String {
        [
            "\(Outcome { try Everything(from: decoder) })",
            "\(Outcome { try JSONValue(from: decoder) })",
            "\(Outcome { try Int(from: decoder) })",
            "\(Outcome { try [String: [Int]](from: decoder) })",
            "\(Outcome { try ProbedMembers(from: decoder) })",
            decoder.codingPath.map { PathKey($0).description }.joined(separator: "/"),
        ].joined(separator: "\n")
    }
}

/// Retains a decoder of each element.
struct KeptElements: Decodable {
    let elements: [Kept]

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var elements: [Kept] = []
        while !container.isAtEnd { elements.append(try Kept(from: container.superDecoder())) }
        self.elements = elements
    }
}

/// Retains partially read containers.
struct KeptContainers: Decodable {
    let keyed: KeyedDecodingContainer<AnyKey>
    let unkeyed: any UnkeyedDecodingContainer
    let single: any SingleValueDecodingContainer
    let ancestor: any Decoder

    init(from decoder: any Decoder) throws {
        keyed = try decoder.container(keyedBy: AnyKey.self)
        single = try keyed.superDecoder(forKey: AnyKey("c")).singleValueContainer()
        ancestor = try keyed.superDecoder()
        var list = try keyed.nestedUnkeyedContainer(forKey: AnyKey("a"))
        _ = try list.decode(Int.self)
        unkeyed = list
    }

    func observe() -> String {
        // Reading from the first copy does not advance the second.
        var (first, second) = (unkeyed, unkeyed)
        return [
            keyed.allKeys.map(\.stringValue).sorted().joined(separator: ","),
            "\(Outcome { try keyed.decode([Int].self, forKey: AnyKey("a")) })",
            "\(Outcome { try keyed.decode(String.self, forKey: AnyKey("b")) })",
            "\(Outcome { try keyed.decode(Int.self, forKey: AnyKey("missing")) })",
            "\(Outcome { try first.decode(Int.self) }) \(first.currentIndex)",
            "\(Outcome { try first.decode(Int.self) }) \(first.isAtEnd)",
            "\(Outcome { try second.decode(String.self) }) \(second.currentIndex)",
            "\(Outcome { try single.decode(Double.self) })",
            "\(Outcome { try Int(from: ancestor) })",
            single.codingPath.map { PathKey($0).description }.joined(separator: "/"),
        ].joined(separator: "\n")
    }
}

/// A member that is decoded on request.
struct Lazy<Value: Decodable>: Decodable {
    private let decoder: any Decoder

    init(from decoder: any Decoder) throws { self.decoder = decoder }

    func get() throws -> Value { try Value(from: decoder) }
}

/// Decodes JSON inside a string with the decoder in `userInfo`, which is decoding the model at the same time.
struct Envelope: Decodable {
    static let inner = CodingUserInfoKey(rawValue: "inner")

    typealias Decode = @Sendable (String) throws -> Nested

    private enum CodingKeys: CodingKey { case payload, after }

    let payload: Nested
    let after: Int
    let path: [PathKey]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let key = Self.inner, let decode = decoder.userInfo[key] as? Decode else {
            throw CustomStrategyError(path: [])
        }
        payload = try decode(try container.decode(String.self, forKey: .payload))
        after = try container.decode(Int.self, forKey: .after)
        path = container.codingPath.map { PathKey($0) }
    }
}

/// Records `userInfo` at each level.
struct Informed: Decodable {
    static let key = CodingUserInfoKey(rawValue: "level")

    let seen: [String]

    init(from decoder: any Decoder) throws {
        func seen(_ decoder: any Decoder) -> String {
            let value = Self.key.flatMap { decoder.userInfo[$0] }
            return "\(decoder.userInfo.count) \(value.map { "\($0)" } ?? "none")"
        }
        let container = try decoder.container(keyedBy: AnyKey.self)
        var list = try container.nestedUnkeyedContainer(forKey: AnyKey("a"))
        self.seen = [
            seen(decoder), seen(try container.superDecoder()), seen(try container.superDecoder(forKey: AnyKey("a"))),
            seen(try list.superDecoder()), try container.decode(Echo.self, forKey: AnyKey("b")).text,
        ]
    }

    private struct Echo: Decodable {
        let text: String
        init(from decoder: any Decoder) throws {
            text = "\(Informed.key.flatMap { decoder.userInfo[$0] } ?? "none")"
        }
    }
}

/// Collects the decoders of a model that cannot be decoded.
final class Retained: @unchecked Sendable {
    static let key = CodingUserInfoKey(rawValue: "retained")
    var decoders: [any Decoder] = []
}

/// Retains a decoder of each element, and throws.
struct Retaining: Decodable {
    init(from decoder: any Decoder) throws {
        let retained = Retained.key.flatMap { decoder.userInfo[$0] as? Retained }
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd { retained?.decoders.append(try container.superDecoder()) }
        throw CustomStrategyError(path: [])
    }
}
