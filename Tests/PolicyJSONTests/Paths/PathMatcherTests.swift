import Foundation
@_spi(Cursor) import JSONTape
import Synchronization
import TestSupport
import Testing

@testable import PolicyJSON

/// A pattern has the same result forwards, backwards, on a tape and by its definition.
@Suite struct PathMatcherTests {
    /// One part of a pattern, `**` included.
    private enum Part {
        case key(String)
        case index(Int)
        case anyKey, anyIndex, anything

        var text: String {
            switch self {
            case .key(let key): RawJSON.quoted(key)
            case .index(let index): "[\(index)]"
            case .anyKey: "*"
            case .anyIndex: "[*]"
            case .anything: "**"
            }
        }
    }

    /// Some keys are canonically equivalent to others, and one (the Kelvin sign) to an ASCII key.
    private static let keys = [
        "a", "b", "", "x.y", "Index 0", "7", "abcdefgh1", "abcdefgh2", "\u{E9}", "e\u{301}", "K", "\u{212A}", "q\"\\\n",
    ]

    private static func part(_ random: inout SplitMix64) -> Part {
        switch random.below(8) {
        case 0: .anyKey
        case 1: .anyIndex
        case 2, 3: .anything
        case 4: .index(random.below(2))
        default: .key(random.pick(keys))
        }
    }

    private static func step(_ random: inout SplitMix64) -> DecodingPath.Step {
        random.oneIn(3) ? .index(random.below(2)) : .key(random.pick(keys))
    }

    private static func pattern(_ parts: [Part]) throws -> PathPattern {
        try PathPattern(
            parts.reduce(into: "") { text, part in
                text += (text.isEmpty || part.text.hasPrefix("[") ? "" : ".") + part.text
            })
    }

    /// The definition of patterns.
    private static func matches(_ parts: ArraySlice<Part>, _ path: ArraySlice<DecodingPath.Step>) -> Bool {
        guard let part = parts.first else { return path.isEmpty }
        let rest = parts.dropFirst()
        if case .anything = part {
            return (path.startIndex...path.endIndex).contains { matches(rest, path[$0...]) }
        }
        guard let step = path.first, matches(rest, path.dropFirst()) else { return false }
        switch (part, step) {
        case (.key(let name), .key(let key)): return name == key
        case (.index(let expected), .index(let index)): return expected == index
        case (.anyKey, .key), (.anyIndex, .index): return true
        default: return false
        }
    }

