import Foundation
import PolicyJSON

/// The position of a value in a document, and the way to read it.
enum ProbingPosition: String, CaseIterable, Sendable {
    case top, optional, element, optionalElement, contiguousArray, set, nestedArray, elementInWindows
    case dictionaryValue, intDictionaryValue, enumDictionaryValue, codingKeyDictionaryValue, optionalDictionaryValue
    case property, optionalProperty, doubleOptionalProperty, presence, arrayProperty, dictionaryProperty
    case genericWrapper, propertyWrapper, twoModelsDeep, flattened, outcome
    case superDecoder, superDecoderForKey, unkeyedSuperDecoder, initFromDecoder, nestedContainer
    case nestedUnkeyedContainer, configuration
    case streamElement, streamRecord, streamPair
    // Next to a property that fails and that a rule repairs.
    case beforeRepair, afterRepair, deepBeforeRepair, deepAfterRepair, arrayBeforeRepair, arrayAfterRepair
    case setAfterRepair, dictionaryBeforeRepair, dictionaryAfterRepair, enumDictionaryAfterRepair
    case optionalAfterRepair, wrapperBeforeRepair, genericWrapperAfterRepair, elementAroundRepair
    case containersAfterRepair, configurationAfterRepair, streamElementAroundRepair

    /// The name of the property to repair.
    static let broken = "broken"

