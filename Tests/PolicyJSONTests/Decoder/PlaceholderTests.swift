import PolicyJSON
import Testing

/// Types whose placeholders would have no end, in the places where errors are collected.
@Suite struct PlaceholderTests {
    final class Chain: Decodable {
        let next: Outcome<Chain, End>
    }
    struct End: Decodable { let end: Bool }

    /// Tries two of itself first.
    struct Expression: Decodable {
        enum CodingKeys: CodingKey { case left, right, value }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if (try? container.decode(Boxed.self, forKey: .left)) != nil,
                (try? container.decode(Boxed.self, forKey: .right)) != nil
            {
                return
            }
            _ = try container.decode(Int.self, forKey: .value)
        }
    }
    final class Boxed: Decodable { let expression: Expression }

    /// Rejects every placeholder, after two of itself.
    struct Refusing: Decodable {
        enum CodingKeys: CodingKey { case left, right }
        struct Refusal: Error {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            _ = try? container.decode(Self.self, forKey: .left)
            _ = try? container.decode(Self.self, forKey: .right)
            throw Refusal()
        }
    }

    private func problems<T: Decodable>(_ type: T.Type, _ json: String) -> [String] {
        CollectingErrorsTests.problems(type, json)
    }

    @Test func chains() {
        #expect(problems([String: Chain].self, #"{"a":{"next":5},"b":{"next":{"end":true}}}"#).count == 1)
        #expect(problems(Chain.self, #"{"next":{"next":{"end":1}}}"#).count == 1)
    }

    @Test func exponential() {
        #expect(
            problems([Expression].self, #"[5,{"value":1},"x"]"#) == [
                "1:2: [0]: Expected to decode Dictionary<String, Any> but found number instead.",
                "1:16: [2]: Expected to decode Dictionary<String, Any> but found a string instead.",
            ])
    }

    @Test("a type without a placeholder is asked for one only once") func refusals() {
        let json = "[\(repeatElement("5", count: 500).joined(separator: ","))]"
        #expect(problems([Refusing].self, json).count == 500)
    }
}
