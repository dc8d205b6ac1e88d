import Foundation
import PolicyJSON
import Synchronization
import Testing

/// Models that open a container over an object with repeated keys again and again.
@Suite struct RepeatedKeysAgainTests {
    /// Opens a container for each key.
    private struct Reopening: Decodable {
        let sum: Int

        init(from decoder: any Decoder) throws {
            sum = try decoder.container(keyedBy: AnyKey.self).allKeys.reduce(0) {
                try $0 + decoder.container(keyedBy: AnyKey.self).decode(Int.self, forKey: $1)
            }
        }
    }

    /// Answers as `DuplicateKeys(.last)` does, and counts the questions.
    private final class Counting: DecodingRule {
        let situations: RepairSituation = .repeatedKey
        let asked = Mutex(0)

        func repair(_ context: DecodingRuleContext) -> Repair {
            asked.withLock { $0 += 1 }
            return .useRepeated
        }
    }

    /// An object with each of these keys twice.
    private static func json(_ count: Int, first: String = "0") -> String {
        "{" + (0..<count).map { "\"k\($0)\":\(first),\"k\($0)\":1" }.joined(separator: ",") + "}"
    }

    /// Rules decide once, and once more if the report no longer has what they have decided, as after a strict attempt.
    @Test(arguments: [
        ([json(300)], 300, 300), ([json(300), json(300)], 600, 600),
        ([json(300).dropLast() + #","z":"2"}"#], 302, 600),
    ])
    func questions(objects: [String], sum: Int, asked: Int) throws {
        let json = "[" + objects.joined(separator: ",") + "]"
        let (silent, reporting) = (Counting(), Counting())
        func decoder(_ rule: Counting) -> PolicyJSONDecoder {
            PolicyJSONDecoder(policy: DecodingPolicy([rule, NumbersFromStrings()]))
        }
        let outcome = try decoder(reporting).decodeReporting([Reopening].self, from: json)
        #expect(outcome.value.map(\.sum).reduce(0, +) == sum)
        #expect(try decoder(silent).decode([Reopening].self, from: json).count == objects.count)
        #expect(reporting.asked.withLock { $0 } == asked)
        #expect(silent.asked.withLock { $0 } <= asked)
        // One entry for each decision.
        #expect(
            outcome.report.entries.filter { $0.kind == .duplicateResolved }.map(\.path.jsonPointer)
                == objects.indices.flatMap { index in (0..<300).map { "/\(index)/k\($0)" } })
    }

    /// Rules decide again at another path, for another model, and where a model has failed.
    @Test func otherQuestions() throws {
        /// Fails if the first number is 0.
        struct Failing: Decodable {
            init(from decoder: any Decoder) throws {
                let reopening = try Reopening(from: decoder)
                if decoder.userInfo.isEmpty { throw DecodingError.sums(reopening.sum, at: decoder.codingPath) }
            }
        }
        struct Both: Decodable {
            let sums: [Int]
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                sums = (0..<4).compactMap { index in
                    if index % 2 == 0 { return (try? container.decode(Failing.self)).map { _ in 0 } }
                    return try? container.decode(Reopening.self).sum
                }
            }
        }
        let rule = Counting()
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy([rule]))
        let outcome = try decoder.decodeReporting(Both.self, from: Self.json(40))
        #expect(outcome.value.sums == [40, 40])
        #expect(outcome.report.entries.map(\.path.jsonPointer) == (0..<40).map { "/k\($0)" })
        #expect(rule.asked.withLock { $0 } <= 6 * 40)
    }

    /// Also beside `KeyMatching`.
    @Test(.timeLimit(.minutes(10))) func matchedKeys() throws {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                KeyMatching(.caseInsensitive)
                DuplicateKeys(.last)
            })
        #expect(try decoder.decode(Reopening.self, from: Self.json(10_000)).sum == 10_000)
    }
}

extension DecodingError {
    fileprivate static func sums(_ sum: Int, at path: [any CodingKey]) -> DecodingError {
        .dataCorrupted(Context(codingPath: path, debugDescription: "The sum is \(sum)."))
    }
}
