import Foundation
import PolicyJSON
import Testing

/// Internal tags next to members of the same name, where ``KeyMatching`` finds or writes members under other names.
@Suite struct VariantsKeyMatchingTests {
    enum Event: Codable, Equatable {
        case message(type: String, text: String)
        case optional(type: String?, text: String)
        case whole(Inner)
        case deep(Outer)
        case first(_: Int, type: Int)
    }

    struct Inner: Codable, Equatable {
        var type: String?
        var text: String
    }

    struct Outer: Codable, Equatable {
        var inner: Inner
    }

    class Base: Codable {
        let name: String
        init(name: String) { self.name = name }
    }

    final class Derived: Base {
        let type: String?
        private enum CodingKeys: CodingKey { case type }

        init(name: String, type: String?) {
            self.type = type
            super.init(name: name)
        }
        required init(from decoder: any Decoder) throws {
            type = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .type)
            try super.init(from: decoder)
        }
        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(type, forKey: .type)
        }
    }

    static let missing = "No value associated with key type"

    /// Rules, the tag's name, documents, and what they are decoded as: `t` is the value of the label `type`.
    @Test(arguments: [
        // The property is another member.
        (KeyMatching(.pascalCase), "type", #"{"type":"message","Type":"t","Text":"a"}"#, "t"),
        (KeyMatching(.pascalCase), "type", #"{"Type":"t","text":"a","type":"message"}"#, "t"),
        (KeyMatching(.pascalCase), "type", #"{"type":"message","Text":"a"}"#, missing),
        (KeyMatching(.pascalCase), "type", #"{"type":"optional","Text":"a"}"#, "nil"),
        (KeyMatching(.pascalCase), "type", #"{"type":"optional","Type":"t","Text":"a"}"#, "t"),
        (KeyMatching(.pascalCase), "type", #"{"type":"whole","Text":"a"}"#, "nil"),
        (KeyMatching(.pascalCase), "type", #"{"type":"whole","Type":"t","Text":"a"}"#, "t"),
        (KeyMatching(.pascalCase), "type", #"{"type":"whole","Type":"t","Text":"a","\u0058":1}"#, "t"),
        (KeyMatching(.screamingSnakeCase), "type", #"{"type":"message","TYPE":"t","TEXT":"a"}"#, "t"),
        (KeyMatching(["type": "meta.type"]), "type", #"{"type":"message","meta":{"type":"t"},"text":"a"}"#, "t"),
        (KeyMatching([.snakeCase, .pascalCase]), "Type", #"{"Type":"optional","text":"a"}"#, "nil"),
        // Of repeated members the first counts.
        (KeyMatching(.pascalCase), "type", #"{"type":"message","type":"b","Type":"t","Text":"a"}"#, "t"),
        (KeyMatching(.pascalCase), "type", #"{"type":"optional","type":"b","Text":"a"}"#, "nil"),
        // The tag is not compared with other names.
        (KeyMatching(.caseInsensitive), "Type", #"{"Type":"message","text":"a"}"#, missing),
        (KeyMatching(.caseInsensitive), "Type", #"{"Type":"optional","text":"a"}"#, "nil"),
        (KeyMatching(.caseInsensitive), "Type", #"{"Type":"message","TYPE":"t","Text":"a"}"#, "t"),
        // The property is written to the same member.
        (KeyMatching(.caseInsensitive), "type", #"{"type":"message","Type":"b","text":"a"}"#, "message"),
        (KeyMatching(.snakeCase), "type", #"{"type":"message","text":"a"}"#, "message"),
        (KeyMatching(.snakeCase), "type", #"{"type":"whole","text":"a"}"#, "whole"),
        (KeyMatching(.pascalCase), "Type", #"{"Type":"message","Text":"a"}"#, "message"),
        (KeyMatching(aliases: ["type": ["kind"]]), "kind", #"{"kind":"message","text":"a"}"#, "message"),
    ])
    func `the tag and members`(_ keys: KeyMatching, _ tag: String, _ json: String, _ expected: String) {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                Variants(of: Event.self, .internally(by: tag))
                keys
            })
        func outcome() -> String {
            do {
                switch try decoder.decode([Event].self, from: "[\(json)]").first {
                case .message(let type, _): return type
                case .optional(let type, _): return type ?? "nil"
                case .whole(let inner): return inner.type ?? "nil"
                default: return "other"
                }
            } catch DecodingError.keyNotFound(let key, let context) {
                #expect(context.codingPath.map(\.stringValue) == ["Index 0"])
                return "No value associated with key \(key.stringValue)"
            } catch {
                return "\(error)"
            }
        }
        #expect(outcome() == expected)
    }

    /// A rule for other models does not concern the tag.
    @Test func scopes() throws {
        let json = #"{"type":"message","Type":"b","text":"a"}"#
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                Variants(of: Event.self, .internally(by: "type"))
                For(Inner.self) { KeyMatching(.pascalCase) }
            })
        #expect(try decoder.decode(Event.self, from: json) == .message(type: "message", text: "a"))
        let whole = #"{"type":"whole","Type":"b","text":"a"}"#
        #expect(try decoder.decode(Event.self, from: whole) == .whole(Inner(type: "b", text: "a")))
    }

    static let rules = [
        KeyMatching(.pascalCase), KeyMatching(.screamingSnakeCase), KeyMatching(["type": "meta.type"]),
        KeyMatching([.pascalCase, .caseInsensitive]),
    ]

    /// What is encoded is decoded as the same value, whatever a member with the name of the tag has.
    @Test(arguments: rules)
    func `round trips`(_ keys: KeyMatching) throws {
        let rule = Variants(of: Event.self, .internally(by: "type"))
        let base = Variants(of: Base.self, .internally(by: "type"), types: ["derived": Derived.self])
        let coder = (
            encoder: PolicyJSONEncoder(
                policy: EncodingPolicy {
                    rule
                    base
                    keys
                }),
            decoder: PolicyJSONDecoder(
                policy: DecodingPolicy {
                    rule
                    base
                    keys
                    UnknownKeys(.fail)
                })
        )
        let events: [Event] = [
            .message(type: "a", text: "b"), .message(type: "message", text: "b"), .optional(type: nil, text: "a"),
            .optional(type: "a", text: "b"), .whole(Inner(type: nil, text: "a")), .whole(Inner(type: "b", text: "a")),
            .deep(Outer(inner: Inner(type: nil, text: "a"))), .first(1, type: 2),
        ]
        #expect(try coder.decoder.decode([Event].self, from: coder.encoder.encode(events)) == events)
        for type in [nil, "a", "derived"] {
            let data = try coder.encoder.encode(Derived(name: "n", type: type) as Base)
            let decoded = try coder.decoder.decode(Base.self, from: data)
            #expect((decoded as? Derived).map(\.type) == .some(type))
        }
    }
}
