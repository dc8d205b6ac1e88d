import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PolicyJSON

/// Reports, handlers and lists of problems of arrays that are decoded while they are parsed: the same as if they had
/// been parsed first.
@Suite struct WindowedReportsTests {
    typealias Item = WindowedDecodingTests.Item

    /// The results of all calls with a report, as text.
    static func outcome(
        of type: any Decodable.Type, from json: [UInt8], _ policy: DecodingPolicy, _ mode: ParsingMode,
        change: (PolicyJSONDecoder) -> Void = { _ in }
    ) -> [String] {
        func open<T: Decodable>(_ type: T.Type) -> [String] {
            let decoder = mode.decoder(policy)
            change(decoder)
            var lines: [String] = []
            do throws(JSONDecodingError) {
                let outcome = try decoder.decodeReporting(type, from: json)
                lines += [printed(outcome.value)] + words(outcome.report)
            } catch {
                let location = error.location.map { "\($0)+\($0.offset)" } ?? "nowhere"
                lines += ["\(location): \(text(of: error))"] + words(error.report)
            }
            let audit = decoder.audit(type, from: json, policy: policy)
            lines += ["audit"] + words(audit.report)
            if let error = audit.policyError { lines.append("\(error)") }
            let log = EventLog()
            decoder.onReport = { report in
                for entry in report.entries { log.add("handler: \(text(of: entry))") }
                words(report).forEach(log.add)
            }
            let decoded = try? decoder.decode(type, from: json)
            lines.append(decoded.map { printed($0) } ?? "failed")
            do throws(JSONDecodingError) {
                lines.append("without problems: \(printed(try decoder.decodeCollectingErrors(type, from: json)))")
            } catch {
                lines += error.problems.map {
                    "problem: \($0) \($0.location?.offset ?? -1) \(text(of: $0.underlyingError))"
                }
                lines += ["and \(error.omittedCount)"] + words(error.report)
            }
            return lines + log.events
        }
        return open(type)
    }

    private static func words(_ report: DecodingReport) -> [String] {
        func words(_ counts: [some CustomStringConvertible & Hashable: Int]) -> String {
            "\(counts.sorted { $0.key.description < $1.key.description })"
        }
        let counts = report.counts
        return report.entries.map(text(of:)) + [
            "\(report.omittedCount) more", words(counts.byRule), words(counts.byKind), words(counts.byType),
            words(counts.byPath), "\(counts.otherPaths) elsewhere",
        ]
    }

    /// Compares the results with those of decoding the document as a whole.
    static func compare(
        _ type: any Decodable.Type, _ json: [UInt8], _ policy: DecodingPolicy, _ mode: ParsingMode, _ comment: String,
        change: (PolicyJSONDecoder) -> Void = { _ in }
    ) {
        let expected = outcome(of: type, from: json, policy, .whole, change: change)
        let found = outcome(of: type, from: json, policy, mode, change: change)
        #expect(found == expected, "\(type) from \(String(decoding: json.prefix(500), as: UTF8.self)), \(comment)")
    }

    static let policies: [DecodingPolicy] = [
        .strict, .lenient, DecodingPolicy { LossyCollections(maxDropped: 1) },
        DecodingPolicy {
            LossyCollections(maxDroppedPercent: 30)
            NumbersFromStrings()
        },
        DecodingPolicy {
            UnknownKeys()
            StringsFromScalars()
        },
        DecodingPolicy {
            UnknownKeys(.fail)
            LossyCollections()
        },
        DecodingPolicy {
            KeyMatching(.caseInsensitive)
            DuplicateKeys(.last)
            StringifiedJSON()
            SingleValuesAsArrays()
            NumbersFromStrings()
        },
        DecodingPolicy {
            Envelope("data")
            LossyCollections()
        },
    ]

    /// Elements that need various repairs, with all kinds of line ends and multibyte characters.
    static let repairs: [String] = [
        #"[{"id":"1","name":"é"},{"ID":2,"Name":"😀"},{"id":"3","name":4,"tags":"x"},{"id":4},null,"#
            + #"{"id":"5","name":"\u00e9","tags":[1,2,"é",{}],"inner":{"ü":"1.5","b":{}},"más":1}]"#,
        "[\r\n{\"id\":\"1\",\"name\":\"é\"}\r\n,\r\n{\"id\":2,\r\"name\":3},\n{\"id\":\r\n\"x\",\"name\":\"y\"}\r\n,\r\n7\r\n]",
        "\u{FEFF}[{\"id\":\"1\",\"name\":\"é\"},\r\n\r\n{\"id\":2,\"NAME\":\"b\",\"id\":\"3\"}]",
        #"["{\"id\":\"1\",\"name\":\"n\"}", {"id":"2","name":"o","tags":"[\"x\", 1]"}, "[]"]"#,
        #"[{"id":"1","name":"a"},{"id":"2","name":"b"},{"id":"3","name":"c"},{"id":"x","name":"d"}]"#,
        #"[{"id":"1","name":"a"},{"id":"2","name":"b"},{"id":{},"name":"c"},{"id":"3","name":"d"}"#,
        #"[{"id":"1","name":"a"},{"id":"x","name":"é"},{"id":"3","name":"d"}, x]"#,
    ]

