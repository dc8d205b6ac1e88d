import Foundation
import PolicyJSON
import Testing

/// A property wrapper that requests the wrapped value.
@propertyWrapper struct Requesting<Value: Decodable>: Decodable {
    let wrappedValue: Value
    init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(Value.self) }
}

private struct RequestingBox<Value: Decodable>: Decodable { @Requesting var value: Value }

/// A position of a value in a document, and the model that decodes it.
struct DecodingPosition<Value> {
    let name: String
    let json: String
    let path: String
    /// Whether the position accepts `nil`, and the requested type itself does not.
    let isOptional: Bool
    let decode: (PolicyJSONDecoder, String) throws(JSONDecodingError) -> (value: Any, report: DecodingReport)

    /// Whether the value is an element or is inside one.
    var isCollection: Bool { path.contains("[") || path.hasPrefix("a") }
}

func flattened(_ value: Any) -> Any {
    guard let optional = value as? any Flattening else { return value }
    return optional.flat
}

private protocol Flattening { var flat: Any { get } }
extension Optional: Flattening {
    fileprivate var flat: Any { map { flattened($0) } ?? "nil" }
}

extension DocumentedCase {
    /// Decodes the case in every position: at the top level, as a property, inside an optional, an array, a dictionary,
    /// a generic type, a nested type, a property wrapper, as `[T?]` and as `T??`. Compares the value or the error, and
    /// the report.
    ///
    /// - Parameters:
    ///   - optionalsDiffer: whether the outcome differs if `nil` is accepted.
    ///   - collectionsDiffer: whether the outcome differs if the value is an element.
    ///   - isOneChange: whether a successful repair has exactly one entry in the report, for the value itself.
    func check(
        _ rules: [any DecodingRule], types: [String: any (Decodable & SendableMetatype).Type] = [:],
        optionalsDiffer: Bool = false,
        collectionsDiffer: Bool = false, isOneChange: Bool = true, prepare: (PolicyJSONDecoder) -> Void = { _ in },
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        // The table has the descriptions of rules.
        guard let rule = rules.first(where: { $0.description == rule }) else {
            Issue.record("no rule \(rule)", sourceLocation: sourceLocation)
            return
        }
        guard let type = types[type] ?? Self.types[type] else {
            Issue.record("no type \(type)", sourceLocation: sourceLocation)
            return
        }
        func open<T: Decodable>(_ type: T.Type) {
            for position in positions(type) {
                if optionalsDiffer && position.isOptional || collectionsDiffer && position.isCollection { continue }
                check(rule, position, isOneChange, prepare, sourceLocation)
            }
        }
        open(type)
    }

