public import FoundationImport
public import PolicyJSON

/// A JSON Schema (draft 2020-12), as far as it types data.
///
/// | keyword | |
/// |---|---|
/// | `type` | one type, or several; `integer` is `Int`, `number` is `Decimal`, `string` is `String`, `boolean` is `Bool` |
/// | `format` | `date-time` is `Date`, and `int32` bounds integers; others of the standard and of OpenAPI are annotations |
/// | `properties`, `required`, `additionalProperties` | objects |
/// | `items`, `prefixItems`, `minItems`, `maxItems` | arrays, and tuples whose further elements are those of `items` |
/// | `enum`, `const` | enumerations of strings, of integers or of any scalars, which rules see as those of Swift |
/// | `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `minLength`, `maxLength` | bounds |
/// | `$ref`, `$defs` | `#` and `#/$defs/NAME` |
/// | `anyOf`, `oneOf` | alternatives of different JSON types, `null` among them; objects with different values of one property |
/// | `discriminator` | of OpenAPI, next to `anyOf` or `oneOf`: `propertyName` and `mapping` |
/// | `$schema`, `$id`, `$comment`, `title`, `description`, `default`, `examples`, `deprecated`, `readOnly`, `writeOnly` | annotations, ignored; `$id` at the top level only |
///
/// Anything else is rejected, with its location.
public struct JSONSchema: Sendable {
    let root: SchemaNode
    /// The schemas that references stand for, by the texts of the references.
    private let targets: [String: SchemaNode]
    /// The schemas that alternatives stand for.
    private let choices: [ObjectIdentifier: SchemaNode]

    /// Reads a schema.
    ///
    /// - Parameter json: the schema in UTF-8, UTF-16 or UTF-32.
    /// - Throws: ``JSONSchemaError`` with the location of what is not JSON, not a schema, or not supported.
    public init(_ json: Data) throws(JSONSchemaError) {
        do throws(JSONDecodingError) {
            let decoder = PolicyJSONDecoder(policy: DecodingPolicy { DuplicateKeys(.fail) })
            let document = try decoder.decodeReporting(SchemaDocument.self, from: json).value
            (root, targets, choices) = (document.root, document.references.targets, document.references.choices)
        } catch {
            throw JSONSchemaError(error)
        }
    }

    /// The schema that values have in place of a reference, or of alternatives.
    func resolved(_ node: SchemaNode) -> SchemaNode {
        if let reference = node.reference { return targets[reference.text] ?? node }
        return node.alternatives.flatMap { choices[ObjectIdentifier($0)] } ?? node
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
