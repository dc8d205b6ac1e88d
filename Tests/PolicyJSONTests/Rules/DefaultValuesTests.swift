import Foundation
import PolicyJSON
import Testing

@Suite struct DefaultValuesTests {
    @Test(arguments: DocumentedTable.cases(of: "DefaultValues")) func table(row: DocumentedCase) {
        let rules: [any DecodingRule] = [
            DefaultValues(.zero), DefaultValues(.emptyString), DefaultValues(.false), DefaultValues(.emptyArray),
            DefaultValues(.emptyDictionary),
            DefaultValues([.emptyString, .emptyArray]), DefaultValues(.zero, for: .null),
            DefaultValues(.zero, for: .missingKey),
            DefaultValues(.zero, for: .nullOptional),
            DefaultValues(9), DefaultValues("none"), DefaultValues(Fruit.pear), DefaultValues(Point(x: 1, y: 2)),
            DefaultValues(json: .number("9")), DefaultValues(json: .document(#"{"x":1,"y":2}"#)),
            DefaultValues(template: Page()),
            DefaultValues(template: Page(), for: [.null, .missingKey]),
            DefaultValues(template: JSONTemplateTests.page, of: Page.self),
        ]
        row.check(rules, optionalsDiffer: row.rule.contains("nullOptional"), isOneChange: row.type != "Page")
    }

    @Test func sameTable() { expectSameTable("DefaultValues") }

    enum Zero: Int, Codable { case nothing = 0 }

    /// A raw value has no default: 0 may be the raw value of a case.
    @Test(arguments: [
        Row(
            Zero.self, "null", "valueNotFound(Int) at the top: Cannot get value of type Int -- found null value instead"
        ),
        Row(
            Box<Zero>.self, #"{"value":null}"#,
            "valueNotFound(Int) at value: Cannot get value of type Int -- found null value instead"),
        Row(OptionalBox<Zero>.self, #"{"value":null}"#, "OptionalBox<Zero>(value: nil)"),
    ])
    func rawValues(row: Row) { row.check(DecodingPolicy { DefaultValues([.zero, .emptyString, .false]) }) }

    enum Setting: Codable, Equatable {
        case names([String: Int])
        case pair(Int, Int)
    }

    /// The members of an object are not ignored because the label `_0` is missing.
    @Test(arguments: [#"{"names":{}}"#: Setting.names([:]), #"{"pair":{"_1":2}}"#: .pair(0, 2)])
    func labelsOfCases(json: String, setting: Setting) throws {
        let defaults = DefaultValues([.emptyDictionary, .zero])
        #expect(try PolicyJSONDecoder(policy: DecodingPolicy([defaults])).decode(Setting.self, from: json) == setting)
    }

    @Test func contentsWithoutTheirLabel() throws {
        let defaults = DefaultValues([.emptyDictionary, .zero])
        let json = #"{"names":{"k":2}}"#
        let error = #expect(throws: DecodingError.self) {
            try PolicyJSONDecoder(policy: DecodingPolicy([defaults])).decode(Setting.self, from: json)
        }
        guard case .keyNotFound(let key, let context)? = error else { throw try #require(error) }
        #expect(key.stringValue == "_0" && context.codingPath.map(\.stringValue) == ["names"])
        let policy = DecodingPolicy([defaults, Variants(of: Setting.self, .externally)])
        #expect(try PolicyJSONDecoder(policy: policy).decode(Setting.self, from: json) == .names(["k": 2]))
    }

    struct Sizes: Decodable { let int8: Int8, double: Double, int: Int, fruit: Fruit }

    /// Inside a scope, a value applies to every type that decodes from its JSON.
    @Test func scoped() {
        Row(
            Sizes.self, #"{"int8":null}"#, "Sizes(int8: 9, double: 9.0, int: 9, fruit: Fruit.apple)",
            "DefaultValues, null replaced, 'int8' '/int8', 1:9+8, Int8: null → 9, Cannot get value of type Int8 -- found null value instead",
            #"DefaultValues, key supplied, 'double' '/double', 1:1+0, Double: nothing → 9, No value associated with key CodingKeys(stringValue: "double", intValue: nil) ("double")."#,
            #"DefaultValues, key supplied, 'int' '/int', 1:1+0, Int: nothing → 9, No value associated with key CodingKeys(stringValue: "int", intValue: nil) ("int")."#,
            #"DefaultValues, key supplied, 'fruit' '/fruit', 1:1+0, Fruit: nothing → apple, No value associated with key CodingKeys(stringValue: "fruit", intValue: nil) ("fruit")."#
        ).check(
            DecodingPolicy {
                At("int8") { DefaultValues(9) }
                For(Sizes.self) { DefaultValues(9) }
                DefaultValues(Fruit.apple)
            })
    }

    // MARK: Templates

    struct Song: Codable, Hashable { var title = "untitled", length = 9, album = Album(), tags: [String] = ["new"] }
    struct Album: Codable, Hashable { var year = 2000, label = Label() }
    struct Label: Codable, Hashable { var name = "none", city: String? = "Ulm" }
    struct Concert: Decodable { let album: Album }
    struct Library: Decodable { let songs: [Song], best: Song?, byName: [String: Song] }

    static let policy = DecodingPolicy { DefaultValues(template: Song()) }

    @Test(arguments: [
        (#"{}"#, Song()),
        (#"{"title":"a","length":1,"tags":[]}"#, Song(title: "a", length: 1, album: Album(), tags: [])),
        (#"{"album":{}}"#, Song()),
        (#"{"album":{"year":1}}"#, Song(album: Album(year: 1))),
        (#"{"album":{"label":{"city":"Bonn"}}}"#, Song(album: Album(label: Label(city: "Bonn")))),
        // A missing optional is nil.
        (#"{"album":{"label":{}}}"#, Song(album: Album(label: Label(city: nil)))),
    ])
    func song(json: String, song: Song) throws {
        let decoder = PolicyJSONDecoder(policy: Self.policy)
        #expect(try decoder.decode(Song.self, from: json) == song)
        #expect(try decoder.decode([Song].self, from: "[\(json),\(json)]") == [song, song])
        #expect(try decoder.decode(Box<Song?>.self, from: #"{"value":\#(json)}"#).value == song)
        let library = #"{"songs":[\#(json)],"best":\#(json),"byName":{"a":\#(json)}}"#
        let found = try decoder.decode(Library.self, from: library)
        #expect(found.songs == [song] && found.best == song && found.byName == ["a": song])
    }

    @Test func report() {
        Row(
            [Song].self, #"[{"title":"a","tags":[],"album":{"label":{"city":"B"}}}]"#,
            #"[Song(title: "a", length: 9, album: Album(year: 2000, label: Label(name: "none", city: Optional("B"))), tags: [])]"#,
            #"DefaultValues, key supplied, '[0].length' '/0/length', 1:2+1, Int: nothing → 9, No value associated with key CodingKeys(stringValue: "length", intValue: nil) ("length")."#,
            #"DefaultValues, key supplied, '[0].album.year' '/0/album/year', 1:33+32, Int: nothing → 2000, No value associated with key CodingKeys(stringValue: "year", intValue: nil) ("year")."#,
            #"DefaultValues, key supplied, '[0].album.label.name' '/0/album/label/name', 1:42+41, String: nothing → "none", No value associated with key CodingKeys(stringValue: "name", intValue: nil) ("name")."#
        ).check(Self.policy)
    }

    /// The template applies only to the album of a song.
    @Test(arguments: [
        Row(
            Concert.self, #"{"album":{"year":1}}"#,
            #"keyNotFound(label) at album: No value associated with key CodingKeys(stringValue: "label", intValue: nil) ("label")."#
        ),
        Row(
            Concert.self, "{}",
            #"keyNotFound(album) at the top: No value associated with key CodingKeys(stringValue: "album", intValue: nil) ("album")."#
        ),
        Row(
            Song.self, #"{"title":null}"#,
            "valueNotFound(String) at title: Cannot get value of type String -- found null value instead"),
        Row(
            Song.self, #"{"title":"a","length":"9"}"#,
            "typeMismatch(Int) at length: Expected to decode Int but found a string instead."),
        Row(
            Song.self, "[]",
            "typeMismatch(Dictionary<String, Any>) at the top: Expected to decode Dictionary<String, Any> but found an array instead."
        ),
    ])
    func declines(row: Row) { row.check(Self.policy) }

    final class Base: Codable, Sendable {
        let id: Int
        init(id: Int) { self.id = id }
    }
    struct Odd: Codable, Sendable {
        enum Shape: Codable, Sendable { case circle(radius: Int) }
        var link = URL(filePath: "/a"), date = Date(timeIntervalSinceReferenceDate: 5), kind = Fruit.pear
        var shape = Shape.circle(radius: 3), base = Base(id: 7), optional: Point? = Point(x: 1, y: 2), any: Int? = nil
        var points = ["a": [Point(x: 1, y: 1)]]
    }

    /// Types of every kind, with all strategies of the decoder: values are not converted through JSON.
    @Test(arguments: [JSONDecoder.DateDecodingStrategy.deferredToDate, .iso8601, .millisecondsSince1970])
    func values(dates: JSONDecoder.DateDecodingStrategy) throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { DefaultValues(template: Odd()) })
        decoder.dateDecodingStrategy = dates
        let found = try decoder.decode(Odd.self, from: "{}")
        #expect(found.link == URL(filePath: "/a") && found.date == Date(timeIntervalSinceReferenceDate: 5))
        #expect(found.kind == .pear && found.base.id == 7 && found.optional == nil)
        #expect(found.points == ["a": [Point(x: 1, y: 1)]])
        let inside = try decoder.decode(Odd.self, from: #"{"shape":{"circle":{}},"base":{},"optional":{"x":5}}"#)
        #expect("\(inside.shape)" == "circle(radius: 3)")
        #expect(inside.base.id == 7)
        #expect(inside.optional == Point(x: 5, y: 2))
        // Elements of collections have no template.
        #expect(throws: DecodingError.self) { try decoder.decode(Odd.self, from: #"{"points":{"a":[{}]}}"#) }
    }

    /// A type whose JSON is that of another type.
    struct Hours: Codable, Sendable {
        enum CodingKeys: String, CodingKey { case hours }
        var seconds = 7200
        init() {}
        init(from decoder: any Decoder) throws {
            seconds =
                try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .hours) == 2 ? 7200 : 0
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(seconds / 3600, forKey: .hours)
        }
    }
    struct Unencodable: Codable, Sendable {
        var size = 1
        init() {}
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(size, .init(codingPath: [], debugDescription: "No."))
        }
    }

    @Test func asymmetric() throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { DefaultValues(template: Hours()) })
        #expect(try decoder.decode(Hours.self, from: "{}").seconds == 7200)
    }

    @Test func unencodable() {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { DefaultValues(template: Unencodable()) })
        let found = decoder.outcome(of: Unencodable.self, from: "{}").text
        #expect(found.hasPrefix("dataCorrupted at size: The template Unencodable cannot be encoded: "))
    }

    /// A key that the strategy converts, and a recursive template.
    @Test func convertedKeysAndRecursion() throws {
        struct Node: Codable, Sendable {
            var firstName = "outer"
            var next: [String: Node]? = nil
            var inner: Box? = nil
            final class Box: Codable, Sendable {
                let node: Node
                init(_ node: Node) { self.node = node }
            }
        }
        let template = Node(inner: Node.Box(Node(firstName: "inner")))
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { DefaultValues(template: template) })
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let found = try decoder.decode(Node.self, from: #"{"inner":{"node":{}},"next":{"a":{}}}"#)
        #expect(found.firstName == "outer")
        #expect(found.inner?.node.firstName == "inner")
        #expect(found.next?["a"]?.firstName == "outer")
        #expect(try decoder.decode(Node.self, from: #"{"first_name":"x"}"#).firstName == "x")
    }
}
