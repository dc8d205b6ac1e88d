import Foundation
import PolicyJSON
import Testing

@Suite struct EnvelopeTests {
    private struct Contents<T: Decodable>: Decodable {
        let value: T
        let other: T?
    }

    @Test(arguments: DocumentedTable.cases(of: "Envelope"))
    func table(row: DocumentedCase) {
        row.checkObject([Envelope("data"), Envelope("data", isRequired: false), Envelope("response.items[1]")])
    }

    @Test func sameTable() { expectSameTable("Envelope") }

    @Test(
        arguments: [
            (
                DecodingPolicy { Envelope("data") },
                Row(
                    [Photo].self, #"{"data":[{"id":1}],"meta":1}"#,
                    "[Photo(id: 1, imageURL: nil, address2: nil, userName: nil)]",
                    #"Envelope, unwrapped, '' '', 1:1+0, Array<Photo>: {"data":[{"id":1}],"meta":1} → [{"id":1}], "#)
            ),
            (
                DecodingPolicy { Envelope("data") },
                Row(
                    Photo.self, #"{"data":{"id":1},"meta":1}"#,
                    "Photo(id: 1, imageURL: nil, address2: nil, userName: nil)",
                    #"Envelope, unwrapped, '' '', 1:1+0, Photo: {"data":{"id":1},"meta":1} → {"id":1}, "#)
            ),
            (
                DecodingPolicy { Envelope("data") },
                Row(
                    Photo.self, #"{"data":{"id":"x"}}"#,
                    "typeMismatch(Int) at data.id: Expected to decode Int but found a string instead.")
            ),
            (
                DecodingPolicy { Envelope("data") },
                Row(
                    Photo.self, #"{"error":1}"#,
                    "dataCorrupted at the top: No value at data in the envelope. [rejected by Envelope]")
            ),
            (
                DecodingPolicy { Envelope("data") },
                Row(
                    Photo?.self, #"{"data":null}"#, "nil",
                    #"Envelope, unwrapped, '' '', 1:1+0, Optional<Photo>: {"data":null} → null, "#)
            ),
            (
                DecodingPolicy { Envelope("data") },
                Row(
                    Photo.self, #"{"data":null}"#,
                    "valueNotFound(Dictionary<String, Any>) at data: Cannot get keyed decoding container -- found null value instead"
                )
            ),
            (
                DecodingPolicy {
                    DuplicateKeys(.fail)
                    Envelope("data")
                },
                Row(
                    Int.self, #"{"data":1,"data":2}"#,
                    #"dataCorrupted at data: The key "data" occurs more than once. [rejected by DuplicateKeys]"#)
            ),
            (
                DecodingPolicy {
                    DuplicateKeys(.fail)
                    Envelope("a[0].data")
                },
                Row(
                    Int.self, #"{"a":[{"data":1,"other":2,"\u0064ata":3}]}"#,
                    #"dataCorrupted at a[0].data: The key "data" occurs more than once. [rejected by DuplicateKeys]"#)
            ),
            (
                DecodingPolicy { At("*") { Envelope("d") } },
                Row(
                    Contents<Int>.self, #"{"value":5,"other":6}"#, "Contents<Int>(value: 5, other: Optional(6))")
            ),
            (
                DecodingPolicy { At("*") { Envelope("d") } },
                Row(
                    Contents<String>.self, #"{"value":{"d":"a"},"other":"b"}"#,
                    #"Contents<String>(value: "a", other: Optional("b"))"#,
                    #"Envelope, unwrapped, 'value' '/value', 1:10+9, String: {"d":"a"} → "a", "#)
            ),
            (
                DecodingPolicy { At("*") { Envelope("d") } },
                Row(
                    Contents<UInt8>.self, #"{"value":{"e":1}}"#,
                    "dataCorrupted at value: No value at d in the envelope. [rejected by Envelope]")
            ),
            (
                DecodingPolicy { Envelope("data", isRequired: false) },
                Row(Photo.self, #"{"id":1}"#, "Photo(id: 1, imageURL: nil, address2: nil, userName: nil)")
            ),
            (
                DecodingPolicy { Envelope("response.items[1]") },
                Row(
                    Int.self, #"{"response":{"items":[1,2]}}"#, "2",
                    #"Envelope, unwrapped, '' '', 1:1+0, Int: {"response":{"items":[1,2]}} → 2, "#)
            ),
            (
                DecodingPolicy { Envelope("data") },
                Row(
                    [String: Int].self, #"{"data":{"x":1}}"#, #"["x": 1]"#,
                    #"Envelope, unwrapped, '' '', 1:1+0, Dictionary<String, Int>: {"data":{"x":1}} → {"x":1}, "#)
            ),
            (
                DecodingPolicy { For(Photo.self) { Envelope("attributes") } },
                Row(
                    [Photo].self, #"[{"attributes":{"id":1}},{"id":2}]"#,
                    "dataCorrupted at [1]: No value at attributes in the envelope. [rejected by Envelope]",
                    #"Envelope, unwrapped, '[0]' '/0', 1:2+1, Photo: {"attributes":{"id":1}} → {"id":1}, "#)
            ),
            // The contents of an envelope are not rejected for lacking another one.
            (
                DecodingPolicy {
                    For(Photo.self) { Envelope("attributes") }
                    LossyCollections()
                },
                Row(
                    [Photo].self, #"[{"attributes":[]},{"attributes":{"id":1}}]"#,
                    "[Photo(id: 1, imageURL: nil, address2: nil, userName: nil)]",
                    #"LossyCollections, dropped, '[0]' '/0', 1:2+1, Photo: {"attributes":[]} → dropped, attributes: Expected to decode Dictionary<String, Any> but found an array instead."#,
                    #"Envelope, unwrapped, '[1]' '/1', 1:20+19, Photo: {"attributes":{"id":1}} → {"id":1}, "#)
            ),
            (
                DecodingPolicy { At("photos") { Envelope("items") } },
                Row(
                    Album.self, #"{"photos":{"items":[{"id":1}]}}"#,
                    "Album(photos: [Photo(id: 1, imageURL: nil, address2: nil, userName: nil)], title: nil)",
                    #"Envelope, unwrapped, 'photos' '/photos', 1:11+10, Array<Photo>: {"items":[{"id":1}]} → [{"id":1}], "#
                )
            ),
            (
                DecodingPolicy { At("photos[*]") { Envelope("photo", isRequired: false) } },
                Row(
                    Album.self, #"{"photos":[{"photo":{"id":1}},{"id":2}]}"#,
                    "Album(photos: [Photo(id: 1, imageURL: nil, address2: nil, userName: nil), Photo(id: 2, imageURL: nil, address2: nil, userName: nil)], title: nil)",
                    #"Envelope, unwrapped, 'photos[0]' '/photos/0', 1:12+11, Photo: {"photo":{"id":1}} → {"id":1}, "#)
            ),
            (
                DecodingPolicy { At("title") { Envelope("text") } },
                Row(
                    Album.self, #"{"photos":[],"title":{"text":"x"}}"#, #"Album(photos: [], title: Optional("x"))"#,
                    #"Envelope, converted, 'title' '/title', 1:22+21, String?: {"text":"x"} → "x", Expected to decode String but found a dictionary instead."#
                )
            ),
        ] as [(DecodingPolicy, Row)])
    func outcomes(policy: DecodingPolicy, row: Row) { row.check(policy) }

    /// What is in the envelope of an optional value has none.
    @Test func optionalsInScopes() {
        let (type, link) = ("Optional<Link>", #"{"imageURL":"u"}"#)
        let policy = DecodingPolicy { For(Link.self) { Envelope("imageURL") } }
        // A member has the name of the envelope.
        let json = "{\"imageURL\":\(link)}"
        func change(_ path: String, _ pointer: String, _ column: Int) -> String {
            "Envelope, unwrapped, '\(path)' '\(pointer)', 1:\(column)+\(column - 1), \(type): \(json) → \(link), "
        }
        Row(Link?.self, json, #"Optional(Link(imageURL: "u"))"#, change("", "", 1)).check(policy)
        Row([Link?].self, "[\(json)]", #"[Optional(Link(imageURL: "u"))]"#, change("[0]", "/0", 2)).check(policy)
        Row([String: Link?].self, "{\"a\":\(json)}", #"["a": Optional(Link(imageURL: "u"))]"#, change("a", "/a", 6))
            .check(policy)
        Row(
            [[Int]?].self, #"[{"v":[5]}]"#, "[Optional([5])]",
            #"Envelope, unwrapped, '[0]' '/0', 1:2+1, Optional<Array<Int>>: {"v":[5]} → [5], "#
        ).check(DecodingPolicy { For([Int].self) { Envelope("v") } })
    }

    private struct Relations: Decodable {
        var author: Link?
        var authors: [Link?]?
        var counts: [String: Int]?
        var link: URL?
        var price: Decimal?
    }

    /// An optional is `nil` for a `null` in the envelope (an empty relationship of JSON:API), and for one in place of the envelope.
    @Test(arguments: [true, false])
    func nullsForOptionals(isRequired: Bool) throws {
        let policy = DecodingPolicy {
            for pattern: PathPattern in ["author", "authors[*]", "counts", "link", "price"] {
                At(pattern) { Envelope("data", isRequired: isRequired) }
            }
        }
        for key in ["author", "counts", "link", "price"] {
            for json in [#"{"data":null}"#, "null"] {
                let relations = try PolicyJSONDecoder(policy: policy).decodeReporting(
                    Relations.self, from: "{\"\(key)\":\(json)}")
                let value = relations.value
                #expect(
                    value.author == nil && value.counts == nil && value.link == nil && value.price == nil,
                    "\(key), \(json)")
                #expect(relations.report.entries.map(\.found) == (json == "null" ? [] : [json]), "\(key)")
            }
        }
        let json = #"{"authors":[{"data":null},null,{"data":{"imageURL":"u"}}]}"#
        let authors = try PolicyJSONDecoder(policy: policy).decode(Relations.self, from: json).authors
        #expect(authors?.map { $0?.imageURL } == [nil, nil, "u"])
        let scope = DecodingPolicy { For(Link.self) { Envelope("data", isRequired: isRequired) } }
        #expect(try PolicyJSONDecoder(policy: scope).decode(Link?.self, from: "null") == nil)
        #expect(try PolicyJSONDecoder(policy: scope).decode(Link?.self, from: #"{"data":null}"#) == nil)
        Row(
            Link.self, #"{"data":null}"#,
            "valueNotFound(Dictionary<String, Any>) at data: Cannot get keyed decoding container -- found null value instead"
        ).check(scope)
    }

    struct Page: Decodable {
        var link: URL?
        var price: Decimal?
        var tags: [Int]?
        var count: Int?
    }

    /// Optional values that the decoder reads itself are treated alike, whatever other rules there are, and whether the model is
    /// decoded strictly or repaired.
    @Test(
        arguments: [
            (
                #""link":{"v":"http://a.example/"}"#,
                #"1:9 link: Envelope: unwrapped, {"v":"http://a.example/"} → "http://a.example/" (URL?)"#
            ),
            (#""price":{"v":2}"#, #"1:10 price: Envelope: unwrapped, {"v":2} → 2 (Decimal?)"#),
            (#""tags":{"v":[2]}"#, #"1:9 tags: Envelope: unwrapped, {"v":[2]} → [2] (Array<Int>?)"#),
            (#""link":"http://a.example/""#, "1:9: link: No value at v in the envelope."),
            (#""price":2"#, "1:10: price: No value at v in the envelope."),
            (#""tags":[2]"#, "1:9: tags: No value at v in the envelope."),
            (#""tags":2"#, "1:9: tags: No value at v in the envelope."),
        ])
    func optionals(members: String, outcome: String) throws {
        for others in [DecodingPolicy {}, DecodingPolicy { AbsoluteURLs() }] {
            let decoder = PolicyJSONDecoder()
            decoder.policy = DecodingPolicy {
                for pattern: PathPattern in ["link", "price", "tags"] { At(pattern) { Envelope("v") } }
                NumbersFromStrings()
                others
            }
            for count in ["1", #""1""#] {
                let json = "{\(members),\"count\":\(count)}"
                var first: String?
                do {
                    first = try decoder.decodeReporting(Page.self, from: json).report.entries.first?.description
                } catch {
                    first = "\(error)".split(separator: "\n").first.map(String.init)
                }
                #expect(first == outcome, "\(others), \(json)")
            }
        }
    }
}
