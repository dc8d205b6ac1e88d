import Foundation
import Testing

@testable import PolicyJSON

/// Rules that replace their own replacements: decoding ends, in linear time.
@Suite struct EndlessReplacementTests {
    private struct Level<Inner: Decodable>: Decodable { let inner: Inner }

    /// The outcome, and the number of calls, of two rules with the same answer.
    private static func calls(
        _ type: any (Decodable & SendableMetatype).Type, _ json: String,
        answer: @escaping @Sendable (DecodingRuleContext) -> Repair
    ) -> (outcome: String, count: Int) {
        let log = EventLog()
        let policy = DecodingPolicy {
            RecordingRule("A", in: log, answer: answer)
            RecordingRule("B", in: log, answer: answer)
        }
        return (PolicyJSONDecoder(policy: policy).outcome(of: type, from: json).text, log.events.count)
    }

    @Test("each rule's attempt reaches the limit once")
    func attempts() {
        let (outcome, count) = Self.calls(Int.self, #""1""#) { .replaceIfDecodable(with: .unchecked($0.sourceText)) }
        #expect(outcome == "typeMismatch(Int) at the top: Expected to decode Int but found a string instead.")
        // The first rule at 17 levels; the second at one, and the first at 16 levels inside it.
        #expect(count == 34)
    }

    @Test("attempts that fail before the limit are counted, too")
    func shorterAndShorter() {
        let (outcome, count) = Self.calls(Int.self, #""abcdefghijklm""#) { context in
            guard let text = context.string, text.count > 1 else { return .decline }
            return .replaceIfDecodable(with: .unchecked("\"\(text.dropFirst())\""))
        }
        #expect(outcome == "typeMismatch(Int) at the top: Expected to decode Int but found a string instead.")
        // Without the limit there would be 16,382 calls; 1,024 attempts may fail inside each outermost replacement.
        #expect(count < 5_000)
    }

    @Test("enclosing values are not replaced again")
    func models() {
        typealias Deep = Level<Level<Level<Level<Int>>>>
        let json = #"{"inner":{"inner":{"inner":{"inner":"1"}}}}"#
        let (outcome, count) = Self.calls(Deep.self, json) { .replace(with: .unchecked($0.sourceText)) }
        #expect(outcome == "dataCorrupted at inner.inner.inner.inner: JSON replaced more than 16 times.")
        #expect(count == 17)
    }

    private struct Endless: DecodingRule {
        let situations: RepairSituation = .mismatch

        func repair(_ context: DecodingRuleContext) -> Repair {
            context.sourceText == #""x""# ? .replace(with: .unchecked(context.sourceText)) : .decline
        }
    }

    @Test("elements of the document are dropped as usual, those of a replacement with the whole replacement")
    func elements() {
        let policy = DecodingPolicy {
            Endless()
            StringifiedJSON()
            LossyCollections()
        }
        let reason = "JSON replaced more than 16 times."
        Row(
            [[Int]].self, #"[[1,"x",2],"[3,\"x\"]","[4,\"5\"]",["x"]]"#, "[[1, 2], [4], []]",
            #"LossyCollections, dropped, '[0][1]' '/0/1', 1:5+4, Int: "x" → dropped, \#(reason)"#,
            #"LossyCollections, dropped, '[1]' '/1', 1:12+11, Array<Int>: "[3,\"x\"]" → dropped, [1]: \#(reason)"#,
            #"StringifiedJSON, converted, '[2]' '/2', 1:24+23, Array<Int>: "[4,\"5\"]" → [4,"5"], Expected to decode Array<Any> but found a string instead."#,
            #"LossyCollections, dropped, '[2][1]' '/2/1', 1:24+23, Int: "5" → dropped, Expected to decode Int but found a string instead."#,
            #"LossyCollections, dropped, '[3][0]' '/3/0', 1:37+36, Int: "x" → dropped, \#(reason)"#
        )
        .check(policy)
    }

    @Test("the value after an abandoned replacement is repaired as usual")
    func valuesAfter() {
        struct Pair: Decodable {
            let a: Int
            let b: [Int]
        }
        let policy = DecodingPolicy {
            ClosureRule("Endless") {
                $0.sourceText == #""x""# ? .replaceIfDecodable(with: .unchecked($0.sourceText)) : .decline
            }
            NumbersFromStrings()
            StringifiedJSON()
            ClosureRule("Last") { $0.sourceText == #""x""# ? .use(9) : .decline }
        }
        #expect(
            PolicyJSONDecoder(policy: policy).outcome(of: Pair.self, from: #"{"a":"x","b":"[\"1\"]"}"#).text
                == "Pair(a: 9, b: [1])")
    }

    // MARK: Values in place of themselves

    private struct Failing: Decodable {
        init(from decoder: any Decoder) throws { throw DecodingError.corrupted("never", at: decoder.codingPath) }
    }
    private final class Chain: Decodable {
        let next: Chain
        enum CodingKeys: CodingKey { case next }
        init(from decoder: any Decoder) throws {
            next = try decoder.container(keyedBy: CodingKeys.self).decode(Chain.self, forKey: .next)
        }
    }

    private static let again = "Value decoded again more than 16 times."

    @Test(
        "a rule that selects the value itself is consulted 17 times",
        arguments: [
            (.mismatch, Row([Int].self, #"[1,"x"]"#, "dataCorrupted at [1]: \(again)")),
            (.null, Row(Int.self, "null", "dataCorrupted at the top: \(again)")),
            (.failure, Row([Failing].self, "[{}]", "dataCorrupted at [0]: \(again)")),
            (.unrepaired, Row(Int.self, #""x""#, "dataCorrupted at the top: \(again)")),
            (.url, Row([URL].self, #"["/a"]"#, "dataCorrupted at [0]: \(again)")),
            (.numericDate, Row([Date].self, "[1]", "dataCorrupted at [0]: \(again)")),
            (.missingKey, Row([Chain].self, "[{}]", "dataCorrupted at [0].next: \(again)")),
        ] as [(RepairSituation, Row)])
    func sameValue(situation: RepairSituation, row: Row) {
        let log = EventLog()
        row.check(
            DecodingPolicy {
                ClosureRule("Same", in: situation) { _ in
                    log.add("")
                    return .decodeValue(at: "")
                }
            })
        #expect(log.events.count == 17)
    }

    @Test("the situations in which the value is decoded without the question are not affected")
    func sameValueOnce() {
        for situation in [RepairSituation.value, .blankString, .optionalScalar, .undecodableElement] {
            let policy = DecodingPolicy { ClosureRule("Same", in: situation) { _ in .decodeValue(at: "") } }
            let outcome = PolicyJSONDecoder(policy: policy).outcome(of: [String?].self, from: #"[""," a"]"#)
            #expect(outcome.text == #"[Optional(""), Optional(" a")]"#)
        }
    }

    @Test("two rules, and answers of different forms")
    func sameValueInTurns() {
        let itself: @Sendable (DecodingRuleContext) -> Repair = { _ in .decodeValue(at: "") }
        let others: [@Sendable (DecodingRuleContext) -> Repair] = [
            itself, { _ in .decodeAsOnlyElement }, { _ in .replace(with: .string("x")) },
            { _ in .replaceIfDecodable(with: .string("x")) },
            { $0.situation == .failure ? .decode(as: Failing.self) : .decline },
        ]
        for other in others {
            for type in [Int.self, [Int].self, Failing.self] as [any (Decodable & SendableMetatype).Type] {
                for answers in [[itself, other], [other, itself]] {
                    let log = EventLog()
                    let policy = DecodingPolicy {
                        for answer in answers {
                            ClosureRule("One", in: [.mismatch, .failure, .unrepaired]) { context in
                                log.add("")
                                return answer(context)
                            }
                        }
                    }
                    let outcome = PolicyJSONDecoder(policy: policy).outcome(of: type, from: #""x""#)
                    #expect(outcome.changes == [])
                    #expect(log.events.count < 1_000)
                }
            }
        }
    }

    indirect enum Negation: Codable {
        case not(Negation)
        case leaf
    }
    indirect enum Left: Codable {
        case other(Right)
        case leaf
    }
    indirect enum Right: Codable {
        case other(Left)
        case leaf
    }

    private static let sameCases: [(type: any (Decodable & SendableMetatype).Type, json: String)] = [
        (Negation.self, #"{"type":"not"}"#), (Left.self, #"{"type":"other"}"#), ([Negation].self, #"[{"type":"not"}]"#),
    ]

    /// Cases whose contents are the value itself.
    @Test(arguments: sameCases.indices) func sameCase(index: Int) {
        let (type, json) = Self.sameCases[index]
        let log = EventLog()
        let custom = ClosureRule("Custom", in: .variant) { context in
            log.add("")
            return .decodeCase(named: context.requestedType == Negation.self ? "not" : "other")
        }
        let policies = [
            DecodingPolicy {
                Variants(of: Negation.self, .internally(by: "type"))
                Variants(of: Left.self, .internally(by: "type"))
                Variants(of: Right.self, .internally(by: "type"))
            },
            DecodingPolicy { custom },
        ]
        for policy in policies {
            let outcome = PolicyJSONDecoder(policy: policy).outcome(of: type, from: json)
            #expect(outcome.text == "dataCorrupted at \(type == [Negation].self ? "[0]" : "the top"): \(Self.again)")
            #expect(outcome.changes == [])
        }
        #expect(log.events.count < 1_000)
    }

    @Test("each level of a document has the limit of its own")
    func sameValueAtEachLevel() {
        struct Tree: Decodable {
            let body: Body
            struct Body: Decodable { let trees: [Tree] }
        }
        let policy = DecodingPolicy { ClosureRule("Same", in: .missingKey) { _ in .decodeValue(at: "") } }
        let depth = 40
        let json = String(repeating: #"{"trees":["#, count: depth) + String(repeating: "]}", count: depth)
        let outcome = PolicyJSONDecoder(policy: policy).outcome(of: Tree.self, from: json)
        #expect(outcome.changes.count == depth)
        #expect(outcome.text.hasPrefix("Tree(body: "))
    }

    @Test("enclosing values that are decoded again, too, take linear time")
    func sameValueAround() {
        typealias Deep = Level<Level<Level<Level<Int>>>>
        let log = EventLog()
        let policy = DecodingPolicy {
            ClosureRule("Same", in: [.mismatch, .failure]) { _ in
                log.add("")
                return .decodeValue(at: "")
            }
        }
        let json = #"{"inner":{"inner":{"inner":{"inner":"1"}}}}"#
        let outcome = PolicyJSONDecoder(policy: policy).outcome(of: Deep.self, from: json)
        #expect(outcome.text == "dataCorrupted at inner.inner.inner.inner: \(Self.again)")
        #expect(log.events.count < 200)
    }
}
