/// Rules for one type only: for values requested as that type, and for values that its `init(from:)` requests (the
/// properties of a model, the raw value of an enumeration).
///
/// ```swift
/// For(PaymentType.self) { UnknownCases(.useNil) }
/// ```
///
/// The rules inside are consulted after those of ``At`` and before those outside any scope. They do not apply to values
/// that the types of its properties request.
public struct For: DecodingRule, RuleScope {
    /// The type to which the rules apply.
    public let type: Any.Type
    /// The rules, in the order in which they are consulted.
    public let rules: [any DecodingRule]

    private let unknownName: String?

    /// Creates a scope for values of `type`.
    ///
    /// - Parameters:
    ///   - type: the type to which the rules apply.
    ///   - rules: lists the rules, in the order in which they are consulted.
    /// - Throws: what the closure throws.
    public init(_ type: Any.Type, @DecodingPolicyBuilder _ rules: () throws -> [any DecodingRule]) rethrows {
        self.type = type
        unknownName = nil
        self.rules = try rules()
    }

    /// Creates a scope for a type of which only the name is known. It applies to no value.
    init(unknownType name: String, _ rules: [any DecodingRule]) {
        type = Never.self
        unknownName = name
        self.rules = rules
    }

    /// The type's name.
    package var typeName: String { unknownName ?? "\(type)" }

    /// The situations of the rules inside. The decoder consults these rules, not the scope.
    public var situations: RepairSituation { rules.reduce([]) { $0.union($1.situations) } }

    public func repair(_ context: DecodingRuleContext) -> Repair { .decline }

    public var description: String { "\(opening) { \(rules.map(\.description).joined(separator: "; ")) }" }

    var opening: String { "For(\(typeName).self)" }
    var rank: ScopeRank { .type }
}
