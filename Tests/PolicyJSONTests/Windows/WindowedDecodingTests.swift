import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PolicyJSON

/// Arrays that are decoded while they are parsed: values and errors are the same as if they had been parsed first.
@Suite struct WindowedDecodingTests {
    struct Four: Decodable { let a: Int, b: Int, c: Int, d: Int }
    struct Sixteen: Decodable { let a: Four, b: Four, c: Four, d: Four }
    struct Wide: Decodable { let a: Sixteen, b: Sixteen, c: Sixteen, d: Sixteen }

    /// Memory is not reserved for elements that cannot be decoded.
    @Test(arguments: ParsingMode.windowed) func capacity(_ mode: ParsingMode) throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { LossyCollections() })
        (decoder.windows, decoder.parsesAhead) = (mode.windows, mode.parsesAhead)
        let text = "[" + String(repeating: "1,", count: 2_000) + "1]"
        // The first window may have all elements.
        let most = mode.windows.step < 1_000 ? 300 : 4_000
        #expect(try decoder.decode([Wide].self, from: text).capacity <= most)
        #expect(try decoder.decode(ContiguousArray<Wide>.self, from: text).capacity <= most)
    }

    struct Item: Codable, Hashable, CustomStringConvertible {
        let id: Int, name: String, tags: [String]?, inner: [String: Double]?

        /// Sorts dictionaries, which are unordered.
        var description: String {
            let inner = inner.map { "\($0.sorted { $0.key < $1.key })" }
            return "Item(id: \(id), \(name.debugDescription), \(tags ?? ["nil"]), \(inner ?? "nil"))"
        }
    }
    struct Node: Decodable { let value: Int, children: [Node]? }

    /// The members of an object, in a fixed order.
    struct Members: Decodable, CustomStringConvertible {
        let description: String
        init(from decoder: any Decoder) throws {
            let members = try [String: RawJSON](from: decoder)
            description = members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        }
    }

    private static let items = #"""
        [{"id":1,"name":"a"},{"id":2,"name":"é\n","tags":["x","y"]},
         {"id":3,"name":"c","inner":{"a":1.5,"b":-2e3}}, {"id":4,"name":"d","tags":[],"inner":{}},{"name":"e","id":5}]

        """#

    static let cases: [(any (Decodable & SendableMetatype).Type, String)] = [
        ([Item].self, items), (ContiguousArray<Item>.self, items), (Set<Int>.self, "[3,1,2,3,1]"),
        ([Item].self, "\u{FEFF}" + items), ([Item?].self, #"[null,{"id":1,"name":"a"},null]"#), ([Item].self, " [ ] "),
        ([Item?]?.self, "[null]"), ([[Int]].self, "[[],[1],[[2]]]"), ([[[Int]]].self, "[[],[[1,2],[]],[[3]]]"),
        ([[String: Int]].self, #"[{"a":1},{},{"é":1,"é":2}]"#), ([[Int: Int]].self, #"[{"1":2},{"x":3}]"#),
        ([Node].self, #"[{"value":1,"children":[{"value":2,"children":[]},{"value":3}]},{"value":4}]"#),
        ([Int8].self, "[1,-2,127]"), ([Int8].self, "[1,-2,128]"), ([Int8?].self, "[1,null,3]"),
        ([Float].self, "[1.5,2e3,3]"), ([Date].self, "[0,1.5]"), ([URL].self, #"["a:b","c:d"]"#),
        ([Decimal].self, "[1.10,12345678901234567890.123]"), ([Data].self, #"["YQ==","YmM="]"#),
        ([Int].self, "[1,2,3]"), ([String].self, #"["a","b\u0041"]"#), ([Double].self, "[1.5,2]"),
        ([Bool].self, "[true,false]"), ([RawJSON].self, #"[1, "a" , [ ] ,{"a" : [null]}]"#),
        // Not an array.
        ([Item].self, #"{"id":1}"#), ([Item].self, "null"), ([Item].self, "7"), ([Item].self, ""), ([Item].self, " "),
        // Elements that cannot be decoded.
        ([Item].self, #"[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":null}]"#),
        ([Item].self, #"[{"id":1,"name":"a"},{"id":2},{"id":3,"name":"c"}]"#),
        ([Item].self, #"[{"id":1,"name":"a"},7]"#),
        ([Node].self, #"[{"value":1},{"value":2,"children":[{"value":3,"children":[{"value":"4"}]}]}]"#),
        ([Int8].self, #"[1,2,"3",4]"#),
        // Undecodable elements, followed by a syntax error.
        ([Item].self, #"[{"id":1},{"id":2}"#), ([Item].self, #"[{"id":1},{"id":2},"#), ([Item].self, #"[{"id":1}]]"#),
        ([Int8].self, "[1,300,3,4,5,6,7,08]"), ([Int8].self, "[\"x\",1]\u{0}"),
        // Only syntax errors.
        ([Int8].self, "[1,2,3,4,5,6,7,8,9"), ([Int8].self, "[1,2,3,4,5,6,7,8,9,]"), ([Int8].self, "[1,2,3] 4"),
        ([Int8].self, "[1,2,3]]"), ([Int8].self, "[1,2,\n3}"), ([Int8].self, "[1 2]"), ([Int8].self, "[1,2,-]"),
        ([Int8].self, "[1,2,3]\n\n  \nx"), ([Int8].self, "["), ([Int8].self, "[1"), ([Int8].self, "[tru"),
        ([Item].self, #"[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"abc"#),
        ([Item].self, #"[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"\x"}]"#),
        ([Item].self, #"[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name"}]"#),
        ([Item].self, #"[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,]"#),
    ]

    @Test(arguments: ParsingMode.windowed)
    func valuesAndErrors(_ mode: ParsingMode) {
        let policies: [DecodingPolicy] = [
            .strict, .lenient, DecodingPolicy { LossyCollections(maxDropped: 1) }, DecodingPolicy { UnknownKeys() },
            DecodingPolicy { KeyMatching(.caseInsensitive) }, DecodingPolicy { Envelope("data") },
        ]
        for (type, json) in Self.cases {
            for (number, policy) in policies.enumerated() {
                let expected = ParsingMode.whole.outcome(of: type, from: Array(json.utf8), policy)
                let found = mode.outcome(of: type, from: Array(json.utf8), policy)
                #expect(found == expected, "\(type) from \(json), policy \(number)")
            }
        }
    }

    @Test func invalidBytes() {
        for broken: [UInt8] in [[0xC3], [0xE2, 0x82], [0xFF], [0xED, 0xA0, 0x80]] {
            for text in ["[1,2,3,4,", #"[1,2,3,4,""#] {
                let bytes = Array(text.utf8) + broken + Array(#"",5]"#.utf8)
                let expected = ParsingMode.whole.outcome(of: [Int8].self, from: bytes)
                for mode in ParsingMode.windowed {
                    #expect(mode.outcome(of: [Int8].self, from: bytes) == expected, "\(mode)")
                }
            }
        }
    }

    @Test(arguments: ParsingMode.windowed)
    func limits(_ mode: ParsingMode) {
        let text = #"[[1,2],{"a":"bcd","ef":[3,[4]]},"ghij",56789,[],[6,7,8],{"k":null,"l":true,"m":1}]"#
        for bound in 0..<90 {
            let all = [
                JSONLimits(depth: bound), JSONLimits(documentBytes: bound), JSONLimits(stringBytes: bound),
                JSONLimits(numberBytes: bound), JSONLimits(tokens: bound), JSONLimits(members: bound),
                JSONLimits(elements: bound),
            ]
            for limits in all {
                for text in [text, text + " x", String(text.dropLast(9))] {
                    let expected = ParsingMode.whole.outcome(
                        of: [RawJSON].self, from: Array(text.utf8), limits: limits)
                    let found = mode.outcome(of: [RawJSON].self, from: Array(text.utf8), limits: limits)
                    #expect(found == expected, "\(limits)")
                }
            }
        }
    }

    @Test(arguments: ParsingMode.windowed)
    func randomDocuments(_ mode: ParsingMode) {
        for seed in 0..<60 {
            var random = RandomJSON(seed: UInt64(seed))
            var text = Array("[".utf8)
            for number in 0..<10 { text += (number > 0 ? Array(",".utf8) : []) + random.document(size: 12) }
            text += Array("]".utf8)
            // Unchanged, and with one byte inserted or replaced.
            var broken = text
            let place = random.generator.below(text.count)
            broken[place] = random.generator.pick(Array("]},:\"0x\u{1}".utf8))
            for bytes in [text, broken] {
                for type: any Decodable.Type in [[RawJSON].self, [Members?].self] {
                    for policy in [DecodingPolicy.strict, .lenient] {
                        let expected = ParsingMode.whole.outcome(of: type, from: bytes, policy)
                        #expect(mode.outcome(of: type, from: bytes, policy) == expected, "seed \(seed)")
                    }
                }
            }
        }
    }

    // MARK: Policies

    /// Calls of rules, and the paths and locations of contexts, are the same in all windows.
    @Test(arguments: ParsingMode.windowed)
    func contextsAreEqual(_ mode: ParsingMode) throws {
        func calls(_ mode: ParsingMode) throws -> (items: [Item], calls: [String]) {
            let log = EventLog()
            let rule = ClosureRule("ClosureRule") { context in
                let places = "\(context.location) \(context.key ?? "-") \(context.isTopLevel) \(context.sourceText)"
                log.add("\(DecodingPath(context.codingPath)): \(places) \(text(of: context.strictError))")
                return context.missingKey == nil ? .replace(with: .string("x")) : .decline
            }
            let policy = DecodingPolicy {
                At("[7].name") { ClosureRule("Seventh") { _ in .use("seventh") } }
                rule
            }
            return (try mode.decoder(policy).decode([Item].self, from: Self.undecodable(20)), log.events)
        }
        let expected = try calls(.whole)
        #expect(expected.calls.count == 19)
        let error = "typeMismatch(String) at [19].name: Expected to decode String but found number instead."
        #expect(expected.calls.last == "[19].name: 20:17 name false 19 \(error)")
        let found = try calls(mode)
        #expect(found.calls == expected.calls)
        #expect(found.items == expected.items)
    }

    /// `count` elements with an invalid name.
    private static func undecodable(_ count: Int) -> String {
        "[" + (0..<count).map { #"{"id":\#($0),"name":\#($0)}"# }.joined(separator: ",\n") + "]"
    }

    @Test func lossesAreCountedInAllWindows() {
        let policy = DecodingPolicy { LossyCollections(maxDropped: 2) }
        let text = #"[{"id":1,"name":"a"},7,{"id":2,"name":"b"},8,{"id":3,"name":"c"},{"id":4},9]"#
        let expected = ParsingMode.whole.outcome(of: [Item].self, from: Array(text.utf8), policy)
        #expect(expected.contains("4 of 7"))
        for mode in ParsingMode.windowed {
            #expect(mode.outcome(of: [Item].self, from: Array(text.utf8), policy) == expected)
        }
        let share = DecodingPolicy { LossyCollections(maxDroppedPercent: 60) }
        #expect(
            ParsingMode.windows(of: 3).outcome(of: [Item].self, from: Array(text.utf8), share).contains("Item(id: 3"))
    }

    @Test func repairsAreCountedInAllWindows() {
        for mode in [ParsingMode.whole] + ParsingMode.windowed {
            let decoder = mode.decoder(DecodingPolicy { StringsFromScalars() })
            decoder.repairLimit = 19
            let error = #expect(throws: DecodingError.self) {
                try decoder.decode([Item].self, from: Self.undecodable(20))
            }
            #expect(error.map(text(of:))?.hasPrefix("dataCorrupted at [19].name: More than 19 repairs.") == true)
            decoder.repairLimit = 20
            #expect(throws: Never.self) { try decoder.decode([Item].self, from: Self.undecodable(20)) }
        }
    }

    // MARK: Retained decoders

    /// An element that retains its decoder and a container, and reads from them later.
    final class Keeper: Decodable {
        let decoder: any Decoder
        let container: KeyedDecodingContainer<JSONKeyText>
        init(from decoder: any Decoder) throws {
            self.decoder = decoder
            container = try decoder.container(keyedBy: JSONKeyText.self)
        }

        var seen: String {
            let item = Result { try Item(from: decoder) }
            let name = Result { try container.decode(String.self, forKey: JSONKeyText("name")) }
            let other = Result { try container.decode(Int.self, forKey: JSONKeyText("name")) }
            return "\(DecodingPath(decoder.codingPath)) \(item) \(name) \(other)"
        }
    }

    struct JSONKeyText: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Retains the decoder of every third element.
    struct Third: Decodable {
        let keeper: Keeper?
        init(from decoder: any Decoder) throws {
            let item = try Item(from: decoder)
            keeper = item.id.isMultiple(of: 3) ? try Keeper(from: decoder) : nil
        }
    }

    @Test func retainedDecoders() throws {
        func seen(_ mode: ParsingMode) throws -> [String] {
            var keepers: [Keeper] = []
            do {
                // When the decoders are used, the bytes have been released, and other documents have been decoded.
                let decoder = mode.decoder()
                var text = Array(Self.undecodable(30).replacing(/"name":(\d+)/, with: { #""name":"é\#($0.1)""# }).utf8)
                keepers = try decoder.decode([Keeper].self, from: text)
                keepers += try decoder.decode([Third].self, from: text).compactMap(\.keeper)
                for index in text.indices { text[index] = 0x20 }
                for _ in 0..<10 { _ = try decoder.decode([Item].self, from: Self.items) }
            }
            return keepers.map(\.seen)
        }
        let expected = try seen(.whole)
        #expect(expected.count == 40)
        for mode in ParsingMode.windowed { #expect(try seen(mode) == expected, "\(mode)") }
    }

    /// A context that a rule has retained is unchanged after the call.
    @Test func retainedContexts() throws {
        func seen(_ mode: ParsingMode) throws -> [String] {
            let kept = Mutex<[UncheckedTransfer<DecodingRuleContext>]>([])
            let policy = DecodingPolicy {
                ClosureRule("ClosureRule") { context in
                    let context = UncheckedTransfer(value: context)
                    kept.withLock { $0.append(context) }
                    return .replace(with: .string("x"))
                }
            }
            do {
                let text = Array(Self.undecodable(12).utf8)
                _ = try mode.decoder(policy).decode([Item].self, from: text)
            }
            return kept.withLock { $0 }.map {
                "\(DecodingPath($0.value.codingPath)) \($0.value.sourceText) \($0.value.location)"
            }
        }
        let expected = try seen(.whole)
        #expect(expected.last == "[11].name 11 12:17")
        for mode in ParsingMode.windowed { #expect(try seen(mode) == expected, "\(mode)") }
    }

    final class Counted: Decodable {
        static let alive = Mutex(0)
        init(from decoder: any Decoder) throws {
            Self.alive.withLock { $0 += 1 }
            if try decoder.singleValueContainer().decode(Int.self) > 50 { throw Broken() }
        }
        deinit { Self.alive.withLock { $0 -= 1 } }
    }

    struct Broken: Error {}

    @Test func elementsBeforeAnErrorAreReleased() {
        for mode in ParsingMode.windowed {
            for text in ["[1,2,3,4,5,6,7,8,9", "[1,2,3,4,5,6,7,8,99]", "[1,2,99,3,4"] {
                #expect(throws: (any Error).self) { try mode.decoder().decode([Counted].self, from: text) }
                #expect(throws: (any Error).self) {
                    try mode.decoder().decode(ContiguousArray<Counted>.self, from: text)
                }
                #expect(Counted.alive.withLock { $0 } == 0)
            }
        }
    }

    // MARK: Large documents

    /// The number of elements cannot be estimated from the start of the document.
    @Test func moreElementsThanEstimated() throws {
        let long = #"{"id":1,"name":"\#(String(repeating: "x", count: 3_000))"}"#
        let short = Array(repeating: #"{"id":2,"name":""}"#, count: 40_000)
        for texts in [[String](repeating: long, count: 100) + short, short + [long]] {
            let text = Array(("[" + texts.joined(separator: ",") + "]").utf8)
            let expected = try ParsingMode.whole.decoder().decode([Item].self, from: text)
            // The default sizes.
            let decoder = PolicyJSONDecoder()
            for isAhead in [false, true] {
                decoder.parsesAhead = isAhead
                #expect(try decoder.decode([Item].self, from: text) == expected)
                #expect(try decoder.decode(ContiguousArray<Item>.self, from: text) == ContiguousArray(expected))
                #expect(try decoder.decode(Set<Item>.self, from: text).count == 2)
            }
        }
    }

    @Test func oneElementInManyWindows() throws {
        let inner = (0..<2_000).map { #""k\#($0)":\#($0).5"# }.joined(separator: ",")
        let large = (1...2).map { #"{"id":\#($0),"name":"a","inner":{\#(inner)}}"# }
        let text = Array(#"[\#(large[0]),{"id":0,"name":"b"},\#(large[1])]"#.utf8)
        let expected = try ParsingMode.whole.decoder().decode([Item].self, from: text)
        #expect(expected.last?.inner?.count == 2_000)
        for mode in ParsingMode.windowed {
            #expect(try mode.decoder().decode([Item].self, from: text) == expected, "\(mode)")
        }
    }

    @Test func aMappedFile() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "windows-\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let text = "[" + (0..<20_000).map { #"{"id":\#($0),"name":"é\#($0)"}"# }.joined(separator: ",\n") + "]"
        try Data(text.utf8).write(to: file)
        let decoder = PolicyJSONDecoder()
        let expected = try ParsingMode.whole.decoder().decode([Item].self, from: text)
        for isAhead in [false, true] {
            decoder.parsesAhead = isAhead
            #expect(try decoder.decode([Item].self, contentsOf: file) == expected)
            let keepers = try decoder.decode([Third].self, contentsOf: file).compactMap(\.keeper)
            #expect(keepers.count == 6_667)
            #expect(keepers.last?.seen.hasPrefix("[19998] success(Item(id: 19998,") == true)
        }
    }

    // MARK: Several threads

    @Test func manyCallsAheadAtOnce() async throws {
        let decoder = ParsingMode.windows(of: 40, ahead: 2).decoder(.lenient)
        let text = Self.undecodable(200)
        let expected = try ParsingMode.whole.decoder(.lenient).decode([Item].self, from: text)
        let broken = text + "]"
        let error = ParsingMode.whole.outcome(of: [Item].self, from: Array(broken.utf8), .lenient)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<64 {
                group.addTask {
                    if number.isMultiple(of: 2) { return try decoder.decode([Item].self, from: text) == expected }
                    let found = Result { try decoder.decode([Item].self, from: broken) }
                    guard case .failure(let failure) = found else { return false }
                    return PolicyJSONTests.text(of: failure) == error
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    /// A decode within a decode, each with its own thread.
    struct Nested: Decodable {
        let items: [Item]
        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            items = try ParsingMode.windows(of: 5, ahead: 3).decoder().decode([Item].self, from: text)
        }
    }

    @Test func nestedCalls() throws {
        let text = String(decoding: try JSONEncoder().encode([Self.items, Self.items, "[]"]), as: UTF8.self)
        let expected = try ParsingMode.whole.decoder().decode([Nested].self, from: text).map(\.items)
        #expect(expected.map(\.count) == [5, 5, 0])
        for mode in ParsingMode.windowed {
            #expect(try mode.decoder().decode([Nested].self, from: text).map(\.items) == expected)
        }
    }
}
