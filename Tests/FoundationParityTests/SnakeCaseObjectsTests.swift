import Foundation
import PolicyJSON
import TestSupport
import Testing

/// Objects and dictionaries under `convertFromSnakeCase` and `convertToSnakeCase`: of keys that are known from their names, that share
/// a name, and that are converted in no simple way.
@Suite struct SnakeCaseObjectsTests {
    /// What a model requests of an object, one after the other.
    @TaskLocal private static var requests: [Requested.CodingKeys] = []
    /// How it requests that.
    @TaskLocal private static var usesNamedKeys = false

    private struct Requested: Codable, Equatable {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case id, userName, imageURL, createdAtUTC, addressLine1, addressLine2, sha256Sum, a1b2, `super`
            case upperID = "ID"
            case pascal = "UserName"
            case upper = "URL"
            case leading = "_id"
            case twoLeading = "__typename"
            case trailing = "name_"
            case around = "_userName_"
            case snake = "user_name"
            case digits = "address_line_1"
            case empty = ""
            case underscores = "___"
            case accented = "straßeGroß"
            case long = "aNameThatIsLongerThanTwoWordsOfText"
        }

        struct Inner: Codable, Equatable {
            let innerValue: Int
        }

        var values: [String] = []

        init(from decoder: any Decoder) throws {
            if SnakeCaseObjectsTests.usesNamedKeys {
                try read(decoder.container(keyedBy: AnyKey.self)) { AnyKey($0.stringValue) }
            } else {
                try read(decoder.container(keyedBy: CodingKeys.self)) { $0 }
            }
        }

