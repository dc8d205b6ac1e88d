import Foundation
import PolicyJSON
import Synchronization
import Testing

/// The deliberate differences: each exists, is distinguished from the others, and is documented.
@Suite struct DifferenceTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test(arguments: Difference.all.filter { !$0.specimens.isEmpty })
    func specimens(_ difference: Difference) {
        for specimen in difference.specimens {
            let trial = specimen.subject.trial(specimen.data, specimen.options)
            #expect(specimen.foundation.contains("\(trial.foundation)"), "\(trial)")
            #expect("\(trial.policyJSON)" == specimen.policyJSON, "\(trial)")
            // If Foundation's outcome varies, it may be equal in this run.
            if trial.agrees { continue }
            #expect(Difference.all.filter { $0.covers(trial) }.map(\.id) == [difference.id])
        }
    }

    /// No difference explains a trial in which the decoders agree.
    @Test func agreementIsNotCovered() {
        let trial = Subject([Int].self).trial("[1,2]")
        #expect(trial.agrees)
        #expect(Difference.covering(trial) == nil)
    }

    @Test func identifiersAreUnique() {
        #expect(Set(Difference.all.map(\.id)).count == Difference.all.count)
    }

    @Test func documentation() throws {
        let lines = try Self.documentation(after: "# Differences from Foundation")
        let rows = Array(lines.filter { $0.hasPrefix("|") }.dropFirst(2))
        #expect(rows == Difference.all.map(\.row))
    }

    /// The lines of the documentation from a heading to the next one.
    static func documentation(after heading: String) throws -> [String] {
        let file = root.appending(path: "Docs/DifferencesFromFoundation.md")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex(of: heading))
        return Array(lines[(start + 1)...].prefix { !$0.hasPrefix("#") })
    }

    /// The tests that the rows name exist.
    @Test(arguments: Set(Difference.all.map(\.pinnedBy)))
    func pinned(_ name: String) throws {
        let parts = name.split(separator: ".")
        try #require(parts.count == 2)
        let file = Self.root.appending(path: "Tests/FoundationParityTests/\(parts[0]).swift")
        let source = try String(contentsOf: file, encoding: .utf8)
        #expect(source.contains("struct \(parts[0]) {") && source.contains("func \(parts[1])("))
    }

    private enum Accent: RawRepresentable, Decodable, Equatable {
        case other(String)

        init(rawValue: String) { self = .other(rawValue) }

        var rawValue: String {
            switch self {
            case .other(let text): text
            }
        }
    }

    @Test func orderOfMarks() throws {
        for (count, differs) in [(128, false), (129, true)] {
            let key = "e" + String(repeating: "\u{300}\u{316}", count: count / 2) + (count % 2 == 0 ? "" : "\u{300}")
            let text = Data("{\"\(key)\":1}".utf8)
            let theirs = try JSONDecoder().decode([String: Int].self, from: text)
            let ours = try PolicyJSONDecoder().decode([String: Int].self, from: text)
            #expect(ours == theirs)
            let written = key.unicodeScalars.map(\.value)
            #expect(theirs.first?.key.unicodeScalars.map(\.value) == written)
            let marks = written.dropFirst().sorted(by: >)
            #expect(ours.first?.key.unicodeScalars.map(\.value) == (differs ? [written[0]] + marks : written))
            let list = Data("[\"\(key)\"]".utf8)
            let (theirSet, ourSet) = (
                try JSONDecoder().decode(Set<String>.self, from: list),
                try PolicyJSONDecoder().decode(Set<String>.self, from: list)
            )
            #expect(ourSet == theirSet)
            #expect(theirSet.first?.unicodeScalars.map(\.value) == written)
            #expect(ourSet.first?.unicodeScalars.map(\.value) == (differs ? [written[0]] + marks : written))
            let (theirCase, ourCase) = (
                try JSONDecoder().decode([Accent].self, from: list),
                try PolicyJSONDecoder().decode([Accent].self, from: list)
            )
            #expect(ourCase == theirCase)
            #expect(theirCase.first?.rawValue.unicodeScalars.map(\.value) == written)
            #expect(ourCase.first?.rawValue.unicodeScalars.map(\.value) == (differs ? [written[0]] + marks : written))
        }
    }

    @Test func callsOfKeyStrategies() throws {
        struct Middle: Decodable { let b: Inner }
        struct Inner: Decodable { let c: Int }
        struct Whole: Decodable { let a: Middle }
        func paths(_ decode: (JSONDecoder.KeyDecodingStrategy) throws -> Whole) throws -> [String] {
            let calls = Mutex<[String]>([])
            _ = try decode(
                .custom { path in
                    calls.withLock { $0.append(path.map(\.stringValue).joined()) }
                    return path.last ?? AnyName(stringValue: "")
                })
            return calls.withLock { $0 }
        }
        let json = Data(#"{"a":{"b":{"c":1}}}"#.utf8)
        let theirs = try paths { strategy in
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = strategy
            return try decoder.decode(Whole.self, from: json)
        }
        #expect(theirs == ["a", "ab", "abc"])
        let ours = try paths { strategy in
            let decoder = PolicyJSONDecoder()
            decoder.keyDecodingStrategy = strategy
            return try decoder.decode(Whole.self, from: json)
        }
        #expect(ours == ["a", "a", "ab", "a", "ab", "abc"])
    }

    @Test func pathKeys() {
        func firstKey(_ body: () throws -> Any) -> (any CodingKey)? {
            do {
                _ = try body()
                return nil
            } catch DecodingError.typeMismatch(_, let context) {
                return context.codingPath.first
            } catch {
                return nil
            }
        }
        let data = Data(#"{"é":"x"}"#.utf8)
        let theirs = firstKey { try JSONDecoder().decode(LargeKeys.self, from: data) }
        let ours = firstKey { try PolicyJSONDecoder().decode(LargeKeys.self, from: data) }
        #expect(theirs is LargeKeys.Key)
        #expect(ours != nil && !(ours is LargeKeys.Key))
        // Canonically equivalent, but with different scalars.
        #expect(theirs?.stringValue == ours?.stringValue)
        #expect(theirs?.stringValue.unicodeScalars.count == 2)
        #expect(ours?.stringValue.unicodeScalars.count == 1)
    }

    private struct LargeKeys: Decodable {
        struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(_ name: String) { stringValue = name }
            init?(stringValue: String) { fatalError("The model does not call this.") }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: Key("e\u{301}"))
        }
    }
}
