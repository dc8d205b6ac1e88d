import Foundation
import Testing

@testable import PolicyJSON

@Suite struct DecodingReportTests {
    private func decoder(_ reportLimit: Int = 1000, repairs: Int = 1_000_000, _ policy: DecodingPolicy = .lenient)
        -> PolicyJSONDecoder
    {
        let decoder = PolicyJSONDecoder(policy: policy)
        decoder.reportLimit = reportLimit
        decoder.repairLimit = repairs
        return decoder
    }

    @Test func clean() throws {
        let report = try decoder().decodeReporting([Int].self, from: "[1]").report
        #expect(report.isEmpty)
        #expect(report.count == 0)
        #expect(report.entries == [])
        #expect(report.omittedCount == 0)
        #expect(report.counts == DecodingReport().counts)
    }

    @Test(arguments: [(0, 0, 5), (1, 1, 4), (4, 4, 1), (5, 5, 0), (6, 5, 0), (-1, 0, 5)])
    func reportLimit(limit: Int, listed: Int, unlisted: Int) throws {
        let report = try decoder(limit).decodeReporting([Int].self, from: #"["1","2","3","4","5"]"#).report
        #expect(report.entries.map(\.found) == (1...5).prefix(listed).map { "\"\($0)\"" })
        #expect(report.omittedCount == unlisted)
        #expect(report.count == 5)
        #expect(report.counts.byRule == ["NumbersFromStrings": 5])
    }

    /// The list under a limit is the start of the whole list, also where a change is listed before those that it has caused.
    @Test(arguments: 0...5) func listsAreStarts(_ limit: Int) throws {
        let policy = DecodingPolicy {
            SingleElementArrays()
            NumbersFromStrings()
        }
        let json = #"{"a":[["1"]],"b":["2"]}"#
        func paths(_ limit: Int) throws -> [String] {
            try decoder(limit, policy).decodeReporting([String: Int].self, from: json).report.entries.map {
                "\($0.path)"
            }
        }
        let all = ["a", "a[0]", "a[0][0]", "b", "b[0]"]
        #expect(try paths(1000) == all)
        #expect(try paths(limit) == Array(all.prefix(limit)))
    }

    private func result<T: Decodable>(of rule: any DecodingRule, for type: T.Type) throws -> String {
        let decoder = decoder(10, DecodingPolicy([At("a") { rule }]))
        let outcome = try decoder.decodeReporting([String: T].self, from: #"{"a":null}"#)
        let entry = try #require(outcome.report.entries.first)
        return entry.result
    }

    /// In each process and for each call.
    @Test func resultsAreTheSame() throws {
        struct Defaults: Codable { var x = 1, y = ["b": 2, "a": 3, "c": 4, "d": 5], w = 6 }
        let set: Set = ["e", "b", "a", "d", "c"]
        let named = ["e": 1, "b": 2, "a": 3, "d": 4, "c": 5]
        #expect(
            try result(of: DefaultValues(Defaults()), for: Loose.self)
                == #"{"w":6,"x":1,"y":{"a":3,"b":2,"c":4,"d":5}}"#)
        #expect(
            try result(of: ClosureRule("S") { _ in .use(named) }, for: [String: Int].self)
                == #"["a": 3, "b": 2, "c": 5, "d": 4, "e": 1]"#)
        #expect(
            try result(of: ClosureRule("S") { _ in .use(set) }, for: Set<String>.self) == #"["a", "b", "c", "d", "e"]"#)
    }
    private struct Loose: Decodable { var z: Int? }

    @Test func longTextsAreTruncated() throws {
        let digits = String(repeating: "1", count: 30)
        let long = "\"" + String(repeating: "é", count: 100) + "\""
        let report = try decoder(1000, DecodingPolicy { ClosureRule("S") { _ in .use(digits + digits + digits) } })
            .decodeReporting(String.self, from: "[\(long)]").report
        let entry = try #require(report.entries.first)
        // 64 bytes, truncated at a character boundary.
        #expect(entry.found == "[\"" + String(repeating: "é", count: 31) + "…")
        #expect(entry.result == String(repeating: "1", count: 64) + "…")
        let exact = String(repeating: "x", count: 62)
        let whole = try decoder(1000, DecodingPolicy { ClosureRule("S") { _ in .use(0) } })
            .decodeReporting(Int.self, from: "\"\(exact)\"").report
        #expect(whole.entries.first?.found == "\"\(exact)\"")
    }

    private func decoder(_ reportLimit: Int, _ policy: DecodingPolicy) -> PolicyJSONDecoder {
        decoder(reportLimit, repairs: 1_000_000, policy)
    }

    @Test(arguments: [true, false])
    func repairLimit(listsChanges: Bool) throws {
        let numbers = DecodingPolicy { NumbersFromStrings() }
        #expect(try decoder(repairs: 2, numbers).decode([Int].self, from: #"["1","2",3]"#) == [1, 2, 3])
        let expected =
            "dataCorrupted at [2]: More than 2 repairs. [typeMismatch(Int) at [2]: Expected to decode Int but found a string instead.]"
        if listsChanges {
            let (error, _) = decoder(repairs: 2, numbers).outcome(of: [Int].self, from: #"["1","2","3","4"]"#)
            #expect(error == expected)
        } else {
            let error = #expect(throws: DecodingError.self) {
                try decoder(repairs: 2, numbers).decode([Int].self, from: #"["1","2","3","4"]"#)
            }
            #expect(error.map(text(of:)) == expected)
        }
    }

    @Test func repairLimitErrorIsNotRepaired() {
        let (error, _) = decoder(repairs: 2).outcome(
            of: [Box<Int>?].self, from: #"[{"value":"1"},{"value":"2"},{"value":"3"}]"#)
        #expect(
            error
                == "dataCorrupted at [2].value: More than 2 repairs. [typeMismatch(Int) at [2].value: Expected to decode Int but found a string instead.]"
        )
        let (dropped, _) = decoder(repairs: 1).outcome(of: [Int].self, from: "[{},{},{}]")
        #expect(
            dropped
                == "dataCorrupted at [1]: More than 1 repairs. [typeMismatch(Int) at [1]: Expected to decode Int but found a dictionary instead.]"
        )
        #expect(decoder(repairs: 0).outcome(of: [Int].self, from: "[1]").text == "[1]")
    }

    /// Tries one type after another, as union types do.
    struct Either: Decodable {
        let text: String
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let pair = try? container.decode(Pair.self) {
                text = "pair \(pair.a) \(pair.b)"
            } else if let numbers = try? container.decode([Int].self) {
                text = "numbers \(numbers)"
            } else {
                text = "strings \(try container.decode([String: String].self).sorted { $0.key < $1.key }.map(\.value))"
            }
        }
    }
    struct Pair: Decodable { let a: Int, b: Int }

    @Test func failedProbesAreUndone() {
        let policy = DecodingPolicy {
            NumbersFromStrings()
            StringsFromScalars()
        }
        let outcome = decoder(1000, policy).outcome(
            of: [Either].self, from: #"[{"a":"1","x":2},{"a":"1","b":"2","c":3}]"#)
        #expect(outcome.text == #"[Either(text: "strings [\"1\", \"2\"]"), Either(text: "pair 1 2")]"#)
        #expect(
            outcome.changes == [
                #"StringsFromScalars, converted, '[0].x' '/0/x', 1:15+14, String: 2 → "2", Expected to decode String but found number instead."#,
                #"NumbersFromStrings, converted, '[1].a' '/1/a', 1:23+22, Int: "1" → 1, Expected to decode Int but found a string instead."#,
                #"NumbersFromStrings, converted, '[1].b' '/1/b', 1:31+30, Int: "2" → 2, Expected to decode Int but found a string instead."#,
            ])
    }

    /// `found` is text of the document: inside JSON that a rule has made up, that of the value or name that it replaces.
    @Test func foundInMadeUpJSON() throws {
        struct Either: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if (try? container.decode([Int].self)) == nil { _ = try container.decode(String.self) }
            }
        }
        struct Model: Decodable { let q: Int, e: Either }
        let wrappers = DecodingPolicy {
            OptionalPropertyWrappers()
            DefaultValues(.emptyArray)
        }
        let made = DecodingPolicy {
            ClosureRule("Made up") {
                $0.sourceText == "1" || $0.isMissing ? .replace(with: .document(#"["2"]"#)) : .decline
            }
            NumbersFromStrings()
        }
        let keys = DecodingPolicy {
            ClosureRule("Key", in: .dictionaryKey) { _ in .replace(with: .document(#""Dark""#)) }
            CaseMatching(caseInsensitive: true)
        }
        let rows: [(DecodingPolicy, any Decodable.Type, String, [String])] = [
            (wrappers, [Model].self, #"[{"q":1}]"#, ["[0].e: nothing", "[0].e: nothing"]),
            (wrappers, [Model].self, #"[{"q":1,"e":null}]"#, ["[0].e: null"]),
            (made, [[Int]].self, "[1]", ["[0]: 1", "[0][0]: 1"]),
            (made, Box<[Int]>.self, "{}", ["value: nothing", "value[0]: nothing"]),
            (keys, [DictionaryKeysTests.Shade: Int].self, #"{"x":1}"#, [#"x: "x""#, #"x: "x""#]),
        ]
        for (policy, type, json, expected) in rows {
            #expect(try Self.found(PolicyJSONDecoder(policy: policy), type, json) == expected)
        }
    }

    private static func found<T: Decodable>(_ decoder: PolicyJSONDecoder, _ type: T.Type, _ json: String) throws
        -> [String]
    {
        let outcome = try decoder.decodeReporting(type, from: json)
        return outcome.report.entries.map { "\($0.path): \($0.found)" }
    }

    struct NumbersOrNothing: Decodable {
        init(from decoder: any Decoder) throws { _ = try? decoder.singleValueContainer().decode([Int].self) }
    }

    @Test func failedProbesOfCollectionsAreUndone() {
        let policy = DecodingPolicy { NumbersFromStrings() }
        #expect(decoder(1000, policy).outcome(of: NumbersOrNothing.self, from: #"["1",{}]"#).changes == [])
    }

    @Test func changesInDroppedElementsAreUndone() throws {
        let json = #"[{"a":"1","b":{}},{"a":"1","b":2},{"a":"3","b":[]}]"#
        for limit in [1000, 2, 1, 0] {
            let outcome = try decoder(limit).decodeReporting([Pair].self, from: json)
            #expect(outcome.value.map(\.a) == [1])
            #expect(outcome.report.count == 3)
            let listed = ["[0]", "[1].a", "[2]"].prefix(limit)
            #expect(outcome.report.entries.map(\.path.description) == Array(listed))
            #expect(outcome.report.omittedCount == 3 - listed.count)
        }
    }

    @Test func undoneRepairsCountTowardsTheLimit() {
        let (error, _) = decoder(repairs: 3).outcome(of: [Pair].self, from: #"[{"a":"1"},{"a":"1"},{"a":"1"}]"#)
        // Two repaired values, undone, and two dropped elements.
        #expect(
            error
                == #"dataCorrupted at [1]: More than 3 repairs. [keyNotFound(b) at [1]: No value associated with key CodingKeys(stringValue: "b", intValue: nil) ("b").]"#
        )
    }

    static let failures: [(any (Decodable & SendableMetatype).Type, String, String, [String])] = [
        (
            [Int].self, #"["1",2,"3","x","5"]"#,
            "typeMismatch(Int) at [3]: Expected to decode Int but found a string instead.", ["[0]", "[2]"]
        ),
        (
            Pair.self, #"{"a":"1","b":{}}"#,
            "typeMismatch(Int) at b: Expected to decode Int but found a dictionary instead.",
            ["a"]
        ),
        (
            Box<[Pair]>.self, #"{"value":[{"a":"1","b":"2"},{"a":"x"}]}"#,
            "typeMismatch(Int) at value[1].a: Expected to decode Int but found a string instead.",
            ["value[0].a", "value[0].b"]
        ),
    ]

    @Test(arguments: failures.indices)
    func reportUpToTheFailure(index: Int) {
        let (type, json, message, paths) = Self.failures[index]
        let decoder = decoder(1000, DecodingPolicy { NumbersFromStrings() })
        func report<T: Decodable>(_ type: T.Type) -> (String, [String]) {
            do throws(JSONDecodingError) {
                return ("\(try decoder.decodeReporting(type, from: json).value)", [])
            } catch {
                return (text(of: error.underlyingError), error.report.entries.map(\.path.description))
            }
        }
        let (error, entries) = report(type)
        #expect(error == message)
        #expect(entries == paths)
    }

    struct ProbesFirst: Decodable {
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            let probe = try container.superDecoder()
            _ = try? probe.singleValueContainer().decode([Int].self)
            _ = try container.decode(Int.self)
        }
    }

    @Test func probesBeforeAFailureAreNotInItsReport() {
        let (error, changes) = decoder(1000, DecodingPolicy { NumbersFromStrings() })
            .outcome(of: ProbesFirst.self, from: #"[["1",{}],"x"]"#)
        #expect(error == "typeMismatch(Int) at [1]: Expected to decode Int but found a string instead.")
        #expect(changes == [])
    }

    struct Custom: Error, Equatable {}
    struct Thrower: Decodable { init(from decoder: any Decoder) throws { throw Custom() } }

    @Test func errorsOfModelsAreUnchanged() throws {
        let error = #expect(throws: JSONDecodingError.self) {
            try decoder().decodeReporting(Box<Thrower>.self, from: #"{"value":1}"#)
        }
        #expect(error?.underlyingError as? Custom == Custom())
        #expect(error?.report.isEmpty == true)
        #expect(throws: Custom()) { try decoder().decode(Box<Thrower>.self, from: #"{"value":1}"#) }
    }

    @Test func entriesAreEqualByValue() throws {
        let first = try decoder().decodeReporting([Int].self, from: #"["1"]"#).report
        let second = try decoder().decodeReporting([Int].self, from: #"["1"]"#).report
        let other = try decoder().decodeReporting([Int].self, from: #"["2"]"#).report
        #expect(first == second)
        #expect(first.hashValue == second.hashValue)
        #expect(first != other)
    }
}
