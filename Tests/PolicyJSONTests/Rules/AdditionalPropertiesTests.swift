import Foundation
import PolicyJSON
import Testing

/// Models in the form of generated clients: members without a property are kept by the names that `allKeys` has, and written back.
@Suite struct AdditionalPropertiesTests {
    struct Pet: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case imageURL, nickName }
        var imageURL: String
        var nickName: String?
        var additional: [String: Int] = [:]

        init(imageURL: String, nickName: String? = nil, additional: [String: Int] = [:]) {
            (self.imageURL, self.nickName, self.additional) = (imageURL, nickName, additional)
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            imageURL = try container.decode(String.self, forKey: .imageURL)
            nickName = try container.decodeIfPresent(String.self, forKey: .nickName)
            let others = try decoder.container(keyedBy: AnyKey.self)
            for name in Set(others.allKeys.map(\.stringValue)).subtracting(["imageURL", "nickName"]) {
                additional[name] = try others.decode(Int.self, forKey: AnyKey(name))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(imageURL, forKey: .imageURL)
            try container.encodeIfPresent(nickName, forKey: .nickName)
            var others = encoder.container(keyedBy: AnyKey.self)
            for (name, value) in additional { try others.encode(value, forKey: AnyKey(name)) }
        }
    }

    /// Two models of one object: the keys of one are not those of the other.
    struct Pair: Decodable, Equatable {
        struct Names: Decodable, Equatable {
            let names: [String]
            init(from decoder: any Decoder) throws {
                names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
            }
        }
        let pet: Pet, names: Names, dictionary: [String: RawJSON], keyed: [Name: RawJSON]
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            pet = try container.decode(Pet.self)
            names = try container.decode(Names.self)
            dictionary = try container.decode([String: RawJSON].self)
            keyed = try container.decode([Name: RawJSON].self)
        }
    }
    struct Name: RawRepresentable, Codable, Hashable, CodingKeyRepresentable { var rawValue: String }

    static let rules: [(KeyMatching, String, Pet)] = [
        (KeyMatching(), #"{"imageURL":"u","x":1}"#, Pet(imageURL: "u", additional: ["x": 1])),
        (KeyMatching(.caseInsensitive), #"{"ImageUrl":"u","NICKNAME":"n"}"#, Pet(imageURL: "u", nickName: "n")),
        (
            KeyMatching(.caseInsensitive), #"{"X":1,"imageurl":"u","fooBar":2}"#,
            Pet(imageURL: "u", additional: ["X": 1, "fooBar": 2])
        ),
        (
            KeyMatching(aliases: ["imageURL": ["img"]]), #"{"img":"u","pic":3}"#,
            Pet(imageURL: "u", additional: ["pic": 3])
        ),
        (KeyMatching(.snakeCase), #"{"image_url":"u","foo_bar":2}"#, Pet(imageURL: "u", additional: ["foo_bar": 2])),
        (
            KeyMatching(["imageURL": "img"]), #"{"img":"u","nickName":"n","z":2}"#,
            Pet(imageURL: "u", nickName: "n", additional: ["z": 2])
        ),
    ]

    @Test(arguments: rules)
    func bothDirections(_ rule: KeyMatching, _ json: String, _ pet: Pet) throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { rule })
        #expect(try decoder.decode(Pet.self, from: json) == pet)
        #expect(try decoder.decode([Pet].self, from: "[\(json),\(json)]") == [pet, pet])
        let written = try PolicyJSONEncoder(policy: EncodingPolicy { rule }).encode(pet)
        #expect(try decoder.decode(Pet.self, from: written) == pet)
    }

    @Test func otherModels() throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { KeyMatching(.snakeCase) })
        let pair = try decoder.decode(Pair.self, from: #"{"image_url":"u","x":1}"#)
        #expect(pair.pet == Pet(imageURL: "u", additional: ["x": 1]))
        #expect(pair.names.names == ["image_url", "x"])
        #expect(pair.dictionary.keys.sorted() == ["image_url", "x"])
        #expect(pair.keyed.keys.map(\.rawValue).sorted() == ["image_url", "x"])
    }

    struct One: Decodable { let a: Int }
    struct Other: Decodable { let b: Int }
    struct Both: Decodable {
        let one: One, other: Other, again: One
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            one = try container.decode(One.self)
            other = try container.decode(Other.self)
            again = try container.decode(One.self)
        }
    }

    /// One member has different keys in two models: each is in the report.
    @Test func reports() {
        let reason = "No value associated with key CodingKeys(stringValue:"
        Row(
            Both.self, #"{"v":1}"#, "Both(one: One(a: 1), other: Other(b: 1), again: One(a: 1))",
            #"KeyMatching, key matched, 'a' '/v', 1:6+5, One: "v" → a, \#(reason) "a", intValue: nil) ("a")."#,
            #"KeyMatching, key matched, 'b' '/v', 1:6+5, Other: "v" → b, \#(reason) "b", intValue: nil) ("b")."#
        ).check(DecodingPolicy { KeyMatching(aliases: ["a": ["v"], "b": ["v"]]) })
    }
}
