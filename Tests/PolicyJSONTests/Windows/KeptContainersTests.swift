import Foundation
import Synchronization
import Testing

@testable import PolicyJSON

/// Containers that models keep, in documents of which the tape has a part at a time, and what one document changes for the next.
@Suite struct KeptContainersTests {
    /// A container that one model keeps for others; in the `userInfo` of a call.
    final class Shelf: Sendable {
        enum Keys: CodingKey { case a, kind, inner, items, v }
        static let key = CodingUserInfoKey(rawValue: "shelf")!
        private let kept = Mutex<UncheckedTransfer<KeyedDecodingContainer<Keys>>?>(nil)

        func put(_ container: KeyedDecodingContainer<Keys>) {
            let sent = UncheckedTransfer(value: container)
            kept.withLock { $0 = sent }
        }

        func clear() { kept.withLock { $0 = nil } }

        var container: KeyedDecodingContainer<Keys>? { kept.withLock { $0 }?.value }

        static func of(_ decoder: any Decoder) throws -> Shelf { try #require(decoder.userInfo[key] as? Shelf) }
    }

    private func outcome<T: Decodable>(_ type: T.Type, _ json: String, _ decoder: PolicyJSONDecoder) -> String {
        do throws(JSONDecodingError) {
            let outcome = try decoder.decodeReporting(type, from: json, userInfo: [Shelf.key: Shelf()])
            return "\(outcome.value), \(outcome.report.count)"
        } catch {
            return "\(error)"
        }
    }

    /// Tries the member of the element before. It decodes strictly, so that no rule is asked.
    struct Linked: Decodable, CustomStringConvertible {
        let own: Int?
        let before: Int?

        init(from decoder: any Decoder) throws {
            let shelf = try Shelf.of(decoder)
            let container = try decoder.container(keyedBy: Shelf.Keys.self)
            own = try? container.decode(Int.self, forKey: .a)
            before = try? shelf.container?.decode(Int.self, forKey: .a)
            shelf.put(container)
        }

        var description: String { "\(own.map(String.init) ?? "-") \(before.map(String.init) ?? "-")" }
    }

    /// Requests the member of the element before, which rules may repair.
    struct Following: Decodable, CustomStringConvertible {
        let own: Int
        let before: Int?

        init(from decoder: any Decoder) throws {
            let shelf = try Shelf.of(decoder)
            let container = try decoder.container(keyedBy: Shelf.Keys.self)
            before = try shelf.container?.decode(Int.self, forKey: .a)
            own = try container.decode(Int.self, forKey: .v)
            shelf.put(container)
        }

        var description: String { "\(own) \(before.map(String.init) ?? "-")" }
    }

    struct Holder: Decodable, CustomStringConvertible {
        let items: [Linked]
        let tried: [Int?]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Shelf.Keys.self)
            try Shelf.of(decoder).put(container)
            items = try container.decode([Linked].self, forKey: .items)
            tried = [try? container.decode(Int.self, forKey: .a)]
            // What is kept would be decoded from the whole document.
            try Shelf.of(decoder).clear()
        }

