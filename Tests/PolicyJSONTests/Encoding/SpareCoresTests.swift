import Foundation
import JSONTape
import Testing

@testable import JSONText
@testable import PolicyJSON

/// Encoders that are made for one call use the memory of others with the same settings, and nothing else of theirs.
@Suite struct EncodersForOneCallTests {
    struct Item: Encodable {
        var someName = "a/b", count = 1.5
        var date = Date(timeIntervalSince1970: 60), data = Data([1, 2])
        var children: [Item]?
    }

    struct Failing: Encodable {
        struct Refused: Error {}

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: JSONKeys.self)
            try container.encode("kept back", forKey: .name)
            var nested = container.nestedUnkeyedContainer(forKey: .other)
            try nested.encode(1)
            throw Refused()
        }
    }

    enum JSONKeys: CodingKey { case name, other }

    /// Settings: those that are compared with others, and those that are not.
    static let settings: [@Sendable (any JSONEncoding) -> Void] = [
        { _ in }, { $0.outputFormatting = .sortedKeys }, { $0.outputFormatting = [.prettyPrinted, .sortedKeys] },
        { $0.outputFormatting = .withoutEscapingSlashes }, { $0.keyEncodingStrategy = .convertToSnakeCase },
        { $0.dateEncodingStrategy = .iso8601 }, { $0.dateEncodingStrategy = .secondsSince1970 },
        { $0.dateEncodingStrategy = .millisecondsSince1970 }, { $0.dataEncodingStrategy = .deferredToData },
        { $0.dateEncodingStrategy = .custom { _, encoder in try "a date".encode(to: encoder) } },
        { $0.dateEncodingStrategy = .custom { _, encoder in try "another".encode(to: encoder) } },
        { $0.keyEncodingStrategy = .custom { AnyKey($0.last?.stringValue.uppercased() ?? "") } },
        {
            $0.dateEncodingStrategy = .iso8601
            $0.keyEncodingStrategy = .convertToSnakeCase
            $0.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        },
    ]

    private static func text(_ settings: Int, _ value: some Encodable) throws -> (own: String, foundation: String) {
        let (own, foundation) = (PolicyJSONEncoder(), JSONEncoder())
        // Members are in another order in Foundation.
        Self.settings[settings](own)
        Self.settings[settings](foundation)
        own.outputFormatting.insert(.sortedKeys)
        foundation.outputFormatting.insert(.sortedKeys)
        return try (
            String(decoding: own.encode(value), as: UTF8.self),
            String(decoding: foundation.encode(value), as: UTF8.self)
        )
    }

    @Test func eachHasItsSettings() throws {
        let value = Item(children: [Item(), Item(someName: "é", children: [])])
        for first in Self.settings.indices {
            for second in Self.settings.indices {
                for settings in [first, second, first] {
                    let texts = try Self.text(settings, value)
                    #expect(texts.own == texts.foundation)
                }
            }
        }
    }

    static let changes: [(change: @Sendable (inout EncodingOptions) -> Void, isKept: Bool)] = [
        ({ $0.formatting = [.prettyPrinted] }, true), ({ $0.dates = .millisecondsSince1970 }, true),
        ({ $0.keys = .convertToSnakeCase }, true), ({ $0.data = .deferredToData }, true),
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
        // Settings that no other test uses.
        options.formatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        options.data = .deferredToData
        Self.changes[index].change(&options)
        // Other tests may add cores to those that are kept meanwhile.
        let found = (0..<100).contains { _ in
            SpareCores.keep(UncheckedTransfer(value: EncoderCore(text: TextBuffer(), options: options)))
            return SpareCores.take(for: options) != nil
        }
        #expect(found == Self.changes[index].isKept)
        #expect(SpareCores.take(for: options) == nil)
    }

    @Test func errorsLeaveNothing() throws {
        for settings in Self.settings.indices {
            #expect(throws: Failing.Refused.self) { try Self.text(settings, [Failing()]) }
            let texts = try Self.text(settings, [Item()])
            #expect(texts.own == texts.foundation)
        }
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

    /// Policies are told apart, also those that are made for one call.
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

    @Test func onManyThreads() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<200 {
                        let texts = try Self.text(
                            (task + round) % Self.settings.count, Item(someName: "\(task) \(round)"))
                        if texts.own != texts.foundation { return false }
                    }
                    return true
                }
            }
            for try await isEqual in group { #expect(isEqual) }
        }
    }
}

/// The settings of both encoders.
protocol JSONEncoding: AnyObject {
    var outputFormatting: JSONEncoder.OutputFormatting { get set }
    var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy { get set }
    var dataEncodingStrategy: JSONEncoder.DataEncodingStrategy { get set }
    var keyEncodingStrategy: JSONEncoder.KeyEncodingStrategy { get set }
}

extension JSONEncoder: JSONEncoding {}
extension PolicyJSONEncoder: JSONEncoding {}
