import Foundation
import PolicyJSON
import Synchronization
import Testing

/// Containers that leave their call by all ways there are, and are used and released at the worst moments: also for the sanitizers.
@Suite struct EscapedContainerTests {
    enum Keys: String, CodingKey { case id, inner, list }

    typealias Container = KeyedDecodingContainer<Keys>

    /// Containers of one model, reached in different ways.
    struct Escaped: Decodable, @unchecked Sendable {
        let own: Container
        let again: Container
        let nested: Container
        let above: Container
        let element: Container
        let id: Int

        init(from decoder: any Decoder) throws {
            own = try decoder.container(keyedBy: Keys.self)
            again = try decoder.container(keyedBy: Keys.self)
            nested = try own.nestedContainer(keyedBy: Keys.self, forKey: .inner)
            above = try own.superDecoder(forKey: .inner).container(keyedBy: Keys.self)
            var list = try own.nestedUnkeyedContainer(forKey: .list)
            element = try list.nestedContainer(keyedBy: Keys.self)
            id = try own.decode(Int.self, forKey: .id)
        }

        /// What the containers have: the identifier, and 1 and 2 more.
        func read() -> [Int] {
            [own, again, nested, above, element].map { (try? $0.decode(Int.self, forKey: .id)) ?? -1 }
        }

        var isRead: Bool { read() == [id, id, id + 1, id + 1, id + 2] && own.allKeys.count == 3 }
    }

    private static func object(_ id: Int) -> String {
        #"{"id":\#(id),"inner":{"id":\#(id + 1)},"list":[{"id":\#(id + 2)}]}"#
    }

    private static func array(_ ids: Range<Int>) -> String { "[" + ids.map(object).joined(separator: ",") + "]" }

    private static let policies: [DecodingPolicy] = [.strict, .lenient]

    private final class Store<Value>: @unchecked Sendable {
        private let values = Mutex<[Int: UncheckedTransfer<Value>]>([:])

        /// Replaces the value for a key; the old one is released after the lock.
        func set(_ value: Value?, for key: Int) {
            let new = value.map { UncheckedTransfer(value: $0) }
            let old = values.withLock { values in
                defer { values[key] = new }
                return values[key]
            }
            withExtendedLifetime(old) {}
        }

        subscript(key: Int) -> Value? { values.withLock { $0[key] }?.value }
    }

    @Test(arguments: [false, true])
    func windows(_ parsesAhead: Bool) throws {
        for policy in Self.policies {
            let decoder = PolicyJSONDecoder(policy: policy)
            decoder.parsesAhead = parsesAhead
            // Several windows.
            let all = try decoder.decode([Escaped].self, from: Self.array(0..<20_000))
            let kept = stride(from: 0, to: all.count, by: 997).map { all[$0] }
            #expect(try decoder.decode([Escaped].self, from: Self.array(0..<20_000)).count == 20_000)
            #expect(kept.allSatisfy { $0.isRead })
        }
    }

    @Test(arguments: [1, 2])
    func streams(_ tasks: Int) async throws {
        for policy in Self.policies {
            let chunks = AsyncStream<[UInt8]> { continuation in
                let bytes = Array(Self.array(0..<5_000).utf8)
                for start in stride(from: 0, to: bytes.count, by: 10_007) {
                    continuation.yield(Array(bytes[start..<min(start + 10_007, bytes.count)]))
                }
                continuation.finish()
            }
            var kept: [Escaped] = []
            let elements = PolicyJSONDecoder(policy: policy).elements(of: Escaped.self, from: chunks)
            for try await element in elements.concurrently(tasks: tasks) {
                if element.id.isMultiple(of: 50) { kept.append(element) }
                if kept.count > 20 {
                    #expect(kept[0].isRead)
                    kept.removeFirst(7)
                }
            }
            #expect(kept.allSatisfy { $0.isRead })
        }
    }

    private static let replaced = Store<Escaped>()

    /// Releases what earlier calls, and earlier objects of the same call, have kept.
    private struct Replacing: Decodable {
        let id: Int

