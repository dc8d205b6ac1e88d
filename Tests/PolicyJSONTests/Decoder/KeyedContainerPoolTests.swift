import Foundation
import PolicyJSON
import RuntimeFacts
import Testing

/// Containers are reused for the next object of the same key type, without observable effects.
@Suite struct KeyedContainerPoolTests {
    enum KeyMatching: String, CodingKey { case id, other, children, more }

    /// A model that retains its container and reads from it later.
    struct Kept: Decodable {
        let container: KeyedDecodingContainer<KeyMatching>
        let id: Int

        init(from decoder: any Decoder) throws {
            container = try decoder.container(keyedBy: KeyMatching.self)
            id = try container.decode(Int.self, forKey: .id)
        }

        /// Reads all values of the container.
        func read() -> [String] {
            [
                "\((try? container.decode(Int.self, forKey: .id)) ?? -1)",
                (try? container.decodeIfPresent(String.self, forKey: .other)) ?? "nil",
                "\(container.allKeys.map(\.rawValue).sorted())", "\(container.codingPath.map(\.stringValue))",
                "\(container.contains(.more))",
                "\((try? container.decode([Leaf].self, forKey: .children).map(\.id)) ?? [])",
            ]
        }
    }

    struct Leaf: Codable, Equatable {
        var id: Int
        enum CodingKeys: String, CodingKey { case id }
    }

    /// A recursive model: each level has a container of the same key type.
    struct Tree: Codable, Equatable {
        var id: Int
        var children: [Tree]
        var other: String?
    }

    /// Opens its container several times, and others of the same key type in between.
    struct Many: Decodable {
        let seen: [Int]

        init(from decoder: any Decoder) throws {
            let first = try decoder.container(keyedBy: KeyMatching.self)
            let second = try decoder.container(keyedBy: KeyMatching.self)
            let inner = try first.nestedContainer(keyedBy: KeyMatching.self, forKey: .other)
            let innermost = try inner.nestedContainer(keyedBy: KeyMatching.self, forKey: .other)
            seen = try [
                first.decode(Int.self, forKey: .id), innermost.decode(Int.self, forKey: .id),
                second.decode(Int.self, forKey: .id), inner.decode(Int.self, forKey: .id),
                second.nestedContainer(keyedBy: KeyMatching.self, forKey: .more).decode(Int.self, forKey: .id),
                first.decode(Int.self, forKey: .id),
            ]
        }
    }