    /// Patterns for a path: random ones, and some derived from the path, many of which match.
    private static func patterns(for path: [DecodingPath.Step], _ random: inout SplitMix64) -> [[Part]] {
        (0..<12).map { number in
            if number < 4 { return (0..<random.below(5)).map { _ in part(&random) } }
            var parts: [Part] = []
            for step in path {
                if random.oneIn(5) { parts.append(.anything) }
                if random.oneIn(5) { continue }
                switch (step, random.oneIn(4)) {
                case (.key(let key), false): parts.append(.key(key))
                case (.key, true): parts.append(.anyKey)
                case (.index(let index), false): parts.append(.index(index))
                case (.index, true): parts.append(.anyIndex)
                }
            }
            return random.oneIn(4) ? parts + [.anything] : parts
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func inMemory(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let path = (0..<random.below(6)).map { _ in Self.step(&random) }
        for parts in Self.patterns(for: path, &random) {
            let pattern = try Self.pattern(parts)
            let expected = Self.matches(parts[...], path[...])
            let matcher = pattern.matcher
            #expect(pattern.matches(path.map(\.codingKey)) == expected, "\(pattern) and \(DecodingPath(path))")
            #expect(matcher.matches(path) == expected, "\(pattern) and \(DecodingPath(path))")
            #expect(matcher.matches(path, above: matcher.end) == expected, "\(pattern) and \(DecodingPath(path))")
            if expected, let last = path.last {
                let lastStep: PathMatcher.LastStep =
                    switch last {
                    case .key(let key): PathMatcher.LastStep(KeyFingerprint(key))
                    case .index: .index
                    }
                #expect(!matcher.lastStep.excludes(lastStep), "\(pattern) and \(DecodingPath(path))")
            }
        }
    }

    // MARK: On a tape

    /// How a document is decoded; in most cases the tape does not fully determine the path.
    enum Reading: CaseIterable {
        case plain
        /// Strings contain documents.
        case nestedJSON
        /// Rules match absent keys.
        case matchedKeys
        case convertedKeys
        case stream
    }

    @Test(arguments: 0..<60 as Range<UInt64>, Reading.allCases)
    func onATape(seed: UInt64, reading: Reading) throws {
        var random = SplitMix64(seed: seed)
        let steps = (0..<6).map { _ in Self.step(&random) }
        let patterns = Self.patterns(for: steps, &random)
        let comparing = ComparingRule(patterns: try patterns.map { (parts: $0, pattern: try Self.pattern($0)) })
        let policy = DecodingPolicy {
            comparing
            if reading == .nestedJSON { StringifiedJSON() }
            if reading == .matchedKeys { KeyMatching(.snakeCase) }
            if reading == .stream { LossyCollections() }
        }
        let decoder = PolicyJSONDecoder(policy: policy)
        if reading == .convertedKeys { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        let json = Self.document(steps[...], isNested: reading == .nestedJSON, &random)
        if reading == .stream {
            for path in ["", "*", "**"] as [PathPattern] {
                let chunks = Chunks(Array(json.utf8), length: 7)
                _ = Delivery(try decoder.elements(of: Tree.self, at: path, from: chunks))
                _ = Delivery(try decoder.members(of: Tree.self, at: path, from: chunks))
            }
        } else {
            #expect(throws: (any Error).self) { try decoder.decode(Tree.self, from: json) }
        }
        #expect(comparing.log.failures.isEmpty)
        #expect(comparing.log.count > 0 || reading == .stream)
    }

    /// A document in which these steps lead to a string, with additional steps at each level.
    private static func document(
        _ path: ArraySlice<DecodingPath.Step>, isNested: Bool, _ random: inout SplitMix64
    ) -> String {
        guard let step = path.first else { return #""x""# }
        let value = document(path.dropFirst(), isNested: isNested, &random)
        var text: String
        switch step {
        case .index(let index):
            text = "[" + String(repeating: #""x","#, count: index) + value + #","x"]"#
        case .key(let key):
            let others = [random.pick(keys), random.pick(keys)].filter { $0 != key }
            var members = Set(others).map { written($0, &random) + #":"x""# }
            members.append(written(key, &random) + ":" + value)
            text = "{" + members.sorted().joined(separator: ",") + "}"
        }
        if isNested, random.oneIn(3) { text = RawJSON.quoted(text) }
        return text
    }

    /// A key as JSON, with or without escapes.
    private static func written(_ key: String, _ random: inout SplitMix64) -> String {
        guard random.oneIn(3) else { return RawJSON.quoted(key) }
        let units = key.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"\(units.joined())\""
    }

    /// Compares the results for the paths of all calls, and declines.
    private struct ComparingRule: DecodingRule {
        let patterns: [(parts: [Part], pattern: PathPattern)]
        let log = Log()

        let situations: RepairSituation = [.mismatch, .null, .missingKey, .undecodableElement]
        var description: String { "Question" }

        func repair(_ context: DecodingRuleContext) -> Repair {
            let path = DecodingPath(context.codingPath)
            for (parts, pattern) in patterns {
                let expected = PathMatcherTests.matches(parts[...], path.steps[...])
                let found = context.core.matches(pattern.matcher, context.reference, missing: context.missing)
                let isRight = context.core.call.convertsKeys ? found == nil : found == expected
                let lastStep = context.core.lastStep(of: context.reference, missing: context.missing)
                let isPassedOver = pattern.matcher.lastStep.excludes(lastStep)
                log.add(isRight && !(expected && isPassedOver) ? nil : "\(pattern) and \(path)")
            }
            return .decline
        }
    }

    /// Decodes every value as an integer, and fails.
    private struct Tree: Decodable {
        init(from decoder: any Decoder) throws {
            var failure: (any Error)?
            func attempt(_ body: () throws -> Tree) {
                do { _ = try body() } catch { failure = error }
            }
            if let container = try? decoder.container(keyedBy: JSONKey.self) {
                for key in container.allKeys { attempt { try container.decode(Tree.self, forKey: key) } }
                let missing = JSONKey("missing")
                attempt { try container.decode(Tree.self, forKey: missing) }
                attempt { try Tree(from: container.superDecoder(forKey: missing)) }
            } else if var container = try? decoder.unkeyedContainer() {
                while !container.isAtEnd {
                    var element: (any Decoder)?
                    do { element = try container.superDecoder() } catch { throw error }
                    if let element { attempt { try Tree(from: element) } }
                }
            } else {
                _ = try decoder.singleValueContainer().decode(Int.self)
            }
            if let failure { throw failure }
        }
    }

    private final class Log: Sendable {
        private let state = Mutex((failures: Set<String>(), count: 0))

        var failures: Set<String> { state.withLock { $0.failures } }
        var count: Int { state.withLock { $0.count } }

        func add(_ failure: String?) {
            state.withLock { state in
                state.count += 1
                if let failure { state.failures.insert(failure) }
            }
        }
    }

    // MARK: The limit

    /// A pattern has one more state than steps, and a set of states is one integer.
    @Test func limit() throws {
        let path = (0..<63).map { DecodingPath.Step.key($0 % 7 == 0 ? "b" : "a") }
        let text = DecodingPath(path).description
        for pattern in try [PathPattern(text), PathPattern("**." + text.replacing(".", with: ".**.") + ".**")] {
            #expect(pattern.matcher.matches(path))
            #expect(pattern.matcher.matches(path, above: pattern.matcher.end))
            #expect(!pattern.matcher.matches(path.dropLast()))
            #expect(!pattern.matcher.matches(path.dropFirst(), above: pattern.matcher.end))
        }
        for (longer, position) in [(text + ".c", 126), (text + "[0]", 125), ("**." + text + ".**.*", 132)] {
            let error = #expect(throws: InvalidPattern.self) { try PathPattern(longer) }
            #expect(error?.reason == "expected at most 63 steps besides '**'")
            #expect(error?.position == position)
        }
    }

    /// The limit does not apply to paths.
    @Test func pathsMayBeLonger() throws {
        let path = DecodingPath(Array(repeating: .key("a"), count: 1_000))
        #expect(DecodingPath(stringLiteral: path.description) == path)
        #expect(try DecodingPath(parsing: "a.*") == nil)
        #expect(try DecodingPath(parsing: "a.**") == nil)
    }
}
