import Foundation
import PolicyJSON
import Testing

@Suite struct JSONTemplateTests {
    static let page = fragment(#"{"size":9,"origin":{"y":3}}"#)

    private static func fragment(_ json: String) -> RawJSON { (try? RawJSON(parsing: json)) ?? .null }

    /// Reads a second object itself.
    struct Book: Decodable {
        let id: Int
        let author: Int

        private enum CodingKeys: CodingKey { case id, author }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            author = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .author)
                .decode(Int.self, forKey: .id)
        }
    }

    struct Total: Decodable { let total: Int, tax: Int }

    /// Its superclass has an object of its own.
    final class Van: Vehicle {
        required init(from decoder: any Decoder) throws {
            try super.init(from: decoder.container(keyedBy: AnyKey.self).superDecoder())
        }
    }

    static let cars = fragment(#"{"name":"n","wheels":4}"#)

    static let rows: [(policy: DecodingPolicy, row: Row)] = [
        // A class that is not Sendable; its superclass requests the name.
        (
            DecodingPolicy { DefaultValues(template: cars, of: Car.self) },
            Row(
                [Car].self, #"[{"wheels":3},{"name":"a"}]"#, "[car n, 3, car a, 4]",
                #"DefaultValues, key supplied, '[0].name' '/0/name', 1:2+1, String: nothing → "n", No value associated with key CodingKeys(stringValue: "name", intValue: nil) ("name")."#,
                #"DefaultValues, key supplied, '[1].wheels' '/1/wheels', 1:15+14, Int: nothing → 4, No value associated with key CodingKeys(stringValue: "wheels", intValue: nil) ("wheels")."#
            )
        ),
        (
            DecodingPolicy { DefaultValues(template: fragment(#"{"id":5,"author":{"id":9}}"#), of: Book.self) },
            Row(
                Book.self, #"{"author":{}}"#, "Book(id: 5, author: 9)",
                #"DefaultValues, key supplied, 'id' '/id', 1:1+0, Int: nothing → 5, No value associated with key CodingKeys(stringValue: "id", intValue: nil) ("id")."#,
                #"DefaultValues, key supplied, 'author.id' '/author/id', 1:11+10, Int: nothing → 9, No value associated with key CodingKeys(stringValue: "id", intValue: nil) ("id")."#
            )
        ),
        (
            DecodingPolicy { DefaultValues(template: fragment(#"{"super":{"name":"n"}}"#), of: Van.self) },
            Row(
                Van.self, #"{"super":{}}"#, "vehicle n",
                #"DefaultValues, key supplied, 'super.name' '/super/name', 1:10+9, String: nothing → "n", No value associated with key CodingKeys(stringValue: "name", intValue: nil) ("name")."#
            )
        ),
        // A model at a key that its template has, too.
        (
            DecodingPolicy { DefaultValues(template: fragment(#"{"total":0,"tax":0}"#), of: Total.self) },
            Row(
                [String: Total].self, #"{"total":{"total":5}}"#, #"["total": Total(total: 5, tax: 0)]"#,
                #"DefaultValues, key supplied, 'total.tax' '/total/tax', 1:10+9, Int: nothing → 0, No value associated with key CodingKeys(stringValue: "tax", intValue: nil) ("tax")."#
            )
        ),
        // Not for other types, and not for members that the template lacks.
        (
            DecodingPolicy { DefaultValues(template: cars, of: Vehicle.self) },
            Row(
                Car.self, #"{"wheels":3}"#,
                #"keyNotFound(name) at the top: No value associated with key CodingKeys(stringValue: "name", intValue: nil) ("name")."#
            )
        ),
        (
            DecodingPolicy { Fallbacks(template: page, of: Page.self) },
            Row(
                Page.self, #"{"size":"x","title":"t","origin":{"x":1,"y":[]}}"#,
                #"Page(size: 9, title: "t", origin: Point(x: 1, y: 3))"#,
                #"Fallbacks, failure replaced, 'size' '/size', 1:9+8, Int: "x" → 9, Expected to decode Int but found a string instead."#,
                #"Fallbacks, failure replaced, 'origin.y' '/origin/y', 1:45+44, Int: [] → 3, Expected to decode Int but found an array instead."#
            )
        ),
    ]

    @Test(arguments: rows.indices) func reports(index: Int) { Self.rows[index].row.check(Self.rows[index].policy) }

    @Test func fromAnInstance() throws {
        let template = try RawJSON(encoding: Car(name: "n", wheels: 4))
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { DefaultValues(template: template, of: Car.self) })
        #expect(try decoder.decode(Car.self, from: "{}").description == "car n, 4")
    }

    @Test func policyFile() throws {
        var registry = PolicyRegistry()
        registry.register(type: Page.self)
        let policy = DecodingPolicy { DefaultValues(template: Self.page, of: Page.self) }
        let json = try policy.json(registry: registry)
        #expect(try PolicyFile(Data(json.utf8), registry: registry).policy.description == policy.description)
        #expect(policy.lint().isEmpty)
        #expect(
            DecodingPolicy { DefaultValues(template: .null, of: Page.self) }.lint().map(\.code.description) == [
                "doesNothing"
            ])
    }
}
