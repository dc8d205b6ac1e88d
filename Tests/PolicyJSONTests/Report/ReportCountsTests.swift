import Foundation
import TestSupport
import Testing

@testable import PolicyJSON

@Suite struct ReportCountsTests {
    private func decoder(_ policy: DecodingPolicy = .lenient, limit: Int = 1_000_000) -> PolicyJSONDecoder {
        let decoder = PolicyJSONDecoder(policy: policy)
        decoder.reportLimit = limit
        return decoder
    }

    /// The counts of the entries in a complete list.
    private func tally(_ report: DecodingReport) -> [[String: Int]] {
        func count(_ text: (DecodingReport.Entry) -> String) -> [String: Int] {
            Dictionary(report.entries.map { (text($0), 1) }, uniquingKeysWith: +)
        }
        return [
            count(\.rule), count(\.kind.description), count(\.requestedType),
            count { entry in
                let steps = entry.path.steps.map { step in
                    if case .key(let key) = step { DecodingPath([.key(key)]).description } else { "[*]" }
                }
                return steps.reduce("") { $0 + ($0.isEmpty || $1 == "[*]" ? "" : ".") + $1 }
            },
        ]
    }

    private func lists(_ counts: DecodingReport.Counts) -> [[String: Int]] {
        [
            counts.byRule, Dictionary(uniqueKeysWithValues: counts.byKind.map { ($0.description, $1) }), counts.byType,
            counts.byPath,
        ]
    }

    /// An object or an array, so that members and elements have the same parent in the tree of paths.
    private struct ObjectOrArray: Decodable {
        enum KeyMatching: CodingKey { case abc }

        init(from decoder: any Decoder) throws {
            guard var list = try? decoder.unkeyedContainer() else {
                _ = try decoder.container(keyedBy: KeyMatching.self).decode(Int.self, forKey: .abc)
                return
            }
            _ = try list.decode(Int.self)
            while !list.isAtEnd {
                _ = try list.decode(String.self)
                _ = try list.decode(Int.self)
            }
        }
    }

    /// An element after a string with the text of a key is not counted as that member.
    @Test func elementsAndMembersAtOnePath() throws {
        let text = #"[{"abc":"1"},["1"],{"abc":"1"},["1","abc","5"],{"abc":"1"}]"#
        let report = try decoder().decodeReporting([ObjectOrArray].self, from: text).report
        #expect(report.counts.byPath == ["[*].abc": 3, "[*][*]": 3])
        #expect(lists(report.counts) == tally(report))
    }

    /// Tries one type after another, so that changes are undone at every depth.
    indirect enum Tree: Decodable {
        case number(Int)
        case text(String)
        case numbers([Int])
        case strict(Pair)
        case trees([Tree])
        case named([String: Tree])

        struct Pair: Decodable { let a: Int, b: [Int], c: Tree? }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Pair.self) {
                self = .strict(value)
            } else if let value = try? container.decode([Tree].self) {
                self = .trees(value)
            } else if let value = try? container.decode([Int].self) {
                self = .numbers(value)
            } else if let value = try? container.decode([String: Tree].self) {
                self = .named(value)
            } else if let value = try? container.decode(Int.self) {
                self = .number(value)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }

    private func json(_ random: inout SplitMix64, depth: Int) -> String {
        switch Int(random.next() % (depth > 4 ? 5 : 9)) {
        case 0: "\(random.next() % 9)"
        case 1: "\"\(random.next() % 9)\""
        case 2: "\"x\""
        case 3: "true"
        case 4: "null"
        case 5, 6:
            "[" + (0..<Int(random.next() % 5)).map { _ in json(&random, depth: depth + 1) }.joined(separator: ",") + "]"
        default:
            "{"
                + ["a", "b", "c", "d.e"].filter { _ in random.next() % 3 > 0 }
                .map { "\"\($0)\":" + json(&random, depth: depth + 1) }.joined(separator: ",") + "}"
        }
    }

    /// The counts are those of the complete list, regardless of undone changes and of the list's limit.
    @Test(arguments: 0..<60 as Range<UInt64>)
    func asListed(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let document = "[" + (0..<20).map { _ in json(&random, depth: 0) }.joined(separator: ",") + "]"
        let all = try decoder().decodeReporting([Tree].self, from: document).report
        #expect(all.omittedCount == 0)
        #expect(lists(all.counts) == tally(all))
        #expect(all.counts.otherPaths == 0)
        for limit in [0, 1, 7] {
            let some = try decoder(limit: limit).decodeReporting([Tree].self, from: document).report
            #expect(some.entries == Array(all.entries.prefix(limit)))
            #expect(some.count == all.count)
            #expect(some.counts == all.counts)
        }
    }

