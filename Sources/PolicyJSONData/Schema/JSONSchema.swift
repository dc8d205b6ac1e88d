public import Foundation
public import PolicyJSON

/// A JSON Schema (draft 2020-12), as far as it types data.
///
/// | keyword | |
/// |---|---|
/// | `type` | one type, or several; `integer` is `Int`, `number` is `Decimal`, `string` is `String`, `boolean` is `Bool` |
/// | `format` | `date-time` is `Date`; others are annotations |
/// | `properties`, `required`, `additionalProperties` | objects |
/// | `items`, `minItems`, `maxItems` | arrays |
/// | `enum`, `const` | compared with the text of scalars |
/// | `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `minLength`, `maxLength` | bounds |
/// | `$ref`, `$defs` | `#` and `#/$defs/NAME` |
/// | `anyOf`, `oneOf` | a schema or `null` |
/// | `$schema`, `$id`, `$comment`, `title`, `description`, `default`, `examples`, `deprecated`, `readOnly`, `writeOnly` | annotations, ignored |
///
/// Anything else is rejected, with its location.
public struct JSONSchema: Sendable {
    let root: SchemaNode
    let definitions: [String: SchemaNode]
    /// The schemas that references stand for, by the texts of the references.
    private let targets: [String: SchemaNode]

    /// Reads a schema.
    ///
    /// - Parameter json: the schema in UTF-8, UTF-16 or UTF-32.
    /// - Throws: ``JSONSchemaError`` with the location of what is not JSON, not a schema, or not supported.
    public init(_ json: Data) throws(JSONSchemaError) {
        do throws(JSONDecodingError) {
            let decoder = PolicyJSONDecoder(policy: DecodingPolicy { DuplicateKeys(.fail) })
            let document = try decoder.decodeReporting(SchemaDocument.self, from: json).value
            (root, definitions) = (document.root, document.definitions)
        } catch {
            throw JSONSchemaError(error)
        }
        var targets: [String: SchemaNode] = [:]
        for reference in root.references + definitions.values.flatMap(\.references) {
            try Self.resolve(reference, root, definitions, &targets)
        }
        self.targets = targets
    }

    /// Finds the schema that a reference stands for, over any number of further references.
    private static func resolve(
        _ reference: String, _ root: SchemaNode, _ definitions: [String: SchemaNode],
        _ targets: inout [String: SchemaNode]
    ) throws(JSONSchemaError) {
        var followed: [(reference: String, node: SchemaNode)] = []
        var seen: Set<String> = []
        var next = reference
        while targets[next] == nil {
            guard let node = next == "#" ? root : definitions[name(of: next)] else {
                throw JSONSchemaError(message: "there is no \(next)", location: nil)
            }
            guard let further = node.reference else {
                targets[next] = node
                break
            }
            // A definition that is only a reference to itself types nothing.
            guard seen.insert(next).inserted else {
                throw JSONSchemaError(message: "references form a circle", location: nil)
            }
            followed.append((next, node))
            next = further
        }
        guard var target = targets[next] else { return }
        for (reference, node) in followed.reversed() {
            if node.allowsNull, !target.allowsNull { target = target.nullable() }
            targets[reference] = target
        }
    }

    static func name(of reference: String) -> String { String(reference.dropFirst("#/$defs/".count)) }

    /// The schema that a reference stands for.
    func resolved(_ node: SchemaNode) -> SchemaNode {
        node.reference.flatMap { targets[$0] } ?? node
    }
}

