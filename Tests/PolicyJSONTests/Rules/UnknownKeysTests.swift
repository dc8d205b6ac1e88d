import Foundation
import PolicyJSON
import Testing

@Suite struct UnknownKeysTests {
    @Test(arguments: DocumentedTable.cases(of: "UnknownKeys"))
    func table(row: DocumentedCase) {
        row.checkObject([UnknownKeys(.report), UnknownKeys(.fail), UnknownKeys(.keep)])
    }

    @Test func sameTable() { expectSameTable("UnknownKeys") }

    @Test(
        arguments: [
            (
                DecodingPolicy { UnknownKeys() },
                Row(
                    Album.self, #"{"photos":[{"id":1,"x":2}],"title":"t","y":{"z":1}}"#,
                    #"Album(photos: [Photo(id: 1, imageURL: nil, address2: nil, userName: nil)], title: Optional("t"))"#,
                    "UnknownKeys, key reported, 'photos[0].x' '/photos/0/x', 1:24+23, Photo: 2 → left out, Photo has no such key.",
                    #"UnknownKeys, key reported, 'y' '/y', 1:44+43, Album: {"z":1} → left out, Album has no such key."#)
            ),
            (
                DecodingPolicy { UnknownKeys(.fail) },
                Row(
                    Album.self, #"{"photos":[{"id":1,"x":2}],"title":"t","y":{"z":1}}"#,
                    #"dataCorrupted at photos[0].x: Unknown key "x" for Photo. [rejected by UnknownKeys]"#)
            ),
            (
                DecodingPolicy { UnknownKeys(.fail) },
                Row(Dog.self, #"{"name":"x","age":1}"#, "Dog")
            ),
            // A repeated key is known.
            (
                DecodingPolicy { UnknownKeys(.fail) },
                Row(Line.self, #"{"address2":"a","\u0061ddress2":"b"}"#, #"Line(address2: "a")"#)
            ),
            (
                DecodingPolicy {
                    UnknownKeys(.fail)
                    DuplicateKeys(.last)
                },
                Row(
                    Line.self, #"{"address2":"a","address2":"b"}"#, #"Line(address2: "b")"#,
                    #"DuplicateKeys, duplicate resolved, 'address2' '/address2', 1:28+27, Line: "b" → used, The key occurs more than once."#
                )
            ),
            (
                DecodingPolicy { UnknownKeys(.fail) },
                Row(
                    Dog.self, #"{"name":"x","age":1,"colour":2}"#,
                    #"dataCorrupted at colour: Unknown key "colour" for Dog. [rejected by UnknownKeys]"#)
            ),
            (
                DecodingPolicy { UnknownKeys(.fail) },
                Row(Dyn.self, #"{"name":1,"age":1}"#, "Dyn(n: 1)")
            ),
            (
                DecodingPolicy { UnknownKeys(.fail) },
                Row([String: [String: Int]].self, #"{"a":{"age":1}}"#, #"["a": ["age": 1]]"#)
            ),
            (
                DecodingPolicy { UnknownKeys() },
                Row(
                    Nested.self, #"{"outer":{"x":1,"y":2},"z":3}"#, "Nested(x: 1)",
                    "UnknownKeys, key reported, 'z' '/z', 1:28+27, Nested: 3 → left out, Nested has no such key.",
                    "UnknownKeys, key reported, 'outer.y' '/outer/y', 1:21+20, Nested: 2 → left out, Nested has no such key."
                )
            ),
            (
                DecodingPolicy {
                    UnknownKeys(.fail)
                    LossyCollections()
                },
                Row(
                    Album.self, #"{"photos":[{"id":1,"x":2},{"id":2}]}"#,
                    #"dataCorrupted at photos[0].x: Unknown key "x" for Photo. [rejected by UnknownKeys]"#)
            ),
            (
                DecodingPolicy { At("photos[*].*") { UnknownKeys() } },
                Row(
                    Album.self, #"{"photos":[{"id":1,"x":2}],"y":1}"#,
                    "Album(photos: [Photo(id: 1, imageURL: nil, address2: nil, userName: nil)], title: nil)",
                    "UnknownKeys, key reported, 'photos[0].x' '/photos/0/x', 1:24+23, Photo: 2 → left out, Photo has no such key."
                )
            ),
            // Other than `.keep`, the rule is consulted at the member's path, as are other rules about members.
            (
                DecodingPolicy {
                    At("photos[*]") {
                        UnknownKeys(.fail)
                        DuplicateKeys(.fail)
                        RequiredKeys()
                    }
                },
                Row(
                    Album.self, #"{"photos":[{"id":1,"id":2,"x":2}]}"#,
                    "Album(photos: [Photo(id: 1, imageURL: nil, address2: nil, userName: nil)], title: nil)")
            ),
            (
                DecodingPolicy { For(Photo.self) { UnknownKeys() } },
                Row(
                    Album.self, #"{"photos":[{"id":1,"x":2}],"y":1}"#,
                    "Album(photos: [Photo(id: 1, imageURL: nil, address2: nil, userName: nil)], title: nil)",
                    "UnknownKeys, key reported, 'photos[0].x' '/photos/0/x', 1:24+23, Photo: 2 → left out, Photo has no such key."
                )
            ),
        ] as [(DecodingPolicy, Row)])
    func outcomes(policy: DecodingPolicy, row: Row) { row.check(policy) }

    /// Opens objects to find out their types, and then decodes models from them.
    struct Peeking: Decodable {
        enum Key: String, CodingKey { case items, last, kind }
        struct Note: Decodable { let text: String }
        struct Link: Decodable { let url: String, kind: String }

        var texts: [String] = []

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            var kinds = try container.nestedUnkeyedContainer(forKey: .items)
            var items = kinds
            while !kinds.isAtEnd {
                let kind = try kinds.nestedContainer(keyedBy: Key.self).decode(String.self, forKey: .kind)
                texts.append(kind == "note" ? try items.decode(Note.self).text : try items.decode(Link.self).url)
            }
            let last = try container.nestedContainer(keyedBy: Key.self, forKey: .last)
            let kind = try last.decode(String.self, forKey: .kind)
            texts.append(kind)
            if kind == "note" { texts.append(try container.decode([Note].self, forKey: .items)[0].text) }
            if kind == "link" { texts.append(try container.decode(Link.self, forKey: .last).url) }
        }
    }

    @Test(
        arguments: [
            Row(
                Peeking.self,
                #"{"items":[{"kind":"note","text":"a"},{"kind":"link","url":"b"}],"last":{"kind":"link","url":"c"}}"#,
                #"Peeking(texts: ["a", "b", "link", "c"])"#),
            Row(
                Peeking.self,
                #"{"items":[{"kind":"note","text":"a","x":1},{"y":2,"kind":"link","url":"b"}],"last":{"kind":"link","url":"c","z":3}}"#,
                #"Peeking(texts: ["a", "b", "link", "c"])"#,
                "UnknownKeys, key reported, 'items[0].x' '/items/0/x', 1:41+40, Note: 1 → left out, Note has no such key.",
                "UnknownKeys, key reported, 'items[1].y' '/items/1/y', 1:49+48, Link: 2 → left out, Link has no such key.",
                "UnknownKeys, key reported, 'last.z' '/last/z', 1:113+112, Link: 3 → left out, Link has no such key."
            ),
            // No model is decoded from the last object.
            Row(
                Peeking.self, #"{"items":[],"last":{"kind":"other","z":3}}"#, #"Peeking(texts: ["other"])"#,
                "UnknownKeys, key reported, 'last.z' '/last/z', 1:40+39, Peeking: 3 → left out, Peeking has no such key."
            ),
        ])
    func peekedObjects(row: Row) { row.check(DecodingPolicy { UnknownKeys() }) }

    /// Two documents in strings, whose members have the same positions.
    @Test func membersOfReplacements() {
        struct Pair: Decodable {
            let a: Photo
            let b: Photo
        }
        let photo = #""{\"id\":1,\"x\":2}""#
        Row(
            Pair.self, #"{"a":\#(photo),"b":\#(photo)}"#,
            "Pair(a: Photo(id: 1, imageURL: nil, address2: nil, userName: nil), b: Photo(id: 1, imageURL: nil, address2: nil, userName: nil))",
            #"StringifiedJSON, converted, 'a' '/a', 1:6+5, Photo: "{\"id\":1,\"x\":2}" → {"id":1,"x":2}, Expected to decode Dictionary<String, Any> but found a string instead."#,
            "UnknownKeys, key reported, 'a.x' '/a/x', 1:6+5, Photo: 2 → left out, Photo has no such key.",
            #"StringifiedJSON, converted, 'b' '/b', 1:31+30, Photo: "{\"id\":1,\"x\":2}" → {"id":1,"x":2}, Expected to decode Dictionary<String, Any> but found a string instead."#,
            "UnknownKeys, key reported, 'b.x' '/b/x', 1:31+30, Photo: 2 → left out, Photo has no such key."
        )
        .check(
            DecodingPolicy {
                UnknownKeys()
                StringifiedJSON()
            })
    }
}