    @Test(arguments: ParsingMode.windowed)
    func outcomes(_ mode: ParsingMode) {
        typealias Case = (any (Decodable & SendableMetatype).Type, String)
        let repairs: [Case] = Self.repairs.flatMap { json -> [Case] in [([Item].self, json), ([Item?].self, json)] }
        let cases = WindowedDecodingTests.cases + repairs
        for (type, json) in cases {
            for (number, policy) in Self.policies.enumerated() {
                Self.compare(type, Array(json.utf8), policy, mode, "policy \(number)")
            }
        }
    }

    @Test(arguments: ParsingMode.windowed, [0, 1, 3])
    func fullLists(_ mode: ParsingMode, _ limit: Int) {
        for json in Self.repairs {
            for (number, policy) in Self.policies.enumerated() {
                Self.compare([Item].self, Array(json.utf8), policy, mode, "policy \(number)") {
                    $0.reportLimit = limit
                    $0.reportRedaction = .paths("[1].**", "**.tags")
                }
            }
        }
    }

    @Test(arguments: ParsingMode.windowed)
    func repairLimit(_ mode: ParsingMode) {
        for limit in 0...6 {
            for json in Self.repairs {
                Self.compare([Item].self, Array(json.utf8), .lenient, mode, "limit \(limit)") { $0.repairLimit = limit }
            }
        }
    }

    @Test(arguments: ParsingMode.windowed)
    func keyStrategies(_ mode: ParsingMode) {
        struct Snake: Decodable { let someID: Int, theTags: [Int]?, byName: [String: Int]? }
        let json = #"[{"some_id":"1"},{"some_id":2,"the_tags":["1",2]},{"some_id":"3","by_name":{"a_b":"4"}},{"x":1}]"#
        for policy in Self.policies {
            Self.compare([Snake].self, Array(json.utf8), policy, mode, "snake case") {
                $0.keyDecodingStrategy = .convertFromSnakeCase
            }
            Self.compare([Snake].self, Array(json.utf8), policy, mode, "custom") {
                $0.keyDecodingStrategy = .custom { path in
                    let parts = path[path.count - 1].stringValue.split(separator: "_")
                    let name = parts[0] + parts.dropFirst().map { $0 == "id" ? "ID" : $0.capitalized }.joined()
                    // Names depend on the path of the object.
                    return JSONKey(path.count > 1 && path[0].intValue == 1 ? String(name).lowercased() : String(name))
                }
            }
        }
    }

    @Test(arguments: ParsingMode.windowed)
    func randomDocuments(_ mode: ParsingMode) {
        for seed in 0..<15 {
            var random = RandomJSON(seed: UInt64(seed))
            var text = Array("[".utf8)
            for number in 0..<10 { text += (number > 0 ? Array(",\r\n".utf8) : []) + random.document(size: 12) }
            text += Array("]".utf8)
            var broken = text
            broken[random.generator.below(text.count)] = random.generator.pick(Array("]},:\"0x\u{1}".utf8))
            for bytes in [text, broken] {
                for type: any Decodable.Type in [[Item].self, [Item?].self, [WindowedDecodingTests.Members].self] {
                    for number in [1, 2, 4, 6] {
                        Self.compare(type, bytes, Self.policies[number], mode, "seed \(seed), policy \(number)")
                    }
                }
            }
        }
    }

    // MARK: Locations of failures

