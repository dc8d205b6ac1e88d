import Foundation
import PolicyJSON
import Synchronization
import Testing

@Suite struct PolicyJSONDecoderTests {
    @Test func defaults() {
        let decoder = PolicyJSONDecoder()
        #expect(decoder.policy.description == "strict")
        #expect(decoder.reportLimit == 1000)
        #expect(decoder.repairLimit == 1_000_000)
        #expect(decoder.limits == .default)
        #expect(!decoder.assumesTopLevelDictionary)
        #expect(decoder.userInfo.isEmpty)
        #expect("\(decoder.keyDecodingStrategy)" == "useDefaultKeys")
        #expect("\(decoder.dateDecodingStrategy)" == "deferredToDate")
        #expect("\(decoder.dataDecodingStrategy)" == "base64")
        #expect("\(decoder.nonConformingFloatDecodingStrategy)" == "throw")
    }

    /// Changes the settings of its decoder.
    struct Changer: Decodable {
        static let key = CodingUserInfoKey(rawValue: "decoder")
        let first: String, second: [Int]
        enum CodingKeys: String, CodingKey { case first, second }
        init(from decoder: any Decoder) throws {
            let key = try #require(Self.key)
            let shared = try #require(decoder.userInfo[key] as? PolicyJSONDecoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            first = try container.decode(String.self, forKey: .first)
            shared.policy = .strict
            shared.keyDecodingStrategy = .useDefaultKeys
            shared.reportLimit = 0
            shared.repairLimit = 0
            shared.limits.depth = 0
            second = try container.decode([Int].self, forKey: .second)
        }
    }

