internal import FoundationImport
internal import PolicyJSON

/// What `anyOf` or `oneOf` lists.
final class SchemaAlternatives: Sendable {
    /// The `discriminator` of OpenAPI.
    struct Discriminator: Sendable, Decodable {
        let propertyName: String
        let mapping: [String: String]?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: SchemaKey.self)
            let (name, mapping) = (SchemaKey(stringValue: "propertyName"), SchemaKey(stringValue: "mapping"))
            for key in container.allKeys where ![name.stringValue, mapping.stringValue].contains(key.stringValue) {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "the keyword \"\(key.stringValue)\" is not supported")
            }
            propertyName = try container.decode(String.self, forKey: name)
            self.mapping =
                container.contains(mapping) ? try container.decode([String: String].self, forKey: mapping) : nil
        }
    }

    let nodes: [SchemaNode]
    let discriminator: Discriminator?
    /// Whether a value may be of one alternative only: `oneOf`.
    let isExclusive: Bool
    /// The path of the list in the schema.
    let path: [any CodingKey]

    init(nodes: [SchemaNode], discriminator: Discriminator?, isExclusive: Bool, path: [any CodingKey]) {
        (self.nodes, self.discriminator, self.isExclusive, self.path) = (nodes, discriminator, isExclusive, path)
    }

    static let severalNulls = "null is several of the alternatives of \"oneOf\""

    /// An alternative without references, and the name that it is referred to by.
    private struct Alternative {
        let node: SchemaNode
        let reference: String?
        private let properties: [String: SchemaNode.Property]

        init(node: SchemaNode, reference: String?) {
            (self.node, self.reference) = (node, reference)
            properties = Dictionary(node.properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        }

        /// The values that a property may have; none if these are not listed.
        func cases(of name: String, requiringIt: Bool) -> [RawJSON] {
            guard let property = properties[name], property.isRequired || !requiringIt, !property.node.allowsNull
            else { return [] }
            return property.node.cases?.list ?? []
        }
    }

    /// One schema for all alternatives.
    ///
    /// - Parameter target: the schema that a reference stands for.
    /// - Throws: `DecodingError` if values do not show which alternative they are of.
    func merged(_ target: (SchemaNode) -> SchemaNode) throws -> SchemaNode {
        let all = nodes.map { Alternative(node: target($0), reference: $0.reference?.text) }
        let nulls = zip(nodes, all).count { $0.allowsNull || $1.node.allowsNull }
        if isExclusive, nulls > 1 { throw error(Self.severalNulls) }
        let allowsNull = nulls > 0
        let others = all.filter { $0.node.kinds != [.null] }
        guard others.allSatisfy({ !$0.node.kinds.isEmpty && $0.node.alternatives == nil }) else {
            throw error("an alternative must state its type, and have no alternatives itself")
        }
        let objects = others.filter { $0.node.kinds == [.object] }
        if discriminator != nil, objects.count < others.count || objects.isEmpty {
            throw error("with a discriminator, all alternatives but null must be objects")
        }
        var options = others.map(\.node)
        if objects.count > 1 || discriminator != nil {
            options = try [variants(objects)] + options.filter { $0.kinds != [.object] }
        }
        if options.isEmpty { return SchemaNode(kinds: [.null], allowsNull: true) }
        options = combiningEnumerations(options)
        if options.count == 1 { return allowsNull ? options[0].nullable() : options[0] }
        // Several types have a schema for each.
        options = options.flatMap { $0.options.isEmpty ? [$0] : $0.options }
        var kinds: Set<SchemaNode.Kind> = []
        for kind in options.flatMap(\.jsonKinds) where !kinds.insert(kind).inserted {
            throw error("values do not show which of the alternatives for the type \"\(kind.rawValue)\" they are of")
        }
        return SchemaNode(kinds: options.flatMap(\.kinds), allowsNull: allowsNull, options: options)
    }

    /// The alternatives, with one enumeration for all those of a type that have different values: a list of constants is an
    /// enumeration whose values have descriptions.
    private func combiningEnumerations(_ options: [SchemaNode]) -> [SchemaNode] {
        var enumerations: [Set<SchemaNode.Kind>: [[RawJSON]]] = [:]
        for option in options {
            if let cases = option.cases { enumerations[option.jsonKinds, default: []].append(cases.list) }
        }
        enumerations = enumerations.filter { $0.value.count > 1 && Self.areDistinct($0.value) }
        return options.compactMap { option in
            guard option.cases != nil, enumerations.keys.contains(option.jsonKinds) else { return option }
            guard let lists = enumerations.updateValue([], forKey: option.jsonKinds), !lists.isEmpty else { return nil }
            let cases = SchemaCases(lists.flatMap(\.self))
            return SchemaNode(kinds: cases.kinds, cases: cases)
        }
    }

    private func error(_ description: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: path, debugDescription: description))
    }

    // MARK: Objects

    private func variants(_ objects: [Alternative]) throws -> SchemaNode {
        guard let discriminator else {
            let names = objects[0].node.properties.filter { name in
                let cases = objects.map { $0.cases(of: name.name, requiringIt: true) }
                return cases.allSatisfy { !$0.isEmpty } && Self.areDistinct(cases)
            }
            guard let name = names.first?.name else {
                throw error(
                    "the objects need a discriminator: a required property with a different constant in each of them")
            }
            return node(name, objects.map { ($0.node, $0.cases(of: name, requiringIt: true)) })
        }
        let name = discriminator.propertyName
        let mapping = (discriminator.mapping ?? [:]).sorted { $0.key < $1.key }.map {
            (value: $0.key, reference: $0.value.contains("/") || $0.value == "#" ? $0.value : "#/$defs/\($0.value)")
        }
        let references = Set(objects.compactMap(\.reference))
        for entry in mapping where !references.contains(entry.reference) {
            throw error("the mapping of \"\(entry.value)\" is not one of the alternatives")
        }
        let mappings = Dictionary(grouping: mapping) { $0.reference }
        let cases = try objects.map { object -> [RawJSON] in
            let constants = object.cases(of: name, requiringIt: false)
            let mapped = (object.reference.flatMap { mappings[$0] } ?? []).map { RawJSON.string($0.value) }
            if mapped.isEmpty {
                if !constants.isEmpty { return constants }
                guard let reference = object.reference, reference != "#",
                    let name = SchemaReferences.name(of: reference)
                else {
                    throw error("an alternative has no value of the discriminator \"\(name)\"")
                }
                return [.string(name)]
            }
            let allowed = SchemaCases(constants).identities
            if !allowed.isEmpty, let other = mapped.first(where: { !allowed.contains(SchemaCases.identity(of: $0)) }) {
                throw error("the mapping of \(other.text) contradicts the property \"\(name)\" of the alternative")
            }
            return mapped
        }
        guard Self.areDistinct(cases) else {
            throw error("alternatives have the same value of the discriminator \"\(name)\"")
        }
        return node(name, Array(zip(objects.map(\.node), cases)))
    }

    private func node(_ name: String, _ variants: [(node: SchemaNode, cases: [RawJSON])]) -> SchemaNode {
        let pairs = variants.flatMap { variant in
            variant.cases.map { (SchemaCases.identity(of: $0), variant.node) }
        }
        let cases = SchemaCases(variants.flatMap(\.cases))
        let property = SchemaNode.Property(
            name: name, key: SchemaKey(stringValue: name), node: SchemaNode(kinds: cases.kinds, cases: cases),
            isRequired: true)
        return SchemaNode(
            kinds: [.object],
            variants: .init(discriminator: property, nodes: Dictionary(pairs, uniquingKeysWith: { first, _ in first })))
    }

    private static func areDistinct(_ cases: [[RawJSON]]) -> Bool {
        let identities = cases.map { SchemaCases($0).identities }
        return identities.reduce(0) { $0 + $1.count } == identities.reduce(into: Set()) { $0.formUnion($1) }.count
    }
}

extension SchemaNode {
    /// The types as JSON has them: integers are numbers.
    fileprivate var jsonKinds: Set<Kind> { Set(kinds.map { $0 == .integer ? .number : $0 }) }
}

extension SchemaCases {
    /// The types of the values.
    var kinds: [SchemaNode.Kind] {
        var kinds: [SchemaNode.Kind] = []
        for value in list {
            let kind: SchemaNode.Kind =
                switch value.kind {
                case .bool: .boolean
                case .number: value.value.number?.integer(as: Int.self) == nil ? .number : .integer
                default: .string
                }
            if !kinds.contains(kind) { kinds.append(kind) }
        }
        return kinds
    }
}