    private static func text(_ ids: some Sequence<Int>) -> String {
        "["
            + ids.map { #"{"children":[{"id":\#($0 * 10)},{"id":\#($0 * 10 + 1)}],"other":"text \#($0)","id":\#($0)}"# }
            .joined(separator: ",") + "]"
    }

    private static func expected(_ id: Int, at path: [String]) -> [String] {
        ["\(id)", "text \(id)", #"["children", "id", "other"]"#, "\(path)", "false", "[\(id * 10), \(id * 10 + 1)]"]
    }

    private static let decoders: [PolicyJSONDecoder] = [
        PolicyJSONDecoder(), PolicyJSONDecoder(policy: .lenient),
        PolicyJSONDecoder(
            policy: DecodingPolicy {
                UnknownKeys(.report)
                LossyCollections()
            }),
    ]

    @Test(arguments: decoders.indices)
    func keptContainers(_ index: Int) async throws {
        let decoder = Self.decoders[index]
        var all: [Kept] = []
        for call in 0..<20 {
            let kept = try decoder.decode([Kept].self, from: Self.text(call * 5..<call * 5 + 5))
            all += kept
            for (ordinal, item) in kept.enumerated() {
                #expect(item.read() == Self.expected(call * 5 + ordinal, at: ["Index \(ordinal)"]))
            }
            // Calls that reuse the memory.
            _ = try decoder.decode([Leaf].self, from: Self.text(0..<50))
        }
        for (id, item) in all.enumerated() {
            #expect(item.read() == Self.expected(id, at: ["Index \(id % 5)"]))
        }
    }

    @Test(arguments: decoders.indices)
    func containersOfOneKeyType(_ index: Int) throws {
        let decoder = Self.decoders[index]
        for _ in 0..<3 {
            let text = #"{"id":1,"other":{"id":2,"other":{"id":3}},"more":{"id":4}}"#
            #expect(try decoder.decode(Many.self, from: text).seen == [1, 3, 1, 2, 4, 1])
        }
    }

    @Test(arguments: decoders.indices)
    func trees(_ index: Int) throws {
        func tree(_ depth: Int) -> Tree {
            Tree(id: depth, children: depth == 0 ? [] : [tree(depth - 1), tree(0)], other: "\(depth)")
        }
        let data = try JSONEncoder().encode([tree(12), tree(3)])
        for _ in 0..<3 {
            #expect(try Self.decoders[index].decode([Tree].self, from: data) == [tree(12), tree(3)])
        }
    }

    /// The container of a model that has failed is reused for the next one.
    @Test(arguments: decoders.indices)
    func afterErrors(_ index: Int) throws {
        struct Attempt: Decodable {
            let ids: [Int?]

            init(from decoder: any Decoder) throws {
                var elements = try decoder.unkeyedContainer()
                var ids: [Int?] = []
                while !elements.isAtEnd {
                    let element = try elements.superDecoder()
                    ids.append(try? Leaf(from: element).id)
                }
                self.ids = ids
            }
        }
        let text = #"[{"id":1},{"x":2},{"id":3},7,{"id":[]},{"id":5}]"#
        let attempt = try Self.decoders[index].decode(Attempt.self, from: text)
        #expect(attempt.ids[0] == 1 && attempt.ids[2] == 3 && attempt.ids[5] == 5)
        #expect(throws: DecodingError.self) { try Self.decoders[0].decode([Leaf].self, from: #"[{"id":1},{"x":2}]"#) }
        #expect(try Self.decoders[index].decode([Leaf].self, from: #"[{"id":7}]"#).map(\.id) == [7])
    }

    /// During the call, another thread opens containers of the same decoder.
    @Test func onAnotherThread() throws {
        struct Split: Decodable {
            let mine: Int
            let theirs: [Int]

            init(from decoder: any Decoder) throws {
                let transfer = UncheckedTransfer(value: decoder)
                let result = UncheckedTransfer(value: Box())
                let done = DispatchSemaphore(value: 0)
                let container = try decoder.container(keyedBy: KeyMatching.self)
                Thread {
                    result.value.ids = (0..<50).map { _ in
                        (try? transfer.value.container(keyedBy: KeyMatching.self).decode(Int.self, forKey: .id)) ?? -1
                    }
                    done.signal()
                }.start()
                for _ in 0..<50 {
                    _ = try container.nestedContainer(keyedBy: KeyMatching.self, forKey: .other).decode(
                        Int.self, forKey: .id)
                }
                mine = try container.decode(Int.self, forKey: .id)
                done.wait()
                theirs = result.value.ids
            }
        }
        final class Box { var ids: [Int] = [] }
        let text = #"[{"id":1,"other":{"id":2}},{"id":3,"other":{"id":4}}]"#
        let split = try PolicyJSONDecoder().decode([Split].self, from: text)
        #expect(split.map(\.mine) == [1, 3])
        #expect(split.map(\.theirs) == [Array(repeating: 1, count: 50), Array(repeating: 3, count: 50)])
    }

    /// Containers are actually reused, which depends on how the standard library creates them.
    // Otherwise it depends on malloc whether new containers have the same address.
    @Test(.enabled(if: RuntimeFacts.areUsed))
    func objectsShareAContainer() throws {
        struct Watched: Decodable {
            let box: UInt
            let id: Int

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: KeyMatching.self)
                box = unsafe unsafeBitCast(container, to: UInt.self)
                id = try container.decode(Int.self, forKey: .id)
            }
        }
        let decoder = PolicyJSONDecoder()
        for _ in 0..<3 {
            let all = try decoder.decode([Watched].self, from: Self.text(0..<20))
            #expect(all.map(\.id) == Array(0..<20))
            #expect(Set(all.map(\.box)).count == 1)
        }
    }

