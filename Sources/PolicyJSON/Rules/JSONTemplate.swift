/// The members of a model, and of models directly inside it, as JSON.
struct JSONTemplate: Sendable {
    let type: Any.Type
    /// The name of a type that a policy file names and the program does not have.
    private let unknownName: String?
    let json: RawJSON
    private let members: [String: JSONValue]

    @_optimize(size)
    init(_ json: RawJSON, of type: Any.Type, unknownName: String? = nil) {
        self.type = type
        self.unknownName = unknownName
        self.json = json
        members = Dictionary(
            json.value.members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    var typeName: String { unknownName ?? "\(type)" }

    var isWithoutEffect: Bool { members.isEmpty }

    func answer(_ context: DecodingRuleContext) -> Repair {
        let keys = DecodingPath(context.codingPath).steps.suffix(2)
        guard case .key(let key)? = keys.last else { return .decline }
        var found: JSONValue?
        if context.modelType == type {
            found = members[key]
        } else if context.enclosingModelType == type, case .key(let outer)? = keys.dropLast().last {
            found = members[outer]?[key]
        }
        return found?.text.map { .replaceIfDecodable(with: RawJSON(checked: $0).withScalars) } ?? .decline
    }
}
