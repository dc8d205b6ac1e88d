import Foundation
import JSONTape
import Synchronization
import Testing

@testable import JSONText
@testable import PolicyJSON

/// The memory of released encoders, which new ones use again.
@Suite struct SpareCoresTests {
    struct Item: Encodable {
        var someName = "a/b", count = 1.5
        var date = Date(timeIntervalSince1970: 60), data = Data([1, 2])
        var children: [Item]?
    }

    enum JSONKeys: CodingKey { case name, other }

    static let changes: [(change: @Sendable (inout EncodingOptions) -> Void, isKept: Bool)] = [
        ({ _ in }, true), ({ $0.formatting = [.prettyPrinted] }, true), ({ $0.dates = .secondsSince1970 }, true),
        ({ $0.keys = .useDefaultKeys }, true), ({ $0.data = .base64 }, true),
        ({ $0.dates = .formatted(DateFormatter()) }, false), ({ $0.data = .custom { _, _ in } }, false),
        ({ $0.keys = .custom { $0[0] } }, false), ({ $0.userInfo = [CodingUserInfoKey(rawValue: "a")!: 1] }, true),
        ({ $0.policy = EncodingPolicy { NilValues(.null) } }, true), ({ $0.keepsExactValues = true }, false),
        (
            {
                $0.nonConformingFloats = .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "?")
            }, false
        ),
    ]

    /// Memory is kept for settings that can be compared, in cores that have these settings.
    @Test(arguments: changes.indices) func memory(index: Int) {
        var options = EncodingOptions()
        // Settings that no other test uses together.
        options.formatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        options.dates = .millisecondsSince1970
        options.data = .deferredToData
        options.keys = .convertToSnakeCase
        Self.changes[index].change(&options)
        // Other tests may add cores to those that are kept meanwhile.
        let found = (0..<100).contains { _ in
            SpareCores.keep(UncheckedTransfer(value: EncoderCore(text: TextBuffer(), options: options)))
            guard let core = SpareCores.take(for: options) else { return false }
            #expect(core.options.userInfo.count == options.userInfo.count)
            return true
        }
        #expect(found == Self.changes[index].isKept)
        #expect(SpareCores.take(for: options) == nil)
    }

    /// An encoder that a model makes for its own call is another one.
    @Test func insideACall() throws {
        struct Outer: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: JSONKeys.self)
                try container.encode(1, forKey: .name)
                let inner = try PolicyJSONEncoder().encode(Item(date: .init(timeIntervalSinceReferenceDate: 0)))
                try container.encode(String(decoding: inner, as: UTF8.self).count, forKey: .other)
            }
        }
        for _ in 0..<3 {
            let text = String(decoding: try PolicyJSONEncoder().encode([Outer(), Outer()]), as: UTF8.self)
            #expect(text == #"[{"name":1,"other":54},{"name":1,"other":54}]"#)
        }
    }

    /// User values are those of the encoder, and not kept with the memory of one that has been released.
    @Test func eachHasItsUserInfo() throws {
        final class Value: Sendable {}
        struct Model: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(encoder.userInfo.keys.map(\.rawValue).sorted())
            }
        }
        let kept = PolicyJSONEncoder(policy: EncodingPolicy { KeyMatching(.kebabCase) })
        weak var released: Value?
        for index in 0..<10 {
            let value = Value()
            released = value
            let name = "\(index)"
            let encoder = (index.isMultiple(of: 2) ? kept : PolicyJSONEncoder())
                .overriding(userInfo: [CodingUserInfoKey(rawValue: name)!: value])
            #expect(try String(decoding: encoder.encode(Model()), as: UTF8.self) == #"["\#(name)"]"#)
            #expect(try String(decoding: kept.encode(Model()), as: UTF8.self) == "[]")
        }
        #expect(released == nil)
    }

    /// A policy that is built again is another one, also where its rules are at the address of rules that have been released; a copy is
    /// the same, and its rules are asked about situations once.
    @Test func copiesOfPolicies() throws {
        final class Counter: Sendable { let count = Atomic(0) }
        struct Counting: EncodingRule {
            let asked: Counter
            var encodingSituations: EncodingSituation {
                asked.count.add(1, ordering: .relaxed)
                return .value
            }
            func represent(_ context: EncodingRuleContext) -> Representation { .decline }
        }
        let asked = Counter()
        func count() -> Int { asked.count.load(ordering: .relaxed) }
        let policy = EncodingPolicy { Counting(asked: asked) }
        let kept = PolicyJSONEncoder(policy: policy)
        #expect(count() == 0)
        #expect(try kept.encode([1]) == Data("[1]".utf8))
        let once = count()
        #expect(once > 0)
        for _ in 0..<3 {
            #expect(try kept.encode([1]) == Data("[1]".utf8))
            let overriding = kept.overriding(userInfo: [CodingUserInfoKey(rawValue: "a")!: 1])
            #expect(try overriding.encode([1]) == Data("[1]".utf8))
        }
        #expect(count() == once)
    }

    /// An encoder applies its own policy, and never that of one before it.
    @Test func eachHasItsPolicy() throws {
        let styles: [(style: KeyMatching.Style, name: String)] = [
            (.snakeCase, "some_name"), (.kebabCase, "some-name"), (.pascalCase, "SomeName"),
            (.screamingSnakeCase, "SOME_NAME"),
        ]
        for index in 0..<100 {
            let (style, name) = styles[index % 4]
            let encoder = PolicyJSONEncoder(
                policy: index % 3 == 0 ? .default : EncodingPolicy { KeyMatching(style) })
            let text = String(decoding: try encoder.encode(["a": Item()]), as: UTF8.self)
            #expect(text.contains(index % 3 == 0 ? #""someName":"# : #""\#(name)":"#))
        }
    }

    /// The result does not have the memory of a longer text: the buffer keeps it.
    @Test func memoryOfLongerTexts() {
        for (count, isMoved) in [(100_000, false), (3_000_000, true)] {
            let text = TextBuffer()
            text.expect(4_000_000)
            text.append([UInt8](repeating: UInt8(ascii: "1"), count: count))
            #expect(text.data().count == count)
            #expect((text.capacity == 0) == isMoved)
        }
    }
}
