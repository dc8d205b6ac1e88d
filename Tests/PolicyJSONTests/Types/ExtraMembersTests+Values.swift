import Foundation
import PolicyJSON
import TestSupport
import Testing

extension ExtraMembersTests {
    @Test func values() throws {
        let one = try RawJSON(parsing: "1")
        var extra: ExtraMembers = ["a": one, "b": .null, "a": .null]
        let copy = extra
        #expect(extra["a"] == one && extra["c"] == nil && extra.count == 2 && !extra.isEmpty)
        extra["a"] = nil
        extra["c"] = one
        extra["b"] = one
        extra["d"] = nil
        #expect(extra.members.map(\.name) == ["b", "c"])
        #expect("\(extra) \(copy)" == #"{"b":1,"c":1} {"a":1,"b":null}"#)
        #expect(extra != copy && extra == ["c": one, "b": one])
        #expect(Set([extra, ["c": one, "b": one], copy]).count == 2)
        #expect(ExtraMembers() == [:] && ExtraMembers().isEmpty)
    }

    /// A copy that `init(from:)` makes does not get the members, and assigning to it does not change the property.
    @Test func copiesInsideInitializers() throws {
        struct Copying: Decodable {
            let extra: ExtraMembers, changed: ExtraMembers, seen: Int
            enum CodingKeys: CodingKey { case extra }
            init(from decoder: any Decoder) throws {
                extra = try decoder.container(keyedBy: CodingKeys.self).decode(ExtraMembers.self, forKey: .extra)
                seen = extra.count
                var changed = extra
                changed["y"] = .null
                self.changed = changed
            }
        }
        let value = try Self.decoder.decode(Copying.self, from: #"{"x":1}"#)
        #expect("\(value.extra) \(value.changed) \(value.seen)" == #"{"x":1} {"y":null} 0"#)
    }

    /// What is decoded is written again, whatever the members are.
    @Test(arguments: 0..<200 as Range<UInt64>) func roundTrip(seed: UInt64) throws {
        var json = RandomJSON(seed: seed)
        let document = try RawJSON(parsing: String(decoding: json.document(), as: UTF8.self))
        let object = document.kind != .object ? #"{"value":\#(document.text)}"# : document.text
        struct Open: Codable { var extra: ExtraMembers }
        let text = try Self.written(try Self.decoder.decode(Open.self, from: object))
        let (found, expected) = (try JSONValue(parsing: text), try JSONValue(parsing: object))
        var names: Set<String> = []
        let members = expected.members.filter { names.insert($0.name).inserted }
        #expect(found.members.map(\.name) == members.map(\.name))
        #expect(found.members.map(\.value.text) == members.map(\.value.text))
    }

    /// Each model is decoded once, however deeply they are nested.
    @Test func depth() throws {
        struct Level: Codable {
            var inner: [Level], extra: ExtraMembers
        }
        let json =
            String(repeating: #"{"x":1,"inner":["#, count: 200) + String(repeating: #"],"y":2}"#, count: 200)
        let counts = try withLargeStack {
            var counts: [Int] = []
            var level: Level? = try Self.decoder.decode(Level.self, from: json)
            while let current = level {
                counts.append(current.extra.count)
                level = current.inner.first
            }
            return counts
        }
        #expect(counts == Array(repeating: 2, count: 200))
    }

    @Test func relaxedSyntax() throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Self.keep })
        decoder.allowsJSON5 = true
        let memo = try decoder.decode(Memo.self, from: "{id: 1, 'a b': [+.5, 0x1F, /* c */]}")
        #expect("\(memo.extra)" == #"{"a b":[0.5,31]}"#)
        #expect(throws: DecodingError.self) { try decoder.decode(Memo.self, from: "{id: 1, x: NaN}") }
    }

    @Test func update() throws {
        var memo = try Self.decoder.decode(Memo.self, from: #"{"id":1,"x":2,"y":3}"#)
        try Self.decoder.applyMergePatch(Data(#"{"note":"n","x":null,"z":[4]}"#.utf8), to: &memo)
        #expect(printed(memo) == #"Memo(id: 1, note: Optional("n"), extra: {"y":3,"z":[4]})"#)
    }

    @Test func explains() {
        #expect(
            Self.keep.explanationOrDescription
                == "Keeps the members with unknown keys in the model's property for them, and reports them.")
    }
}
