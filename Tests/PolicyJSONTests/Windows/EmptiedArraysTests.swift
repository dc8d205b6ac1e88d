import Foundation
import TestSupport
import Testing

@testable import PolicyJSON

/// Large arrays in objects, whose elements are removed from the tape and parsed again in windows: values, errors and reports are
/// the same as if they had stayed.
@Suite struct EmptiedArraysTests {
    typealias Item = WindowedDecodingTests.Item
    typealias Members = WindowedDecodingTests.Members
    typealias Name = WindowedDecodingTests.JSONKeyText

    struct Page<Items: Decodable>: Decodable {
        struct Content: Decodable { let items: Items }
        let page: Int?, data: Content, end: Bool?
    }

    /// A document with an array two levels below the top.
    static func page(_ items: String) -> [UInt8] {
        let items = items.hasPrefix("\u{FEFF}") ? items.dropFirst() : items[...]
        return Array(#"{"page":1,"data":{"first":"é","items":\#(items),"last":[{}]},"end":true}"#.utf8)
    }

    private static func pageType(_ items: any (Decodable & SendableMetatype).Type) -> any Decodable.Type {
        func open<T: Decodable>(_ type: T.Type) -> any Decodable.Type { Page<T>.self }
        return open(items)
    }

    @Test(arguments: ParsingMode.emptying)
    func outcomes(_ mode: ParsingMode) {
        let repairs = WindowedReportsTests.repairs.flatMap {
            json -> [(any (Decodable & SendableMetatype).Type, String)] in
            [([Item].self, json), ([Item?]?.self, json)]
        }
        for (type, json) in WindowedDecodingTests.cases + repairs {
            for (number, policy) in WindowedReportsTests.policies.enumerated() {
                WindowedReportsTests.compare(Self.pageType(type), Self.page(json), policy, mode, "policy \(number)")
            }
        }
    }

    @Test(arguments: ParsingMode.emptying, [0, 3])
    func fullLists(_ mode: ParsingMode, _ limit: Int) {
        for json in WindowedReportsTests.repairs {
            WindowedReportsTests.compare(Page<[Item]>.self, Self.page(json), .lenient, mode, "limit \(limit)") {
                $0.reportLimit = limit
                $0.reportRedaction = .paths("data.items[1].**", "**.tags")
            }
        }
    }

    // MARK: Requests

    /// Reads the elements one by one.
    struct ByHand: Decodable {
        let names: [String]
        init(from decoder: any Decoder) throws {
            var items = try decoder.container(keyedBy: Name.self).nestedUnkeyedContainer(forKey: Name("items"))
            var names: [String] = []
            while !items.isAtEnd { names.append(try items.decode(Item.self).name) }
            self.names = names
        }
    }

    /// Requests the array as several types, until one of them fits.
    struct Tried: Decodable {
        let text: String
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            let key = Name("items")
            let names = [
                (try? container.decode([String].self, forKey: key)).map { "\($0)" },
                (try? container.decode(Item.self, forKey: key)).map { "\($0)" },
                (try? container.decode([String: Item].self, forKey: key)).map { "\($0)" },
                (try? container.decode([Members].self, forKey: key)).map { "\($0)" },
                (try? container.decode([Item].self, forKey: key)).map { "\($0)" },
            ]
            text = names.map { $0 ?? "-" }.joined(separator: " | ")
        }
    }

