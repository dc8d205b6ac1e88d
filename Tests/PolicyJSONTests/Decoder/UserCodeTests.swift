import Foundation
import PolicyJSON
import Synchronization
import Testing

/// No lock is held while user code runs: at each call of user code, another thread can use and configure the same
/// decoder, and use the containers of the same call.
@Suite(.serialized) struct UserCodeTests {
    private static let decoder = PolicyJSONDecoder()
    private static let encoder = PolicyJSONEncoder()
    private static let kept = Mutex<UncheckedTransfer<any Decoder>?>(nil)
    /// The calls of user code that have been visited, and whether the other thread finished during each.
    private static let visits = Mutex<[String: Bool]>([:])

    /// Waits for another thread, which performs all operations that could need a lock. Called from user code.
    private static func visit(_ call: String) {
        let isFirst = visits.withLock { visits in
            if visits[call] != nil { return false }
            visits[call] = false
            return true
        }
        if !isFirst { return }
        let end = DispatchSemaphore(value: 0)
        let thread = Thread {
            decoder.reportLimit += 1
            decoder.userInfo = [:]
            decoder.policy = decoder.policy
            encoder.userInfo = [:]
            _ = try? encoder.encode([1])
            _ = try? decoder.decode([Int: [String?]].self, from: Data(#"{"1":["a",null]}"#.utf8))
            _ = try? decoder.decode([NewType<Int8>].self, from: Data("[1]".utf8))
            if let outer = kept.withLock({ $0 })?.value {
                // Tables of names and the report belong to the call.
                _ = try? outer.container(keyedBy: AnyKey.self).decode([String: Int].self, forKey: AnyKey("large"))
                _ = try? outer.container(keyedBy: AnyKey.self).decode([Int].self, forKey: AnyKey("numbers"))
            }
            end.signal()
        }
        thread.stackSize = 1 << 20
        thread.start()
        let ended = end.wait(timeout: .now() + 30) == .success
        visits.withLock { $0[call] = ended }
    }

    private struct NewType<T: Decodable>: Decodable {
        let value: T
        init(from decoder: any Decoder) throws { value = try T(from: decoder) }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) {
            UserCodeTests.visit("a key's init")
            self.stringValue = stringValue
        }
        init?(intValue: Int) { nil }
    }

    private struct Member: Decodable {
        let value: Int
        private enum CodingKeys: CodingKey { case value }

        init(from decoder: any Decoder) throws {
            UserCodeTests.visit("a model's init")
            value = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .value)
        }
    }

    private enum Sort: String, Decodable, CaseIterable {
        case plain, other

        init?(rawValue: String) {
            UserCodeTests.visit("a raw value's init")
            if rawValue == "plain" { self = .plain } else { return nil }
        }

        static var allCases: [Sort] {
            UserCodeTests.visit("all cases")
            return [.plain, .other]
        }
    }

    private struct Hashed: Decodable, Hashable {
        let name: String
        init(from decoder: any Decoder) throws { name = try String(from: decoder) }
        func hash(into hasher: inout Hasher) {
            UserCodeTests.visit("a hash")
            name.hash(into: &hasher)
        }
    }

    private struct Waiting: DecodingRule {
        var description: String { "Waiting" }

        let situations: RepairSituation = [.mismatch, .missingKey]

        func repair(_ context: DecodingRuleContext) -> Repair {
            UserCodeTests.visit(context.situation == .missingKey ? "a rule about a missing key" : "a rule")
            _ = (context.codingPath, context.location)
            return .replace(with: .number("0"))
        }
    }

    private struct Names: KeyMatchingRule {
        let situations: RepairSituation = [.absentKey, .memberNames]