    private func check<T>(
        _ rule: any DecodingRule, _ position: DecodingPosition<T>, _ isOneChange: Bool,
        _ prepare: (PolicyJSONDecoder) -> Void,
        _ sourceLocation: SourceLocation
    ) {
        let note = Comment(rawValue: "\(position.name): \(position.json)")
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy([rule]))
        let strict = PolicyJSONDecoder()
        prepare(decoder)
        prepare(strict)
        let plain = Result { () throws(JSONDecodingError) in try position.decode(strict, position.json) }
        let result = Result { () throws(JSONDecodingError) in try position.decode(decoder, position.json) }
        switch (result, plain) {
        case (.success(let found), .success(let expected)):
            let values = (printed(flattened(found.value)), printed(flattened(expected.value)))
            if !found.report.isEmpty, !rule.situations.isDisjoint(with: .watching) {
                // The rule concerns values that strict decoding accepts.
                #expect(outcome == .value(values.0), note, sourceLocation: sourceLocation)
                #expect(
                    found.report.entries.map(\.path.description) == [position.path], note,
                    sourceLocation: sourceLocation
                )
                return
            }
            // Strict decoding accepts the value in this position: there is nothing to repair.
            #expect(values.0 == values.1, note, sourceLocation: sourceLocation)
            // If `null` is `nil`, the rule is not consulted.
            if !position.isOptional { #expect(outcome == .value(values.0), note, sourceLocation: sourceLocation) }
            #expect(found.report.isEmpty, note, sourceLocation: sourceLocation)
        case (.success(let found), .failure):
            #expect(outcome == .value(printed(flattened(found.value))), note, sourceLocation: sourceLocation)
            #expect(found.report.entries.allSatisfy { $0.rule == rule.name }, note, sourceLocation: sourceLocation)
            #expect(!found.report.isEmpty, note, sourceLocation: sourceLocation)
            if isOneChange {
                let paths = found.report.entries.map(\.path.description)
                #expect(paths == [position.path], note, sourceLocation: sourceLocation)
            }
        case (.failure(let error), .failure(let expected)):
            switch outcome {
            case .value: Issue.record("\(text(of: error)) (\(note))", sourceLocation: sourceLocation)
            case .declines:
                #expect(text(of: error) == text(of: expected), note, sourceLocation: sourceLocation)
            case .fails(let reason):
                let context = (error.underlyingError as? DecodingError).map(context(of:))
                let found = context?.debugDescription ?? "\(error.underlyingError)"
                #expect(found.prefix(reason.count) == reason, note, sourceLocation: sourceLocation)
                let path = DecodingPath(context?.codingPath ?? []).description
                #expect(path.hasPrefix(position.path), note, sourceLocation: sourceLocation)
            }
        case (.failure(let error), .success):
            // The rule rejects a value that strict decoding accepts.
            if case .fails(let reason) = outcome, !rule.situations.isDisjoint(with: .watching) {
                #expect(text(of: error).contains(": \(reason)"), note, sourceLocation: sourceLocation)
                return
            }
            Issue.record("\(text(of: error)), and strictly a value (\(note))", sourceLocation: sourceLocation)
        }
    }

    func positions<T: Decodable>(_ type: T.Type) -> [DecodingPosition<T>] {
        guard let found else {
            return [
                position(Box<T>.self, "property", "{}", "value", as: T.self) { $0.value },
                position(Outer<T>.self, "nested", #"{"inner":{}}"#, "inner.value", as: T.self) { $0.inner.value },
                position([Box<T>].self, "models", "[{}]", "[0].value", as: T.self) { $0.first?.value as Any },
                position([String: Box<T>?].self, "by name", #"{"a":{}}"#, "a.value", as: T.self) {
                    $0["a"]??.value as Any
                },
                position(Box<Box<T>>.self, "generic", #"{"value":{}}"#, "value.value", as: T.self) { $0.value.value },
                position(RequestingBox<Box<T>>.self, "wrapper", #"{"value":{}}"#, "value.value", as: T.self) {
                    $0.value.value
                },
            ]
        }
        let member = #"{"value":\#(found)}"#
        let isOptional = !(type is any Flattening.Type)
        return [
            position(T.self, "top", found, "", as: T.self) { $0 },
            position(Box<T>.self, "generic", member, "value", as: T.self) { $0.value },
            position(Outer<T>.self, "nested", #"{"inner":\#(member)}"#, "inner.value", as: T.self) { $0.inner.value },
            position(RequestingBox<T>.self, "wrapper", member, "value", as: T.self) { $0.value },
            position([T].self, "array", "[\(found)]", "[0]", as: T.self) { $0.first as Any },
            position(ContiguousArray<T>.self, "contiguous", "[\(found)]", "[0]", as: T.self) { $0.first as Any },
            position([String: T].self, "dictionary", #"{"a":\#(found)}"#, "a", as: T.self) { $0["a"] as Any },
            position([Int: [T]].self, "nested arrays", #"{"1":[\#(found)]}"#, "1[0]", as: T.self) {
                $0[1]?.first as Any
            },
            position(OptionalBox<T>.self, "optional", member, "value", isOptional, as: T.self) { $0.value as Any },
            position(DoubleBox<T>.self, "T??", member, "value", isOptional, as: T.self) { $0.value as Any },
            position([T?].self, "[T?]", "[\(found)]", "[0]", isOptional, as: T.self) { $0.first as Any },
            position([String: T?].self, "[String: T?]", #"{"a":\#(found)}"#, "a", isOptional, as: T.self) {
                $0["a"] as Any
            },
        ]
    }

    private func position<M: Decodable, T>(
        _ model: M.Type, _ name: String, _ json: String, _ path: String, _ isOptional: Bool = false, as type: T.Type,
        value: @escaping (M) -> Any
    ) -> DecodingPosition<T> {
        DecodingPosition(name: name, json: json, path: path, isOptional: isOptional) {
            (decoder, json) throws(JSONDecodingError) in
            let outcome = try decoder.decodeReporting(model, from: json)
            return (value(outcome.value), outcome.report)
        }
    }

    private static let types: [String: any (Decodable & SendableMetatype).Type] = [
        "Int": Int.self, "Int8": Int8.self, "Int16": Int16.self, "Int32": Int32.self, "Int64": Int64.self,
        "Int128": Int128.self, "UInt": UInt.self, "UInt8": UInt8.self, "UInt16": UInt16.self, "UInt32": UInt32.self,
        "UInt64": UInt64.self, "UInt128": UInt128.self, "Double": Double.self, "Float": Float.self,
        "CGFloat": CGFloat.self, "Decimal": Decimal.self, "Bool": Bool.self, "String": String.self, "Date": Date.self,
        "URL": URL.self, "Data": Data.self, "UUID": UUID.self, "Int?": Int?.self, "Double?": Double?.self,
        "Bool?": Bool?.self, "String?": String?.self, "Date?": Date?.self, "URL?": URL?.self, "UUID?": UUID?.self,
        "Decimal?": Decimal?.self, "[Int]": [Int].self, "[Int]?": [Int]?.self, "[Int?]": [Int?].self,
        "[String]": [String].self, "[[Int]]": [[Int]].self, "Set<Int>": Set<Int>.self,
        "ContiguousArray<Int>": ContiguousArray<Int>.self, "[String: Int]": [String: Int].self,
        "Point": Point.self, "Point?": Point?.self, "[Point]": [Point].self, "Fruit": Fruit.self,
        "Fruit?": Fruit?.self, "Level": Level.self, "Level?": Level?.self, "Status": Status.self, "Twins": Twins.self,
        "Maybe": Maybe.self, "Tags": Tags.self,
        "Entry": Entry.self, "Shape": Shape.self, "Shape?": Shape?.self, "Duration": Duration.self,
        "Duration?": Duration?.self, "Data?": Data?.self,
        "UInt8?": UInt8?.self,
        "Page": Page.self,
        "[String: Int?]": [String: Int?].self, "[Int: Int]": [Int: Int].self, "[String: [Int]]": [String: [Int]].self,
    ]
}

func context(of error: DecodingError) -> DecodingError.Context {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
        .dataCorrupted(let context):
        context
    @unknown default: DecodingError.Context(codingPath: [], debugDescription: "\(error)")
    }
}

/// Expects that the guide has the table of a rule's documentation.
func expectSameTable(_ rule: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let lines = DocumentedTable.lines(of: rule)
    #expect(!lines.isEmpty, sourceLocation: sourceLocation)
    #expect(lines == DocumentedTable.guideLines(of: rule), sourceLocation: sourceLocation)
}
