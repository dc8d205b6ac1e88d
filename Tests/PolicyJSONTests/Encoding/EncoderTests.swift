import Foundation
import PolicyJSON
import TestSupport
import Testing

@Suite struct EncoderTests {
    private static func text(_ value: some Encodable, _ encoder: PolicyJSONEncoder = PolicyJSONEncoder()) throws
        -> String
    {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func settingsForOneCall() throws {
        struct Tenant: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode([1, 2].map { encoder.userInfo[CodingUserInfoKey(rawValue: "\($0)")!] as? String })
            }
        }
        let encoder = PolicyJSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        encoder.userInfo = [CodingUserInfoKey(rawValue: "1")!: "a/b"]
        let other = encoder.overriding(
            policy: EncodingPolicy { NumbersAsStrings() }, userInfo: [CodingUserInfoKey(rawValue: "2")!: "c"])
        #expect(try String(decoding: other.encode(Tenant()), as: UTF8.self) == #"["a/b","c"]"#)
        #expect(try String(decoding: encoder.encode(Tenant()), as: UTF8.self) == #"["a/b",null]"#)
        #expect(try String(decoding: other.encode([1]), as: UTF8.self) == #"["1"]"#)
        #expect(try String(decoding: other.overriding().encode([1]), as: UTF8.self) == #"["1"]"#)
        #expect(try String(decoding: encoder.encode([1]), as: UTF8.self) == "[1]")
    }

    /// The shortest text of a double is that of the standard library.
    @Test func doubles() throws {
        var generator = SplitMix64(seed: 1)
        let encoder = PolicyJSONEncoder()
        for round in 0..<20_000 {
            var value = Double(bitPattern: generator.next())
            if round % 4 == 1 { value = Double(Int64(bitPattern: generator.next()) >> Int64(round % 60)) }
            if round % 4 == 2 { value = (Double(generator.next() % 1_000_000) / 1000).rounded() / 100 }
            if round % 4 == 3 {
                value = Double(sign: .plus, exponent: Int(generator.next() % 2098) - 1074, significand: 1)
            }
            guard value.isFinite else { continue }
            let expected = value.description
            let text = try Self.text(value, encoder)
            #expect(text == (expected.hasSuffix(".0") ? String(expected.dropLast(2)) : expected))
        }
    }

    /// Small texts are copied; larger ones have their own pages, which are reused.
    @Test(arguments: [1, 1_000, 5_000, 20_000, 90_000, 400_000])
    func sizes(_ count: Int) throws {
        let encoder = PolicyJSONEncoder()
        let numbers = Array(0..<count)
        let expected = Data("[\(numbers.map(String.init).joined(separator: ","))]".utf8)
        var kept: [Data] = []
        for _ in 0..<3 {
            #expect(try Data(encoder.encodeBytes(numbers)) == expected)
            kept.append(try encoder.encode(numbers))
        }
        #expect(kept.allSatisfy { $0 == expected })
    }

    /// Endless nesting of containers is an error: by name, by index, and of super encoders.
    @Test func endlessContainers() throws {
        struct Endless: Encodable {
            let nest: @Sendable (any Encoder) throws -> Void
            func encode(to encoder: any Encoder) throws { try nest(encoder) }
        }
        let endless = [
            Endless { encoder in
                var container = encoder.container(keyedBy: AnyKey.self)
                for _ in 0..<20_000 { container = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("a")) }
                try container.encode([1], forKey: AnyKey("b"))
            },
            Endless { encoder in
                var container = encoder.unkeyedContainer()
                for _ in 0..<20_000 { container = container.nestedUnkeyedContainer() }
                try container.encode("c")
            },
            Endless { encoder in
                var encoder = encoder
                for round in 0..<20_000 {
                    if round.isMultiple(of: 2) {
                        var container = encoder.container(keyedBy: AnyKey.self)
                        encoder = container.superEncoder()
                    } else {
                        var container = encoder.unkeyedContainer()
                        encoder = container.superEncoder()
                    }
                }
                var container = encoder.singleValueContainer()
                try container.encode(1)
            },
        ]
        for value in endless {
            let error = #expect(throws: EncodingError.self) { try PolicyJSONEncoder().encode(value) }
            guard case .invalidValue(_, let context) = error else { return }
            #expect(context.codingPath.isEmpty)
            #expect(context.debugDescription == "Unable to encode the given top-level value to JSON.")
        }
    }

    /// Encoders and containers that a model retains have no effect after its value has ended.
    @Test func keptEncoders() throws {
        final class Keeper: Encodable, @unchecked Sendable {
            var encoder: (any Encoder)?
            var keyed: KeyedEncodingContainer<AnyKey>?
            var nested: (any UnkeyedEncodingContainer)?

            func encode(to encoder: any Encoder) throws {
                self.encoder = encoder
                keyed = encoder.container(keyedBy: AnyKey.self)
                try keyed?.encode(1, forKey: AnyKey("a"))
                nested = keyed?.nestedUnkeyedContainer(forKey: AnyKey("b"))
            }
        }
        let keeper = Keeper()
        #expect(try Self.text([keeper]) == #"[{"a":1,"b":[]}]"#)
        try keeper.keyed?.encode([2], forKey: AnyKey("c"))
        try keeper.nested?.encode(3)
        var single = keeper.encoder?.singleValueContainer()
        try single?.encode("x")
        var other = keeper.encoder?.unkeyedContainer()
        try other?.encode(["y": 1])
        _ = keeper.keyed?.superEncoder()
        #expect(keeper.encoder?.codingPath.isEmpty == true)
        // During the encoding of another value.
        struct Interfering: Encodable {
            let keeper: Keeper

            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try container.encode(1)
                var keyed = keeper.keyed
                try keyed?.encode([2], forKey: AnyKey("c"))
                try container.encode(2)
            }
        }
        #expect(try Self.text([Interfering(keeper: keeper)]) == "[[1,2]]")
    }

    /// Many tasks, and a model, use one encoder.
    @Test func manyTasks() async throws {
        let encoder = PolicyJSONEncoder()
        encoder.outputFormatting = .sortedKeys
        struct Nested: Encodable, Sendable {
            let encoder: PolicyJSONEncoder
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(String(decoding: try self.encoder.encode(["x": 1]), as: UTF8.self))
            }
        }
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<50 {
                group.addTask {
                    _ = try Self.text([Nested(encoder: encoder)], encoder)
                    return try Self.text(["b": [number], "a": []], encoder)
                }
            }
            var texts: Set<String> = []
            for try await text in group { texts.insert(text) }
            #expect(texts == Set((0..<50).map { #"{"a":[],"b":[\#($0)]}"# }))
        }
    }

    /// Large results, which are moved and not copied.
    @Test func sizes() throws {
        for count in [16_380, 16_390, 300_000, 3_000_000] {
            let data = try PolicyJSONEncoder().encode(String(repeating: "a", count: count))
            #expect(data.count == count + 2)
            #expect(data.first == UInt8(ascii: "\"") && data.last == UInt8(ascii: "\""))
            #expect(data.dropFirst().dropLast().allSatisfy { $0 == UInt8(ascii: "a") })
        }
    }
}