        func memberNames(for key: String, of model: Any.Type?) -> [String] {
            UserCodeTests.visit("names of members")
            return []
        }
        func memberPaths(for key: String, of model: Any.Type?) -> [DecodingPath] {
            UserCodeTests.visit("paths of members")
            return []
        }
        func comparedName(_ name: String, of model: Any.Type?) -> String {
            UserCodeTests.visit("a compared name")
            return name
        }
        func repair(_ context: DecodingRuleContext) -> Repair { .decline }
    }

    private struct Source: JSONByteSource {
        func jsonReader(from offset: Int) throws -> JSONByteReader {
            UserCodeTests.visit("a source")
            var chunks = [Data("[1]".utf8)]
            return JSONByteReader { () -> Data? in
                UserCodeTests.visit("a source's reader")
                return chunks.popLast()
            }
        }
    }

    private struct WaitingInEncoder: EncodingRule {
        var encodingSituations: EncodingSituation {
            UserCodeTests.visit("an encoding rule's situations")
            return .value
        }

        func represent(_ context: EncodingRuleContext) -> Representation {
            UserCodeTests.visit("an encoding rule")
            return .decline
        }
    }

    /// An error that is released while the call that it ended an attempt of goes on.
    private final class Caught: Error {
        deinit { UserCodeTests.visit("an error's deinit") }
    }

    private struct Failing: Decodable {
        init(from decoder: any Decoder) throws {
            _ = try [Int](from: decoder)
            throw Caught()
        }
    }

    private struct Outer: Decodable {
        let members: [Member]
        let sorts: [Sort?]
        let hashed: Set<Hashed>
        let date: Date
        let data: Data
        let numbers: [Int]
        let missing: Int

        private enum CodingKeys: CodingKey { case members, sorts, hashed, date, data, numbers, missing }

        init(from decoder: any Decoder) throws {
            UserCodeTests.kept.withLock { $0 = UncheckedTransfer(value: decoder) }
            _ = try decoder.container(keyedBy: AnyKey.self).allKeys
            let container = try decoder.container(keyedBy: CodingKeys.self)
            members = try container.decode([Member].self, forKey: .members)
            sorts = try container.decode([Sort?].self, forKey: .sorts)
            hashed = try container.decode(Set<Hashed>.self, forKey: .hashed)
            date = try container.decode(Date.self, forKey: .date)
            data = try container.decode(Data.self, forKey: .data)
            // The changes of this attempt are undone when the next one is entered.
            _ = try? container.decode(Failing.self, forKey: .numbers)
            numbers = try container.decode([Int].self, forKey: .numbers)
            missing = try container.decode(Int.self, forKey: .missing)
        }
    }

    private static let large = (0..<50).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")