    /// Another thread has the only reference to a container, and uses it after the call, during other calls.
    @Test func keptByAnotherThread() throws {
        struct Handing: Decodable {
            let result: Box

            init(from decoder: any Decoder) throws {
                let result = UncheckedTransfer(value: Box())
                let container = UncheckedTransfer(value: try decoder.container(keyedBy: KeyMatching.self))
                self.result = result.value
                result.value.id = try container.value.decode(Int.self, forKey: .id)
                Thread {
                    result.value.hasEnded.wait()
                    result.value.ids = (0..<500).map { _ in
                        guard let leaves = try? container.value.decode([Leaf].self, forKey: .children),
                            container.value.allKeys.count == 3, container.value.contains(.other),
                            let id = try? container.value.decode(Int.self, forKey: .id)
                        else { return -1 }
                        return leaves.map(\.id) == [id * 10, id * 10 + 1] ? id : -2
                    }
                    result.value.done.signal()
                }.start()
            }
        }
        final class Box {
            var id = 0
            var ids: [Int] = []
            let hasEnded = DispatchSemaphore(value: 0)
            let done = DispatchSemaphore(value: 0)
        }
        let decoder = PolicyJSONDecoder()
        for _ in 0..<10 {
            let models = try decoder.decode([Handing].self, from: Self.text(0..<4))
            for model in models { model.result.hasEnded.signal() }
            _ = try decoder.decode([Leaf].self, from: Self.text(10..<200))
            for model in models {
                model.result.done.wait()
                #expect(Set(model.result.ids) == [model.result.id])
            }
        }
    }

