import Foundation
import PolicyJSON
import Testing

/// An encoder keeps its memory for the next call; calls must not see each other.
@Suite struct KeptEncoderTests {
    private struct Page: Encodable {
        var number: Int
        var names: [String]
        var next: [Page]?
    }

    private static let page = Page(
        number: 1, names: ["a", "b"], next: [Page(number: 2, names: []), Page(number: 3, names: [])])
    private static let text =
        #"{"number":1,"names":["a","b"],"next":[{"number":2,"names":[]},{"number":3,"names":[]}]}"#

    private static func text(_ encoder: PolicyJSONEncoder, _ value: some Encodable = page) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// A change of the settings applies to the next call.
    @Test func settings() throws {
        let encoder = PolicyJSONEncoder()
        for _ in 0..<2 {
            #expect(try Self.text(encoder) == Self.text)
            encoder.keyEncodingStrategy = .custom { _ in AnyKey("k") }
            #expect(try Self.text(encoder, ["x"].map { Page(number: 1, names: [$0]) }) == #"[{"k":["x"]}]"#)
            encoder.keyEncodingStrategy = .useDefaultKeys
            encoder.outputFormatting = .prettyPrinted
            #expect(try Self.text(encoder, [1]) == "[\n  1\n]")
            encoder.outputFormatting = []
        }
    }

    private struct Failing: Encodable {
        struct Failure: Error, Equatable {}
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode([1, 2], forKey: AnyKey("a"))
            _ = container.nestedUnkeyedContainer(forKey: AnyKey("b"))
            throw Failure()
        }
    }

    private struct Misusing: Encodable {
        func encode(to encoder: any Encoder) throws {
            _ = encoder.unkeyedContainer()
            _ = encoder.container(keyedBy: AnyKey.self)
        }
    }

    private struct Endless: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(Endless())
        }
    }

    /// A call that fails leaves nothing behind.
    @Test func failures() throws {
        let encoder = PolicyJSONEncoder()
        for _ in 0..<2 {
            #expect(throws: Failing.Failure()) { try encoder.encode(Failing()) }
            #expect(try Self.text(encoder) == Self.text)
            #expect(throws: EncodingError.self) { try encoder.encode(Misusing()) }
            #expect(try Self.text(encoder) == Self.text)
            #expect(throws: EncodingError.self) { try encoder.encode(Endless()) }
            #expect(try Self.text(encoder) == Self.text)
            #expect(throws: EncodingError.self) { try encoder.encode([1, Double.nan]) }
            #expect(try Self.text(encoder) == Self.text)
        }
    }

    /// What a model keeps of a call writes to no other document.
    @Test func escapes() throws {
        final class Kept {
            var keyed: [KeyedEncodingContainer<AnyKey>] = []
            var others: [Any] = []
        }
        struct Keeping: Encodable {
            let kept: Kept
            var keepsOthers = true
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode(1, forKey: AnyKey("a"))
                kept.keyed.append(container)
                if keepsOthers { kept.others += [encoder, container.superEncoder(forKey: AnyKey("super"))] }
            }
        }
        let encoder = PolicyJSONEncoder()
        for keepsOthers in [true, false, true, false] {
            let kept = Kept()
            let first = try Self.text(encoder, Keeping(kept: kept, keepsOthers: keepsOthers))
            #expect(first == #"{"a":1}"#)
            for index in kept.keyed.indices { try kept.keyed[index].encode(2, forKey: AnyKey("b")) }
            for other in kept.others {
                guard let encoder = other as? any Encoder else { continue }
                #expect(encoder.codingPath.count <= 1)
            }
            #expect(try Self.text(encoder) == Self.text)
            for index in kept.keyed.indices { try kept.keyed[index].encode("later", forKey: AnyKey("c")) }
            #expect(try Self.text(encoder) == Self.text)
            #expect(kept.keyed.allSatisfy { $0.codingPath.isEmpty })
        }
    }

    /// A model may use the encoder by which it is being encoded.
    @Test func reentrance() throws {
        struct Outer: Encodable {
            let encoder: PolicyJSONEncoder
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode(String(decoding: self.encoder.encode([1]), as: UTF8.self), forKey: AnyKey("inner"))
            }
        }
        let encoder = PolicyJSONEncoder()
        for _ in 0..<3 { #expect(try Self.text(encoder, Outer(encoder: encoder)) == #"{"inner":"[1]"}"#) }
    }

    /// Tasks share an encoder while its settings change.
    @Test func tasks() async throws {
        let encoder = PolicyJSONEncoder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<100 {
                        if task == 0 { encoder.userInfo = [:] }
                        let page = Page(number: task, names: ["\(round)"], next: nil)
                        let text = String(decoding: try encoder.encode([page, page, page]), as: UTF8.self)
                        let expected = #"{"number":\#(task),"names":["\#(round)"]}"#
                        #expect(text == "[\(expected),\(expected),\(expected)]")
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