    @Test func noLockWhileUserCodeRuns() throws {
        let decoder = Self.decoder
        decoder.policy = DecodingPolicy {
            Waiting()
            LossyCollections()
            Names()
            Validate { (_: Member) in Self.visit("a validation") }
        }
        decoder.reportRedaction = .custom { excerpt in
            Self.visit("a redaction")
            return excerpt.text
        }
        decoder.onReport = { _ in Self.visit("a report's handler") }
        decoder.keyDecodingStrategy = .custom { path in
            Self.visit("a key strategy")
            return AnyKey(path.last?.stringValue ?? "")
        }
        decoder.dateDecodingStrategy = .custom { _ in
            Self.visit("a date strategy")
            return Date(timeIntervalSince1970: 0)
        }
        decoder.dataDecodingStrategy = .custom { _ in
            Self.visit("a data strategy")
            return Data()
        }
        let text = """
            {"members":[{"value":1},{"value":"x"}],"sorts":["plain","unheard of"],"hashed":["a","b"],"date":0,"data":"",\
            "numbers":[1,{}],"large":{\(Self.large)}}
            """
        let outcome = try decoder.decodeReporting(Outer.self, from: Data(text.utf8))
        #expect(outcome.value.members.map(\.value) == [1, 0])
        #expect(outcome.value.numbers == [1, 0])
        #expect(outcome.value.missing == 0)
        let visits = Self.visits.withLock { $0 }
        for call in [
            "a key's init", "a model's init", "a raw value's init", "a hash", "a rule", "a rule about a missing key",
            "a key strategy", "a date strategy", "a data strategy", "an error's deinit",
            "names of members", "paths of members", "a compared name", "a validation", "a redaction",
            "a report's handler",
        ] { #expect(visits[call] == true, "\(call)") }
        #expect(visits.values.contains(false) == false)
        Self.kept.withLock { $0 = nil }
    }

    /// Values whose path is not on the tape, under a key strategy: the strategy is called for the report of each, while another thread
    /// enters a change.
    @Test func noLockWhileTheReportAsksForNames() throws {
        struct Keeper: Decodable {
            let values: [String: Int]
            private enum CodingKeys: CodingKey { case values }
            init(from decoder: any Decoder) throws {
                UserCodeTests.kept.withLock { $0 = UncheckedTransfer(value: decoder) }
                values = try decoder.container(keyedBy: CodingKeys.self).decode([String: Int].self, forKey: .values)
            }
        }
        let isInside = Atomic(false)
        let waits = Atomic(0)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
        decoder.keyDecodingStrategy = .custom { path in
            let key = AnyKey(path.last?.stringValue ?? "")
            guard let outer = Self.kept.withLock({ $0 }), !isInside.exchange(true, ordering: .relaxed) else {
                return key
            }
            defer { isInside.store(false, ordering: .relaxed) }
            let end = DispatchSemaphore(value: 0)
            Thread {
                _ = try? outer.value.container(keyedBy: AnyKey.self).decode([Int].self, forKey: AnyKey("numbers"))
                end.signal()
            }.start()
            if end.wait(timeout: .now() + 10) == .success {
                waits.add(1, ordering: .relaxed)
            } else {
                waits.store(.min, ordering: .relaxed)
            }
            return key
        }
        let outcome = try decoder.decodeReporting(
            Keeper.self, from: Data(#"{"numbers":["1"],"values":{"a":"1","b":"2"}}"#.utf8))
        Self.kept.withLock { $0 = nil }
        #expect(outcome.value.values == ["a": 1, "b": 2])
        #expect(outcome.report.counts.byPath["values.a"] == 1)
        #expect(waits.load(ordering: .relaxed) > 0)
    }

    @Test func noLockWhileSourcesAreRead() throws {
        let elements = try Self.decoder.elements(of: Int.self, from: Source())
        #expect(try elements.next() == 1)
        #expect(try elements.next() == nil)
        let visits = Self.visits.withLock { $0 }
        for call in ["a source", "a source's reader"] { #expect(visits[call] == true, "\(call)") }
    }

    @Test func noLockWhileUserCodeEncodes() throws {
        struct Record: Encodable { let date = Date(timeIntervalSince1970: 0), data = Data() }
        let encoder = Self.encoder
        encoder.policy = EncodingPolicy { WaitingInEncoder() }
        encoder.outputFormatting = .sortedKeys
        encoder.keyEncodingStrategy = .custom { path in
            Self.visit("an encoder's key strategy")
            return AnyKey(path.last?.stringValue ?? "")
        }
        encoder.dateEncodingStrategy = .custom { _, encoder in
            Self.visit("an encoder's date strategy")
            var container = encoder.singleValueContainer()
            try container.encode(1)
        }
        encoder.dataEncodingStrategy = .custom { _, encoder in
            Self.visit("an encoder's data strategy")
            var container = encoder.singleValueContainer()
            try container.encode(2)
        }
        #expect(try encoder.encode(Record()) == Data(#"{"data":2,"date":1}"#.utf8))
        let visits = Self.visits.withLock { $0 }
        for call in [
            "an encoding rule's situations", "an encoding rule", "an encoder's key strategy",
            "an encoder's date strategy", "an encoder's data strategy",
        ] { #expect(visits[call] == true, "\(call)") }
        #expect(visits.values.contains(false) == false)
    }
}