    /// If the decode fails, the report includes the changes up to the failure.
    @Test(arguments: 0..<30 as Range<UInt64>)
    func asListedUpToAFailure(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let document =
            "[" + (0..<10).map { _ in json(&random, depth: 0) }.joined(separator: ",")
            + ", {\"b\":[\"1\"]}, {\"a\":[]}]"
        struct Strict: Decodable { let b: [Int]? }
        struct Document: Decodable {
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                for _ in 0..<10 { _ = try container.decode(Tree?.self) }
                _ = try container.decode(Strict.self)
                _ = try container.decode(Tree.Pair.self)
            }
        }
        func report(_ limit: Int) -> DecodingReport {
            let error = #expect(throws: JSONDecodingError.self) {
                try decoder(
                    DecodingPolicy {
                        NumbersFromStrings()
                        StringsFromScalars()
                        LossyCollections()
                    }, limit: limit
                )
                .decodeReporting(Document.self, from: document)
            }
            guard let error else { return DecodingReport() }
            return error.report
        }
        let all = report(1_000)
        #expect(all.entries.last?.path.description == "[10].b[0]")
        #expect(lists(all.counts) == tally(all))
        #expect(report(2).counts == all.counts)
    }

    @Test func truncatedNestedJSON() throws {
        // Repairs in nested JSON that fails later are not counted.
        let policy = DecodingPolicy {
            NumbersFromStrings()
            ClosureRule("Unpack") { context in
                context.string.map { .replaceIfDecodable(with: .document($0)) } ?? .decline
            }
        }
        struct Log: Decodable { let lines: [Int]? }
        let whole = #"{"lines": "[\"1\", \"2\"]"}"#
        let report = try decoder(policy).decodeReporting(Log.self, from: whole).report
        #expect(report.counts.byPath == ["lines": 1, "lines[*]": 2])
        #expect(report.counts.byRule == ["NumbersFromStrings": 2, "Unpack": 1])
        let truncated = #"{"lines": "[\"1\", \"2\", {}]"}"#
        let error = #expect(throws: JSONDecodingError.self) {
            try decoder(policy).decodeReporting(Log.self, from: truncated)
        }
        #expect(error?.report.isEmpty == true)
        #expect(error?.report.counts == DecodingReport().counts)
    }

    @Test(arguments: [(2_047, 0), (2_048, 0), (2_049, 1), (5_000, 2_952)])
    func paths(count: Int, others: Int) throws {
        let json = "{" + (0..<count).map { "\"k\($0)\":\"1\"" }.joined(separator: ",") + "}"
        let report = try decoder(limit: 10).decodeReporting([String: Int].self, from: json).report
        #expect(report.count == count)
        #expect(report.counts.byPath.count == count - others)
        #expect(report.counts.byPath.values.allSatisfy { $0 == 1 })
        #expect(report.counts.otherPaths == others)
        #expect(report.counts.byRule == ["NumbersFromStrings": count])
    }

    /// Paths with steps beyond the capacity are not counted, and undone changes release their steps.
    @Test func capacityForPaths() throws {
        struct Probe: Decodable {
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                let probe = try container.superDecoder()
                _ = try? probe.singleValueContainer().decode([String: Int].self)
                _ = try container.decode([String: [String: Int]].self)
            }
        }
        func members(_ name: String, _ value: String, _ count: Int) -> String {
            (0..<count).map { "\"\(name)\($0)\":\(value)" }.joined(separator: ",")
        }
        let json = "[{\(members("a", "\"1\"", 3_000)),\"x\":{}},{\(members("b", "{\"c\":\"1\"}", 1_100))}]"
        let report = try decoder(DecodingPolicy { NumbersFromStrings() }, limit: 1).decodeReporting(
            Probe.self, from: json
        )
        .report
        #expect(report.count == 1_100)
        // [*], two steps each for b0.c to b1022.c, and one step for a further b.
        #expect(report.counts.byPath.count == 1_023)
        #expect(report.counts.byPath["[*].b1022.c"] == 1)
        #expect(report.counts.otherPaths == 77)
    }

    @Test func longKeys() throws {
        let long = String(repeating: "é", count: 500_000)
        let json = "{\"\(long)\": [\"1\", \"2\"]}"
        let report = try decoder().decodeReporting([String: [Int]].self, from: json).report
        #expect(report.counts.byPath == [String(repeating: "é", count: 32) + "…[*]": 2])
        #expect(report.entries.map(\.path) == [0, 1].map { DecodingPath([.key(long), .index($0)]) })
        #expect(report.entries.map(\.jsonPointer) == ["/\(long)/0", "/\(long)/1"])
    }

    struct Nested: Decodable {
        struct Inner: Decodable { let someValue: Int?, byNumber: [Int: Int]?, byName: [String: Inner]? }
        let firstPart: [Inner]
    }

    static let document = """
        {"first_part": [{"some_value": "1", "by_number": {"7": "2"}},
         {"some_value": "3", "by_name": {"a_b": {"some_value": "4"}, "c_d": {"some_value": "5"}}}]}
        """

    @Test(arguments: [false, true])
    func keyStrategies(isCustom: Bool) throws {
        let decoder = decoder(limit: 100)
        decoder.keyDecodingStrategy =
            isCustom
            ? .custom { path in
                let parts = path[path.count - 1].stringValue.split(separator: "_")
                return JSONName(parts[0] + parts.dropFirst().map(\.capitalized).joined())
            } : .convertFromSnakeCase
        let report = try decoder.decodeReporting(Nested.self, from: Self.document).report
        #expect(
            report.counts.byPath == [
                "firstPart[*].someValue": 2, "firstPart[*].byNumber.7": 1, "firstPart[*].byName.a_b.someValue": 1,
                "firstPart[*].byName.c_d.someValue": 1,
            ])
        #expect(lists(report.counts) == tally(report))
        #expect(report.entries.first?.jsonPointer == "/first_part/0/some_value")
    }

    struct JSONName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test func missingKeys() throws {
        struct Model: Decodable { let a: Int, b: Inner }
        struct Inner: Decodable { let c: Int }
        let policy = DecodingPolicy {
            ClosureRule("Zero") { $0.kind == nil ? .replace(with: .number("0")) : .decline }
        }
        let report = try decoder(policy).decodeReporting(
            [Model].self, from: #"[{"b":{}},{"a":1,"b":{}},{"b":{"c":1}}]"#
        ).report
        #expect(report.counts.byPath == ["[*].a": 2, "[*].b.c": 2])
        #expect(report.counts.byKind == [.keySupplied: 4])
        #expect(lists(report.counts) == tally(report))
    }

    /// A super decoder if there is no key `super`.
    @Test func missingSuper() throws {
        struct Base: Decodable {
            let value: Int?
            init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Int.self) }
        }
        struct Derived: Decodable {
            enum KeyMatching: String, CodingKey { case x, y }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: KeyMatching.self)
                _ = try Base(from: container.superDecoder(forKey: .x))
                _ = try Base(from: container.superDecoder(forKey: .y))
                _ = try Base(from: container.superDecoder())
            }
        }
        let policy = DecodingPolicy { ClosureRule("Zero") { _ in .replace(with: .number("0")) } }
        let report = try decoder(policy).decodeReporting([Derived].self, from: "[{},{}]").report
        #expect(report.counts.byPath == ["[*].x": 2, "[*].y": 2, "[*].super": 2])
        #expect(lists(report.counts) == tally(report))
    }

    /// Objects of any depth.
    private struct Levels: Decodable, Sendable {
        init(from decoder: any Decoder) throws {
            guard let members = try? decoder.singleValueContainer().decode([String: Levels].self) else {
                _ = try decoder.singleValueContainer().decode(Int.self)
                return
            }
            _ = members
        }
    }

    /// What a stream counts takes bounded memory: long paths are not among its paths.
    @Test(arguments: [(10, 0), (300, 1)]) func longPathsInStreams(_ depth: Int, _ others: Int) throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
        let name = String(repeating: "k", count: 60)
        let deep =
            String(repeating: #"{"\#(name)":"#, count: depth) + #""1""# + String(repeating: "}", count: depth)
        let elements = try decoder.elements(of: Levels.self, from: Chunks([Array("[\"1\",\(deep)]".utf8)]))
        while try elements.next() != nil {}
        let counts = elements.report.counts
        #expect(counts.byPath["[*]"] == 1)
        #expect(counts.byPath.count == 2 - others)
        #expect(counts.otherPaths == others)
    }

    /// Nor are more than 4,096 different ones: here one for each key.
    @Test(arguments: [(4_096, 0), (4_097, 1), (5_000, 904)]) func manyPathsInStreams(_ keys: Int, _ others: Int) throws
    {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
        let lines = (0..<keys).map { "{\"k\($0)\":\"1\"}\n" }.joined()
        let elements = try decoder.elements(
            of: [String: Int].self, in: .lines, from: Chunks(Array(lines.utf8), length: 1_000))
        while try elements.next() != nil {}
        let counts = elements.report.counts
        #expect(counts.byPath.count == 4_096)
        #expect(counts.otherPaths == others)
    }

    /// Of a document in which no key is known there are as many notes as members.
    @Test func sizeOfNotes() { #expect(MemoryLayout<ReportCollector.Note>.size == 24) }
}
