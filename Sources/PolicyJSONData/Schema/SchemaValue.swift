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

    /// - Parameter finding: that of the check, if it has seen the value.
    init(from decoder: any Decoder, _ scope: SchemaScope, _ finding: SchemaCheck.Finding? = nil) throws {
        let value = try SchemaScope.$current.withValue(scope) { try SchemaElement(from: decoder, finding) }
        text = value.text
        isVerbatim = !value.isChanged
    }
}

/// The schema of the value that is decoded next. Containers pass no configuration to a nested value on which rules are
/// consulted.
struct SchemaScope: Sendable {
    let schema: JSONSchema
    let node: SchemaNode
    /// Finds the values that need not be decoded; `nil` if all must be.
    let check: SchemaCheck?

    @TaskLocal static var current: SchemaScope?

    /// Decodes values of another part of the schema.
    func with<R>(_ node: SchemaNode, _ body: () throws -> R) rethrows -> R {
        try Self.$current.withValue(SchemaScope(schema: schema, node: node, check: check), operation: body)
    }
}

/// A value of the part of a schema that is current.
struct SchemaElement: Decodable {
    let text: String
    /// Whether something was repaired.
    let isChanged: Bool

    init(from decoder: any Decoder) throws { try self.init(from: decoder, nil) }

    /// - Parameter finding: that of the check, if it has seen the value.
    init(from decoder: any Decoder, _ finding: SchemaCheck.Finding?) throws {
        guard let scope = SchemaScope.current else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "There is no schema."))
        }
        let node = scope.schema.resolved(scope.node)
        let changed: String?
        let allowsNull = node.allowsNull || scope.node.allowsNull
        if node.kinds == [.object], allowsNull, try decoder.singleValueContainer().decodeNil() {
            (text, isChanged) = ("null", false)
            return
        }
        let found = try finding ?? scope.check.map { $0.finding(in: try RawJSON(from: decoder).text, node) }
        var members: SchemaCheck.Members?
        switch found {
        case .accepted:
            (text, isChanged) = (try RawJSON(from: decoder).text, false)
            return
        case .uncertain(let known): members = known
        case nil: break
        }
        if node.kinds == [.object] {
            var object = SchemaObject(decoder, node, scope, members)
            changed = try object.text()
            text = try changed ?? RawJSON(from: decoder).text
        } else {
            let container = try decoder.singleValueContainer()
            var raw = try container.decode(RawJSON.self)
            if raw.kind == .null, allowsNull {
                changed = nil
            } else {
                let source = SingleSource(container: container, count: raw.kind == .array ? raw.value.count : nil)
                raw = SchemaSlot.withoutContents(raw, node)
                let slot = SchemaSlot(node: node, scope: scope, raw: raw) { decoder.codingPath }
                changed = try slot.text(source)?.changed
            }
            text = try changed ?? container.decode(RawJSON.self).text
        }
        isChanged = changed != nil
    }
}

/// An array whose elements have different schemas. It is decoded as a model is: no rule drops one of its elements.
private struct SchemaTuple: Decodable {
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

/// Where a value is requested: a member of an object, or a value of its own.
protocol SchemaSource {
    func decode<T: Decodable>(_ type: T.Type) throws -> T?
    /// The number of elements of the array there.
    func elementCount() -> Int?
}

private struct SingleSource: SchemaSource {
    let container: any SingleValueDecodingContainer
    /// The number of elements.
    let count: Int?

    func decode<T: Decodable>(_ type: T.Type) throws -> T? { try container.decode(type) }

    func elementCount() -> Int? { count }
}

/// A requested value, and the schema for it.
struct SchemaSlot {
    let node: SchemaNode
    let scope: SchemaScope
    /// The value in the document; `nil` if there is none of that name. Without its contents if only its kind is needed.
    let raw: RawJSON?
    let path: () -> [any CodingKey]

    /// An empty container in place of one that is decoded part by part: otherwise the text of a document would be kept for each level
    /// of nesting.
    static func withoutContents(_ raw: RawJSON, _ node: SchemaNode) -> RawJSON {
        switch (raw.kind, node.kinds) {
        case (.object, [.object]): emptyObject
        case (.array, [.array]): emptyArray
        default: raw
        }
    }

    private static let emptyObject = (try? RawJSON(parsing: "{}")) ?? .null
    private static let emptyArray = (try? RawJSON(parsing: "[]")) ?? .null

    /// What became of a value.
    struct Text {
        /// The new text; `nil` if the value is unchanged.
        let changed: String?
    }

    /// The value, requested as the type of the schema; `nil` if a rule answered with `nil`.
    func text(_ source: some SchemaSource) throws -> Text? {
        if let cases = node.cases {
            return switch cases.rawType {
            case .strings: try enumerated(String.self, source)
            case .integers: try enumerated(Int.self, source)
            case .scalars: try enumerated(RawJSON.self, source)
            }
        }
        if let first = node.options.first {
            // Of several types the one that the document has is requested.
            let option = raw.flatMap { raw in
                node.options.first { $0.kinds.contains { raw.isKind($0) } }
                    ?? (raw.kind == .number ? node.options.first(where: \.isNumeric) : nil)
            }
            return try SchemaSlot(node: option ?? first, scope: scope, raw: raw, path: path).text(source)
        }
        guard let kind = node.kinds.first else {
            return try source.decode(RawJSON.self).map { _ in Text(changed: nil) }
        }
        return try typed(kind, source)
    }

