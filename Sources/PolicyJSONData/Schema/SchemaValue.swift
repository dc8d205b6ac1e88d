public import FoundationImport
internal import PolicyJSON

/// A value of a schema, as text: decoded and repaired by the same rules as the properties of a Swift model.
///
/// ```swift
/// let schema = try JSONSchema(Data(contentsOf: url))
/// let decoder = PolicyJSONDecoder(policy: policy)
/// let order = try decoder.decode(SchemaValue.self, from: data, configuration: schema)
/// print(order.text)
/// ```
///
/// What is not repaired keeps its text, to the digit. A property that is not required may be absent; a rule may answer
/// with `nil` for it, and it is then left out, or `null` where the schema allows that. Members that the schema does not
/// name are kept; under `additionalProperties: false` they are an error.
public struct SchemaValue: DecodableWithConfiguration, Sendable, Hashable {
    /// The value as JSON text.
    public let text: String
    /// Whether the text is that of the document, because nothing was repaired.
    public let isVerbatim: Bool

    /// Decodes a value of a schema.
    ///
    /// - Parameters:
    ///   - decoder: the decoder.
    ///   - configuration: the schema.
    /// - Throws: `DecodingError`, also where a bound or an enumeration of the schema is violated.
    public init(from decoder: any Decoder, configuration: JSONSchema) throws {
        try self.init(from: decoder, SchemaScope(schema: configuration, node: configuration.root, check: nil))
    }

    /// - Parameter verdict: that of the check, if it has seen the value.
    init(from decoder: any Decoder, _ scope: SchemaScope, _ verdict: SchemaCheck.Verdict? = nil) throws {
        let value = try SchemaScope.$current.withValue(scope) { try SchemaElement(from: decoder, verdict) }
        text = value.text
        isVerbatim = !value.isChanged
    }
}

/// The schema of the value that is decoded next. Containers pass no configuration to a nested value on which rules are
/// consulted.
struct SchemaScope: Sendable {
    let schema: JSONSchema
    private(set) var node: SchemaNode
    /// Finds the values that need not be decoded; `nil` if all must be.
    private(set) var check: SchemaCheck?
    /// How many more values inside each other are checked. Each check reads the whole value, and one that finds something is followed
    /// by checks of its parts.
    private var levels = 8
    /// How many objects and arrays are around the value; an array in an object and its elements are one level.
    private var depth = 0

    init(schema: JSONSchema, node: SchemaNode, check: SchemaCheck?) {
        (self.schema, self.node, self.check) = (schema, node, check)
    }

    /// The scope for the parts of a value in which the check has found something.
    var uncertain: SchemaScope {
        var scope = self
        scope.levels -= 1
        if scope.levels == 0 { scope.check = nil }
        return scope
    }

    /// What the check finds; `nil` if there is none.
    func verdict(on decoder: any Decoder, _ node: SchemaNode) throws -> SchemaCheck.Verdict? {
        try check.map { $0.verdict(on: try RawJSON(from: decoder).text, node) }
    }

    @TaskLocal static var current: SchemaScope?

    /// Values inside each other are decoded by recursion. So many levels take less than 8 MiB of the stack in all builds.
    private static let depthLimit = 256

    /// - Throws: an error if too many containers are around the value.
    func checkDepth(_ decoder: any Decoder) throws {
        if depth <= Self.depthLimit { return }
        throw DecodingError.dataCorrupted(
            .init(
                codingPath: decoder.codingPath,
                debugDescription: "Values of a schema are decoded up to \(Self.depthLimit) levels deep."))
    }

    /// Decodes values of another part of the schema.
    ///
    /// - Parameter levels: by how many levels these are deeper: an array and its elements are one.
    func with<R>(_ node: SchemaNode, levels: Int = 1, _ body: () throws -> R) rethrows -> R {
        var scope = self
        scope.node = node
        scope.depth += levels
        return try Self.$current.withValue(scope, operation: body)
    }
}

/// A value of the part of a schema that is current.
struct SchemaElement: Decodable {
    let text: String
    /// Whether something was repaired.
    let isChanged: Bool

    init(from decoder: any Decoder) throws { try self.init(from: decoder, nil) }

    /// - Parameter verdict: that of the check, if it has seen the value.
    init(from decoder: any Decoder, _ verdict: SchemaCheck.Verdict?) throws {
        guard var scope = SchemaScope.current else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "There is no schema."))
        }
        try scope.checkDepth(decoder)
        let node = scope.schema.resolved(scope.node)
        let allowsNull = node.allowsNull || scope.node.allowsNull
        if node.kinds == [.object], allowsNull, try decoder.singleValueContainer().decodeNil() {
            (text, isChanged) = ("null", false)
            return
        }
        var members: SchemaCheck.Members?
        switch try verdict ?? scope.verdict(on: decoder, node) {
        case .accepted:
            (text, isChanged) = (try RawJSON(from: decoder).text, false)
            return
        case .uncertain(let known): (members, scope) = (known, scope.uncertain)
        case nil: break
        }
        if node.kinds == [.object] {
            (text, isChanged) = try Self.object(decoder, node, scope, members)
        } else {
            (text, isChanged) = try Self.other(decoder, node, scope, allowsNull: allowsNull)
        }
    }

    // Functions of their own, here and below: values inside each other are decoded by recursion, and each level takes as much of
    // the stack as all branches of the functions on the way.

    private static func object(
        _ decoder: any Decoder, _ node: SchemaNode, _ scope: SchemaScope, _ members: SchemaCheck.Members?
    ) throws -> (text: String, isChanged: Bool) {
        var object = SchemaObject(decoder, node, scope, members)
        if let changed = try object.text() { return (changed, true) }
        return (try RawJSON(from: decoder).text, false)
    }

    private static func other(
        _ decoder: any Decoder, _ node: SchemaNode, _ scope: SchemaScope, allowsNull: Bool
    ) throws -> (text: String, isChanged: Bool) {
        let container = try decoder.singleValueContainer()
        let raw = try container.decode(RawJSON.self)
        if raw.kind == .null, allowsNull { return (raw.text, false) }
        let source = SingleSource(container: container, decoder: decoder)
        let slot = SchemaSlot(node: node, scope: scope, raw: SchemaSlot.withoutContents(raw, node)) {
            decoder.codingPath
        }
        if let changed = try slot.text(source)?.changed { return (changed, true) }
        return (try container.decode(RawJSON.self).text, false)
    }
}

/// An array whose elements have different schemas. It is decoded as a model is: no rule drops one of its elements.
struct SchemaTuple: Decodable {
    let elements: [SchemaElement]

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var elements: [SchemaElement] = []
        while !container.isAtEnd {
            guard let scope = SchemaScope.current, let node = scope.node.element(at: elements.count) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "The schema has no element at this index.")
            }
            elements.append(try scope.with(node) { try container.decode(SchemaElement.self) })
        }
        self.elements = elements
    }
}

private struct SingleSource: SchemaSource {
    let container: any SingleValueDecodingContainer
    let decoder: any Decoder

    func decode<T: Decodable>(_ type: T.Type) throws -> T? { try container.decode(type) }

    func written() throws -> RawJSON? { try RawJSON(from: decoder) }
}
