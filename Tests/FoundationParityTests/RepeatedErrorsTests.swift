import Foundation
import PolicyJSON
import Synchronization
import TestSupport
import Testing

/// Errors of attempts that fail one after the other, which are made from what earlier ones had.
@Suite struct RepeatedErrorsTests {
    /// The errors of attempts to decode a value as each of several types.
    private struct Attempts: Decodable {
        struct Inner: Decodable {
            enum CodingKeys: String, CodingKey { case inner }
            let inner: Int
        }
        struct Other: Decodable {
            enum CodingKeys: String, CodingKey { case other }
            let other: Int
        }

        let errors: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            var errors: [String] = []
            func attempt<T: Decodable>(_ type: T.Type) {
                do {
                    _ = try container.decode(type)
                    errors.append("\(type)")
                } catch {
                    errors.append("\(error)")
                }
            }
            // Twice: once the error is a new one, then it is made as before.
            for _ in 0..<2 {
                attempt(Bool.self)
                attempt(Int.self)
                attempt(UInt8.self)
                attempt(Double.self)
                attempt(Float.self)
                attempt(String.self)
                attempt([Int].self)
                attempt([String: Int].self)
                attempt([Int: Int].self)
                attempt(Decimal.self)
                attempt(Date.self)
                attempt(URL.self)
                attempt(Data.self)
                attempt(Inner.self)
                attempt(Other.self)
            }
            self.errors = errors
        }
    }

    /// A key of one byte whose name depends on more than the byte.
    private struct ChangingKey: CodingKey {
        @TaskLocal static var prefix = ""
        let number: UInt8
        var stringValue: String { "\(Self.prefix)\(number)" }
        var intValue: Int? { nil }
        init(_ number: UInt8) { self.number = number }
        init?(stringValue: String) { nil }
        init?(intValue: Int) { nil }
    }

    /// The text about a missing key has its name as it is in the call.
    @Test func namesThatChange() {
        struct Model: Decodable {
            init(from decoder: any Decoder) throws {
                _ = try decoder.container(keyedBy: ChangingKey.self).decode(Int.self, forKey: ChangingKey(1))
            }
        }
        for prefix in ["a", "b", "a", "b"] {
            ChangingKey.$prefix.withValue(prefix) {
                let ours = #expect(throws: DecodingError.self) {
                    try PolicyJSONDecoder().decode(Model.self, from: Data("{}".utf8))
                }
                let theirs = #expect(throws: DecodingError.self) {
                    try JSONDecoder().decode(Model.self, from: Data("{}".utf8))
                }
                #expect(ours.map { "\($0)" } == theirs.map { "\($0)" })
            }
        }
    }

    private static let values = [
        "null", "true", "1", "-300", "1.5", "123456789.12345678", "1e400", "12345678901234567890123", "\"a\"", "\"\"",
        "[]", "[\"a\"]", "{}", "{\"a\":\"b\"}", "{\"inner\":null}", "{\"other\":\"x\"}",
        "0.\(String(repeating: "1", count: 70))",
    ]

    @Test("errors are those of Foundation, in arrays, objects and deep inside", arguments: [0, 1, 2])
    func equalToFoundation(strategy: Int) throws {
        let list = Self.values.joined(separator: ",")
        let members = Self.values.enumerated().map { "\"k\($0)\":\($1)" }.joined(separator: ",")
        let (foundation, decoder) = (JSONDecoder(), PolicyJSONDecoder())
        switch strategy {
        case 1:
            foundation.dateDecodingStrategy = .iso8601
            decoder.dateDecodingStrategy = .iso8601
        case 2:
            foundation.keyDecodingStrategy = .convertFromSnakeCase
            decoder.keyDecodingStrategy = .convertFromSnakeCase
        default: break
        }
        func compare<T: Decodable>(_ type: T.Type, _ text: String, _ errors: (T) -> [[String]]) throws {
            let expected = try errors(foundation.decode(type, from: Data(text.utf8)))
            let found = try errors(decoder.decode(type, from: Data(text.utf8)))
            for (found, expected) in zip(found, expected) {
                for (found, expected) in zip(found, expected) {
                    // Foundation lets an error of its own through (Docs/DifferencesFromFoundation.md).
                    if expected.hasPrefix("numberIsNotRepresentableInSwift") {
                        #expect(found.contains("Parsed JSON number <") && found.contains("> does not fit in "))
                    } else {
                        #expect(found == expected)
                    }
                }
            }
            #expect(found.count == expected.count)
        }
        for _ in 0..<2 {
            try compare([Attempts].self, "[\(list)]") { $0.map(\.errors) }
            try compare([String: Attempts].self, "{\(members)}") { $0.sorted { $0.key < $1.key }.map(\.value.errors) }
            try compare([[[String: Attempts]]].self, "[[],[{},{\(members)}]]") {
                $0[1][1].sorted { $0.key < $1.key }.map(\.value.errors)
            }
        }
    }

    private typealias Four<T: Decodable> = [[[[T]]]]

    /// An error below the depth to which paths are kept, between two errors about an object and a member of it.
    private struct AroundDeepError: Decodable {
        enum CodingKeys: CodingKey { case deep, other }

        let paths: [[String]]

        init(from decoder: any Decoder) throws {
            var paths: [[String]] = []
            func attempt(_ body: () throws -> Void) throws {
                do {
                    try body()
                } catch let DecodingError.typeMismatch(_, context) {
                    paths.append(context.codingPath.map(\.stringValue))
                }
            }
            let container = try decoder.container(keyedBy: CodingKeys.self)
            try attempt { _ = try decoder.singleValueContainer().decode(Int.self) }
            try attempt { _ = try container.decode(Four<Four<Four<Four<Int>>>>.self, forKey: .deep) }
            try attempt { _ = try container.decode(Int.self, forKey: .other) }
            try attempt { _ = try decoder.singleValueContainer().decode([Int].self) }
            self.paths = paths
        }
    }

    @Test("the path after one that is too long to be kept")
    func afterDeepPath() throws {
        let deep = String(repeating: "[", count: 16) + "\"q\"" + String(repeating: "]", count: 16)
        let data = Data("[{\"deep\":\(deep),\"other\":\"s\"}]".utf8)
        let expected = try JSONDecoder().decode([AroundDeepError].self, from: data).map(\.paths)
        #expect(try PolicyJSONDecoder().decode([AroundDeepError].self, from: data).map(\.paths) == expected)
        #expect(expected[0][2] == ["Index 0", "other"])
        #expect(expected[0][1].count == 18)
    }

    @Test("an error that is kept does not change with later ones")
    func keptErrors() throws {
        struct Kept: Decodable {
            let error: any Error

            init(from decoder: any Decoder) throws {
                do {
                    _ = try decoder.singleValueContainer().decode(Int.self)
                    throw CancellationError()
                } catch {
                    self.error = error
                }
            }
        }
        let kept = try PolicyJSONDecoder().decode([Kept].self, from: Data("[\"a\",1.5,2.5,[]]".utf8))
        let texts = try kept.map { kept in
            guard let error = kept.error as? DecodingError else { throw CancellationError() }
            switch error {
            case .typeMismatch(let type, let context):
                return "\(type) \(context.codingPath) \(context.debugDescription)"
            case .dataCorrupted(let context): return "\(context.codingPath) \(context.debugDescription)"
            default: return "\(error)"
            }
        }
        #expect(
            texts == [
                "Int [Index 0] Expected to decode Int but found a string instead.",
                "[Index 1] Parsed JSON number <1.5> does not fit in Int.",
                "[Index 2] Parsed JSON number <2.5> does not fit in Int.",
                "Int [Index 3] Expected to decode Int but found an array instead.",
            ])
    }

    /// The errors of all attempts in one decode, as texts; some of the errors themselves are kept.
    private final class Log: Sendable {
        static let key = CodingUserInfoKey(rawValue: "log")
        private struct State {
            var texts: [String] = []
            var kept: [(error: any Error, attempt: Int)] = []
            var random: SplitMix64
        }
        private let state: Mutex<State>
        /// One of this many errors is kept; 0: none.
        private let period: Int

        init(keepingEach period: Int, _ seed: UInt64 = 0) {
            self.period = period
            state = Mutex(State(random: SplitMix64(seed: seed)))
        }

        /// The next of a sequence of decisions that depends on the seed.
        func chooses() -> Bool {
            state.withLock { Int.random(in: 0..<3, using: &$0.random) == 0 }
        }

        func attempt(_ body: () throws -> Void) {
            do {
                try body()
                state.withLock { $0.texts.append("succeeded") }
            } catch {
                state.withLock { state in
                    if period > 0, state.texts.count.isMultiple(of: period) {
                        state.kept.append((error, state.texts.count))
                    }
                    state.texts.append(Self.text(error))
                }
            }
        }

        /// The texts when the errors were thrown, with those of the kept errors now.
        var texts: [String] {
            state.withLock { state in
                var texts = state.texts
                for (error, attempt) in state.kept { texts[attempt] = Self.text(error) }
                return texts
            }
        }

        private static func text(_ error: any Error) -> String {
            switch error {
            case DecodingError.typeMismatch(let type, let context):
                "\(type) \(context.codingPath.map(\.stringValue)) \(context.debugDescription)"
            case DecodingError.keyNotFound(let key, let context):
                "\(key.stringValue) \(context.codingPath.map(\.stringValue)) \(context.debugDescription)"
            case DecodingError.valueNotFound(let type, let context):
                "\(type) \(context.codingPath.map(\.stringValue)) \(context.debugDescription)"
            default: "\(error)"
            }
        }
    }

    /// A value at which attempts fail on the way down and again on the way up.
    private struct Tree: Decodable {
        init(from decoder: any Decoder) throws {
            guard let key = Log.key, let log = decoder.userInfo[key] as? Log else { throw CancellationError() }
            let container = try decoder.singleValueContainer()
            log.attempt { _ = try container.decode(Bool.self) }
            log.attempt { _ = try container.decode(Int.self) }
            log.attempt { _ = try container.decode([Tree].self) }
            log.attempt { _ = try container.decode([String: Tree].self) }
            log.attempt { _ = try container.decode(String.self) }
        }
    }

    /// Decodes a document with both decoders, and compares what the model logs.
    private func compare<T: Decodable>(_ type: T.Type, _ text: String, _ expected: Log, _ found: Log) throws {
        let (foundation, decoder) = (JSONDecoder(), PolicyJSONDecoder())
        let key = try #require(Log.key)
        foundation.userInfo[key] = expected
        decoder.userInfo[key] = found
        _ = try foundation.decode(type, from: Data(text.utf8))
        _ = try decoder.decode(type, from: Data(text.utf8))
        #expect(found.texts == expected.texts)
    }

    // Objects have one member: Foundation decodes dictionaries in no order.
    @Test(
        "errors on the way down and up have Foundation's paths",
        arguments: [
            "[1,null,true,\"a\"]",
            #"[{"a":[1,[2,{"b":"x"}],3]},[[[]]],4,{"c":{"d":[true,{"e":["y",[]]},{"f":[]}]}},{"g":5},6]"#,
            #"{"a":{"b":{"c":[[1,[2,[3,[4]]]],[[[5]]],{"d":"x"}]}}}"#,
            String(repeating: "[[],", count: 20) + "1" + String(repeating: ",2]", count: 20),
        ], [0, 1, 2, 3, 7])
    func trees(text: String, period: Int) throws {
        let (expected, found) = (Log(keepingEach: 0), Log(keepingEach: period))
        try compare(Tree.self, text, expected, found)
        #expect(expected.texts.count >= 25)
    }

    /// Attempts in an order that depends on a seed: at a value, at what is in it, and far below it.
    private struct Wanderer: Decodable {
        typealias Deep = Four<Four<Four<Four<[Int]>>>>

        init(from decoder: any Decoder) throws {
            guard let key = Log.key, let log = decoder.userInfo[key] as? Log else { throw CancellationError() }
            let container = try decoder.singleValueContainer()
            func attemptHere() {
                if log.chooses() { log.attempt { _ = try container.decode(Bool.self) } }
                if log.chooses() { log.attempt { _ = try container.decode(Deep.self) } }
            }
            attemptHere()
            if let members = try? decoder.container(keyedBy: AnyKey.self) {
                for key in members.allKeys {
                    if log.chooses() { log.attempt { _ = try members.decode(Bool.self, forKey: key) } }
                    if log.chooses() { log.attempt { _ = try members.decode(Deep.self, forKey: key) } }
                    if log.chooses() { log.attempt { _ = try members.decode(Bool.self, forKey: AnyKey("missing")) } }
                    log.attempt { _ = try members.decode(Wanderer.self, forKey: key) }
                    attemptHere()
                }
            } else if var elements = try? decoder.unkeyedContainer() {
                while !elements.isAtEnd {
                    // An attempt that succeeds moves on.
                    if log.chooses() { log.attempt { _ = try elements.decode(Bool.self) } }
                    if !elements.isAtEnd { log.attempt { _ = try elements.decode(Wanderer.self) } }
                    attemptHere()
                }
            }
            attemptHere()
        }
    }

    @Test("errors in any order have Foundation's paths", arguments: 0..<60 as Range<UInt64>)
    func anyOrder(seed: UInt64) throws {
        let deep = String(repeating: "[", count: 17) + "\"q\",1" + String(repeating: ",2]", count: 17)
        let text = #"[{"a":\#(deep)},[{"b":{"c":[1,\#(deep),{"d":null}]}},3],\#(deep),{"e":"x"},[[],{}]]"#
        let (expected, found) = (Log(keepingEach: 0, seed), Log(keepingEach: Int(seed % 4), seed))
        try compare(Wanderer.self, text, expected, found)
        #expect(expected.texts.count > 50)
    }
}
