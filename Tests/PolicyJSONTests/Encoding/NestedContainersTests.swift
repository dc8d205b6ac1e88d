import Foundation
import PolicyJSON
import Synchronization
import TestSupport
import Testing

/// Nested containers are written to the end of the text, or detached from it. It must not make a difference.
@Suite struct NestedContainersTests {
    /// Is consulted about nothing that scripts write. With a rule that adds members, nested containers are always detached.
    private struct NoRule: EncodingRule {
        let encodingSituations: EncodingSituation = .extraMembers
        func represent(_ context: EncodingRuleContext) -> Representation { .decline }
    }

    /// Answers by the path, and writes down what it is consulted about.
    private struct Answers: EncodingRule {
        final class Log: Sendable {
            private let lines = Mutex<[String]>([])

            func append(_ line: String) { lines.withLock { $0.append(line) } }

            /// The lines since the last call.
            func take() -> [String] {
                lines.withLock { lines in
                    defer { lines = [] }
                    return lines
                }
            }
        }

        let encodingSituations: EncodingSituation
        let log = Log()

        init(_ situations: EncodingSituation) { encodingSituations = situations }

        func represent(_ context: EncodingRuleContext) -> Representation {
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            let model = context.modelType.map { "\($0)" } ?? "none"
            let line = "\(context.type) of \(model) at \(path)"
            log.append(line)
            let choice = line.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff } % 12
            switch (context.situation, choice) {
            case (.key, 0): return .key("renamed")
            case (.key, 1): return .keyPath(["inside", context.key ?? ""])
            case (.value, 0): return .omit
            case (.value, 1): return .json(.string("answer"))
            case (.value, 2) where context.value is Int:
                return .encode { encoder in
                    var outer = encoder.unkeyedContainer()
                    var inner = outer.nestedUnkeyedContainer()
                    try inner.encode("x")
                    try outer.encode("y")
                    try inner.encode("z")
                }
            case (_, 3): return .fail("no")
            default: return .decline
            }
        }
    }

    private struct Outcome: Equatable {
        var text: String
        var log: [String]

        init(_ encoder: PolicyJSONEncoder, _ seed: Int) {
            let log = ContainerScript.Log()
            do {
                text = String(
                    decoding: try encoder.encode(ContainerScript(seed: UInt64(seed), .all, log: log)), as: UTF8.self)
            } catch EncodingError.invalidValue(_, let context) {
                text = context.debugDescription + " at " + context.codingPath.map(\.stringValue).joined(separator: "/")
            } catch {
                text = "\(error)"
            }
            self.log = log.lines
        }
    }

    @Test(arguments: [
        JSONEncoder.OutputFormatting(), .sortedKeys, .prettyPrinted, [.prettyPrinted, .sortedKeys],
    ])
    func scripts(_ formatting: JSONEncoder.OutputFormatting) {
        for keys in [JSONEncoder.KeyEncodingStrategy.useDefaultKeys, .convertToSnakeCase] {
            let encoder = PolicyJSONEncoder()
            let detaching = PolicyJSONEncoder(policy: EncodingPolicy { NoRule() })
            for encoder in [encoder, detaching] {
                encoder.outputFormatting = formatting
                encoder.keyEncodingStrategy = keys
            }
            for seed in 0..<4_000 {
                #expect(Outcome(encoder, seed) == Outcome(detaching, seed), "seed \(seed)")
            }
        }
    }

    @Test(arguments: [EncodingSituation.value, .key, [.value, .key, .nilValue]])
    func consultedRules(_ situations: EncodingSituation) {
        let (rule, other) = (Answers(situations), Answers(situations))
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { rule })
        let detaching = PolicyJSONEncoder(
            policy: EncodingPolicy {
                other
                NoRule()
            })
        for seed in 0..<4_000 {
            #expect(Outcome(encoder, seed) == Outcome(detaching, seed), "seed \(seed)")
            var lines = [rule.log.take(), other.log.take()]
            if situations == .key {
                // Rules may be asked twice for a name; and containers of values that have ended have no certain path.
                lines = lines.map { Set($0.filter { $0.contains(" of ContainerScript at ") }).sorted() }
            }
            #expect(lines[0] == lines[1], "seed \(seed)")
        }
    }

    /// An object whose nested container ends, and is requested again.
    private struct RequestedTwice: Encodable {
        enum Key: CodingKey { case outerKey, innerKey, other }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for value in [1, Double.nan] {
                try encode(value, &container)
                // Nothing refers to the nested containers any more.
                try container.encode(2, forKey: .other)
            }
        }

        private func encode(_ value: Double, _ container: inout KeyedEncodingContainer<Key>) throws {
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: .outerKey)
            var inner = nested.nestedContainer(keyedBy: Key.self, forKey: .innerKey)
            try inner.encode(value, forKey: .other)
        }
    }

    @Test func pathsOfContainersThatAreRequestedTwice() {
        let encoder = PolicyJSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let error = #expect(throws: EncodingError.self) { try encoder.encode(RequestedTwice()) }
        guard case .invalidValue(_, let context)? = error else { return }
        #expect(context.codingPath.map(\.stringValue) == ["outerKey", "innerKey", "other"])
    }
}
