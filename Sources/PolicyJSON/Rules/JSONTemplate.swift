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

    @_optimize(size)
    func answer(_ context: DecodingRuleContext) -> Repair {
        let isModel = context.modelType == type
        guard isModel || context.enclosingModelType == type else { return .decline }
        let keys = DecodingPath(context.codingPath).steps.suffix(2)
        guard case .key(let key)? = keys.last else { return .decline }
        var found = isModel ? members[key] : nil
        // The model itself may nest the object, or its superclass reads it.
        if case .key(let outer)? = keys.dropLast().last, let inner = members[outer]?[key], inner.exists {
            found = inner
        }
        return found?.text.map { .replaceIfDecodable(with: RawJSON(checked: $0).withScalars) } ?? .decline
    }
}
