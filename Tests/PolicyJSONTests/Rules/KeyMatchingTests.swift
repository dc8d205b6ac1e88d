import Foundation
import PolicyJSON
import Testing

@Suite struct KeyMatchingTests {
    @Test(arguments: DocumentedTable.cases(of: "KeyMatching"))
    func table(row: DocumentedCase) {
        row.checkObject([
            KeyMatching(.snakeCase), KeyMatching(.caseInsensitive), KeyMatching(.separatorInsensitive),
            KeyMatching([.caseInsensitive, .separatorInsensitive]), KeyMatching(aliases: ["imageURL": ["img", "pic"]]),
            KeyMatching(.kebabCase), KeyMatching(.screamingSnakeCase), KeyMatching(.pascalCase),
            KeyMatching(["imageURL": ["links.image", "images[0]"]]), KeyMatching(["imageURL": "imageURL.url"]),
            KeyMatching(["imageURL": ["imageURL.url", "imageURL.src"]]),
        ])
    }

    @Test func sameTable() { expectSameTable("KeyMatching") }

    @Test(
        arguments: [
            (
                DecodingPolicy { KeyMatching(.snakeCase) },
                Row(
                    Photo.self, #"{"id":1,"image_url":"u","address_2":"x","user_name":null}"#,
                    #"Photo(id: 1, imageURL: Optional("u"), address2: Optional("x"), userName: nil)"#,
                    #"KeyMatching, key matched, 'imageURL' '/image_url', 1:21+20, Photo: "image_url" → imageURL, No value associated with key CodingKeys(stringValue: "imageURL", intValue: nil) ("imageURL")."#,
                    #"KeyMatching, key matched, 'address2' '/address_2', 1:37+36, Photo: "address_2" → address2, No value associated with key CodingKeys(stringValue: "address2", intValue: nil) ("address2")."#,
                    #"KeyMatching, key matched, 'userName' '/user_name', 1:53+52, Photo: "user_name" → userName, No value associated with key CodingKeys(stringValue: "userName", intValue: nil) ("userName")."#
                )
            ),
            (
                DecodingPolicy { KeyMatching(.snakeCase) },
                Row(
                    Photo.self, #"{"ID":1}"#,
                    #"keyNotFound(id) at the top: No value associated with key CodingKeys(stringValue: "id", intValue: nil) ("id")."#
                )
            ),
            (
                DecodingPolicy { KeyMatching(.caseInsensitive) },
                Row(
                    Photo.self, #"{"ID":1,"USERNAME":"n","imageurl":1}"#,
                    "typeMismatch(String) at imageURL: Expected to decode String but found number instead.",
                    #"KeyMatching, key matched, 'id' '/ID', 1:7+6, Photo: "ID" → id, No value associated with key CodingKeys(stringValue: "id", intValue: nil) ("id")."#,
                    #"KeyMatching, key matched, 'imageURL' '/imageurl', 1:35+34, Photo: "imageurl" → imageURL, No value associated with key CodingKeys(stringValue: "imageURL", intValue: nil) ("imageURL")."#
                )
            ),
            (
                DecodingPolicy { KeyMatching([.caseInsensitive, .separatorInsensitive]) },
                Row(
                    Photo.self, #"{"Id":1,"User-Name":"n","image.url":"u","ADDRESS_2":"q"}"#,
                    #"Photo(id: 1, imageURL: Optional("u"), address2: Optional("q"), userName: Optional("n"))"#,
                    #"KeyMatching, key matched, 'id' '/Id', 1:7+6, Photo: "Id" → id, No value associated with key CodingKeys(stringValue: "id", intValue: nil) ("id")."#,
                    #"KeyMatching, key matched, 'imageURL' '/image.url', 1:37+36, Photo: "image.url" → imageURL, No value associated with key CodingKeys(stringValue: "imageURL", intValue: nil) ("imageURL")."#,
                    #"KeyMatching, key matched, 'address2' '/ADDRESS_2', 1:53+52, Photo: "ADDRESS_2" → address2, No value associated with key CodingKeys(stringValue: "address2", intValue: nil) ("address2")."#,
                    #"KeyMatching, key matched, 'userName' '/User-Name', 1:21+20, Photo: "User-Name" → userName, No value associated with key CodingKeys(stringValue: "userName", intValue: nil) ("userName")."#
                )
            ),
            (
                DecodingPolicy { KeyMatching(aliases: ["id": ["uuid", "key"]]) },
                Row(
                    [Photo].self, #"[{"key":1,"uuid":2},{"key":3},{"x":1}]"#,
                    #"keyNotFound(id) at [2]: No value associated with key CodingKeys(stringValue: "id", intValue: nil) ("id")."#,
                    #"KeyMatching, key matched, '[0].id' '/0/uuid', 1:18+17, Photo: "uuid" → id, No value associated with key CodingKeys(stringValue: "id", intValue: nil) ("id")."#,
                    #"KeyMatching, key matched, '[1].id' '/1/key', 1:28+27, Photo: "key" → id, No value associated with key CodingKeys(stringValue: "id", intValue: nil) ("id")."#
                )
            ),
            (
                DecodingPolicy { For(Album.self) { KeyMatching(aliases: ["title": ["name"]]) } },
                Row(
                    Album.self, #"{"photos":[],"name":"n"}"#, #"Album(photos: [], title: Optional("n"))"#,
                    #"KeyMatching, key matched, 'title' '/name', 1:21+20, Album: "name" → title, No value associated with key CodingKeys(stringValue: "title", intValue: nil) ("title")."#
                )
            ),
            (
                DecodingPolicy { At("photos[0].id") { KeyMatching(aliases: ["id": ["name"]]) } },
                Row(
                    Album.self, #"{"photos":[{"name":1},{"name":2}],"name":"n"}"#,
                    #"keyNotFound(id) at photos[1]: No value associated with key CodingKeys(stringValue: "id", intValue: nil) ("id")."#,
                    #"KeyMatching, key matched, 'photos[0].id' '/photos/0/name', 1:20+19, Photo: "name" → id, No value associated with key CodingKeys(stringValue: "id", intValue: nil) ("id")."#
                )
            ),
            (
                DecodingPolicy { KeyMatching(.caseInsensitive) },
                Row([String: Int].self, #"{"A":1}"#, #"["A": 1]"#)
            ),
            (
                DecodingPolicy { KeyMatching(.caseInsensitive) },
                Row(
                    Album.self, #"{"PHOTOS":[{"Id":1},{"iD":"x"}]}"#,
                    "typeMismatch(Int) at photos[1].id: Expected to decode Int but found a string instead.",
                    #"KeyMatching, key matched, 'photos' '/PHOTOS', 1:11+10, Album: "PHOTOS" → photos, No value associated with key CodingKeys(stringValue: "photos", intValue: nil) ("photos")."#,
                    #"KeyMatching, key matched, 'photos[0].id' '/PHOTOS/0/Id', 1:18+17, Photo: "Id" → id, No value associated with key CodingKeys(stringValue: "id", intValue: nil) ("id")."#,
                    #"KeyMatching, key matched, 'photos[1].id' '/PHOTOS/1/iD', 1:27+26, Photo: "iD" → id, No value associated with key CodingKeys(stringValue: "id", intValue: nil) ("id")."#
                )
            ),
        ] as [(DecodingPolicy, Row)])
    func outcomes(policy: DecodingPolicy, row: Row) { row.check(policy) }
}
