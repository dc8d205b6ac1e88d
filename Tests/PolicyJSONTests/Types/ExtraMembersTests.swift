import Foundation
import PolicyJSON
import TestSupport
import Testing

@Suite struct ExtraMembersTests {
    static let keep = UnknownKeys(.keep)
    static let decoder = PolicyJSONDecoder(policy: DecodingPolicy { keep })
    static let encoder = PolicyJSONEncoder(policy: EncodingPolicy { keep })

    static func written(_ value: some Encodable, _ encoder: PolicyJSONEncoder = encoder) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private static func described(_ decode: () throws -> some Any) -> String {
        do {
            return printed(try decode())
        } catch {
            return "fails: " + ((error as? DecodingError).map { context(of: $0).debugDescription } ?? "\(error)")
        }
    }

    // MARK: The table

    static let table = PropertyTable(in: "PolicyJSON/Types/ExtraMembers.swift", heading: "in the JSON")

    @Test func tableExists() {
        #expect(Self.table.rows.count == 6)
        #expect(Self.table.isOnPage("ModelTypes.md"))
    }

    @Test(arguments: table.rows) func isAsDocumented(row: PropertyTable.Row) throws {
        let json = row["in the JSON"]
        let expected = row["under the rule"]
        #expect(Self.described { try Self.decoder.decode(Memo.self, from: json) } == expected)
        #expect(try Self.written(try Self.decoder.decode(Memo.self, from: json)) == row["written under the rule"])
        let plain = row["without the rule"] == "the same" ? expected : row["without the rule"]
        #expect(Self.described { try PolicyJSONDecoder().decode(Memo.self, from: json) } == plain)
        #expect(Self.described { try JSONDecoder().decode(Memo.self, from: Data(json.utf8)) } == plain)
    }

    @Test func withoutTheRule() throws {
        let memo = Memo(id: 1, note: nil, extra: ["a": .null, "b": try RawJSON(parsing: "[1.5]")])
        let text = #"{"id":1,"extra":{"a":null,"b":[1.5]}}"#
        #expect(try Self.written(memo, PolicyJSONEncoder()) == text)
        let foundation = JSONEncoder()
        foundation.outputFormatting = .sortedKeys
        #expect(
            String(decoding: try foundation.encode(memo), as: UTF8.self) == #"{"extra":{"a":null,"b":[1.5]},"id":1}"#)
        #expect(try PolicyJSONDecoder().decode(Memo.self, from: text) == memo)
        #expect(try JSONDecoder().decode(Memo.self, from: Data(text.utf8)) == memo)
        let empty = Memo(id: 1, note: nil, extra: [:])
        #expect(try Self.written(empty, PolicyJSONEncoder()) == #"{"id":1}"#)
        #expect(String(decoding: try foundation.encode(empty), as: UTF8.self) == #"{"id":1}"#)
        #expect(try Self.written([empty.extra], PolicyJSONEncoder()) == "[{}]")
    }

    // MARK: Models

    /// The property is decoded first, under another name.
    struct Early: Codable, Equatable {
        var rest: ExtraMembers
        var id: Int

        enum CodingKeys: String, CodingKey {
            case rest = "_rest"
            case id = "ID"
        }
    }

    struct Generic<Extra: Codable>: Codable { var extra: Extra, id: Int }
    struct Holder: Codable { var value: Memo }
    struct Possible: Codable {
        var extra: ExtraMembers?
        var id: Int
    }
    struct Twice: Codable { var first: ExtraMembers, second: ExtraMembers }
    struct Outer: Codable { var memo: Memo, memos: [String: Memo], extra: ExtraMembers }

    class Base: Codable { var extra: ExtraMembers = [:] }

    final class Derived: Base {
        var id = 0
        private enum CodingKeys: CodingKey { case id }