    @Test func settingsAreReadOncePerCall() throws {
        let key = try #require(Changer.key)
        let decoder = PolicyJSONDecoder(policy: .lenient)
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.userInfo = [key: decoder]
        defer { decoder.userInfo = [:] }
        let outcome = try decoder.decodeReporting(Changer.self, from: #"{"first":1,"_second":0,"second":["1",{},3]}"#)
        #expect(outcome.value.first == "1")
        #expect(outcome.value.second == [1, 3])
        #expect(outcome.report.entries.map(\.path.description) == ["first", "second[0]", "second[1]"])
        // The next call has the new settings.
        #expect(
            decoder.outcome(of: Int.self, from: #""1""#).text
                == "typeMismatch(Int) at the top: Expected to decode Int but found a string instead.")
        #expect(decoder.outcome(of: [Int].self, from: "[]").text.contains("nesting deeper than the depth limit"))
    }

    /// JSON in a string, decoded by the same decoder.
    struct Matryoshka: Decodable {
        static let key = CodingUserInfoKey(rawValue: "decoder")
        let value: Int
        let inner: [Int]
        let after: [Int]
        enum CodingKeys: CodingKey { case value, inner, after }
        init(from decoder: any Decoder) throws {
            let key = try #require(Self.key)
            let shared = try #require(decoder.userInfo[key] as? PolicyJSONDecoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            value = try container.decode(Int.self, forKey: .value)
            if let text = try container.decodeIfPresent(String.self, forKey: .inner) {
                let outcome = try shared.decodeReporting(Matryoshka.self, from: text)
                inner = [outcome.value.value] + outcome.value.inner
                #expect(outcome.report.entries.allSatisfy { !$0.path.description.hasPrefix("after") })
            } else {
                inner = []
            }
            after = try container.decodeIfPresent([Int].self, forKey: .after) ?? []
        }
    }

    @Test func reentrance() throws {
        let key = try #require(Matryoshka.key)
        let decoder = PolicyJSONDecoder(policy: .lenient)
        decoder.userInfo = [key: decoder]
        defer { decoder.userInfo = [:] }
        var text = #"{"value":"0"}"#
        for level in 1...10 {
            let quoted = try #require(String(data: JSONEncoder().encode(text), encoding: .utf8))
            text = #"{"value":"\#(level)","inner":\#(quoted)}"#
        }
        text = String(text.dropLast()) + #","after":["1","x",3]}"#
        let outcome = try decoder.decodeReporting(Matryoshka.self, from: text)
        #expect(outcome.value.inner == Array((0..<10).reversed()))
        #expect(outcome.value.after == [1, 3])
        #expect(outcome.report.entries.map(\.path.description) == ["value", "after[0]", "after[1]"])
    }

    @Test func sixteenTasksAndChangingSettings() async {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        let numbers = "[" + (0..<500).map { "\"\($0)\"" }.joined(separator: ",") + "]"
        let boxes = "[" + (0..<200).map { "{\"value\":{\"value\":\"\($0)\",\"value\":1}}" }.joined(separator: ",") + "]"
        let names = "{" + (0..<200).map { "\"k\($0)\":\"v\($0)\"" }.joined(separator: ",") + "}"
        let expected = (0..<500).reduce(0, +)
        let failures = await withTaskGroup(of: Int.self) { group in
            for task in 0..<16 {
                group.addTask {
                    var failures = 0
                    for round in 0..<20 {
                        // Both policies repair the numbers; the other settings do not affect the value.
                        decoder.policy = round % 2 == 0 ? .lenient : DecodingPolicy { NumbersFromStrings() }
                        decoder.keyDecodingStrategy = (task + round) % 3 == 0 ? .convertFromSnakeCase : .useDefaultKeys
                        decoder.reportLimit = round
                        switch task % 4 {
                        case 0:
                            if (try? decoder.decode([Int].self, from: numbers))?.reduce(0, +) != expected {
                                failures += 1
                            }
                        case 1:
                            let sum = (try? decoder.decode([Box<Box<Int>>].self, from: boxes))?.map(\.value.value)
                                .reduce(0, +)
                            if sum != 19_900 { failures += 1 }
                        case 2:
                            let values = try? decoder.decode([String: String].self, from: names)
                            if values?.count != 200 || values?["k7"] != "v7" { failures += 1 }
                        default:
                            let report = try? decoder.decodeReporting(Set<Int16>.self, from: numbers).report
                            if report?.count != 500 { failures += 1 }
                        }
                    }
                    return failures
                }
            }
            return await group.reduce(0, +)
        }
        #expect(failures == 0)
    }

    /// Retains its decoder.
    struct Keeper: Decodable {
        let decoder: any Decoder
        init(from decoder: any Decoder) { self.decoder = decoder }
        enum CodingKeys: CodingKey { case text, numbers, escaped, missing }
    }
    static let kept = #"{"text":"Grüße","numbers":[1,"2",3.5],"escaped":"a\n\u0041"}"#

    private func readKept(_ keeper: Keeper) throws {
        let container = try keeper.decoder.container(keyedBy: Keeper.CodingKeys.self)
        #expect(try container.decode(String.self, forKey: .text) == "Grüße")
        #expect(try container.decode(String.self, forKey: .escaped) == "a\nA")
        #expect(container.allKeys.map(\.stringValue) == ["text", "numbers", "escaped"])
        var numbers = try container.nestedUnkeyedContainer(forKey: .numbers)
        #expect(try numbers.decode(Int.self) == 1)
        #expect(try numbers.decode(Int.self) == 2)
        #expect(try numbers.decode(Decimal.self) == Decimal(string: "3.5"))
        #expect(numbers.isAtEnd)
        let error = #expect(throws: DecodingError.self) { try container.decode(Int.self, forKey: .missing) }
        #expect(
            error.map(text(of:))
                == #"keyNotFound(missing) at the top: No value associated with key CodingKeys(stringValue: "missing", intValue: nil) ("missing")."#
        )
    }

    @Test func decodersKeptAfterTheCall() throws {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        func keep() throws -> [Keeper] {
            let bytes = Array(Self.kept.utf8)
            var keepers = [try decoder.decode(Keeper.self, from: Data(bytes))]
            keepers.append(try decoder.decode(Keeper.self, from: bytes))
            keepers.append(try unsafe decoder.decode(Keeper.self, from: bytes.span.bytes))
            keepers.append(try decoder.decode(Keeper.self, from: Self.kept + " "))
            keepers.append(
                try decoder.decode(
                    Keeper.self, from: Data(Array(Self.kept.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })))
            return keepers
        }
        let keepers = try keep()
        // Other documents are decoded in the meantime.
        for round in 0..<50 {
            _ = try decoder.decode([Int].self, from: "[" + String(repeating: "\(round),", count: 100) + "1]")
        }
        for keeper in keepers { try readKept(keeper) }
    }

    @Test func containersReadFromOtherTasks() async throws {
        let shared = UncheckedTransfer(
            value: try PolicyJSONDecoder(policy: .lenient).decode(Keeper.self, from: Data(Self.kept.utf8)))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<50 { #expect(throws: Never.self) { try readKept(shared.value) } }
                }
            }
        }
    }
}
