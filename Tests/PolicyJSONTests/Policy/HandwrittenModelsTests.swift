import Foundation
import PolicyJSON
import Testing

/// The table in Docs/MigratingFromFoundation.md about models with code of their own.
@Suite struct HandwrittenModelsTests {
    enum Key: String, CodingKey { case value, kind }

    /// A property wrapper with its own decoding.
    @propertyWrapper struct Wrapped<Value: Decodable>: Decodable {
        let wrappedValue: Value
        init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }
    }
    struct Wrapping: Decodable {
        @Wrapped var count: Int
        let tags: Tags
    }
    struct Direct: Decodable {
        let items: [Int]
        init(from decoder: any Decoder) throws { items = try [Int](from: decoder) }
    }
    struct Single: Decodable {
        let items: [Int]
        init(from decoder: any Decoder) throws { items = try decoder.singleValueContainer().decode([Int].self) }
    }
    struct ID: RawRepresentable, Decodable, CustomStringConvertible {
        let rawValue: String
        var description: String { "ID(\(rawValue))" }
    }
    /// A model that others are decoded from first.
    struct Kind: Decodable { let kind: String }
    struct Note: Decodable { let value: Int }
    struct Twice: Decodable {
        let value: Int
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            _ = try container.decode(Kind.self, forKey: .value)
            value = try container.decode(Note.self, forKey: .value).value
        }
    }
    struct Switching: Decodable {
        let kind: Int
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            switch try container.decode(String.self, forKey: .kind) {
            case "a": kind = 1
            case let other:
                throw DecodingError.dataCorruptedError(forKey: .kind, in: container, debugDescription: "No \(other).")
            }
        }
    }
    struct Rest: Decodable {
        let value: Int
        let names: [String]
        init(from decoder: any Decoder) throws {
            value = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .value)
            names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        }
    }
    /// Decodes a text with a decoder of its own.
    struct Parsing: Decodable {
        let value: [Int]
        init(from decoder: any Decoder) throws {
            let text = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .value)
            value = try JSONDecoder().decode([Int].self, from: Data(text.utf8))
        }
    }
    /// An element whose error is caught.
    struct Catching: Decodable {
        let value: Int?
        init(from decoder: any Decoder) throws { value = try? Int(from: decoder) }
    }
    /// A collection of itself, which no single value is.
    struct Endless: Decodable {
        var inside: [Endless] = []
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd { inside.append(try container.decode(Endless.self)) }
        }
    }

    static let arrays = DecodingPolicy {
        EmptyContainers(.asEmpty)
        SingleValuesAsArrays()
        LossyCollections()
        NumbersFromStrings()
    }
    static let notArray = "Expected to decode Array<Any> but found"
    static let notInt = "Expected to decode Int but found a string instead."

    @Test(
        arguments: [
            (
                DecodingPolicy {
                    DefaultValues(json: 0)
                    For(Tags.self) { DefaultValues([String]()) }
                },
                Row(
                    Wrapping.self, #"{"tags":null}"#,
                    "Wrapping(_count: Wrapped<Swift.Int>(wrappedValue: 0), tags: Tags())",
                    #"DefaultValues, key supplied, 'count' '/count', 1:1+0, Wrapped<Int>: nothing → 0, No value associated with key CodingKeys(stringValue: "count", intValue: nil) ("count")."#,
                    "DefaultValues, null replaced, 'tags' '/tags', 1:9+8, Tags: null → [], Cannot get unkeyed decoding container -- found null value instead"
                )
            ),
            (
                arrays,
                Row(
                    [Tags].self, #"["a",{}]"#, "[Tags(a), Tags()]",
                    #"SingleValuesAsArrays, converted, '[0]' '/0', 1:2+1, Tags: "a" → ["a"], \#(notArray) a string instead."#,
                    "EmptyContainers, converted, '[1]' '/1', 1:6+5, Tags: {} → [], \(notArray) a dictionary instead."
                )
            ),
            (arrays, Row(Direct.self, #"[1,"x"]"#, "typeMismatch(Int) at [1]: \(notInt)")),
            (
                arrays,
                Row(
                    Single.self, #"["1","x"]"#, "Single(items: [1])",
                    #"NumbersFromStrings, converted, '[0]' '/0', 1:2+1, Int: "1" → 1, \#(notInt)"#,
                    #"LossyCollections, dropped, '[1]' '/1', 1:6+5, Int: "x" → dropped, \#(notInt)"#)
            ),
            (arrays, Row(Endless.self, "1", "typeMismatch(Array<Any>) at the top: \(notArray) number instead.")),
            (
                arrays,
                Row(
                    [Switching].self, #"[{"kind":"b"},{"kind":"a"}]"#, "[Switching(kind: 1)]",
                    #"LossyCollections, dropped, '[0]' '/0', 1:2+1, Switching: {"kind":"b"} → dropped, kind: No b."#
                )
            ),
            (
                DecodingPolicy { For(ID.self) { Fallbacks("") } },
                Row(
                    [ID].self, "[[]]", "[ID()]",
                    #"Fallbacks, failure replaced, '[0]' '/0', 1:2+1, ID: [] → "", Expected to decode String but found an array instead."#
                )
            ),
            (
                DecodingPolicy {
                    UnknownKeys(.fail)
                    For(Kind.self) { Without(UnknownKeys.self) }
                    At("**.kind") { Without(UnknownKeys.self) }
                },
                Row(Twice.self, #"{"value":{"kind":"a","value":1}}"#, "Twice(value: 1)")
            ),
            (
                DecodingPolicy { KeyMatching(.pascalCase) },
                Row(
                    Rest.self, #"{"Value":1,"Other":2}"#, #"Rest(value: 1, names: ["value", "Other"])"#,
                    #"KeyMatching, key matched, 'value' '/Value', 1:10+9, Rest: "Value" → value, No value associated with key Key(stringValue: "value", intValue: nil) ("value")."#
                )
            ),
            (
                DecodingPolicy {
                    StringifiedJSON()
                    arrays
                },
                Row(
                    [Parsing].self, #"[{"value":"[1,"},{"value":"[1]"},{"value":"[\"1\"]"}]"#, "[Parsing(value: [1])]",
                    #"LossyCollections, dropped, '[0]' '/0', 1:2+1, Parsing: {"value":"[1,"} → dropped, The given data was not valid JSON."#,
                    #"LossyCollections, dropped, '[2]' '/2', 1:34+33, Parsing: {"value":"[\"1\"]"} → dropped, \#(notInt)"#
                )
            ),
            (
                arrays,
                Row(
                    [Catching].self, #"["1","x",2]"#,
                    "[Catching(value: nil), Catching(value: nil), Catching(value: Optional(2))]")
            ),
        ] as [(DecodingPolicy, Row)])
    func outcomes(policy: DecodingPolicy, row: Row) { row.check(policy) }
}
