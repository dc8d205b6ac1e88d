internal import FoundationImport
internal import PolicyJSON

/// A schema as written in the document.
struct SchemaDocument: Decodable {
    let root: SchemaNode
    let references: SchemaReferences

    init(from decoder: any Decoder) throws {
        root = try SchemaText(from: decoder).node
        let definitions =
            try decoder.container(keyedBy: SchemaKey.self).value([String: SchemaText].self, "$defs") ?? [:]
        references = try SchemaReferences(root, definitions.mapValues(\.node))
    }
}

extension KeyedDecodingContainer<SchemaKey> {
    /// The value of a keyword; `nil` if it is not there. `null` is none of its values.
    fileprivate func value<T: Decodable>(_ type: T.Type, _ name: String) throws -> T? {
        let key = SchemaKey(stringValue: name)
        return contains(key) ? try decode(type, forKey: key) : nil
    }
}

/// A schema inside a schema.
private struct SchemaText: Decodable {
    let node: SchemaNode

    /// The formats of the standard and of OpenAPI. All but `date-time` and `int32` are annotations.
    private static let formats: Set<String> = [
        "date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6",
        "uri", "uri-reference", "iri", "iri-reference", "uuid", "uri-template", "json-pointer",
        "relative-json-pointer", "regex", "int32", "int64", "float", "double", "byte", "binary", "password",
    ]
    private static let annotations: Set<String> = [
        "$schema", "$id", "$comment", "title", "description", "default", "examples", "deprecated", "readOnly",
        "writeOnly", "$defs",
    ]
    private static let keywords: Set<String> = [
        "type", "format", "properties", "required", "additionalProperties", "items", "prefixItems", "minItems",
        "maxItems", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength",
        "maxLength", "$ref", "anyOf", "oneOf", "discriminator",
    ]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: SchemaKey.self)
        for key in container.allKeys where !Self.annotations.contains(key.stringValue) {
            guard Self.keywords.contains(key.stringValue) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "the keyword \"\(key.stringValue)\" is not supported")
            }
        }
        // It would be the base of the references inside.
        let id = SchemaKey(stringValue: "$id")
        if container.contains(id), !decoder.codingPath.isEmpty {
            throw DecodingError.dataCorruptedError(
                forKey: id, in: container, debugDescription: "\"$id\" is supported only at the top level")
        }
        let discriminator = SchemaKey(stringValue: "discriminator")
        if container.contains(discriminator),
            !container.allKeys.contains(where: { ["anyOf", "oneOf"].contains($0.stringValue) })
        {
            throw DecodingError.dataCorruptedError(
                forKey: discriminator, in: container,
                debugDescription: "\"discriminator\" is supported only beside \"anyOf\" or \"oneOf\"")
        }
        for name in ["anyOf", "oneOf"] {
            let key = SchemaKey(stringValue: name)
            guard container.contains(key) else { continue }
            node = try Self.choice(container, key)
            return
        }
        node = try Self.node(container)
    }

    /// Alternatives.
    private static func choice(
        _ container: KeyedDecodingContainer<SchemaKey>, _ key: SchemaKey
    ) throws -> SchemaNode {
        let others = container.allKeys.filter {
            ![key.stringValue, "discriminator"].contains($0.stringValue) && keywords.contains($0.stringValue)
        }
        guard others.isEmpty else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container,
                debugDescription:
                    "\"\(key.stringValue)\" is supported without other keywords, \"discriminator\" excepted")
        }
        let nodes = try container.decode([SchemaText].self, forKey: key).map(\.node)
        if nodes.isEmpty {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "there are no alternatives")
        }
        let discriminator = try container.value(SchemaAlternatives.Discriminator.self, "discriminator")
        // Those of references are known later.
        let isExclusive = key.stringValue == "oneOf"
        if isExclusive, nodes.count(where: \.allowsNull) > 1 {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: SchemaAlternatives.severalNulls)
        }
        if discriminator == nil, let node = nodeOrNull(nodes, isExclusive: isExclusive) { return node }
        return SchemaNode(
            kinds: [],
            alternatives: SchemaAlternatives(
                nodes: nodes, discriminator: discriminator, isExclusive: isExclusive, path: container.codingPath + [key]
            ))
    }

    /// The only schema besides `null`, which is then allowed; `nil` if there are several.
    private static func nodeOrNull(_ nodes: [SchemaNode], isExclusive: Bool) -> SchemaNode? {
        let others = nodes.filter { $0.kinds != [.null] }
        if others.count > 1 { return nil }
        guard let node = others.first else { return nodes[0] }
        return nodes.count > 1 ? node.nullable(excludesNull: isExclusive) : node
    }

    private static func node(_ container: KeyedDecodingContainer<SchemaKey>) throws -> SchemaNode {
        let (kinds, typesAllowNull) = try types(container)
        let values = try values(container)
        let allowsNull = typesAllowNull && values?.contains { $0.kind == .null } != false
        let required = Set(try container.value([String].self, "required") ?? [])
        let properties = try container.value(OrderedProperties.self, "properties")?.list ?? []
        let format = try format(container)
        var bounds = try bounds(container)
        if format == "int32", !kinds.contains(.number) { bounds.limit(to: Int32.min...Int32.max) }
        let additional = try Self.additional(container, "additionalProperties")
        let unlisted = required.subtracting(properties.map(\.name)).sorted()
        if case .nothing = additional, let name = unlisted.first {
            throw DecodingError.dataCorruptedError(
                forKey: SchemaKey(stringValue: "required"), in: container,
                debugDescription: "\"\(name)\" is not among \"properties\", and no others are allowed")
        }
        let unknown = unlisted.map { (name: $0, node: additional.node ?? .anything) }
        let all = (properties + unknown).map {
            SchemaNode.Property(
                name: $0.name, key: SchemaKey(stringValue: $0.name), node: $0.node,
                isRequired: required.contains($0.name))
        }
        let reference = try reference(container)
        let prefix = try container.value([SchemaText].self, "prefixItems")?.map(\.node) ?? []
        let further = try Self.additional(container, "items")
        let isDate = format == "date-time"
        if let values {
            let scalars = values.filter { bounds.allow($0, of: kinds) }
            // Only null.
            if scalars.isEmpty, allowsNull { return SchemaNode(kinds: [.null], allowsNull: true) }
            let cases = SchemaCases(scalars)
            return SchemaNode(kinds: cases.kinds, allowsNull: allowsNull, cases: cases)
        }
        let nodes = kinds.map { kind in
            let (isObject, isArray, isAlone) = (kind == .object, kind == .array, kinds.count == 1)
            return SchemaNode(
                kinds: [kind], allowsNull: isAlone && allowsNull, properties: isObject ? all : [],
                additional: isObject ? additional : .anything, prefix: isArray ? prefix : [],
                furtherElements: isArray ? further : .anything, isDate: kind == .string && isDate, bounds: bounds)
        }
        if nodes.count == 1 { return nodes[0] }
        return SchemaNode(kinds: kinds, allowsNull: allowsNull, reference: reference, options: nodes)
    }

    private static func bounds(_ container: KeyedDecodingContainer<SchemaKey>) throws -> SchemaBounds {
        func number(_ name: String) throws -> Decimal? {
            try container.value(Decimal.self, name)
        }
        func length(_ name: String) throws -> Int? {
            guard let length = try container.value(Int.self, name) else { return nil }
            if length < 0 {
                throw DecodingError.dataCorruptedError(
                    forKey: SchemaKey(stringValue: name), in: container,
                    debugDescription: "\"\(name)\" must not be negative")
            }
            return length
        }
        return SchemaBounds(
            minimum: try number("minimum"), maximum: try number("maximum"),
            exclusiveMinimum: try number("exclusiveMinimum"), exclusiveMaximum: try number("exclusiveMaximum"),
            minLength: try length("minLength"), maxLength: try length("maxLength"),
            minItems: try length("minItems"), maxItems: try length("maxItems"))
    }

    /// The value of `format`.
    ///
    /// - Throws: `DecodingError` for one that neither the standard nor OpenAPI defines: it would be ignored.
    private static func format(_ container: KeyedDecodingContainer<SchemaKey>) throws -> String? {
        let key = SchemaKey(stringValue: "format")
        let format = try container.value(String.self, "format")
        if let format, !formats.contains(format) {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "the format \"\(format)\" is not supported")
        }
        return format
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
                    debugDescription: "\"\(other.stringValue)\" is supported only beside \"type\"")
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
        if kinds.isEmpty {
            throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "there are no types")
        }
        if kinds.allSatisfy({ $0 == .null }) { return ([.null], true) }
        // Every integer is a number.
        let excluded: Set<SchemaNode.Kind> = kinds.contains(.number) ? [.null, .integer] : [.null]
        let distinct = kinds.indices.filter {
            !excluded.contains(kinds[$0]) && kinds.firstIndex(of: kinds[$0]) == $0
        }
        return (distinct.map { kinds[$0] }, kinds.contains(.null))
    }

    private static func reference(_ container: KeyedDecodingContainer<SchemaKey>) throws -> SchemaNode.Reference? {
        let key = SchemaKey(stringValue: "$ref")
        guard let text = try container.value(String.self, "$ref") else { return nil }
        let others = container.allKeys.filter { $0.stringValue != "$ref" && keywords.contains($0.stringValue) }
        guard text == "#" || text.hasPrefix("#/$defs/"), others.isEmpty else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container,
                debugDescription: "references are supported to # and #/$defs/NAME, and without other keywords")
        }
        return SchemaNode.Reference(text: text, path: container.codingPath + [key])
    }

    /// A schema, or a Boolean in place of one.
    private static func additional(
        _ container: KeyedDecodingContainer<SchemaKey>, _ name: String
    ) throws -> SchemaNode.Additional {
        let key = SchemaKey(stringValue: name)
        guard container.contains(key) else { return .anything }
        if let allowed = try? container.decode(Bool.self, forKey: key) { return allowed ? .anything : .nothing }
        return .schema(try container.decode(SchemaText.self, forKey: key).node)
    }

    /// The scalars that `enum` and `const` allow.
    private static func values(_ container: KeyedDecodingContainer<SchemaKey>) throws -> [RawJSON]? {
        let list = SchemaKey(stringValue: "enum")
        let single = SchemaKey(stringValue: "const")
        var values = try container.value([RawJSON].self, "enum")
        if container.contains(single) {
            let value = try container.decode(RawJSON.self, forKey: single)
            let identity = SchemaCases.identity(of: value)
            values = values?.filter { SchemaCases.identity(of: $0) == identity } ?? [value]
        }
        guard let values else { return nil }
        if let index = values.firstIndex(where: { $0.kind == .array || $0.kind == .object }) {
            throw DecodingError.dataCorruptedError(
                forKey: container.contains(single) ? single : list, in: container,
                debugDescription: "\(values[index].text) is not a scalar")
        }
        return values
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