        init(from decoder: any Decoder) throws {
            let model = try Escaped(from: decoder)
            EscapedContainerTests.replaced.set(model, for: model.id % 3)
            // Another call within this one, after which containers are searched for.
            let text = EscapedContainerTests.object(model.id + 100)
            #expect(try PolicyJSONDecoder().decode(Escaped.self, from: text).id == model.id + 100)
            EscapedContainerTests.replaced.set(nil, for: (model.id + 1) % 3)
            #expect(model.isRead)
            id = try model.own.decode(Int.self, forKey: .id)
        }
    }

    @Test func releasedDuringCalls() throws {
        for policy in Self.policies {
            let decoder = PolicyJSONDecoder(policy: policy)
            for round in 0..<20 {
                let ids = try decoder.decode([Replacing].self, from: Self.array(round..<round + 50)).map(\.id)
                #expect(ids == Array(round..<round + 50))
            }
        }
        #expect(Self.replaced[0]?.isRead ?? true)
        for key in 0..<3 { Self.replaced.set(nil, for: key) }
    }

    /// An error that has a container.
    private struct Failure: Error {
        let model: Escaped
    }

    private struct Failing: Decodable {
        init(from decoder: any Decoder) throws { throw Failure(model: try Escaped(from: decoder)) }
    }

    @Test func inErrors() throws {
        for policy in Self.policies {
            let decoder = PolicyJSONDecoder(policy: policy)
            var failures: [Failure] = []
            for id in 0..<50 {
                failures.append(
                    try #require(throws: Failure.self) { try decoder.decode(Failing.self, from: Self.object(id)) })
                _ = try? decoder.decode([Failing].self, from: Self.array(id..<id + 3))
                #expect(try decoder.decode(Escaped.self, from: Self.object(id)).isRead)
            }
            #expect(failures.enumerated().allSatisfy { $0.element.model.isRead && $0.element.model.id == $0.offset })
        }
    }

    /// Decodes when it is released, which may be while containers are searched for.
    private final class Decoding: Sendable {
        let decoder = PolicyJSONDecoder()
        let count: Atomic<Int>

        init(_ count: Int) { self.count = Atomic(count) }

        deinit {
            let ids = try? decoder.decode([Escaped].self, from: EscapedContainerTests.array(0..<5)).map(\.id)
            #expect(ids == [0, 1, 2, 3, 4])
            decoder.releaseMemory()
        }
    }

    @Test func releasingRunsCode() throws {
        let key = try #require(CodingUserInfoKey(rawValue: "decoding"))
        for round in 0..<50 {
            var kept: [Escaped] = []
            do {
                let decoder = PolicyJSONDecoder()
                decoder.userInfo = [key: Decoding(round)]
                kept = try decoder.decode([Escaped].self, from: Self.array(0..<4))
            }
            #expect(kept.allSatisfy { $0.isRead })
            kept = []
            #expect(try PolicyJSONDecoder().decode([Escaped].self, from: Self.array(0..<4)).allSatisfy { $0.isRead })
        }
    }

    /// Tasks keep, pass on, read and release containers while settings change and memory is released.
    @Test func manyTasks() async throws {
        let store = Store<Escaped>()
        let decoder = PolicyJSONDecoder(policy: .lenient)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<6 {
                group.addTask {
                    for round in 0..<150 {
                        let id = task * 1_000 + round
                        switch (task + round) % 8 {
                        case 0: decoder.releaseMemory()
                        case 1: decoder.policy = .strict
                        case 2: decoder.policy = .lenient
                        case 3: decoder.limits.depth = 100 + round
                        default: break
                        }
                        guard let model = try? decoder.decode(Escaped.self, from: Self.object(id)) else {
                            Issue.record("\(id) was not decoded")
                            return
                        }
                        store.set(model, for: id % 5)
                        if let other = store[(id + 1) % 5] { #expect(other.isRead) }
                        if round.isMultiple(of: 11) { store.set(nil, for: id % 5) }
                        #expect(model.isRead)
                    }
                }
            }
        }
        #expect((0..<5).allSatisfy { store[$0]?.isRead ?? true })
    }
}
