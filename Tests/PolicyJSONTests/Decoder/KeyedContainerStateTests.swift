import Foundation
import PolicyJSON
import Testing

/// Members of objects of all sizes are found in any order: after the previous member, in one of the two tables, or by
/// linear search.
@Suite struct KeyedContainerStateTests {
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    /// An object of the document.
    struct Object: Sendable {
        let names: [String]
        /// The number of repeated members, with another value the second time.
        var repeated = 0
        /// The value of an additional member in the middle.
        var inner: [Object] = []

        var text: String {
            var members = names.enumerated().map { "\"\($1)\":\($0)" }
            members += names.prefix(repeated).map { "\"\($0)\":\"another\"" }
            if !inner.isEmpty {
                members.insert("\"inner\":[\(inner.map(\.text).joined(separator: ","))]", at: members.count / 2)
            }
            return "{\(members.joined(separator: ","))}"
        }

        /// Sequences of requested keys.
        var orders: [[String]] {
            let indexes = Array(names.indices)
            return [
                names, names.reversed(),
                names.flatMap { [$0, $0 + "x"] }, names.enumerated().map { $0.isMultiple(of: 2) ? $1 : "absent \($1)" },
                indexes.map { names[$0 * 7 % names.count] }, names + names,
                indexes.map { "absent \($0)" } + names.reversed(),
                // Skips several keys in a row.
                indexes.filter { $0 % 5 == 0 }.map { names[$0] } + indexes.filter { $0 % 5 == 4 }.map { names[$0] },
            ]
        }

        /// The expected values.
        func values(_ order: [String]) -> [Int?] {
            let values = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
            return order.map { values[$0] }
        }
    }

    /// Retains its container.
    struct Kept: Decodable {
        let container: KeyedDecodingContainer<Key>
        let inner: [Kept]

        init(from decoder: any Decoder) throws {
            container = try decoder.container(keyedBy: Key.self)
            inner = try container.decodeIfPresent([Kept].self, forKey: Key("inner")) ?? []
        }

        func values(_ order: [String]) -> [Int?] {
            order.map { try? container.decodeIfPresent(Int.self, forKey: Key($0)) }
        }
    }

    /// Reads all of its members during decoding.
    struct Reading: Decodable {
        /// Unexpected results.
        let wrong: [String]

        init(from decoder: any Decoder) throws {
            let index = decoder.codingPath.compactMap(\.intValue)
            let objects = try #require(decoder.userInfo[KeyedContainerStateTests.objects] as? [Object])
            var object = Object(names: [], inner: objects)
            for place in index { object = object.inner[place] }
            var wrong: [String] = []
            for (number, order) in object.orders.enumerated() {
                let container = try decoder.container(keyedBy: Key.self)
                if number % 3 == 0, !object.inner.isEmpty {
                    wrong += try container.decode([Reading].self, forKey: Key("inner")).flatMap(\.wrong)
                }
                let answers = order.map { try? container.decodeIfPresent(Int.self, forKey: Key($0)) }
                if answers != object.values(order) { wrong.append("\(index), order \(number)") }
            }
            self.wrong = wrong
        }
    }

    static let objects = CodingUserInfoKey(rawValue: "objects")!

    private static func names(_ count: Int, _ name: (Int) -> String) -> [String] { (0..<count).map(name) }

    /// Objects of all kinds, with keys that are short, long, or not ASCII.
    private static let kinds: [Object] = {
        var kinds: [Object] = []
        for count in [1, 16, 17, 128, 129, 300] {
            kinds += [
                Object(names: names(count) { "k\($0)" }),
                Object(names: names(count) { "fifteen bytes \($0 % 10)\($0)" }),
                Object(names: names(count) { "more than fifteen bytes: \($0)" }),
                Object(names: names(count) { "é\($0)" }),
                Object(names: names(count) { "k\($0)" }, repeated: count / 2),
            ]
        }
        return kinds
    }()

    private static let all: [Object] = {
        let some = kinds.indices.filter { $0 % 3 == 0 }.map { kinds[$0] }
        return kinds + [17, 129].map { Object(names: names($0) { "outer \($0)" }, inner: some.reversed()) }
    }()