        required init(from decoder: any Decoder) throws {
            try super.init(from: decoder)
            id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
        }

        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
        }
    }

    /// Keeps the members of an object inside its own.
    struct Nested: Codable {
        var id: Int
        var extra: ExtraMembers
        enum CodingKeys: CodingKey { case inner, id, extra }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
                .nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
            extra = try container.decode(ExtraMembers.self, forKey: .extra)
            id = try container.decode(Int.self, forKey: .id)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            var inner = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
            try inner.encode(id, forKey: .id)
            try inner.encode(extra, forKey: .extra)
        }
    }

    /// Decodes and encodes under the rule.
    static let roundTrips: [(type: any (Codable & SendableMetatype).Type, json: String, written: String)] = [
        (Early.self, #"{"ID":1,"x":2,"id":3}"#, #"{"x":2,"id":3,"ID":1}"#),
        (Generic<ExtraMembers>.self, #"{"x":2,"id":3}"#, #"{"x":2,"id":3}"#),
        (Possible.self, #"{"x":2,"id":3}"#, #"{"x":2,"id":3}"#),
        (Possible.self, #"{"id":3}"#, #"{"id":3}"#),
        (Twice.self, #"{"x":2}"#, #"{"x":2}"#),
        (Derived.self, #"{"x":2,"id":3}"#, #"{"x":2,"id":3}"#),
        (Nested.self, #"{"inner":{"x":2,"id":3},"y":1}"#, #"{"inner":{"id":3,"x":2}}"#),
        (Holder.self, #"{"value":{"id":3,"x":2},"y":1}"#, #"{"value":{"id":3,"x":2}}"#),
        (Flattened<Point, Memo>.self, #"{"x":2,"y":2,"id":3,"z":4}"#, #"{"x":2,"y":2,"id":3,"z":4}"#),
        ([Memo?].self, #"[{"id":3,"\u0078":"\/"},null]"#, #"[{"id":3,"x":"\/"},null]"#),
        (
            Outer.self, #"{"memo":{"id":1,"a":[]},"memos":{"m":{"id":2,"b":{}}},"c":{ "d": 1 }}"#,
            #"{"memo":{"id":1,"a":[]},"memos":{"m":{"id":2,"b":{}}},"c":{ "d": 1 }}"#
        ),
    ]

    @Test(arguments: roundTrips.indices) func models(index: Int) throws {
        let (type, json, expected) = Self.roundTrips[index]
        let value = try Self.decoder.decode(type, from: json)
        #expect(try Self.written(value) == expected)
    }

    // MARK: The report

    @Test(
        arguments: [
            (
                DecodingPolicy { keep },
                Row(
                    Memo.self, #"{"a":[1.50],"id":1,"b":null}"#,
                    #"Memo(id: 1, note: nil, extra: {"a":[1.50],"b":null})"#,
                    "UnknownKeys, key reported, 'a' '/a', 1:6+5, Memo: [1.50] → kept, The property can keep members that the model does not request.",
                    "UnknownKeys, key reported, 'b' '/b', 1:24+23, Memo: null → kept, The property can keep members that the model does not request."
                )
            ),
            (DecodingPolicy { keep }, Row(Memo.self, #"{"id":1}"#, "Memo(id: 1, note: nil, extra: {})")),
            // A repaired model is decoded twice, and its members are kept once.
            (
                DecodingPolicy {
                    keep
                    NumbersFromStrings()
                },
                Row(
                    [Memo].self, #"[{"id":"1","x":"2"}]"#, #"[Memo(id: 1, note: nil, extra: {"x":"2"})]"#,
                    #"NumbersFromStrings, converted, '[0].id' '/0/id', 1:8+7, Int: "1" → 1, Expected to decode Int but found a string instead."#,
                    #"UnknownKeys, key reported, '[0].x' '/0/x', 1:16+15, Memo: "2" → kept, The property can keep members that the model does not request."#
                )
            ),
            // One that is dropped keeps none.
            (
                DecodingPolicy {
                    keep
                    LossyCollections()
                },
                Row(
                    [Memo].self, #"[{"id":"1","x":2}]"#, "[]",
                    #"LossyCollections, dropped, '[0]' '/0', 1:2+1, Memo: {"id":"1","x":2} → dropped, id: Expected to decode Int but found a string instead."#
                )
            ),
            // Other models are subject to the other action.
            (
                DecodingPolicy {
                    keep
                    UnknownKeys(.fail)
                },
                Row(
                    Box<Memo>.self, #"{"value":{"id":1,"x":2},"y":3}"#,
                    #"dataCorrupted at y: Unknown key "y" for Box<Memo>. [rejected by UnknownKeys]"#,
                    "UnknownKeys, key reported, 'value.x' '/value/x', 1:22+21, Memo: 2 → kept, The property can keep members that the model does not request."
                )
            ),
            // Scopes: the pattern matches the object or the property.
            (
                DecodingPolicy { At("[0]") { keep } },
                Row(
                    [Memo].self, #"[{"id":1,"x":2},{"id":1,"x":2,"extra":{"y":3}}]"#,
                    #"[Memo(id: 1, note: nil, extra: {"x":2}), Memo(id: 1, note: nil, extra: {"y":3})]"#,
                    "UnknownKeys, key reported, '[0].x' '/0/x', 1:14+13, Memo: 2 → kept, The property can keep members that the model does not request."
                )
            ),
            (
                DecodingPolicy { At("[*].extra") { keep } },
                Row(
                    [Memo].self, #"[{"id":1,"x":2}]"#, #"[Memo(id: 1, note: nil, extra: {"x":2})]"#,
                    "UnknownKeys, key reported, '[0].x' '/0/x', 1:14+13, Memo: 2 → kept, The property can keep members that the model does not request."
                )
            ),
            (
                DecodingPolicy { For(Memo.self) { keep } },
                Row(
                    Early.self, #"{"ID":1,"x":2}"#, "Early(rest: {}, id: 1)")
            ),
            (
                DecodingPolicy {
                    keep
                    For(Memo.self) { Strictly() }
                },
                Row(Memo.self, #"{"id":1,"x":2}"#, "Memo(id: 1, note: nil, extra: {})")
            ),
            // Members that rules find under other names or at paths are requested; the tag of a variant is, too.
            (
                DecodingPolicy {
                    keep
                    KeyMatching(.pascalCase, paths: ["note": "meta.note"])
                },
                Row(
                    Memo.self, #"{"Id":1,"meta":{"note":"a","n":1},"x":2}"#,
                    #"Memo(id: 1, note: Optional("a"), extra: {"x":2})"#,
                    #"KeyMatching, key matched, 'id' '/Id', 1:7+6, Memo: "Id" → id, No value associated with key CodingKeys(stringValue: "id", intValue: nil) ("id")."#,
                    #"KeyMatching, key matched, 'note' '/meta/note', 1:24+23, Memo: "meta.note" → note, No value associated with key CodingKeys(stringValue: "note", intValue: nil) ("note")."#,
                    "UnknownKeys, key reported, 'x' '/x', 1:39+38, Memo: 2 → kept, The property can keep members that the model does not request."
                )
            ),
            // In JSON inside a string.
            (
                DecodingPolicy {
                    keep
                    StringifiedJSON()
                },
                Row(
                    Box<Memo>.self, #"{"value":"{\"id\":1,\"x\":2}"}"#,
                    #"Box<Memo>(value: Memo(id: 1, note: nil, extra: {"x":2}))"#,
                    #"StringifiedJSON, converted, 'value' '/value', 1:10+9, Memo: "{\"id\":1,\"x\":2}" → {"id":1,"x":2}, Expected to decode Dictionary<String, Any> but found a string instead."#,
                    "UnknownKeys, key reported, 'value.x' '/value/x', 1:10+9, Memo: 2 → kept, The property can keep members that the model does not request."
                )
            ),
        ] as [(DecodingPolicy, Row)])
    func reports(policy: DecodingPolicy, row: Row) {
        row.check(policy)
        // An audit lists the same changes.
        func open<T: Decodable>(_ type: T.Type) {
            let audit = PolicyJSONDecoder().audit(type, from: row.json, policy: policy)
            #expect(audit.report.entries.map(text(of:)) == row.changes)
        }
        open(row.type)
    }

    @Test(arguments: StreamForm.allCases) func streams(form: StreamForm) async {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Self.keep })
        let log = EventLog()
        decoder.reportInterval = 1
        decoder.onReport = { report in
            for entry in report.entries { log.add("\(entry.path) \(entry.location.offset) \(entry.found)") }
        }
        let json = #"[{"id":1,"a":[1]},{"id":2},{"id":3,"a":4,"b":5}]"#
        await form.read(Memo.self, .elements(""), of: Chunks(Array(json.utf8), length: 5), decoder, log)
        #expect(
            log.events == [
                "[0].a 13 [1]", "> Memo(id: 1, note: nil, extra: {\"a\":[1]})", "> Memo(id: 2, note: nil, extra: {})",
                "[2].a 39 4", "[2].b 45 5", "> Memo(id: 3, note: nil, extra: {\"a\":4,\"b\":5})",
            ])
    }

    @Test func collectingErrors() throws {
        #expect(
            try Self.decoder.decodeCollectingErrors([Memo].self, from: Data(#"[{"id":1,"x":2}]"#.utf8))
                == [Memo(id: 1, note: nil, extra: ["x": RawJSON(parsing: "2")])])
        do throws(JSONDecodingError) {
            _ = try Self.decoder.decodeCollectingErrors(
                [Memo].self, from: Data(#"[{"id":"1","x":2},{"x":3}]"#.utf8))
            Issue.record("decoded")
        } catch {
            #expect(error.problems.map(\.path.description) == ["[0].id", "[1].id"])
        }
    }

    // MARK: Names

    /// Names are verbatim in both directions, whatever is done to those of the model.
    @Test func keyStrategies() throws {
        struct Song: Codable { var imageUrl: String, extra: ExtraMembers }
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Self.keep })
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { Self.keep })
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let json = #"{"image_url":"u","first_name":1,"lastName":{"a_b":2}}"#
        let song = try decoder.decode(Song.self, from: json)
        #expect("\(song.extra)" == #"{"first_name":1,"lastName":{"a_b":2}}"#)
        #expect(try Self.written(song, encoder) == json)
        let kebab = PolicyJSONEncoder(
            policy: EncodingPolicy {
                KeyMatching(.kebabCase)
                Self.keep
            })
        #expect(try Self.written(song, kebab) == #"{"image-url":"u","first_name":1,"lastName":{"a_b":2}}"#)
    }

    /// The members of the model win, whichever are written first.
    /// Of members with the same name the one that counts is kept, or requested.
    @Test(arguments: [(nil, 1, "1"), (.first, 1, "1"), (.last, 3, "2")] as [(DuplicateKeys.Choice?, Int, String)])
    func `repeated names`(_ choice: DuplicateKeys.Choice?, _ id: Int, _ kept: String) throws {
        let policy = DecodingPolicy {
            UnknownKeys(.keep)
            if let choice { DuplicateKeys(choice) }
        }
        let memo = try PolicyJSONDecoder(policy: policy).decode(Memo.self, from: #"{"id":1,"x":1,"x":2,"id":3}"#)
        #expect(memo == Memo(id: id, note: nil, extra: ["x": try RawJSON(parsing: kept)]))
    }

    @Test func sameNames() throws {
        struct Last: Codable { var id = 1, name = "n", extra: ExtraMembers }
        struct First: Codable { var extra: ExtraMembers, id = 1, name = "n" }
        let extra: ExtraMembers = ["id": .null, "x": .null, "name": .null]
        #expect(try Self.written(Last(extra: extra)) == #"{"id":1,"name":"n","x":null}"#)
        #expect(try Self.written(First(extra: extra)) == #"{"id":1,"x":null,"name":"n"}"#)
        let keys = PolicyJSONEncoder(
            policy: EncodingPolicy {
                Self.keep
                KeyMatching(["name": "meta.name"])
            })
        let meta: ExtraMembers = ["meta": try RawJSON(parsing: #"{"a":1}"#), "id": .null]
        #expect(try Self.written(First(extra: meta), keys) == #"{"meta":{"a":1,"name":"n"},"id":1}"#)
        #expect(try Self.written(Last(extra: meta), keys) == #"{"id":1,"meta":{"name":"n"}}"#)
    }

    @Test(arguments: [JSONEncoder.OutputFormatting.sortedKeys, [.prettyPrinted, .sortedKeys]])
    func formatting(_ formatting: JSONEncoder.OutputFormatting) throws {
        struct Plain: Encodable { var a = [1], id = 2, z = "s" }
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { Self.keep })
        encoder.outputFormatting = formatting
        let memo = Memo(id: 2, note: nil, extra: ["z": try RawJSON(parsing: #""s""#), "a": .null])
        let expected = try Self.written(Plain(), encoder)
        let text = try Self.written(memo, encoder)
        #expect(text.split(separator: "\n").count == (formatting.contains(.prettyPrinted) ? 5 : 1))
        #expect(
            text.filter { !$0.isWhitespace }
                == expected.filter { !$0.isWhitespace }.replacing("[1]", with: "null"))
    }

    @Test func encodingScopes() throws {
        let memos = [
            "a": Memo(id: 1, note: nil, extra: ["x": .null]), "b": Memo(id: 2, note: nil, extra: ["x": .null]),
        ]
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { At("a.extra") { Self.keep } })
        encoder.outputFormatting = .sortedKeys
        #expect(try Self.written(memos, encoder) == #"{"a":{"id":1,"x":null},"b":{"extra":{"x":null},"id":2}}"#)
        encoder.policy = EncodingPolicy { For(Memo.self) { Self.keep } }
        #expect(try Self.written(memos, encoder) == #"{"a":{"id":1,"x":null},"b":{"id":2,"x":null}}"#)
        encoder.policy = EncodingPolicy { For(Page.self) { Self.keep } }
        #expect(
            try Self.written(memos, encoder) == #"{"a":{"extra":{"x":null},"id":1},"b":{"extra":{"x":null},"id":2}}"#)
    }
}
