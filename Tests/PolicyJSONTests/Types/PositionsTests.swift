import Foundation
import PolicyJSON
import Testing

/// Each type decodes to the same value, and is encoded as the same text, in every position.
@Suite struct PositionsTests {
    struct Song: Codable, Equatable { let title: String }
    struct Fault: Codable, Equatable { let code: Int }
    struct Page: Codable, Equatable { let page: Int }
    enum Level: RawValuePreserving {
        case cash
        case unknown(Int)
        static let rawValues: KeyValuePairs<Int, Level> = [1: .cash]
    }

    struct Property<Value: Codable>: Codable { let value: Value }
    struct OptionalProperty<Value: Codable>: Codable { let value: Value? }
    struct DoubleProperty<Value: Codable>: Codable { let value: Value?? }
    struct Nested<Value: Codable>: Codable {
        struct Inner: Codable { let value: Value }
        let inner: Inner
    }
    @propertyWrapper struct Wrapper<Value: Codable>: Codable {
        let wrappedValue: Value
        init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(Value.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(wrappedValue)
        }
    }
    struct WrappedProperty<Value: Codable>: Codable { @Wrapper var value: Value }
    class Base<Value: Codable>: Codable { let value: Value }
    final class Derived<Value: Codable>: Base<Value> {}

    /// A type, and its JSON as written by the encoder.
    struct Sample: Sendable, CustomTestStringConvertible {
        let type: any (Codable & Equatable & SendableMetatype).Type
        let json: String
        var testDescription: String { "\(type) from \(json)" }
    }

    static let samples = [
        Sample(type: Presence<Int>.self, json: "1"), Sample(type: Presence<[Int?]>.self, json: "[1,null]"),
        Sample(type: RawJSON.self, json: #"{"a":[1,"b",null,true]}"#),
        Sample(type: RawJSON.self, json: "1.5"),
        Sample(type: Outcome<Song, Fault>.self, json: #"{"title":"A"}"#),
        Sample(type: Outcome<Song, Fault>.self, json: #"{"code":7}"#),
        Sample(type: Flattened<Song, Page>.self, json: #"{"page":1,"title":"A"}"#),
        Sample(type: Level.self, json: "1"), Sample(type: Level.self, json: "7"),
        Sample(type: Outcome<Flattened<Song, Page>, Level>.self, json: #"{"page":1,"title":"A"}"#),
    ]

    @Test(arguments: samples) func isTheSameEverywhere(sample: Sample) throws {
        func open<T: Codable & Equatable & SendableMetatype>(_ type: T.Type) throws {
            let json = sample.json
            let expected = try PolicyJSONDecoder().decode(T.self, from: json)
            func check<Model: Codable>(_ json: String, _ read: (Model) -> T?) throws {
                for policy in [DecodingPolicy.strict, .lenient] {
                    let model = try PolicyJSONDecoder(policy: policy).decode(Model.self, from: json)
                    #expect(read(model) == expected, "\(Model.self)")
                }
                let model = try JSONDecoder().decode(Model.self, from: Data(json.utf8))
                #expect(read(model) == expected, "\(Model.self)")
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                #expect(String(decoding: try encoder.encode(model), as: UTF8.self) == json, "\(Model.self)")
            }
            try check(json) { (model: T) in model }
            try check(json) { (model: T?) in model }
            try check(#"{"value":\#(json)}"#) { (model: Property<T>) in model.value }
            try check(#"{"value":\#(json)}"#) { (model: OptionalProperty<T>) in model.value }
            try check(#"{"value":\#(json)}"#) { (model: DoubleProperty<T>) in model.value ?? nil }
            try check(#"{"value":\#(json)}"#) { (model: WrappedProperty<T>) in model.value }
            try check(#"{"value":\#(json)}"#) { (model: Derived<T>) in model.value }
            try check(#"{"inner":{"value":\#(json)}}"#) { (model: Nested<T>) in model.inner.value }
            try check("[\(json)]") { (model: [T]) in model.first }
            try check("[\(json)]") { (model: ContiguousArray<T>) in model.first }
            try check("[null,\(json)]") { (model: [T?]) in model[1] }
            try check(#"{"a":\#(json)}"#) { (model: [String: T]) in model["a"] }
            try check(#"{"value":[\#(json)]}"#) { (model: Property<[T]>) in model.value.first }
        }
        try open(sample.type)
    }

    @Test(arguments: samples) func undecodableElementsAreDroppedOrNil(sample: Sample) throws {
        func open<T: Codable & Equatable & SendableMetatype>(_ type: T.Type) throws {
            // All JSON is a valid fragment.
            if T.self == RawJSON.self { return }
            let expected = try PolicyJSONDecoder().decode(T.self, from: sample.json)
            let lenient = PolicyJSONDecoder(policy: .lenient)
            #expect(try lenient.decode([T].self, from: "[true,\(sample.json)]") == [expected])
            #expect(try lenient.decode([T?].self, from: "[true,\(sample.json)]") == [nil, expected])
            #expect(try lenient.decode([String: T].self, from: #"{"a":true,"b":\#(sample.json)}"#) == ["b": expected])
            #expect(throws: DecodingError.self) { try PolicyJSONDecoder().decode([T].self, from: "[true]") }
        }
        try open(sample.type)
    }
}
