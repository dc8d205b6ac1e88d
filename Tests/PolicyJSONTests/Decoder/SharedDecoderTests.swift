import Foundation
import PolicyJSON
import Testing

/// Many tasks use one decoder while its settings change.
///
/// `POLICYJSON_SHARED_SECONDS` sets the duration; `.ci/run` uses one minute with the thread sanitizer.
@Suite struct SharedDecoderTests {
    private enum Flavor: String, Codable, CaseIterable { case sweet, sour, unknown }

    private struct Leaf: Codable, Hashable {
        var someName: String
        var flavor: Flavor?
    }

    private final class Branch: Decodable {
        let value: Int
        let next: Branch?
    }

    /// A document, and a check of the value that does not depend on the settings.
    private struct Work: Sendable {
        let name: String
        let isRight: @Sendable (PolicyJSONDecoder) throws -> Bool

        init<T: Decodable & SendableMetatype>(
            _ type: T.Type, _ text: String, _ isRight: @escaping @Sendable (T) -> Bool
        ) {
            name = "\(type)"
            let data = Data(text.utf8)
            self.isRight = { isRight(try $0.decode(type, from: data)) }
        }

        init(_ name: String, isRight: @escaping @Sendable (PolicyJSONDecoder) throws -> Bool) {
            self.name = name
            self.isRight = isRight
        }
    }

    private static let members = (0..<60).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")

    private static let work: [Work] = [
        Work(Int.self, " 7 ") { $0 == 7 },
        Work([Int].self, "[1,2,3]") { $0 == [1, 2, 3] },
        Work([String].self, #"["a","é","\n"]"#) { $0 == ["a", "é", "\n"] },
        Work([Double?].self, "[1.5,null]") { $0 == [1.5, nil] },
        Work([String: Int].self, "{\(members)}") { $0.count == 60 && $0["k7"] == 7 },
        Work([Int: String].self, #"{"1":"a","2":"b"}"#) { $0 == [1: "a", 2: "b"] },
        Work(Leaf.self, #"{"someName":"x","flavor":"sour"}"#) { $0 == Leaf(someName: "x", flavor: .sour) },
        Work(Set<Leaf>.self, #"[{"someName":"x"},{"someName":"x"},{"someName":"y"}]"#) { $0.count == 2 },
        Work([Flavor: Int].self, #"["sweet",1,"sour",2]"#) { $0 == [.sweet: 1, .sour: 2] },
        Work(Branch.self, #"{"value":1,"next":{"value":2,"next":null}}"#) {
            $0.next?.value == 2 && $0.next?.next == nil
        },
        Work([Decimal].self, "[0.1,1e3]") { $0 == [Decimal(string: "0.1"), 1000] },
        Work(Date.self, "0") { $0 == Date(timeIntervalSinceReferenceDate: 0) || $0 == Date(timeIntervalSince1970: 0) },
        Work(Data.self, #""AQID""#) { $0 == Data([1, 2, 3]) },
        Work([URL].self, #"["https://example.com/a"]"#) { $0.first?.path == "/a" },
        Work([Int128].self, "[170141183460469231731687303715884105727]") { $0 == [.max] },
        Work([[Bool]].self, "[[true],[false,true]]") { $0 == [[true], [false, true]] },
        Work("an error") { decoder in
            do {
                // Under a policy, the element is dropped.
                return try decoder.decode([Int].self, from: Data("[1,{}]".utf8)) == [1]
            } catch DecodingError.typeMismatch(_, let context) {
                return context.codingPath.map(\.intValue) == [1]
            }
        },
        Work("a syntax error") { decoder in
            do {
                _ = try decoder.decode([Int].self, from: Data("[1,2".utf8))
                return false
            } catch DecodingError.dataCorrupted(let context) {
                return (context.underlyingError as? JSONSyntaxError)?.offset == 4
            }
        },
        Work("a report") { decoder in
            let outcome = try decoder.decodeReporting([Bool].self, from: Data("[true,false]".utf8))
            return outcome.report.isEmpty && outcome.value == [true, false]
        },
        Work("UTF-16") {
            try $0.decode(
                [String: [Int]].self, from: Data(#"{"é":[1]}"#.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }))
                == ["é": [1]]
        },
    ]

    /// Changes all settings that do not affect the values.
    private static func change(_ decoder: PolicyJSONDecoder, _ round: Int) {
        decoder.policy = round % 3 == 0 ? .strict : round % 3 == 1 ? .lenient : DecodingPolicy { LossyCollections() }
        decoder.keyDecodingStrategy = round % 2 == 0 ? .useDefaultKeys : .convertFromSnakeCase
        decoder.dateDecodingStrategy = round % 2 == 0 ? .deferredToDate : .secondsSince1970
        decoder.dataDecodingStrategy = .base64
        decoder.nonConformingFloatDecodingStrategy =
            round % 2 == 0
            ? .throw : .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        decoder.userInfo = round % 2 == 0 ? [:] : decoder.userInfo
        decoder.allowsJSON5 = round % 5 == 0
        decoder.allowsTrailingCommas = round % 7 == 0
        decoder.limits = JSONLimits(depth: 100 + round % 100)
        (decoder.reportLimit, decoder.repairLimit) = (round % 10, 1_000 + round % 10)
    }

    @Test func sixtyFourTasks() async {
        let decoder = PolicyJSONDecoder()
        let seconds = ProcessInfo.processInfo.environment["POLICYJSON_SHARED_SECONDS"].flatMap { Double($0) }
        let end = seconds.map { ContinuousClock.now + .seconds($0) }
        // Without a duration, a fixed number of rounds for each task.
        @Sendable func continues(_ round: Int) -> Bool { end.map { ContinuousClock.now < $0 } ?? (round < 20) }
        let wrong = await withTaskGroup(of: [String].self) { group in
            for task in 0..<64 {
                group.addTask {
                    var wrong: [String] = []
                    var round = 0
                    while continues(round), wrong.isEmpty {
                        let work = Self.work[(task + round) % Self.work.count]
                        if (try? work.isRight(decoder)) != true { wrong.append(work.name) }
                        if task % 16 == 0 { Self.change(decoder, task + round) }
                        round += 1
                        await Task.yield()
                    }
                    return wrong
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(wrong == [])
    }
}
