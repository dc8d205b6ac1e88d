import Foundation
import PolicyJSON
import Testing

/// What ``OmittedValues`` omits where models write their values in unusual ways.
@Suite struct OmittedValuesTests {
    private static func text(_ value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private static let encoder = PolicyJSONEncoder(policy: EncodingPolicy { OmittedValues(.zero) })

    private struct Script: Encodable {
        enum Key: CodingKey { case a, b }

        let body: (any Encoder) throws -> Void

        func encode(to encoder: any Encoder) throws { try body(encoder) }
    }

    /// A super encoder's single value is omitted, and not the model that requested the encoder.
    @Test func superEncoders() throws {
        func model(_ values: [Int]) -> [String: Script] {
            let script = Script { encoder in
                var container = encoder.container(keyedBy: Script.Key.self)
                try container.encode(1, forKey: .a)
                var single = container.superEncoder(forKey: .b).singleValueContainer()
                for value in values { try single.encode(value) }
            }
            return ["m": script]
        }
        #expect(try Self.text(model([0])) == #"{"m":{"a":1}}"#)
        #expect(try Self.text(model([2])) == #"{"m":{"a":1,"b":2}}"#)
        // The second value is the first that is written.
        #expect(try Self.text(model([0, 2])) == #"{"m":{"a":1,"b":2}}"#)
        // As without a policy.
        #expect(try Self.text(model([])) == #"{"m":{"a":1,"b":{}}}"#)
    }

    /// A rule that omits all integers that are zero, also those of single-value containers.
    private struct Zeros: EncodingRule {
        let encodingSituations: EncodingSituation = .value

        func represent(_ context: EncodingRuleContext) -> Representation {
            context.value as? Int == 0 ? .omit : .decline
        }
    }

    /// A single value that does not count, because the model has a container, does not omit the model.
    @Test func ignoredSingleValues() throws {
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { Zeros() })
        let script = Script { encoder in
            var container = encoder.container(keyedBy: Script.Key.self)
            try container.encode(1, forKey: .a)
            var single = encoder.singleValueContainer()
            try single.encode(0)
        }
        #expect(try String(decoding: encoder.encode(["m": script]), as: UTF8.self) == #"{"m":{"a":1}}"#)
        let array = Script { encoder in
            var container = encoder.unkeyedContainer()
            var single = container.superEncoder().singleValueContainer()
            try single.encode(0)
            try container.encode(1)
        }
        #expect(try String(decoding: encoder.encode(["m": array]), as: UTF8.self) == #"{"m":[1]}"#)
    }

    /// The model does not learn that its single value is omitted: it could catch the error.
    @Test func singleValues() throws {
        struct PriceError: Error {}
        func text(_ body: @escaping (inout any SingleValueEncodingContainer) throws -> Void) throws -> String {
            let script = Script { encoder in
                var container = encoder.singleValueContainer()
                try body(&container)
            }
            struct Wrapper: Encodable {
                let script: Script?

                func encode(to encoder: any Encoder) throws {
                    var container = encoder.singleValueContainer()
                    try container.encode(script)
                }
            }
            let encoder = PolicyJSONEncoder(policy: EncodingPolicy { Zeros() })
            return try [
                String(decoding: encoder.encode(["m": script]), as: UTF8.self),
                String(decoding: encoder.encode([script]), as: UTF8.self),
                String(decoding: encoder.encode(["m": [Wrapper(script: script)]]), as: UTF8.self),
            ].joined(separator: " ")
        }
        #expect(
            try text { container in
                do { try container.encode(0) } catch { throw PriceError() }
            } == #"{} [] {"m":[]}"#)
        #expect(try text { try? $0.encode(0) } == #"{} [] {"m":[]}"#)
        // Another one may follow.
        #expect(
            try text { container in
                try container.encode(0)
                try container.encode(2)
            } == #"{"m":2} [2] {"m":[2]}"#)
        // One that writes nothing is an empty object, and one that fails changes nothing.
        #expect(
            try text { container in
                try container.encode(0)
                try container.encode(Script { _ in })
            } == #"{"m":{}} [{}] {"m":[{}]}"#)
        #expect(
            try text { container in
                try container.encode(0)
                try? container.encode(Script { _ in throw PriceError() })
            } == #"{} [] {"m":[]}"#)
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { Zeros() })
        let error = #expect(throws: EncodingError.self) {
            try encoder.encode(
                Script { encoder in
                    var container = encoder.singleValueContainer()
                    try container.encode(0)
                })
        }
        guard case .invalidValue(_, let context)? = error else { return }
        #expect(context.debugDescription == "Top-level Script did not encode any values.")
    }

    /// Coding keys with integers are names, too.
    @Test func integerKeys() throws {
        struct Numbered: Encodable {
            enum CodingKeys: Int, CodingKey { case plays, likes }

            let plays: Int, likes: Int
        }
        #expect(try Self.text(Numbered(plays: 0, likes: 2)) == #"{"likes":2}"#)
        #expect(try Self.text([[0]]) == "[[0]]")
        #expect(try Self.text(["1": 0]) == #"{"1":0}"#)
    }

    private struct Configured: EncodableWithConfiguration {
        enum CodingKeys: CodingKey { case a, b }

        func encode(to encoder: any Encoder, configuration: Int) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(configuration, forKey: .a)
            try container.encode(0, forKey: .b)
        }
    }

    /// The value at the top level is a model, also if it is encoded with a configuration.
    @Test func configurations() throws {
        let rules: [any EncodingRule] = [
            OmittedValues(.zero), For(Configured.self) { OmittedValues(.zero) }, For(Int.self) { OmittedValues(.zero) },
        ]
        for rule in rules {
            let encoder = PolicyJSONEncoder(policy: EncodingPolicy { rule })
            let data = try encoder.encode(Configured(), configuration: 1)
            #expect(String(decoding: data, as: UTF8.self) == #"{"a":1}"#)
        }
    }
}