    /// Requests the array twice, each time as another collection, and after members that follow it.
    struct Twice: Decodable {
        let last: [Members], items: [Item], set: Int
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            last = try container.decode([Members].self, forKey: Name("last"))
            items = try container.decode([Item].self, forKey: Name("items"))
            set = try container.decode(Set<Item>.self, forKey: Name("items")).count
        }
    }

    /// Decodes the array by a decoder of its own.
    struct Super: Decodable {
        let items: [Item], paths: String
        init(from decoder: any Decoder) throws {
            let items = try decoder.container(keyedBy: Name.self).superDecoder(forKey: Name("items"))
            self.items = try [Item](from: items)
            paths = DecodingPath(items.codingPath).description
        }
    }

    /// Any JSON.
    indirect enum Tree: Decodable {
        case members([String])
        case elements([Tree])
        case text(String)
        case number(Double)
        case other
        init(from decoder: any Decoder) throws {
            if let members = try? [String: Tree](from: decoder) {
                self = .members(members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })
            } else if let elements = try? [Tree](from: decoder) {
                self = .elements(elements)
            } else if let number = try? decoder.singleValueContainer().decode(Double.self) {
                self = .number(number)
            } else {
                self = (try? decoder.singleValueContainer().decode(String.self)).map { .text($0) } ?? .other
            }
        }
    }

    /// Asks about the array without its elements, and then for them.
    struct Asked: Decodable {
        let text: String
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            let key = Name("items")
            text = [
                container.allKeys.map(\.stringValue).joined(separator: ","), "\(container.contains(key))",
                "\(try container.decodeNil(forKey: key))", "\(show(try? container.decode(Int.self, forKey: key)))",
                "\(show(try container.decodeIfPresent([Item]?.self, forKey: key) as Any?))",
                "\(show(try container.decodeIfPresent(ContiguousArray<Item>.self, forKey: key)))",
            ].joined(separator: " ")
            func show(_ value: Any?) -> String { printed(value as Any) }
        }
    }

    /// An error of its own, with the path of an element, after all have been decoded.
    struct Checked: Decodable {
        struct Index: CodingKey {
            let intValue: Int?
            var stringValue: String { "Index \(intValue ?? 0)" }
            init(intValue: Int) { self.intValue = intValue }
            init?(stringValue: String) { nil }
        }
        let items: [Item]
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            items = try container.decode([Item].self, forKey: Name("items"))
            throw DecodingError.dataCorrupted(
                .init(codingPath: [Name("items"), Index(intValue: 1), Name("name")], debugDescription: "wrong"))
        }
    }

    /// Fails in the array, and recovers.
    struct Recovering: Decodable {
        let first: String?, items: [Item]?, members: [Members]?
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            items = try? container.decode([Item].self, forKey: Name("items"))
            members = try? container.decode([Members].self, forKey: Name("items"))
            first = try container.decode(String.self, forKey: Name("first"))
        }
    }

    class Inherited: Decodable {
        let first: String
        private enum CodingKeys: CodingKey { case first }
        required init(from decoder: any Decoder) throws {
            first = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .first)
        }
    }

    final class Inheriting: Inherited, CustomStringConvertible {
        let items: [Item]
        private enum CodingKeys: CodingKey { case items }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            items = try container.decode([Item].self, forKey: .items)
            try super.init(from: decoder)
        }
        var description: String { "\(first) \(items)" }
    }

    enum Choice: Decodable {
        case items([Item])
        case other
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            self =
                try container.allKeys.contains { $0.stringValue == "last" }
                ? .items(container.decode([Item].self, forKey: Name("items"))) : .other
        }
    }

    struct Presences: Decodable { let items: Presence<[Item]>, first: Presence<String> }
    struct Outcomes: Decodable { let items: Outcome<[Members], Item> }
    struct First: Decodable { let first: String }
    struct Raw: Decodable { let items: RawJSON }
    struct Letter: Decodable, Hashable { let id: Int }
    struct Pairs: Decodable { let items: [Letter: Item] }
    struct Ignored: Decodable { let first: String }
    struct Plain: Decodable { let items: [Item], first: String? }

    /// Each way to request the array, and whether its elements have to stay on the tape.
    static let requests: [(type: any (Decodable & SendableMetatype).Type, needsElements: Bool)] = [
        (ByHand.self, true), (Tried.self, true), (Super.self, true), (Pairs.self, true), (Twice.self, false),
        (Raw.self, false), (Ignored.self, false), (Plain.self, false), (Members.self, false),
        (Optional<Plain>.self, false),
        (Tree.self, true), (Asked.self, true), (Checked.self, false), (Recovering.self, false),
        (Inheriting.self, false),
        (Choice.self, false), (Presences.self, false), (Outcomes.self, true), (Flattened<First, Plain>.self, false),
        (Outcome<Plain, First>.self, false), (Set<Item>.self, false), ([String: ContiguousArray<Item>].self, false),
    ]

    static let objects = [
        #"{"first":"é","items":[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"c"}],"last":[{},{"a":1}]}"#,
        #"{"items":[{"id":1,"name":"a"},{"id":"2","name":"b"},{"id":3,"name":7},{"id":{},"name":"d"}],"last":[{}],"first":""}"#,
        #"{"items":[{"id":1,"name":"a"}],"items":[{"id":2,"name":"b"},{"id":3,"name":"c"}],"last":[],"first":"1"}"#,
        #"{"ITEMS":[{"id":1,"name":"a"},{"id":2,"name":"b"}],"Last":[],"First":"1"}"#,
    ]

    @Test(arguments: ParsingMode.emptying)
    func allRequests(_ mode: ParsingMode) {
        for (type, _) in Self.requests {
            for json in Self.objects {
                for (number, policy) in WindowedReportsTests.policies.enumerated() {
                    WindowedReportsTests.compare(type, Array(json.utf8), policy, mode, "policy \(number)")
                    // Which names are asked for does not depend on the policy.
                    guard number.isMultiple(of: 3) else { continue }
                    WindowedReportsTests.compare(type, Array(json.utf8), policy, mode, "policy \(number), snake case") {
                        $0.keyDecodingStrategy = .convertFromSnakeCase
                    }
                }
            }
        }
    }

    @Test func typesThatNeedElementsAreRemembered() {
        let mode = ParsingMode.emptied(by: 1, remembersTypes: true)
        for (type, needsElements) in Self.requests {
            for _ in 0..<2 { _ = mode.outcome(of: type, from: Array(Self.objects[0].utf8)) }
            #expect(WholeDocumentTypes.contains(type) == needsElements, "\(type)")
        }
    }

    /// A class whose type is known only at run time.
    @Test func dynamicTypes() throws {
        class Base: Decodable {}
        final class Derived: Base {
            let items: [Item]
            private enum CodingKeys: CodingKey { case items }
            required init(from decoder: any Decoder) throws {
                items = try decoder.container(keyedBy: CodingKeys.self).decode([Item].self, forKey: .items)
                try super.init(from: decoder)
            }
        }
        let type: Base.Type = Derived.self
        let value = try ParsingMode.emptied(by: 1).decoder().decode(type, from: Self.objects[0])
        #expect((value as? Derived)?.items.map(\.id) == [1, 2, 3])
    }

    // MARK: Decoders that outlive the call

    /// An object that keeps its decoder, and requests the array later.
    final class Keeper: Decodable {
        let decoder: any Decoder
        init(from decoder: any Decoder) throws { self.decoder = decoder }
        func read() throws -> [Item] { try Plain(from: decoder).items }
    }

    @Test(arguments: ParsingMode.emptying)
    func retainedDecoders(_ mode: ParsingMode) throws {
        let decoder = mode.decoder()
        var text = Array(Self.objects[0].utf8)
        let top = try decoder.decode(Keeper.self, from: text)
        let elements = try decoder.decode([String: [WindowedDecodingTests.Keeper]].self, from: Self.dictionary)
        for index in text.indices { text[index] = 0x20 }
        for _ in 0..<10 { _ = try decoder.decode(Plain.self, from: Self.objects[0]) }
        #expect(try top.read().map(\.name) == ["a", "b", "c"])
        #expect(elements["items"]?.map(\.seen).last?.hasPrefix("items[2] success(Item(id: 3") == true)
    }

    private static let dictionary =
        #"{"items":[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"c"}],"last":[]}"#

    // MARK: Rules

    /// Calls of rules, and the paths and locations of contexts, are the same.
    @Test(arguments: ParsingMode.emptying)
    func contextsAreEqual(_ mode: ParsingMode) throws {
        func calls(_ mode: ParsingMode) throws -> (names: [String], calls: [String]) {
            let log = EventLog()
            let policy = DecodingPolicy {
                At("data.items[7].name") { ClosureRule("Seventh") { _ in .use("seventh") } }
                For(Item.self) {
                    ClosureRule("ClosureRule") { context in
                        let places =
                            "\(context.location) \(context.key ?? "-") \(context.isTopLevel) \(context.sourceText)"
                        log.add("\(DecodingPath(context.codingPath)): \(places) \(text(of: context.strictError))")
                        return context.missingKey == nil ? .replace(with: .string("x")) : .decline
                    }
                }
            }
            let items = (0..<20).map { #"{"id":\#($0),"name":\#($0)}"# }.joined(separator: ",\n")
            let decoder = mode.decoder(policy)
            return (
                try decoder.decode(Page<[Item]>.self, from: Self.page("[\(items)]")).data.items.map(\.name), log.events
            )
        }
        let expected = try calls(.whole)
        let error = "typeMismatch(String) at data.items[19].name: Expected to decode String but found number instead."
        #expect(expected.calls.count == 19)
        #expect(expected.calls.last == "data.items[19].name: 20:17 name false 19 \(error)")
        let found = try calls(mode)
        #expect(found.calls == expected.calls)
        #expect(found.names == expected.names)
    }

    // MARK: Hostile documents

    @Test(arguments: ParsingMode.emptying)
    func limits(_ mode: ParsingMode) {
        let text = Self.page(#"[{"a":"bcd","ef":[3,[4]]},"ghij",{"k":null},[],{"l":[true,{"m":1}]}]"#)
        for bound in 0..<80 {
            let all = [
                JSONLimits(depth: bound), JSONLimits(documentBytes: bound * 2), JSONLimits(stringBytes: bound),
                JSONLimits(numberBytes: bound), JSONLimits(tokens: bound), JSONLimits(members: bound),
                JSONLimits(elements: bound),
            ]
            for limits in all {
                let expected = ParsingMode.whole.outcome(of: Page<[RawJSON]>.self, from: text, limits: limits)
                #expect(mode.outcome(of: Page<[RawJSON]>.self, from: text, limits: limits) == expected, "\(limits)")
            }
        }
    }

    struct Lists<Element: Decodable>: Decodable { let a: [Element]?, b: [Element]? }

    @Test(arguments: ParsingMode.emptying)
    func randomDocuments(_ mode: ParsingMode) {
        for seed in 0..<60 {
            var random = RandomJSON(seed: UInt64(seed))
            var text = Array(#"{"a":[{}"#.utf8)
            for number in 0..<10 {
                text += Array((number == 5 ? #"],"b":[{}"# : "").utf8) + Array(",".utf8) + random.document(size: 12)
            }
            text += Array("]}".utf8)
            // Unchanged, and with one byte replaced.
            var broken = text
            let place = random.generator.below(text.count)
            broken[place] = random.generator.pick(Array("]},:\"0x\u{1}".utf8))
            for bytes in [text, broken] {
                for type: any Decodable.Type in [Lists<RawJSON>.self, Lists<Members?>.self] {
                    for policy in [DecodingPolicy.strict, .lenient] {
                        let expected = ParsingMode.whole.outcome(of: type, from: bytes, policy)
                        #expect(mode.outcome(of: type, from: bytes, policy) == expected, "seed \(seed)")
                    }
                }
            }
        }
    }
}
