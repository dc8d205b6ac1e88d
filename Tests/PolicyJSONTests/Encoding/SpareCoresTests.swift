import Foundation
import JSONTape
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
        ({ $0.keys = .custom { $0[0] } }, false), ({ $0.userInfo = [CodingUserInfoKey(rawValue: "a")!: 1] }, false),
        ({ $0.policy = EncodingPolicy { NilValues(.null) } }, false), ({ $0.keepsExactValues = true }, false),
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
            return SpareCores.take(for: options) != nil
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
}
