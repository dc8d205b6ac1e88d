internal import PolicyJSON

/// A schema, without references resolved.
final class SchemaNode: Sendable {
    /// A type of JSON Schema.
    enum Kind: String, Sendable {
        case null, boolean, integer, number, string, array, object
    }

    /// A property of an object.
    struct Property: Sendable {
        let name: String
        let key: SchemaKey
        let node: SchemaNode
        let isRequired: Bool
    }

    /// A reference, and its path in the schema.
    struct Reference: Sendable {
        let text: String
        let path: [any CodingKey]
    }

    /// What a container may have besides its properties, or its first elements.
    enum Additional: Sendable {
        case anything, nothing
        case schema(SchemaNode)

        var node: SchemaNode? {
            if case .schema(let node) = self { node } else { nil }
        }
    }

    /// Objects that are distinguished by the value of a property.
    struct Variants: Sendable {
        /// An enumeration.
        let discriminator: Property
        /// By the identities of its cases.
        let nodes: [String: SchemaNode]
    }

    /// All types, `null` excepted unless it is the only one; none for any.
    let kinds: [Kind]
    /// Whether `null` is allowed.
    let allowsNull: Bool
    /// Whether the reference or the alternatives must not allow `null`, which is another alternative of a `oneOf`.
    let excludesNull: Bool
    let reference: Reference?
    let properties: [Property]
    /// The schemas of the properties by their names.
    let names: [String: SchemaNode]
    let requiredCount: Int
    let additional: Additional
    /// The first elements of an array.
    let prefix: [SchemaNode]
    let furtherElements: Additional
    /// The allowed values.
    let cases: SchemaCases?
    let isDate: Bool
    let bounds: SchemaBounds
    /// The schemas for each of several types.
    let options: [SchemaNode]
    /// What `anyOf` or `oneOf` lists, until it is resolved.
    let alternatives: SchemaAlternatives?
    let variants: Variants?
    /// The schemas that are part of this one.
    private var parts: [SchemaNode] {
        properties.map(\.node) + prefix + [additional, furtherElements].compactMap(\.node) + options
            + (alternatives?.nodes ?? [])
    }

    init(
        kinds: [Kind], allowsNull: Bool = false, excludesNull: Bool = false, reference: Reference? = nil,
        properties: [Property] = [],
        additional: Additional = .anything, prefix: [SchemaNode] = [], furtherElements: Additional = .anything,
        cases: SchemaCases? = nil, isDate: Bool = false, bounds: SchemaBounds = SchemaBounds(),
        options: [SchemaNode] = [], alternatives: SchemaAlternatives? = nil, variants: Variants? = nil
    ) {
        self.kinds = kinds
        self.allowsNull = allowsNull
        self.excludesNull = excludesNull
        self.reference = reference
        self.properties = properties
        names = Dictionary(properties.map { ($0.name, $0.node) }, uniquingKeysWith: { first, _ in first })
        requiredCount = properties.count { $0.isRequired }
        self.additional = additional
        self.prefix = prefix
        self.furtherElements = furtherElements
        self.cases = cases
        self.isDate = isDate
        self.bounds = bounds
        self.options = options
        self.alternatives = alternatives
        self.variants = variants
    }

    /// Any value.
    static let anything = SchemaNode(kinds: [], allowsNull: true)

    /// The schema, which also allows `null`.
    ///
    /// - Parameter excludesNull: whether what it stands for must not allow it, too.
    func nullable(excludesNull: Bool = false) -> SchemaNode {
        SchemaNode(
            kinds: kinds, allowsNull: true, excludesNull: excludesNull, reference: reference, properties: properties,
            additional: additional, prefix: prefix, furtherElements: furtherElements, cases: cases, isDate: isDate,
            bounds: bounds, options: options, alternatives: alternatives, variants: variants)
    }

    /// Whether the elements of an array have different schemas.
    var isTuple: Bool {
        if case .nothing = furtherElements { true } else { !prefix.isEmpty }
    }

    /// The schema of an element; `nil` if there may be none.
    func element(at index: Int) -> SchemaNode? {
        if index < prefix.count { return prefix[index] }
        return switch furtherElements {
        case .anything: .anything
        case .nothing: nil
        case .schema(let node): node
        }
    }

    /// Calls `body` with this schema and all inside that have not been seen, without following references.
    func visit(_ seen: inout Set<ObjectIdentifier>, _ body: (SchemaNode) -> Void) {
        // Required members that are not listed have the schema of all further ones.
        guard seen.insert(ObjectIdentifier(self)).inserted else { return }
        body(self)
        for part in parts { part.visit(&seen, body) }
    }
}

/// A key of an object.
struct SchemaKey: LiteralKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    // In the texts of errors.
    var description: String { stringValue }
    var debugDescription: String { stringValue }
}