        var description: String { "\(items) \(tried)" }
    }

    @Test(arguments: ParsingMode.windowed + [.whole]) func elements(_ mode: ParsingMode) {
        let json = #"[{"a":"1"},{"a":"2"},{"a":3},{"a":"4"}]"#
        #expect(outcome([Linked].self, json, mode.decoder(.lenient)) == "[- -, - -, 3 -, - 3], 0")
    }

    @Test(arguments: ParsingMode.emptying + [.whole]) func membersAroundArrays(_ mode: ParsingMode) {
        let json = #"{"a":"0","items":[{"a":"1"},{"a":"2"},{"a":3},{"a":"4"}]}"#
        #expect(outcome(Holder.self, json, mode.decoder(.lenient)) == "[- -, - -, 3 -, - 3] [nil], 0")
    }

    @Test(arguments: ParsingMode.windowed + [.whole]) func repairedMembers(_ mode: ParsingMode) throws {
        let decoder = mode.decoder(DecodingPolicy { NumbersFromStrings() })
        decoder.userInfo[Shelf.key] = Shelf()
        let json = #"[{"v":0,"a":"1"},{"v":"1","a":"2"},{"v":2,"a":3},{"v":3,"a":{}}]"#
        #expect(
            "\(try decoder.decode([Following].self, from: json))"
                == "[0 -, 1 1, 2 2, 3 3]")
    }

    /// Each element requests a member of the object around the array.
    struct Around: Decodable {
        struct Item: Decodable {
            let a: Int
            init(from decoder: any Decoder) throws {
                a = try #require(Shelf.of(decoder).container).decode(Int.self, forKey: .a)
            }
        }
        let items: [Item]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Shelf.Keys.self)
            let shelf = try Shelf.of(decoder)
            shelf.put(container)
            defer { shelf.clear() }
            items = try container.decode([Item].self, forKey: .items)
        }
    }

    @Test(arguments: ParsingMode.emptying + [.whole]) func repairedMembersAroundArrays(_ mode: ParsingMode) throws {
        let decoder = mode.decoder(DecodingPolicy { NumbersFromStrings() })
        decoder.userInfo[Shelf.key] = Shelf()
        let json = #"{"a":"7","items":[{"v":1},{"v":2},{"v":3}]}"#
        let value = try decoder.decode(Around.self, from: json)
        #expect(value.items.map(\.a) == [7, 7, 7])
    }

    // MARK: What one document changes for the next

    struct Item: Decodable { let a: Int }
    struct First: Decodable { let items: [Item] }
    struct Second: Decodable { let items: [Item] }
    struct ByHand: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Shelf.Keys.self)
            var items = try container.nestedUnkeyedContainer(forKey: .items)
            while !items.isAtEnd { _ = try items.decode(Item.self) }
        }
    }

    /// A type that needs the elements on the tape is remembered, and not those that the same decoder decodes later.
    @Test func neededElements() throws {
        let decoder = ParsingMode.emptied(by: 16, remembersTypes: true).decoder()
        let json = #"{"items":[\#((0..<50).map { "{\"a\":\($0)}" }.joined(separator: ","))]}"#
        #expect(try decoder.decode(First.self, from: json).items.count == 50)
        _ = try decoder.decode(ByHand.self, from: json)
        #expect(try decoder.decode(Second.self, from: json).items.count == 50)
        #expect(try decoder.decode(First.self, from: json).items.count == 50)
        #expect(WholeDocumentTypes.contains(ByHand.self))
        #expect(!WholeDocumentTypes.contains(First.self) && !WholeDocumentTypes.contains(Second.self))
    }

    // MARK: Members that are requested elsewhere

    /// Requests a member of the object around it.
    struct Inner: Decodable, CustomStringConvertible {
        let kind: String?
        let v: Int

        init(from decoder: any Decoder) throws {
            kind = try Shelf.of(decoder).container?.decode(String.self, forKey: .kind)
            v = try decoder.container(keyedBy: Shelf.Keys.self).decode(Int.self, forKey: .v)
        }

        var description: String { "\(kind ?? "-") \(v)" }
    }

    struct Outer: Decodable, CustomStringConvertible {
        let inner: Inner?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Shelf.Keys.self)
            try Shelf.of(decoder).put(container)
            inner = try? container.decode(Inner.self, forKey: .inner)
        }

        var description: String { inner?.description ?? "-" }
    }

    @Test(arguments: [
        (#"{"kind":"x","inner":{"v":1}}"#, "x 1, 0"), (#"{"kind":"x","inner":{"v":""}}"#, "-, 0"),
        (#"{"kind":"x","inner":{"v":1},"a":1}"#, "1:33: a: Unknown key \"a\" for Outer."),
        (#"{"kind":"x","inner":{"v":1,"a":2}}"#, "-, 0"),
        (#"{"kind":"x","v":1,"inner":{}}"#, "1:17: v: Unknown key \"v\" for Outer."),
    ])
    func knownMembers(_ json: String, _ expected: String) {
        let found = outcome(Outer.self, json, PolicyJSONDecoder(policy: DecodingPolicy { UnknownKeys(.fail) }))
        #expect(found.split(separator: "\n").first.map(String.init) == expected)
    }
}