        private mutating func read<Key: CodingKey>(
            _ container: KeyedDecodingContainer<Key>, _ key: (CodingKeys) -> Key
        ) throws {
            // Other requests for each object.
            let place = container.codingPath.last?.intValue ?? 0
            let all = SnakeCaseObjectsTests.requests
            let requests = (all.dropFirst(place % 7) + all).prefix(place * 5 % (all.count + 2))
            for (index, name) in requests.enumerated() {
                let key = key(name)
                let value =
                    switch index % 7 {
                    case 0: "\(Outcome { try container.decodeIfPresent(Int.self, forKey: key) as Any })"
                    case 1: "\(container.contains(key))"
                    case 2: "\(Outcome { try container.decode(String.self, forKey: key) })"
                    case 3: "\(Outcome { try container.decode(Inner.self, forKey: key) })"
                    case 4: "\(Outcome { try container.decode([String: Inner].self, forKey: key) })"
                    case 5:
                        "\(Outcome { try container.nestedContainer(keyedBy: AnyKey.self, forKey: key).sortedNames })"
                    default:
                        try container.superDecoder(forKey: key).codingPath.map(\.stringValue).joined(separator: "/")
                    }
                values.append("\(name.stringValue): \(value)")
            }
            values.append(container.sortedNames)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            for (index, key) in SnakeCaseObjectsTests.requests.enumerated() {
                switch index % 4 {
                case 0: try container.encode(index, forKey: key)
                case 1: try container.encode(Inner(innerValue: index), forKey: key)
                case 2: try container.encode(["some_key": Inner(innerValue: index)], forKey: key)
                default:
                    var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
                    try nested.encode(index, forKey: AnyKey("nestedValue"))
                }
            }
        }
    }

    /// Keys of documents, by what an object may contain.
    private static let reversible = [
        "id", "user_name", "image_u_r_l", "address_line1", "_id", "__typename", "name_", "_user_name_", "sha256_sum",
        "created_at_u_t_c", "a_name_that_is_longer_than_two_words_of_text", "super", "a1b2", "other", "b_c_d",
    ]
    private static let convertible =
        reversible + [
            "userName", "address_line_1", "address_line_2", "ID", "USER_NAME", "user__name", "User_Name", "image_URL",
            "imageURL", "a1_b2", "URL",
        ]
    private static let others =
        convertible + ["straße_groß", "sha_256sum", "", "___", "+1", "some-key", #"user\u005fname"#]

    private func document(of keys: [String], _ generator: inout SplitMix64) -> String {
        let objects = (0..<100).map { number in
            let keys = keys.shuffled(using: &generator).prefix(generator.below(keys.count + 1))
            let members = keys.map { key in
                let value =
                    switch generator.below(5) {
                    case 0: #"{"inner_value":\#(number),"some_key":{"inner_value":"x"}}"#
                    case 1: #"{"some_key":{"inner_value":\#(number)},"other_key":{"inner_value":1}}"#
                    case 2:
                        #"{"some_key":{"inner_value":\#(number)},"other_key":{"innerValue":null,"inner_value":null}}"#
                    default: "\(number)"
                    }
                return #""\#(key)":\#(value)"#
            }
            return "{" + members.joined(separator: ",") + "}"
        }
        return "[" + objects.joined(separator: ",") + "]"
    }

    private static let policies: [DecodingPolicy] = [
        .strict, .lenient, DecodingPolicy { DuplicateKeys(.first) }, DecodingPolicy { UnknownKeys(.report) },
        DecodingPolicy { KeyMatching(["notRequested": ["neither"]]) },
        DecodingPolicy { Sentinels(.asNil, strings: ["none"]) },
    ]

    @Test(arguments: 0..<48 as Range<UInt64>)
    func decoding(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let sets = [Self.reversible, Self.convertible, Self.others]
        let data = Data(document(of: sets[Int(seed % 3)], &generator).utf8)
        let keys = Requested.CodingKeys.allCases
        let requests = (0..<generator.below(30)).map { _ in generator.pick(keys) }
        let foundation = JSONDecoder()
        foundation.keyDecodingStrategy = .convertFromSnakeCase
        try Self.$usesNamedKeys.withValue(seed % 4 == 3) {
            try Self.$requests.withValue(requests) {
                let theirs = try foundation.decode([Requested].self, from: data)
                for policy in Self.policies {
                    let decoder = PolicyJSONDecoder(policy: policy)
                    decoder.keyDecodingStrategy = .convertFromSnakeCase
                    for _ in 0..<2 {
                        let ours = try decoder.decode([Requested].self, from: data)
                        let differing = zip(ours, theirs).flatMap { zip($0.values, $1.values).filter { $0 != $1 } }
                        #expect(differing.isEmpty, "\(differing.first!)")
                        #expect(ours.map(\.values.count) == theirs.map(\.values.count))
                    }
                }
            }
        }
    }

    @Test(arguments: 0..<24 as Range<UInt64>)
    func encoding(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let (foundation, policyJSON) = (JSONEncoder(), PolicyJSONEncoder())
        foundation.keyEncodingStrategy = .convertToSnakeCase
        foundation.outputFormatting = .sortedKeys
        policyJSON.keyEncodingStrategy = .convertToSnakeCase
        policyJSON.outputFormatting = .sortedKeys
        let value = try PolicyJSONDecoder().decode(Requested.self, from: Data("{}".utf8))
        // No two keys with the same converted name: which of them Foundation writes depends on their hashes.
        let keys = Requested.CodingKeys.allCases.filter { ![.snake, .pascal, .digits].contains($0) }
        for _ in 0..<20 {
            let requests = Array(keys.shuffled(using: &generator).prefix(generator.below(keys.count)))
            try Self.$requests.withValue(requests) {
                let (ours, theirs) = try (policyJSON.encode([value, value]), foundation.encode([value, value]))
                #expect(ours == theirs)
            }
        }
    }

    /// Keys with the same name are written once, with the last value.
    @Test func encodingSameNames() throws {
        struct Pair: Encodable {
            enum CodingKeys: String, CodingKey {
                case camel = "userName"
                case snake = "user_name"
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(1, forKey: .camel)
                try container.encode([2], forKey: .snake)
            }
        }
        let (foundation, policyJSON) = (JSONEncoder(), PolicyJSONEncoder())
        foundation.keyEncodingStrategy = .convertToSnakeCase
        policyJSON.keyEncodingStrategy = .convertToSnakeCase
        for _ in 0..<2 {
            let ours = try policyJSON.encode([Pair(), Pair()])
            #expect(ours == Data(#"[{"user_name":[2]},{"user_name":[2]}]"#.utf8))
            #expect(try foundation.encode([Pair(), Pair()]) == ours)
        }
    }

    /// A type with one key, which is a value of no bytes.
    @Test func singleKey() throws {
        struct Single: Codable, Equatable { let userName: Int? }
        let objects = [#"{"user_name":1}"#, #"{"userName":2}"#, #"{"other":1}"#, #"{"a":0,"user_name":3}"#, "{}"]
        let text = "[" + (0..<200).map { objects[$0 * 7 % 5] }.joined(separator: ",") + "]"
        for keys in [JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase, .useDefaultKeys] {
            let trial = expectSame(text, Subject([Single].self), Options(name: "\(keys)", keys: keys))
            #expect(trial.policyJSON.isValue)
        }
    }

    /// Paths through dictionaries have their keys as they are in the document; all others are converted.
    @Test(arguments: [
        #"{"the_model":{"some_key":{"inner_value":"x"}}}"#, #"{"the_model":{"some_key":{"inner_value":1},"b_c":{}}}"#,
        #"{"the_model":{"some_key":{"inner_value":null}}}"#, #"{"the_model":{"some_key":{"inner_value":{"x_y":[]}}}}"#,
    ])
    func paths(_ text: String) {
        struct Inner: Decodable { let innerValue: Int }
        struct ByName<Value: Decodable>: Decodable { let theModel: Value }
        /// An object that is read as a model, as a dictionary, and again as a model.
        struct Beside: Decodable {
            enum CodingKeys: CodingKey { case someKey, other }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                let first = "\(Outcome { try container.decode(Int.self, forKey: .someKey) })"
                let all = "\(Outcome { try decoder.singleValueContainer().decode([String: Inner].self) })"
                let again = "\(Outcome { try container.decode(Inner.self, forKey: .someKey) })"
                let last = "\(Outcome { try container.decode(Int.self, forKey: .someKey) })"
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: [first, all, again, last].joined()))
            }
        }
        struct Attempts: Decodable {
            enum CodingKeys: CodingKey { case theModel }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                let results = [
                    "\(Outcome { try container.decode([String: Inner].self, forKey: .theModel) })",
                    "\(Outcome { try container.decode(Beside.self, forKey: .theModel) })",
                    "\(Outcome { try container.decode([String: [String: Int]].self, forKey: .theModel) })",
                    "\(Outcome { try container.decode(Beside.self, forKey: .theModel) })",
                ]
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: results.joined()))
            }
        }
        let options = Options(name: "convertFromSnakeCase", keys: .convertFromSnakeCase)
        _ = expectSame(text, Subject(ByName<[String: Inner]>.self), options)
        _ = expectSame(text, Subject(ByName<[String: [String: Bool]]>.self), options)
        _ = expectSame(text, Subject(ByName<Beside>.self), options)
        _ = expectSame(text, Subject([String: [String: Inner]].self), options)
        _ = expectSame(text, Subject(Attempts.self), options)
    }

    /// Decoders of a dictionary's values that are kept. Foundation's decode another value by then.
    @Test func keptDecoders() throws {
        struct Values: Decodable { let theValues: [String: Kept] }
        let decoder = PolicyJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let data = Data(#"{"the_values":{"some_key":{"a_b":[1,"x"]},"other_key":7}}"#.utf8)
        let kept = try decoder.decode(Values.self, from: data).theValues
        _ = try decoder.decode(Values.self, from: Data(#"{"the_values":{}}"#.utf8))
        let paths = kept.mapValues { $0.decoder.codingPath.map(\.stringValue) }
        #expect(paths == ["some_key": ["theValues", "some_key"], "other_key": ["theValues", "other_key"]])
        let error = "\(Outcome { try [String: [Int]](from: kept["some_key"]!.decoder) })"
        #expect(
            error
                == "typeMismatch(Swift.Int) at [theValues/some_key/aB/Index 1#1]: Expected to decode Int but found a string instead."
        )
    }
}

extension KeyedDecodingContainer {
    fileprivate var sortedNames: String { allKeys.map(\.stringValue).sorted().joined(separator: ",") }
}
