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

    /// A text that is not JSON fails, also if the object with it would be JSON.
    @Test func uncheckedMembers() throws {
        struct Open: Codable { var extra: ExtraMembers }
        let value = Open(extra: ["a": .unchecked(#"1,"admin":true"#)])
        for encoder in [PolicyJSONEncoder(), PolicyJSONEncoder(policy: EncodingPolicy { UnknownKeys(.keep) })] {
            let error = #expect(throws: EncodingError.self) { try encoder.encode(value) }
            guard case .invalidValue(_, let context)? = error else { return }
            #expect(context.debugDescription == "The value is not JSON.")
            #expect(context.codingPath.last?.stringValue == "a")
        }
        let valid = Open(extra: ["a": .unchecked(" 1 "), "b": .unchecked("[ ]")])
        #expect(
            String(decoding: try PolicyJSONEncoder().encode(valid), as: UTF8.self) == #"{"extra":{"a": 1 ,"b":[ ]}}"#)
    }

    /// Names that are equal to those of ASCII are those of the model's members, too.
    @Test func namesEqualToASCII() throws {
        struct Unit: Codable {
            enum CodingKeys: String, CodingKey {
                case kelvin = "K"
                case extra
            }

            var kelvin = 1
            var extra: ExtraMembers
        }
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { UnknownKeys(.keep) })
        let extra: ExtraMembers = ["\u{212A}": .string("2"), "\u{212A}x": .string("3"), "y": .string("4")]
        let data = try encoder.encode(Unit(extra: extra))
        #expect(String(decoding: data, as: UTF8.self) == #"{"K":1,"\#u{212A}x":"3","y":"4"}"#)
    }
}