    /// A document with the value at this position.
    func document(_ json: String) -> String {
        switch self {
        case .top, .optional, .genericWrapper, .outcome, .flattened: json
        case .element, .optionalElement, .contiguousArray, .elementInWindows: "[\(json), \(json)]"
        case .set, .unkeyedSuperDecoder, .nestedUnkeyedContainer: "[\(json)]"
        case .nestedArray: "[[\(json)], [], [\(json)]]"
        case .dictionaryValue, .optionalDictionaryValue, .streamPair: #"{"a": \#(json), "b": \#(json)}"#
        case .intDictionaryValue: #"{"1": \#(json)}"#
        case .enumDictionaryValue: #"["first", \#(json), "second", \#(json)]"#
        case .codingKeyDictionaryValue: #"{"first": \#(json)}"#
        case .property, .optionalProperty, .doubleOptionalProperty, .presence, .propertyWrapper, .superDecoderForKey,
            .initFromDecoder, .configuration:
            #"{"value": \#(json)}"#
        case .superDecoder: #"{"super": \#(json)}"#
        case .nestedContainer: #"{"inner": {"value": \#(json)}}"#
        case .arrayProperty: #"{"value": [\#(json), \#(json)]}"#
        case .dictionaryProperty: #"{"value": {"a": \#(json)}}"#
        case .twoModelsDeep: #"{"inner": {"value": \#(json)}}"#
        case .streamElement: #"{"items": [\#(json), \#(json)]}"#
        case .streamRecord: "\(json)\n\(json)\n"
        case .beforeRepair, .afterRepair, .optionalAfterRepair, .wrapperBeforeRepair, .genericWrapperAfterRepair,
            .configurationAfterRepair:
            Self.broken(json)
        case .deepBeforeRepair, .deepAfterRepair: Self.broken(#"{"inner": {"value": \#(json)}}"#)
        case .arrayBeforeRepair, .arrayAfterRepair: Self.broken("[\(json), \(json)]")
        case .setAfterRepair: Self.broken("[\(json)]")
        case .dictionaryBeforeRepair, .dictionaryAfterRepair: Self.broken(#"{"a": \#(json), "b": \#(json)}"#)
        case .enumDictionaryAfterRepair: Self.broken(#"["first", \#(json), "second", \#(json)]"#)
        case .elementAroundRepair: "[\(Self.broken(json)), \(Self.broken(json))]"
        case .streamElementAroundRepair: #"{"items": [\#(Self.broken(json)), \#(Self.broken(json))]}"#
        case .containersAfterRepair:
            #"{"broken": {}, "inner": {"value": \#(json)}, "list": [\#(json), \#(json)], "super": \#(json)}"#
        }
    }

    private static func broken(_ value: String) -> String { #"{"value": \#(value), "broken": {}}"# }

    /// Whether a type can be read at this position. `init(from:)` of a type with a strategy does not use the strategy.
    func isFor<V: ProbedValue>(_ type: V.Type) -> Bool {
        switch self {
        case .initFromDecoder, .propertyWrapper, .wrapperBeforeRepair: type != Date.self && type != Data.self
        default: true
        }
    }

    /// The number of properties to repair in the document.
    var repairCount: Int {
        switch self {
        case .elementAroundRepair, .streamElementAroundRepair: 2
        case .beforeRepair, .afterRepair, .deepBeforeRepair, .deepAfterRepair, .arrayBeforeRepair, .arrayAfterRepair,
            .setAfterRepair, .dictionaryBeforeRepair, .dictionaryAfterRepair, .enumDictionaryAfterRepair,
            .optionalAfterRepair, .wrapperBeforeRepair, .genericWrapperAfterRepair, .containersAfterRepair,
            .configurationAfterRepair:
            1
        default: 0
        }
    }
}

extension ProbingPosition {
    /// Decodes all values of the type from a document for this position.
    func values<V: ProbedValue>(of type: V.Type, by call: ProbingCall, _ document: String) throws -> [V] {
        switch self {
        case .top: [try call.decode(V.self, document)]
        case .optional: [try call.decode(V?.self, document)].compactMap(\.self)
        case .element, .elementInWindows: try call.decode([V].self, document)
        case .optionalElement: try call.decode([V?].self, document).compactMap(\.self)
        case .contiguousArray: Array(try call.decode(ContiguousArray<V>.self, document))
        case .set: Array(try call.decode(Set<V>.self, document))
        case .nestedArray: try call.decode([[V]].self, document).flatMap(\.self)
        case .dictionaryValue: Array(try call.decode([String: V].self, document).values)
        case .intDictionaryValue: Array(try call.decode([Int: V].self, document).values)
        case .enumDictionaryValue: Array(try call.decode([Ordinal: V].self, document).values)
        case .codingKeyDictionaryValue: Array(try call.decode([KeyedOrdinal: V].self, document).values)
        case .optionalDictionaryValue: try call.decode([String: V?].self, document).values.compactMap(\.self)
        case .property: [try call.decode(Box<V>.self, document).value]
        case .optionalProperty: [try call.decode(OptionalBox<V>.self, document).value].compactMap(\.self)
        case .doubleOptionalProperty: [try call.decode(DoubleBox<V>.self, document).value ?? nil].compactMap(\.self)
        case .presence: [try call.decode(Box<Presence<V>>.self, document).value.value].compactMap(\.self)
        case .arrayProperty: try call.decode(Box<[V]>.self, document).value
        case .dictionaryProperty: Array(try call.decode(Box<[String: V]>.self, document).value.values)
        case .genericWrapper: [try call.decode(Generic<V>.self, document).value]
        case .propertyWrapper: [try call.decode(WrappedBox<V>.self, document).value]
        case .twoModelsDeep: [try call.decode(Outer<V>.self, document).inner.value]
        case .flattened:
            [try call.decode(Flattened<Generic<V>, Generic<V>>.self, document)].flatMap {
                [$0.shared.value, $0.body.value]
            }
        case .outcome: [try call.decode(Outcome<V, Undecodable>.self, document).success].compactMap(\.self)
        case .superDecoder, .superDecoderForKey, .nestedContainer:
            [try call.decode(KeyedReader<V>.self, document).value]
        case .initFromDecoder: [try call.decode(DirectReader<V>.self, document).value]
        case .unkeyedSuperDecoder, .nestedUnkeyedContainer: try call.decode(UnkeyedReader<V>.self, document).values
        case .configuration: [try call.decodeConfigured(Configured<V>.self, document).value]
        case .streamElement: try call.elements(V.self, at: "items", document)
        case .streamRecord: try call.records(V.self, document)
        case .streamPair: try call.pairs(V.self, document)
        case .beforeRepair: [try call.decode(BrokenAfter<V>.self, document).value]
        case .afterRepair: [try call.decode(BrokenBefore<V>.self, document).value]
        case .deepBeforeRepair: [try call.decode(BrokenAfter<Outer<V>>.self, document).value.inner.value]
        case .deepAfterRepair: [try call.decode(BrokenBefore<Outer<V>>.self, document).value.inner.value]
        case .arrayBeforeRepair: try call.decode(BrokenAfter<[V]>.self, document).value
        case .arrayAfterRepair: try call.decode(BrokenBefore<[V]>.self, document).value
        case .setAfterRepair: Array(try call.decode(BrokenBefore<Set<V>>.self, document).value)
        case .dictionaryBeforeRepair: Array(try call.decode(BrokenAfter<[String: V]>.self, document).value.values)
        case .dictionaryAfterRepair: Array(try call.decode(BrokenBefore<[String: V]>.self, document).value.values)
        case .enumDictionaryAfterRepair:
            Array(try call.decode(BrokenBefore<[Ordinal: V]>.self, document).value.values)
        case .optionalAfterRepair: [try call.decode(BrokenBefore<V?>.self, document).value].compactMap(\.self)
        case .wrapperBeforeRepair: [try call.decode(WrappedBrokenAfter<V>.self, document).value]
        case .genericWrapperAfterRepair: [try call.decode(BrokenBefore<Generic<V>>.self, document).value.value]
        case .elementAroundRepair: try call.decode([BrokenBefore<V>].self, document).map(\.value)
        case .containersAfterRepair: try call.decode(BrokenReader<V>.self, document).values
        case .configurationAfterRepair: [try call.decodeConfigured(BrokenConfigured<V>.self, document).value]
        case .streamElementAroundRepair: try call.elements(BrokenAfter<V>.self, at: "items", document).map(\.value)
        }
    }
}