    /// An element whose error has an arbitrary path: inside itself, inside another element, or nonexistent.
    struct Pointing: Decodable {
        init(from decoder: any Decoder) throws {
            let number = try decoder.singleValueContainer().decode(Int.self)
            let paths: [Int: [any CodingKey]] = [
                -1: [], -2: [JSONKey(index: 0)], -3: [JSONKey(index: 99)], -4: [JSONKey("x")],
                -5: decoder.codingPath + [JSONKey("x"), JSONKey(index: 2)], -6: [JSONKey(index: 6)],
                -7: [JSONKey(index: 3), JSONKey("é"), JSONKey(index: 1), JSONKey("none")],
            ]
            if let path = paths[number] {
                throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "not this"))
            }
            if number == -8 { throw WindowedDecodingTests.Broken() }
        }
    }

    struct Loose: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let pointing = try? container.decode([String: RawJSON].self), !pointing.isEmpty { return }
            _ = try container.decode(Pointing.self)
        }
    }

    @Test(arguments: ParsingMode.windowed)
    func errorsAboutOtherElements(_ mode: ParsingMode) {
        for number in 1...8 {
            for json in [
                "[1, \"2\",\n 3, {\"é\": [1, \"a\"]},\n 5, -\(number),\n \"7\", 8]", "[-\(number)]",
                "[1, 2, 3, {\"é\": [1, 2]}, 5, -\(number), 7, 8",
            ] {
                for policy in [DecodingPolicy.strict, DecodingPolicy { NumbersFromStrings() }] {
                    Self.compare([Loose].self, Array(json.utf8), policy, mode, "error \(number)")
                }
            }
        }
    }

    // MARK: Retained containers

    /// Requests members of the previous element again.
    struct Chained: Decodable {
        enum CodingKeys: CodingKey { case name, other }
        static let before = Mutex<[String: UncheckedTransfer<KeyedDecodingContainer<CodingKeys>>]>([:])

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            guard let key = WindowedReportsTests.call, let call = decoder.userInfo[key] as? String else { return }
            let sent = UncheckedTransfer(value: container)
            let before = Self.before.withLock { before in
                defer { before[call] = sent }
                return before[call]
            }
            for container in [container, container] + (before.map { [$0.value] } ?? []) {
                for key in [CodingKeys.name, .other] { _ = try container.decodeIfPresent(Int.self, forKey: key) }
            }
        }
    }

    /// Members that are requested again are reported once, and are distinguished from members of other elements at the
    /// same position in their windows.
    @Test(arguments: ParsingMode.windowed)
    func retainedContainers(_ mode: ParsingMode) throws {
        let policy = DecodingPolicy {
            KeyMatching(.caseInsensitive)
            UnknownKeys()
            NumbersFromStrings()
        }
        let json = "[" + (0..<40).map { #"{"NAME":\#($0),"x":1,"Other":"2"}"# }.joined(separator: ",") + "]"
        func report(_ mode: ParsingMode) throws -> DecodingReport {
            let decoder = mode.decoder(policy)
            let call = "\(UUID())"
            if let key = Self.call { decoder.userInfo[key] = call }
            defer { _ = Chained.before.withLock { $0.removeValue(forKey: call) } }
            return try decoder.decodeReporting([Chained].self, from: json).report
        }
        let (expected, found) = (try report(.whole), try report(mode))
        #expect(expected.counts.byRule["KeyMatching"] == 80)
        #expect(found == expected)
    }

    // MARK: Windows are used

    final class Counted: Decodable {
        static let made = Mutex<[String: Int]>([:])
        init(from decoder: any Decoder) throws {
            guard let key = WindowedReportsTests.call, let call = decoder.userInfo[key] as? String else { return }
            Self.made.withLock { $0[call, default: 0] += 1 }
        }
    }

    static let call = CodingUserInfoKey(rawValue: "call")

    /// Elements are decoded before a syntax error is found: the document is not parsed as a whole first.
    @Test func windowsAreUsed() {
        let text = "[" + String(repeating: "1, ", count: 100) + "x]"
        let calls: [(String, (PolicyJSONDecoder) -> Bool)] = [
            ("decode", { (try? $0.decode([Counted].self, from: text)) == nil }),
            (
                "handler",
                { decoder in
                    decoder.onReport = { _ in }
                    return (try? decoder.decode([Counted].self, from: text)) == nil
                }
            ),
            ("reporting data", { (try? $0.decodeReporting([Counted].self, from: Data(text.utf8))) == nil }),
            ("reporting bytes", { (try? $0.decodeReporting([Counted].self, from: Array(text.utf8))) == nil }),
            ("reporting text", { (try? $0.decodeReporting([Counted].self, from: text)) == nil }),
            ("collecting data", { (try? $0.decodeCollectingErrors([Counted].self, from: Data(text.utf8))) == nil }),
            ("collecting bytes", { (try? $0.decodeCollectingErrors([Counted].self, from: Array(text.utf8))) == nil }),
            ("collecting text", { (try? $0.decodeCollectingErrors([Counted].self, from: text)) == nil }),
            ("audit", { $0.audit([Counted].self, from: text).policyError != nil }),
        ]
        for (name, call) in calls {
            for (policy, mode) in [
                (DecodingPolicy.strict, ParsingMode.windows(of: 16)), (.lenient, .windows(of: 16, ahead: 2)),
            ] {
                let decoder = mode.decoder(policy)
                if let key = Self.call { decoder.userInfo[key] = name + "\(mode)" }
                #expect(call(decoder))
                let made = Counted.made.withLock { $0[name + "\(mode)"] ?? 0 }
                #expect(made >= 90, "\(name), \(mode)")
            }
        }
    }

    // MARK: Several threads

    @Test func manyReportsAheadAtOnce() async throws {
        let json = "[" + (0..<200).map { #"{"id":"\#($0)","name":\#($0)}"# }.joined(separator: ",\n") + "]"
        let expected = try ParsingMode.whole.decoder(.lenient).decodeReporting([Item].self, from: json)
        #expect(expected.report.count == 400)
        let decoder = ParsingMode.windows(of: 40, ahead: 2).decoder(.lenient)
        let handled = Mutex<[DecodingReport.Entry: Int]>([:])
        decoder.onReport = { report in
            for entry in report.entries { handled.withLock { $0[entry, default: 0] += 1 } }
        }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<64 {
                group.addTask {
                    if number.isMultiple(of: 2) { return try decoder.decode([Item].self, from: json) == expected.value }
                    let outcome = try decoder.decodeReporting([Item].self, from: json)
                    return outcome.value == expected.value && outcome.report == expected.report
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        #expect(handled.withLock { $0 } == Dictionary(uniqueKeysWithValues: expected.report.entries.map { ($0, 64) }))
    }
}
