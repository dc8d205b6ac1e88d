import Foundation
import PolicyJSON
import Testing

@Suite struct DuplicateKeysTests {
    @Test(arguments: DocumentedTable.cases(of: "DuplicateKeys"))
    func table(row: DocumentedCase) {
        row.checkObject([DuplicateKeys(.first), DuplicateKeys(.last), DuplicateKeys(.fail)])
    }

    @Test func sameTable() { expectSameTable("DuplicateKeys") }

    @Test(
        arguments: [
            (
                DecodingPolicy { DuplicateKeys(.first) },
                Row(
                    Photo.self, #"{"id":1,"id":2,"imageURL":"a","imageURL":"b","imageURL":"c"}"#,
                    #"Photo(id: 1, imageURL: Optional("a"), address2: nil, userName: nil)"#,
                    "DuplicateKeys, repeated key, 'id' '/id', 1:14+13, Photo: 2 → left out, The key occurs more than once.",
                    #"DuplicateKeys, repeated key, 'imageURL' '/imageURL', 1:42+41, Photo: "b" → left out, The key occurs more than once."#,
                    #"DuplicateKeys, repeated key, 'imageURL' '/imageURL', 1:57+56, Photo: "c" → left out, The key occurs more than once."#
                )
            ),
            (
                DecodingPolicy { DuplicateKeys(.last) },
                Row(
                    Photo.self, #"{"id":1,"id":2,"imageURL":"a","imageURL":"b","imageURL":"c"}"#,
                    #"Photo(id: 2, imageURL: Optional("c"), address2: nil, userName: nil)"#,
                    "DuplicateKeys, repeated key, 'id' '/id', 1:14+13, Photo: 2 → used, The key occurs more than once.",
                    #"DuplicateKeys, repeated key, 'imageURL' '/imageURL', 1:42+41, Photo: "b" → used, The key occurs more than once."#,
                    #"DuplicateKeys, repeated key, 'imageURL' '/imageURL', 1:57+56, Photo: "c" → used, The key occurs more than once."#
                )
            ),
            (
                DecodingPolicy { DuplicateKeys(.fail) },
                Row(
                    Photo.self, #"{"id":1,"id":2,"imageURL":"a","imageURL":"b","imageURL":"c"}"#,
                    #"dataCorrupted at id: The key "id" occurs more than once. [refused by DuplicateKeys]"#)
            ),
            (
                DecodingPolicy { DuplicateKeys(.first) },
                Row(
                    [String: Int].self, #"{"id":1,"id":2}"#, #"["id": 1]"#,
                    "DuplicateKeys, repeated key, 'id' '/id', 1:14+13, Dictionary<String, Any>: 2 → left out, The key occurs more than once."
                )
            ),
            (
                DecodingPolicy { DuplicateKeys(.last) },
                Row(
                    [String: Int].self, #"{"id":1,"id":2}"#, #"["id": 2]"#,
                    "DuplicateKeys, repeated key, 'id' '/id', 1:14+13, Dictionary<String, Any>: 2 → used, The key occurs more than once."
                )
            ),
            (
                DecodingPolicy { DuplicateKeys(.fail) },
                Row(
                    [String: Int].self, #"{"id":1,"id":2}"#,
                    #"dataCorrupted at id: The key "id" occurs more than once. [refused by DuplicateKeys]"#)
            ),
            (
                DecodingPolicy { DuplicateKeys(.first) },
                Row(
                    Dog.self, #"{"name":"a","name":"b","age":1,"age":2}"#, "Dog",
                    #"DuplicateKeys, repeated key, 'name' '/name', 1:20+19, Dog: "b" → left out, The key occurs more than once."#,
                    "DuplicateKeys, repeated key, 'age' '/age', 1:38+37, Dog: 2 → left out, The key occurs more than once."
                )
            ),
            (
                DecodingPolicy { DuplicateKeys(.last) },
                Row(
                    Dog.self, #"{"name":"a","name":"b","age":1,"age":2}"#, "Dog",
                    #"DuplicateKeys, repeated key, 'name' '/name', 1:20+19, Dog: "b" → used, The key occurs more than once."#,
                    "DuplicateKeys, repeated key, 'age' '/age', 1:38+37, Dog: 2 → used, The key occurs more than once.")
            ),
            (
                DecodingPolicy { DuplicateKeys(.fail) },
                Row(
                    Dog.self, #"{"name":"a","name":"b","age":1,"age":2}"#,
                    #"dataCorrupted at name: The key "name" occurs more than once. [refused by DuplicateKeys]"#)
            ),
            (
                DecodingPolicy { For(Photo.self) { DuplicateKeys(.last) } },
                Row(
                    Album.self, #"{"photos":[{"id":1,"id":2}],"title":"a","title":"b"}"#,
                    #"Album(photos: [Photo(id: 2, imageURL: nil, address2: nil, userName: nil)], title: Optional("a"))"#,
                    "DuplicateKeys, repeated key, 'photos[0].id' '/photos/0/id', 1:25+24, Photo: 2 → used, The key occurs more than once."
                )
            ),
        ] as [(DecodingPolicy, Row)])
    func outcomes(policy: DecodingPolicy, row: Row) { row.check(policy) }
}
