import Foundation
import PolicyJSON
import RuntimeFacts
import Synchronization
import TestSupport
import Testing

/// Rules that answer with values that have been decoded before, for values inside each other: the number of attempts is
/// linear.
@Suite struct RepeatedAttemptsTests {
    private static let counter = CodingUserInfoKey(rawValue: "counter")!

    private final class Counter: Sendable {
        private let value = Atomic<Int>(0)

        var count: Int { value.load(ordering: .relaxed) }
        static func count(in decoder: any Decoder) {
            (decoder.userInfo[counter] as? Counter)?.value.add(1, ordering: .relaxed)
        }
    }

    /// A number, that counts how often it is decoded.
    private struct Leaf: Codable {
        let number: Int

        init(from decoder: any Decoder) throws {
            Counter.count(in: decoder)
            number = try decoder.singleValueContainer().decode(Int.self)
        }
    }

    private indirect enum Term: Codable {
        case minus(Term)
        case sum(left: Term, right: Leaf)
        case leaf(Leaf)
    }

    private struct Box: Codable {
        let value: Nest

        init(from decoder: any Decoder) throws {
            Counter.count(in: decoder)
            value = try decoder.container(keyedBy: CodingKeys.self).decode(Nest.self, forKey: .value)
        }
    }

    private indirect enum Nest: Codable {
        case one(Box)
        case two(Box)
        case leaf(Leaf)
    }

    /// Tries several forms; what is inside may be `null`.
    private indirect enum OptionalForm: Decodable {
        case object([String: OptionalForm?])
        case list([OptionalForm])
        case leaf(Leaf)

        init(from decoder: any Decoder) throws {
            Counter.count(in: decoder)
            let container = try decoder.singleValueContainer()
            do {
                self = .list(try container.decode([OptionalForm].self))
            } catch {
                do {
                    self = .object(try container.decode([String: OptionalForm?].self))
                } catch {
                    self = .leaf(try container.decode(Leaf.self))
                }
            }
        }
    }

    /// Tries several forms.
    private indirect enum Form: Decodable {
        case object([String: Form])
        case list([Form])
        case leaf(Leaf)

        init(from decoder: any Decoder) throws {
            Counter.count(in: decoder)
            let container = try decoder.singleValueContainer()
            do {
                self = .list(try container.decode([Form].self))
            } catch {
                do {
                    self = .object(try container.decode([String: Form].self))
                } catch {
                    self = .leaf(try container.decode(Leaf.self))
                }
            }
        }
    }

    private final class Link: Decodable {
        let next: Link?
        let leaf: Leaf
    }

    private class General: Decodable {
        init() {}

        required init(from decoder: any Decoder) throws { Counter.count(in: decoder) }
    }

    /// Tries the type from which a rule leads back to this one.
    private final class Special: General {
        required init(from decoder: any Decoder) throws {
            super.init()
            Counter.count(in: decoder)
            let container = try decoder.singleValueContainer()
            if (try? container.decode(General.self)) == nil { _ = try container.decode(General.self) }
        }
    }

    private static func nested(_ open: String, _ inner: String, _ close: String, depth: Int = 60) -> String {
        String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
    }

    private static let rows:
        [(rule: any DecodingRule, type: any (Decodable & SendableMetatype).Type, json: String, limit: Int)] = [
            (
                Variants(of: Term.self, .externally), Term.self,
                nested(#"{"minus":{"_0":"#, #"{"leaf":{"_0":"x"}}"#, "}}"), 4
            ),
            (
                Variants(of: Term.self, .externally), Term.self,
                nested(#"{"sum":{"right":1,"left":"#, #"{"leaf":"x"}"#, "}}"), 4
            ),
            (SingleValuesAsArrays(), Form.self, nested(#"{"a":"#, #""x""#, "}"), 30_000),
            // Errors have long paths here: attempts count more, and none follow the first that is refused.
            (SingleValuesAsArrays(), Form.self, nested(#"{"a":"#, #""x""#, "}", depth: 250), 3_000),
            (SingleValuesAsArrays(), OptionalForm.self, nested(#"{"a":"#, #""x""#, "}", depth: 250), 3_000),
            (SingleElementArrays(), Form.self, nested("[", #""x""#, "]"), 30_000),
            (
                ClosureRule("Next", in: .failure) { _ in .decodeValue(at: "next") }, Link.self,
                nested(#"{"next":"#, #"{"leaf":"x"}"#, #","leaf":"y"}"#), 30_000
            ),
            (
                ClosureRule("Case", in: .failure) {
                    $0.requestedType == Term.self ? .decodeCase(named: "minus", at: "minus._0") : .decline
                },
                Term.self, nested(#"{"minus":{"_0":"#, #"{"leaf":{"_0":"x"}}"#, "}}"), 30_000
            ),
            (
                ClosureRule("Special", in: .variant) {
                    $0.requestedType == General.self ? .decode(as: Special.self) : .decline
                },
                General.self, #""x""#, 5_000
            ),
        ]

    @Test(arguments: rows.indices) func failures(_ index: Int) {
        let (rule, type, json, limit) = Self.rows[index]
        check(rule, type, json, limit)
    }

    @Test("cases far below the top", .enabled(if: RuntimeFacts.areUsed))
    func deepCases() {
        let json = Self.nested(#"{"value":"#, #""x""#, "}", depth: 250)
        check(Variants(of: Nest.self, .untagged), Nest.self, json, 3_000)
    }

    private func check(
        _ rule: any DecodingRule, _ type: any (Decodable & SendableMetatype).Type, _ json: String, _ limit: Int
    ) {
        let counter = Counter()
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { rule })
        decoder.userInfo[Self.counter] = counter
        func decode<T: Decodable & SendableMetatype>(_ type: T.Type) {
            #expect(throws: DecodingError.self) {
                try withLargeStack { _ = try decoder.decode(type, from: json) }
            }
        }
        decode(type)
        #expect(counter.count > 0 && counter.count <= limit, "\(rule): \(counter.count)")
    }

    @Test("a rule by which too many values are decoded again is named")
    func text() {
        let policy = DecodingPolicy { ClosureRule("Next", in: .failure) { _ in .decodeValue(at: "next") } }
        let json = Self.nested(#"{"next":"#, #"{"leaf":"x"}"#, #","leaf":"y"}"#)
        let error = #expect(throws: DecodingError.self) {
            try PolicyJSONDecoder(policy: policy).decode(Link.self, from: json)
        }
        #expect("\(error!)".contains("Too many values have been decoded again."), "\(error!)")
    }

    @Test("values that need no second attempt are not limited")
    func wrapped() throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { SingleValuesAsArrays() })
        let json = "[" + String(repeating: "1,", count: 49_999) + "1]"
        #expect(try decoder.decode([[Int]].self, from: json).count == 50_000)
    }
}