    private static let text = "[\(all.map(\.text).joined(separator: ","))]"

    private static let policies: [DecodingPolicy] = [
        .strict, .lenient, DecodingPolicy { UnknownKeys(.report) }, DecodingPolicy { DuplicateKeys(.first) },
    ]

    @Test(arguments: policies.indices)
    func whileDecoding(_ policy: Int) throws {
        let decoder = PolicyJSONDecoder(policy: Self.policies[policy])
        decoder.userInfo[Self.objects] = Self.all
        for _ in 0..<2 { #expect(try decoder.decode([Reading].self, from: Self.text).flatMap(\.wrong) == []) }
    }

    @Test(arguments: policies.indices)
    func keptContainers(_ policy: Int) throws {
        let decoder = PolicyJSONDecoder(policy: Self.policies[policy])
        let kept = try [decoder.decode([Kept].self, from: Self.text), decoder.decode([Kept].self, from: Self.text)]
        // Calls that reuse the memory.
        for _ in 0..<3 { _ = try decoder.decode([[String: Int]].self, from: "[{\"k0\":7}]") }
        for models in kept {
            for (model, object) in zip(models, Self.all) {
                for order in object.orders { #expect(model.values(order) == object.values(order)) }
                for (model, object) in zip(model.inner, object.inner) {
                    #expect(model.values(object.names.reversed()) == object.values(object.names.reversed()))
                }
            }
        }
    }

    /// One thread makes a container's table while the others search.
    @Test func manyThreads() async throws {
        let kept = UncheckedTransfer(value: try PolicyJSONDecoder().decode([Kept].self, from: Self.text))
        let wrong = await withTaskGroup(of: Int.self) { group in
            for task in 0..<4 {
                group.addTask {
                    zip(kept.value, Self.all).count { model, object in
                        let order = object.orders[(task + object.names.count) % object.orders.count]
                        return model.values(order) != object.values(order)
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }

    /// Two threads open the same object, and make its table, at the same time; one of them reads from it after the
    /// other has finished.
    @Test func openedByTwoThreads() throws {
        struct Shared: Decodable {
            let container: KeyedDecodingContainer<Key>

            init(from decoder: any Decoder) throws {
                let (transfer, done) = (UncheckedTransfer(value: decoder), DispatchSemaphore(value: 0))
                Thread {
                    _ = try? transfer.value.container(keyedBy: Key.self).decode(Int.self, forKey: Key("k0"))
                    done.signal()
                }.start()
                container = try decoder.container(keyedBy: Key.self)
                done.wait()
                let last = try container.decode(Int.self, forKey: Key("k2999"))
                #expect(last == 2_999)
            }
        }
        let object = Object(names: (0..<3_000).map { "k\($0)" })
        for _ in 0..<30 {
            let shared = try PolicyJSONDecoder().decode(Shared.self, from: object.text)
            for name in ["k2998", "k1"] {
                #expect(try shared.container.decode(Int.self, forKey: Key(name)) == object.names.firstIndex(of: name))
            }
        }
    }

    /// A model that opens its container each time, and an object of another document at the same index.
    @Test func sameIndexInAnotherDocument() throws {
        struct Reopening: Decodable {
            let found: [Int?]

            init(from decoder: any Decoder) throws {
                let names = try #require(decoder.userInfo[KeyedContainerStateTests.objects] as? [String])
                found = try names.map {
                    try decoder.container(keyedBy: Key.self).decodeIfPresent(Int.self, forKey: Key($0))
                }
            }
        }
        let decoder = PolicyJSONDecoder()
        let names = Self.names(100) { "k\($0)" }
        decoder.userInfo[Self.objects] = Array(names.reversed())
        for round in 0..<4 {
            let object = Object(names: Array(names[(round * 10)...] + names[..<(round * 10)]))
            for count in [1, 3] {
                let text = "[\(Array(repeating: object.text, count: count).joined(separator: ","))]"
                for model in try decoder.decode([Reopening].self, from: text) {
                    #expect(model.found == object.values(names.reversed()))
                }
            }
        }
    }
}
