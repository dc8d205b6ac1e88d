import Foundation
import PolicyJSON
import Testing

/// Containers that a model opens explicitly: rules are consulted about them as about any other value.
@Suite struct OpenedContainersTests {
    enum K: String, CodingKey { case a, b }

    struct Object: Decodable {
        let b: Int?
        init(from decoder: any Decoder) throws {
            let inside = try decoder.container(keyedBy: K.self).nestedContainer(keyedBy: K.self, forKey: .a)
            b = try inside.decodeIfPresent(Int.self, forKey: .b)
        }
    }
    struct List: Decodable {
        var elements: [Int] = []
        init(from decoder: any Decoder) throws {
            var inside = try decoder.container(keyedBy: K.self).nestedUnkeyedContainer(forKey: .a)
            while !inside.isAtEnd { elements.append(try inside.decode(Int.self)) }
        }
    }
    struct ObjectInList: Decodable {
        let b: Int?
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            b = try list.nestedContainer(keyedBy: K.self).decodeIfPresent(Int.self, forKey: .b)
        }
    }
    struct ListInList: Decodable {
        var elements: [Int] = []
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            var inside = try list.nestedUnkeyedContainer()
            while !inside.isAtEnd { elements.append(try inside.decode(Int.self)) }
        }
    }
    struct Super: Decodable {
        let b: Int?
        init(from decoder: any Decoder) throws {
            let inside = try decoder.container(keyedBy: K.self).superDecoder(forKey: .a)
            b = try inside.container(keyedBy: K.self).decodeIfPresent(Int.self, forKey: .b)
        }
    }

    static let defaults = DecodingPolicy { DefaultValues([.emptyArray, .emptyDictionary]) }
    static let nested = DecodingPolicy { StringifiedJSON() }
    static let given = DecodingPolicy {
        At("a") { DefaultValues(json: .document(#"{"b":"7"}"#)) }
        NumbersFromStrings()
    }
    static let single = DecodingPolicy { SingleValuesAsArrays() }
    static let missing = #"No value associated with key K(stringValue: "a", intValue: nil) ("a")."#
    static let nullObject = "Cannot get keyed decoding container -- found null value instead"
    static let nullArray = "Cannot get unkeyed decoding container -- found null value instead"

    @Test(
        arguments: [
            (
                defaults,
                Row(
                    Object.self, "{}", "Object(b: nil)",
                    "DefaultValues, key supplied, 'a' '/a', 1:1+0, Dictionary<String, Any>: nothing → [:], \(missing)")
            ),
            (
                defaults,
                Row(
                    Object.self, #"{"a":null}"#, "Object(b: nil)",
                    "DefaultValues, null replaced, 'a' '/a', 1:6+5, Dictionary<String, Any>: null → [:], \(nullObject)")
            ),
            (
                defaults,
                Row(
                    List.self, "{}", "List(elements: [])",
                    "DefaultValues, key supplied, 'a' '/a', 1:1+0, Array<Any>: nothing → [], \(missing)")
            ),
            (
                defaults,
                Row(
                    List.self, #"{"a":null}"#, "List(elements: [])",
                    "DefaultValues, null replaced, 'a' '/a', 1:6+5, Array<Any>: null → [], \(nullArray)")
            ),
            (
                defaults,
                Row(
                    ObjectInList.self, "[null]", "ObjectInList(b: nil)",
                    "DefaultValues, null replaced, '[0]' '/0', 1:2+1, Dictionary<String, Any>: null → [:], \(nullObject)"
                )
            ),
            (
                defaults,
                Row(
                    ListInList.self, "[null]", "ListInList(elements: [])",
                    "DefaultValues, null replaced, '[0]' '/0', 1:2+1, Array<Any>: null → [], \(nullArray)")
            ),
            (
                defaults,
                Row(
                    Super.self, #"{"a":null}"#, "Super(b: nil)",
                    "DefaultValues, null replaced, 'a' '/a', 1:6+5, Dictionary<String, Any>: null → [:], \(nullObject)")
            ),
            (
                given,
                Row(
                    Object.self, "{}", "Object(b: Optional(7))",
                    #"NumbersFromStrings, converted, 'a.b' '/a/b', 1:1+0, Int?: nothing → 7, Expected to decode Int but found a string instead."#,
                    #"DefaultValues, key supplied, 'a' '/a', 1:1+0, Dictionary<String, Any>: nothing → {"b":"7"}, \#(missing)"#
                )
            ),
            (
                nested,
                Row(
                    Object.self, #"{"a":"{\"b\":7}"}"#, "Object(b: Optional(7))",
                    #"StringifiedJSON, converted, 'a' '/a', 1:6+5, Dictionary<String, Any>: "{\"b\":7}" → {"b":7}, Expected to decode Dictionary<String, Any> but found a string instead."#
                )
            ),
            (
                single,
                Row(
                    List.self, #"{"a":7}"#, "List(elements: [7])",
                    "SingleValuesAsArrays, converted, 'a' '/a', 1:6+5, Array<Any>: 7 → [7], Expected to decode Array<Any> but found number instead."
                )
            ),
            (.lenient, Row(Object.self, "{}", "keyNotFound(a) at the top: \(missing)")),
            (.lenient, Row(List.self, #"{"a":null}"#, "valueNotFound(Array<Any>) at a: \(nullArray)")),
            (
                DecodingPolicy {
                    At("a") { Strictly() }
                    defaults
                },
                Row(Object.self, #"{"a":null}"#, "valueNotFound(Dictionary<String, Any>) at a: \(nullObject)")
            ),
        ] as [(DecodingPolicy, Row)])
    func outcomes(policy: DecodingPolicy, row: Row) {
        let decoder = PolicyJSONDecoder(policy: policy)
        let (text, changes) = decoder.outcome(of: row.type, from: row.json)
        #expect(text == row.outcome)
        // An inner change is entered before an outer one, because it ends first.
        #expect(changes.sorted() == row.changes.sorted())
        row.checkStrict()
    }

    enum Either: Decodable, Equatable {
        case number(Int)
        case text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let number = try? container.decode(Int.self)
            self = try number.map { .number($0) } ?? .text(container.decode(String.self))
        }
    }

    /// Inside a container that a rule has provided, models are decoded strictly first, and rules answer for optionals, as in others.
    @Test(arguments: [#"{"a":{"x":"5","d":"x","p":"x"}}"#, #"{"a":"{\"x\":\"5\",\"d\":\"x\",\"p\":\"x\"}"}"#])
    func insideProvidedContainers(_ json: String) throws {
        struct Model: Decodable {
            enum Key: CodingKey { case a, x, d, p }
            let x: Either, d: Date?, p: Object?

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                let inside = try container.nestedContainer(keyedBy: Key.self, forKey: .a)
                x = try inside.decode(Either.self, forKey: .x)
                d = try inside.decodeIfPresent(Date.self, forKey: .d)
                p = try inside.decodeIfPresent(Object.self, forKey: .p)
            }
        }
        let policy = DecodingPolicy {
            StringifiedJSON()
            NumbersFromStrings()
            Fallbacks()
        }
        let value = try PolicyJSONDecoder(policy: policy).decode(Model.self, from: json)
        #expect(value.x == .text("5"))
        #expect(value.d == nil)
        #expect(value.p == nil)
    }

    /// A model that catches the error of opening a container decodes strictly: no rule is consulted.
    @Test func probing() {
        struct Probing: Decodable {
            let isEmpty: Bool
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: K.self)
                isEmpty = (try? container.nestedUnkeyedContainer(forKey: .a)) == nil
            }
        }
        for policy in [DecodingPolicy.strict, Self.defaults] {
            let (text, changes) = PolicyJSONDecoder(policy: policy).outcome(of: Probing.self, from: #"{"a":null}"#)
            #expect(text == "Probing(isEmpty: true)")
            #expect(changes == [])
        }
    }
}