/// Why a schema is rejected.
public struct JSONSchemaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, with the path in the schema.
    public let message: String
    /// The location in the schema, if it is known.
    public let location: JSONLocation?

    init(message: String, location: JSONLocation?) {
        self.message = message
        self.location = location
    }

    init(_ error: JSONDecodingError) {
        let problem = DecodingProblem.problems(in: error, includingValues: true).first
        let path = problem.map { $0.path.steps.isEmpty ? "" : "\($0.path): " } ?? ""
        var message = problem?.message ?? "\(error.underlyingError)"
        if case .dataCorrupted(let context) = error.underlyingError as? DecodingError,
            (context.underlyingError as? JSONSyntaxError) == nil
        {
            message = context.debugDescription
        }
        self.init(message: path + message, location: error.location)
    }

    public var description: String { location.map { "\($0): \(message)" } ?? message }
}

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

    /// What an object may have besides its properties.
    enum Additional: Sendable {
        case anything, nothing
        case schema(SchemaNode)
    }

    /// All types, `null` excepted unless it is the only one; none for any.
    let kinds: [Kind]
    /// Whether `null` is allowed.
    let allowsNull: Bool
    let reference: String?
    let properties: [Property]
    let names: Set<String>
    let requiredCount: Int
    let additional: Additional
    let items: SchemaNode?
    /// The texts of the allowed values.
    let cases: Set<String>?
    let isDate: Bool
    let bounds: SchemaBounds
    /// The references inside.
    let references: [String]

    init(
        kinds: [Kind], allowsNull: Bool, reference: String?, properties: [Property], additional: Additional,
        items: SchemaNode?, cases: Set<String>?, isDate: Bool, bounds: SchemaBounds
    ) {
        self.kinds = kinds
        self.allowsNull = allowsNull
        self.reference = reference
        self.properties = properties
        names = Set(properties.map(\.name))
        requiredCount = properties.count { $0.isRequired }
        self.additional = additional
        self.items = items
        self.cases = cases
        self.isDate = isDate
        self.bounds = bounds
        var references = properties.flatMap(\.node.references) + (items?.references ?? [])
        if case .schema(let node) = additional { references += node.references }
        self.references = references + (reference.map { [$0] } ?? [])
    }

    /// The schema, which also allows `null`.
    func nullable() -> SchemaNode {
        SchemaNode(
            kinds: kinds, allowsNull: true, reference: reference, properties: properties, additional: additional,
            items: items, cases: cases, isDate: isDate, bounds: bounds)
    }
}

/// Bounds of numbers, strings and arrays.
struct SchemaBounds: Sendable {
    var minimum: Decimal?
    var maximum: Decimal?
    var exclusiveMinimum: Decimal?
    var exclusiveMaximum: Decimal?
    var minLength: Int?
    var maxLength: Int?
    var minItems: Int?
    var maxItems: Int?

    /// Whether there is a bound of numbers.
    var limitsNumbers: Bool {
        minimum != nil || maximum != nil || exclusiveMinimum != nil || exclusiveMaximum != nil
    }

    /// Whether there is a bound of strings.
    var limitsStrings: Bool { minLength != nil || maxLength != nil }

    /// The bound that a number violates.
    func violation(of number: Decimal) -> String? {
        if let minimum, number < minimum { return "\(number) is less than the minimum \(minimum)" }
        if let maximum, number > maximum { return "\(number) is greater than the maximum \(maximum)" }
        if let exclusiveMinimum, number <= exclusiveMinimum {
            return "\(number) is not greater than \(exclusiveMinimum)"
        }
        if let exclusiveMaximum, number >= exclusiveMaximum { return "\(number) is not less than \(exclusiveMaximum)" }
        return nil
    }

    /// The bound that a string violates. Lengths are counted in Unicode scalars, as JSON Schema does.
    func violation(of string: String) -> String? {
        if minLength == nil, maxLength == nil { return nil }
        let count = string.unicodeScalars.count
        if let minLength, count < minLength { return "the length \(count) is less than \(minLength)" }
        if let maxLength, count > maxLength { return "the length \(count) is greater than \(maxLength)" }
        return nil
    }

    /// The bound that an array violates.
    func violation(ofCount count: Int) -> String? {
        if let minItems, count < minItems { return "\(count) elements are fewer than \(minItems)" }
        if let maxItems, count > maxItems { return "\(count) elements are more than \(maxItems)" }
        return nil
    }
}

/// A key of an object.
struct SchemaKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    // In the texts of errors.
    var description: String { stringValue }
    var debugDescription: String { stringValue }
}