    /// One key type in objects with and without tables.
    @Test func objectsWithTables() throws {
        let text = #"{"id":1,"other":{"id":2,"id":3},"more":{"\u0069d":4},"children":{"id":5}}"#
        struct Mixed: Decodable {
            let ids: [Int]

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: KeyMatching.self)
                ids = try [KeyMatching.other, .more, .children, .more, .children, .other].map {
                    try container.nestedContainer(keyedBy: KeyMatching.self, forKey: $0).decode(Int.self, forKey: .id)
                }
            }
        }
        for _ in 0..<3 { #expect(try PolicyJSONDecoder().decode(Mixed.self, from: text).ids == [2, 4, 5, 4, 5, 2]) }
    }

    /// Settings are released although the decoder caches cores for the next call.
    @Test func settingsAreReleased() throws {
        final class Token: Sendable {}
        let key = try #require(CodingUserInfoKey(rawValue: "token"))
        let decoder = PolicyJSONDecoder()
        weak var own: Token?
        weak var override: Token?
        try { () throws in
            let (first, second) = (Token(), Token())
            (own, override) = (first, second)
            decoder.userInfo = [key: first]
            #expect(try decoder.decode(Leaf.self, from: #"{"id":1}"#).id == 1)
            let overriding = decoder.overriding(userInfo: [key: second])
            #expect(try overriding.decode(Leaf.self, from: #"{"id":2}"#).id == 2)
        }()
        #expect(own != nil)
        #expect(override == nil)
        decoder.userInfo = [:]
        #expect(own == nil)
    }

    private final class Token: Sendable {}

    private struct Watch {
        weak var token: Token?
        var models: [Kept] = []
    }

    /// The models of a decoder that has been released, and a weak reference to its token.
    private func decodeAndRelease(_ body: (PolicyJSONDecoder) throws -> [Kept]) throws -> Watch {
        let key = try #require(CodingUserInfoKey(rawValue: "token"))
        let token = Token()
        let decoder = PolicyJSONDecoder()
        decoder.userInfo = [key: token]
        return Watch(token: token, models: try body(decoder))
    }

    /// A retained container still works after its decoder has been released, and retains what it needs.
    @Test(arguments: [1, 3, 100_000])
    func keptContainersOutliveTheDecoder(_ count: Int) throws {
        var watch = try decodeAndRelease { decoder throws in
            let all = try decoder.decode([Kept].self, from: Self.text(0..<count))
            // Only some of them: the containers of the others are reused.
            return [all[0], all[count / 2], all[count - 1]]
        }
        for (model, id) in zip(watch.models, [0, count / 2, count - 1]) {
            #expect(model.read() == Self.expected(id, at: ["Index \(id)"]))
        }
        let copy = watch.models[1].container
        watch.models = []
        #expect(watch.token != nil)
        #expect(try copy.decode(Int.self, forKey: .id) == count / 2)
        withExtendedLifetime(copy) {}
    }

    /// Everything is released after the last container, by later calls or by `releaseMemory()`.
    @Test(arguments: [false, true])
    func keptContainersAreReleased(_ byLaterCalls: Bool) async throws {
        var watch = try decodeAndRelease { decoder throws in
            let models = try decoder.decode([Kept].self, from: Self.text(0..<10))
            #expect(models.last?.read() == Self.expected(9, at: ["Index 9"]))
            return Array(models.dropFirst(4))
        }
        #expect(watch.models[0].read() == Self.expected(4, at: ["Index 4"]))
        #expect(watch.token != nil)
        watch.models = []
        // Tests that run at the same time may keep containers, too, or be about to release these.
        let other = PolicyJSONDecoder()
        for _ in 0..<1_000_000 where watch.token != nil {
            if byLaterCalls { _ = try other.decode(Leaf.self, from: #"{"id":1}"#) } else { other.releaseMemory() }
            await Task.yield()
        }
        #expect(watch.token == nil)
    }

    /// Containers are kept, read and released on several threads at the same time.
    @Test(arguments: decoders.indices)
    func keptContainersOfManyThreads(_ index: Int) async throws {
        let decoder = Self.decoders[index]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    var window: [(id: Int, position: Int, model: Kept)] = []
                    for call in 0..<200 {
                        let ids = call * 3..<call * 3 + 3
                        let models = try decoder.decode([Kept].self, from: Self.text(ids))
                        for (position, id) in ids.enumerated() where (id + task).isMultiple(of: 2) {
                            window.append((id, position, models[position]))
                        }
                        // Those of the last calls stay.
                        if window.count > 20 { window.removeFirst(10) }
                        for (id, position, model) in window {
                            #expect(model.read() == Self.expected(id, at: ["Index \(position)"]))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Each call searches for few of the containers that are kept: a search of all of them in each call would take hours.
    @Test func manyKeptContainers() throws {
        let decoder = PolicyJSONDecoder()
        let kept = try (0..<20_000).map { try decoder.decode(Kept.self, from: #"{"id":\#($0)}"#) }
        for _ in 0..<20_000 { _ = try decoder.decode(Leaf.self, from: #"{"id":1}"#) }
        for (id, model) in kept.enumerated() { #expect(try model.container.decode(Int.self, forKey: .id) == id) }
    }

    /// There is no retain cycle: the decoder is released with everything that it caches.
    @Test(arguments: [1, 100_000])
    func decodersAreReleased(_ count: Int) throws {
        let watch = try decodeAndRelease { decoder throws in
            for _ in 0..<3 { #expect(try decoder.decode([Leaf].self, from: Self.text(0..<count)).count == count) }
            let overriding = decoder.prepending(.lenient)
            #expect(try overriding.decode([Leaf].self, from: Self.text(0..<5)).count == 5)
            return []
        }
        #expect(watch.token == nil)
    }
}
