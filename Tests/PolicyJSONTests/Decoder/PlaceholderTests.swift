import PolicyJSON
import Synchronization
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
        static let calls = Mutex(0)

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            Self.calls.withLock { $0 += 1 }
            _ = try? container.decode(Self.self, forKey: .left)
            _ = try? container.decode(Self.self, forKey: .right)
            throw Refusal()
        }
    }

    private func problems<T: Decodable>(_ type: T.Type, _ json: String) -> [String] {
        CollectingErrorsTests.problems(type, json)
    }

    /// Needs what all decoders have: as a model of Core Data its context, or one that is identified by its key.
    struct Named: Decodable {
        enum CodingKeys: CodingKey { case name, details }
        static let context = CodingUserInfoKey(rawValue: "context")!
        static let seen = Mutex<Set<String>>([])

        let id: String

        init(from decoder: any Decoder) throws {
            let prefix = decoder.userInfo[Self.context] as! String
            id = prefix + decoder.codingPath.last!.stringValue
            let container = try decoder.container(keyedBy: CodingKeys.self)
            #expect(container.codingPath.count == decoder.codingPath.count)
            var details = try container.nestedUnkeyedContainer(forKey: .details)
            #expect(details.codingPath.last?.stringValue == "details")
            if !details.isAtEnd { _ = try details.decode(Bool.self) }
            let parent = try container.superDecoder(forKey: .details)
            Self.seen.withLock {
                _ = $0.insert(prefix + DecodingPath(parent.codingPath).description)
            }
            _ = try container.decode(String.self, forKey: .name)
        }
    }
    struct Holder: Decodable { let inner: Named }

    /// Requests members as long as there are any.
    struct Numbered: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            var index = 0
            while container.contains(AnyKey("item\(index)")) {
                _ = try container.decode(String.self, forKey: AnyKey("item\(index)"))
                index += 1
            }
        }
    }
    struct Nested: Decodable {
        init(from decoder: any Decoder) throws {
            var container = try decoder.container(keyedBy: AnyKey.self)
            while container.contains(AnyKey("next")) {
                container = try container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("next"))
            }
        }
    }

    @Test("models that request members as long as there are any come to an end") func loops() {
        #expect(
            problems([String: Numbered].self, #"{"a":{"item0":"","item1":1},"b":5}"#).map { $0.prefix(14) }
                == ["1:26: a.item1:", "1:33: b: Expec"])
        #expect(problems([String: Nested].self, #"{"a":{"next":{"next":5}},"b":{"next":{}}}"#).count == 1)
    }

    @Test("decoders of placeholders have the user info and the path of the call") func contexts() {
        let text = #"{"a":{"name":1,"details":[]},"b":5,"c":{"name":"n","details":[true]}}"#
        func problems<T: Decodable>(_ type: T.Type, _ text: String) -> [String] {
            CollectingErrorsTests.problems(type, text, userInfo: [Named.context: "in "])
        }
        #expect(
            problems([String: Named].self, text) == [
                "1:14: a.name: Expected to decode String but found number instead.",
                "1:34: b: Expected to decode Dictionary<String, Any> but found number instead.",
            ])
        #expect(
            problems(Holder.self, "{}") == [
                "1:1: inner: No value associated with key CodingKeys(stringValue: \"inner\", intValue: nil) (\"inner\")."
            ])
        #expect(problems([String: Holder].self, #"{"x":{"inner":null}}"#).count == 1)
        #expect(
            Named.seen.withLock { $0 } == [
                "in a.details", "in b.details", "in c.details", "in inner.details", "in x.inner.details",
            ])
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
        // Each attempt to make one makes 10,000 values at most.
        #expect(Refusing.calls.withLock { $0 } <= 20_000)
    }

    /// Types that reject all placeholders at one place may accept them at another.
    @Test func changingTypes() {
        struct Changing: Decodable {
            @TaskLocal static var minimum = 5
            let value: Int

            init(from decoder: any Decoder) throws {
                value = try decoder.singleValueContainer().decode(Int.self)
                if value < Self.minimum { throw Refusing.Refusal() }
            }
        }
        struct Pair: Decodable { let a: Changing, b: Int }
        let json = #"{"a":"x","b":"y"}"#
        #expect(problems(Pair.self, json) == ["1:6: a: Expected to decode Int but found a string instead."])
        Changing.$minimum.withValue(0) {
            #expect(
                problems(Pair.self, json) == [
                    "1:6: a: Expected to decode Int but found a string instead.",
                    "1:14: b: Expected to decode Int but found a string instead.",
                ])
        }
    }
}
