/// Starts below the top level: the value to decode is inside an envelope.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `Envelope("data")` | `Line` | `{"data":{"address2":"a"}}`, `{"x":1,"data":{"address2":"a"},"y":2}` | `Line(address2: "a")` |
/// | `Envelope("data")` | `[Int]` | `{"data":[1,2]}` | `[1, 2]` |
/// | `Envelope("data")` | `Int?` | `{"data":null}` | `nil` |
/// | `Envelope("data")` | `Int` | `{"data":null}` | fails: Cannot get value of type Int -- found null value instead |
/// | `Envelope("data")` | `Int` | `{"data":"1"}`, `{"data":""}` | fails: Expected to decode Int but found a string instead. |
/// | `Envelope("data")` | `Int` | `{"error":1}`, `{}`, `[1]`, `1`, `null` | fails: No value at data in the envelope. |
/// | `Envelope("data", isRequired: false)` | `Int` | `1`, `{"error":1}`, `null` | declines |
/// | `Envelope("response.items[1]")` | `Int` | `{"response":{"items":[1,2]}}` | `2` |
///
/// The path may lead through several objects and arrays: `Envelope("response.items")`, `Envelope("[0]")`. Paths in
/// errors, in reports and in ``At`` start at the top of the document and include the envelope: `At("data.orders[*].total")` with
/// `Envelope("data.orders")`. Other members of the envelope are ignored.
///
/// Inside ``At`` or ``For`` the rule applies to the values there and not to the document:
/// `For(Order.self) { Envelope("attributes") }` reads orders from `{"id": "1", "attributes": {…}}`; properties of `Order` that are
/// models, enumerations, collections or dates need the envelope, too. An optional is `nil` for `null` inside the envelope
/// and in its place. For strings, numbers and Booleans that a model requests the
/// envelope is optional there: the rule is consulted if they cannot be decoded without it. Each value taken from an envelope is in the report.
public struct Envelope: DecodingRule {
    /// The path of the value in the envelope.
    let path: DecodingPath
    /// Whether a missing value at the path is an error.
    let isRequired: Bool

    /// Creates the rule. A path literal has the syntax of ``PathPattern``, without wildcards.
    ///
    /// - Parameters:
    ///   - path: the path of the value in the envelope.
    ///   - isRequired: whether a value without an envelope is rejected. Default: `true`.
    public init(_ path: DecodingPath, isRequired: Bool = true) {
        self.path = path
        self.isRequired = isRequired
    }

    /// A text that is not a literal is parsed first: `Envelope(try DecodingPath(text))`.
    ///
    /// - Parameters:
    ///   - path: the text.
    ///   - isRequired: whether a value without an envelope is rejected.
    @available(*, unavailable, message: "parse a text that is not a literal: Envelope(try DecodingPath(text))")
    @_alwaysEmitIntoClient
    public init(_ path: String, isRequired: Bool = true) { preconditionFailure("unavailable") }

    var listedSituations: RepairSituation { [.value, .mismatch] }

    var sourceText: String {
        "Envelope(\(RawJSON.quoted(path.description))\(isRequired ? "" : ", isRequired: false"))"
    }

    @_optimize(size)
    func answer(to context: DecodingRuleContext) -> Repair {
        // The rule is not consulted about strings, numbers and Booleans in models before they are decoded, if their types are known.
        if context.kind != .object, context.kind != .array,
            context.situation == .mismatch || !context.isTopLevel && Self.isOptional(for: context.requestedType)
        {
            return .decline
        }
        guard context.isTopLevel || context.isScoped else { return .decline }
        // An optional is nil there without the rule, too.
        if context.isScoped, context.kind == .null, context.requestedType is any OptionalValue.Type { return .decline }
        if context.hasValue(at: path) { return .decodeValue(at: path) }
        // What is in an envelope has none.
        let isContents =
            context.situation == .mismatch
            && DecodingPath(context.codingPath).steps.suffix(path.steps.count) == path.steps[...]
        return isRequired && !isContents ? .fail("No value at \(path) in the envelope.") : .decline
    }
}

extension Envelope {
    /// Whether values of a type are strings, numbers or Booleans, for which the envelope is optional in a model.
    private static func isOptional(for type: Any.Type) -> Bool {
        let traits = DecodableTraits.of(type)
        return switch traits.kind {
        case .bool, .string, .double, .float, .int: true
        case .plain: traits.integer != nil
        default: false
        }
    }
}

// MARK: Policy files

extension Envelope {
    private enum CodingKeys: CodingKey { case path, isRequired }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .path)
        guard let path = try? DecodingPath(parsing: text) else {
            throw PolicyFileProblem(
                code: .invalidOption, message: "\(RawJSON.quoted(text)) is not a path"
            ).at(container.codingPath + [CodingKeys.path])
        }
        self.init(path, isRequired: try container.decodeIfPresent(Bool.self, forKey: .isRequired) ?? true)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path.description, forKey: .path)
        if !isRequired { try container.encode(false, forKey: .isRequired) }
    }

    var explanation: String {
        let otherwise = isRequired ? "fails if there is none" : "or the value itself if there is none"
        return "Decodes the value at \(path) inside the value; \(otherwise)."
    }
}

extension Envelope: LibraryRule {
    var doesNothing: Bool { path.steps.isEmpty }
}