    /// A value of an enumeration.
    private func enumerated<RawValue: SchemaRawValue>(
        _ type: RawValue.Type, _ source: some SchemaSource
    ) throws -> Text? {
        let value = try scope.with(node) { try source.decode(SchemaEnumeration<RawValue>.self) }
        guard let json = value?.rawValue.json else { return nil }
        let isSame = raw.map { $0.kind == json.kind && SchemaCases.identity(of: $0) == SchemaCases.identity(of: json) }
        return Text(changed: isSame == true ? nil : json.text)
    }

    private func typed(_ kind: SchemaNode.Kind, _ source: some SchemaSource) throws -> Text? {
        switch kind {
        case .null:
            // Of an absent property, the answer of a rule or an error.
            guard let value = try raw ?? source.decode(RawJSON.self) else { return nil }
            guard value.kind == .null else { throw error("Expected null.") }
            return Text(changed: raw == nil ? value.text : nil)
        case .boolean:
            guard let value = try source.decode(Bool.self) else { return nil }
            return Text(changed: raw?.value.bool == value ? nil : "\(value)")
        case .integer:
            guard let value = try source.decode(Int.self) else { return nil }
            try check(node.bounds.violation(of: Decimal(value)))
            return Text(changed: raw?.value.number?.integer(as: Int.self) == value ? nil : "\(value)")
        case .number:
            if let raw, raw.kind == .number, Decimal(string: raw.text) == nil {
                guard let value = try source.decode(Double.self) else { return nil }
                try check(node.bounds.violation(of: value))
                return Text(changed: raw.value.double == value ? nil : "\(value)")
            }
            guard let value = try source.decode(Decimal.self) else { return nil }
            try check(node.bounds.violation(of: value))
            let isSame = raw.map { $0.kind == .number && Self.isSame($0.text, value) } ?? false
            return Text(changed: isSame ? nil : digits(of: value))
        case .string: return try string(source)
        case .array:
            let elements =
                node.isTuple
                ? try scope.with(node) { try source.decode(SchemaTuple.self)?.elements }
                : try scope.with(node.element(at: 0) ?? .anything) { try source.decode([SchemaElement].self) }
            guard let elements else { return nil }
            try check(node.bounds.violation(ofCount: elements.count))
            let isSame =
                elements.allSatisfy { !$0.isChanged } && raw?.kind == .array && source.elementCount() == elements.count
            return Text(changed: isSame ? nil : "[\(elements.map(\.text).joined(separator: ","))]")
        case .object:
            let value = try scope.with(node) { try source.decode(SchemaElement.self) }
            return value.map { Text(changed: $0.isChanged || raw?.kind != .object ? $0.text : nil) }
        }
    }

    /// The text of a number: the digits of a string, if a rule made the number of it.
    private func digits(of value: Decimal) -> String {
        guard let text = raw?.value.string?.withoutSpacesAround, JSONNumber(text) != nil,
            Decimal(string: text) == value
        else { return "\(value)" }
        return text
    }

    private func string(_ source: some SchemaSource) throws -> Text? {
        if node.isDate {
            guard let date = try source.decode(Date.self) else { return nil }
            // A rule may have read another format.
            let isSame = raw?.value.string.map { Self.isStrictDate($0, date) } ?? false
            let text = isSame ? raw?.value.string ?? "" : date.formatted(.iso8601)
            try check(node.bounds.violation(of: text))
            return Text(changed: isSame ? nil : "\"\(text)\"")
        }
        guard let value = try source.decode(String.self) else { return nil }
        try check(node.bounds.violation(of: value))
        // Compared by bytes: strings are equal that are written in another way.
        let isSame = raw?.value.string.map { $0.utf8.elementsEqual(value.utf8) } ?? false
        return Text(changed: isSame ? nil : Self.quoted(value))
    }

    // MARK: Checking

    private func check(_ violation: String?) throws {
        if let violation { throw error("\(violation).") }
    }

    private func error(_ description: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: path(), debugDescription: description))
    }

    /// Whether a number in the document has this value.
    private static func isSame(_ text: String, _ value: Decimal) -> Bool {
        guard let own = Decimal(string: text) else { return true }
        return own == value
    }

    /// Whether a string is this date without a rule. Foundation also reads leap seconds and 24:00.
    private static func isStrictDate(_ text: String, _ date: Date) -> Bool {
        StringForm(Array(text.utf8).span) == .dateTime || (try? Date(text, strategy: .iso8601)) == date
    }

    static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && ![0x22, 0x2F, 0x5C].contains($0) }
        if isPlain { return "\"\(text)\"" }
        let encoder = PolicyJSONEncoder()
        return (try? String(decoding: encoder.encode(text), as: UTF8.self)) ?? "\"\""
    }
}

extension RawJSON {
    func isKind(_ kind: SchemaNode.Kind) -> Bool {
        switch kind {
        case .null: self.kind == .null
        case .boolean: self.kind == .bool
        case .integer: JSONNumber(text)?.integer(as: Int.self) != nil
        case .number: self.kind == .number
        case .string: self.kind == .string
        case .array: self.kind == .array
        case .object: self.kind == .object
        }
    }
}

extension SchemaNode {
    /// Whether values are numbers.
    fileprivate var isNumeric: Bool { kinds.contains(.number) || kinds.contains(.integer) }
}

extension String {
    /// The text without the spaces and tabs around it. FoundationEssentials has no `trimmingCharacters(in:)`.
    fileprivate var withoutSpacesAround: String {
        func isText(_ scalar: Unicode.Scalar) -> Bool {
            scalar != "\t" && scalar.properties.generalCategory != .spaceSeparator
        }
        guard let first = unicodeScalars.firstIndex(where: isText), let last = unicodeScalars.lastIndex(where: isText)
        else { return "" }
        return String(unicodeScalars[first...last])
    }
}
