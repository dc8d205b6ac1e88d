internal import Foundation
internal import PolicyJSON

/// A schema as written in the document.
struct SchemaDocument: Decodable {
    let root: SchemaNode
    let definitions: [String: SchemaNode]

    private struct Definitions: Decodable {
        let nodes: [String: SchemaText]?

        private enum CodingKeys: String, CodingKey { case nodes = "$defs" }
    }

    init(from decoder: any Decoder) throws {
        root = try SchemaText(from: decoder).node
        definitions = try Definitions(from: decoder).nodes?.mapValues(\.node) ?? [:]
    }
}

/// A schema inside a schema.
private struct SchemaText: Decodable {
    let node: SchemaNode

    private static let annotations: Set<String> = [
        "$schema", "$id", "$comment", "title", "description", "default", "examples", "deprecated", "readOnly",
        "writeOnly",
        "$defs",
    ]
    private static let keywords: Set<String> = [
        "type", "format", "properties", "required", "additionalProperties", "items", "minItems", "maxItems", "enum",
        "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "$ref",
        "anyOf",
        "oneOf",
    ]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: SchemaKey.self)
        for key in container.allKeys where !Self.annotations.contains(key.stringValue) {
            guard Self.keywords.contains(key.stringValue) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "the keyword \"\(key.stringValue)\" is not supported")
            }
        }
        for name in ["anyOf", "oneOf"] {
            let key = SchemaKey(stringValue: name)
            guard container.contains(key) else { continue }
            node = try Self.choice(container, key)
            return
        }
        node = try Self.node(container)
    }

    /// A schema or `null`.
    private static func choice(
        _ container: KeyedDecodingContainer<SchemaKey>, _ key: SchemaKey
    ) throws -> SchemaNode {
        let others = container.allKeys.filter { $0.stringValue != key.stringValue && keywords.contains($0.stringValue) }
        let nodes = try container.decode([SchemaText].self, forKey: key).map(\.node)
        let isNull = nodes.map { $0.kinds == [.null] }
        guard others.isEmpty, nodes.count == 2, isNull.count(where: { $0 }) == 1 else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container,
                debugDescription:
                    "\"\(key.stringValue)\" is supported with one schema and null, and without other keywords")
        }
        return nodes[isNull[0] ? 1 : 0].nullable()
    }

    private static func node(_ container: KeyedDecodingContainer<SchemaKey>) throws -> SchemaNode {
        func value<T: Decodable>(_ type: T.Type, _ name: String) throws -> T? {
            try container.decodeIfPresent(type, forKey: SchemaKey(stringValue: name))
        }
        let (kinds, typesAllowNull) = try types(container)
        let cases = try cases(container)
        let allowsNull = typesAllowNull && cases?.contains("null") != false
        let required = Set(try value([String].self, "required") ?? [])
        let properties = try value(OrderedProperties.self, "properties")?.list ?? []
        var bounds = SchemaBounds()
        bounds.minimum = try value(Decimal.self, "minimum")
        bounds.maximum = try value(Decimal.self, "maximum")
        bounds.exclusiveMinimum = try value(Decimal.self, "exclusiveMinimum")
        bounds.exclusiveMaximum = try value(Decimal.self, "exclusiveMaximum")
        bounds.minLength = try value(Int.self, "minLength")
        bounds.maxLength = try value(Int.self, "maxLength")
        bounds.minItems = try value(Int.self, "minItems")
        bounds.maxItems = try value(Int.self, "maxItems")
        let unknown = required.subtracting(properties.map(\.name)).sorted().map {
            // Required, but of any type.
            (name: $0, node: SchemaNode.anything)
        }
        let reference = try reference(container)
        return SchemaNode(
            kinds: kinds, allowsNull: allowsNull, reference: reference,
            properties: (properties + unknown).map {
                SchemaNode.Property(
                    name: $0.name, key: SchemaKey(stringValue: $0.name), node: $0.node,
                    isRequired: required.contains($0.name))
            },
            additional: try additional(container), items: try value(SchemaText.self, "items")?.node,
            cases: cases, isDate: try value(String.self, "format") == "date-time", bounds: bounds)
    }

    private static func types(_ container: KeyedDecodingContainer<SchemaKey>) throws -> ([SchemaNode.Kind], Bool) {
        let key = SchemaKey(stringValue: "type")
        guard container.contains(key) else {
            let untyped: Set<String> = ["enum", "const", "$ref"]
            if let other = container.allKeys.first(where: {
                keywords.contains($0.stringValue) && !untyped.contains($0.stringValue)
            }) {
                throw DecodingError.dataCorruptedError(
                    forKey: other, in: container,
                    debugDescription: "\"\(other.stringValue)\" is supported beside \"type\" only")
            }
            return ([], !container.allKeys.contains { $0.stringValue == "$ref" })
        }
        let names =
            try (try? container.decode([String].self, forKey: key)) ?? [container.decode(String.self, forKey: key)]
        let kinds = try names.map { name -> SchemaNode.Kind in
            guard let kind = SchemaNode.Kind(rawValue: name) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "there is no type \"\(name)\"")
            }
            return kind
        }
        return (kinds == [.null] ? kinds : kinds.filter { $0 != .null }, kinds.contains(.null))
    }

    private static func reference(_ container: KeyedDecodingContainer<SchemaKey>) throws -> String? {
        let key = SchemaKey(stringValue: "$ref")
        guard let text = try container.decodeIfPresent(String.self, forKey: key) else { return nil }
        let others = container.allKeys.filter { $0.stringValue != "$ref" && keywords.contains($0.stringValue) }
        guard text == "#" || text.hasPrefix("#/$defs/"), others.isEmpty else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container,
                debugDescription: "references are supported to # and #/$defs/NAME, and without other keywords")
        }
        return text
    }

    private static func additional(_ container: KeyedDecodingContainer<SchemaKey>) throws -> SchemaNode.Additional {
        let key = SchemaKey(stringValue: "additionalProperties")
        guard container.contains(key) else { return .anything }
        if let allowed = try? container.decode(Bool.self, forKey: key) { return allowed ? .anything : .nothing }
        return .schema(try container.decode(SchemaText.self, forKey: key).node)
    }

    private static func cases(_ container: KeyedDecodingContainer<SchemaKey>) throws -> Set<String>? {
        let list = SchemaKey(stringValue: "enum")
        let single = SchemaKey(stringValue: "const")
        var values = try container.decodeIfPresent([RawJSON].self, forKey: list)
        if container.contains(single) { values = [try container.decode(RawJSON.self, forKey: single)] }
        guard let values else { return nil }
        if let index = values.firstIndex(where: { $0.kind == .array || $0.kind == .object }) {
            throw DecodingError.dataCorruptedError(
                forKey: container.contains(single) ? single : list, in: container,
                debugDescription: "\(values[index].text) is not a scalar")
        }
        return Set(values.map { $0.value.string.map { "\"" + $0 } ?? $0.text })
    }

    /// Properties in the order in which they are written.
    private struct OrderedProperties: Decodable {
        let list: [(name: String, node: SchemaNode)]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: SchemaKey.self)
            list = try container.allKeys.map {
                ($0.stringValue, try container.decode(SchemaText.self, forKey: $0).node)
            }
        }
    }
}

extension SchemaNode {
    /// Any value.
    static let anything = SchemaNode(
        kinds: [], allowsNull: true, reference: nil, properties: [], additional: .anything, items: nil, cases: nil,
        isDate: false, bounds: SchemaBounds())
}
