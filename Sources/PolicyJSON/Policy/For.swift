/// Rules for one type only: for values that are asked for as that type, and for the values that its own `init(from:)`
/// asks for (the properties of a model, the raw value of an enumeration).
///
/// ```swift
/// For(PaymentType.self) { UnknownCases(.useNil) }
/// ```
///
/// The rules inside are asked after those of ``At`` and before those outside. What lies deeper, in types of other
/// properties, is not concerned.
public struct For: DecodingRule, RuleScope {
    /// Which type.
    public let type: Any.Type
    /// The rules, in the order in which they are asked.
    public let rules: [any DecodingRule]

    private let unknownName: String?

    /// Rules for values of `type`.
    ///
    /// - Parameters:
    ///   - type: the type to which the rules apply.
    ///   - rules: lists the rules, in the order in which they are consulted.
    public init(_ type: Any.Type, @DecodingPolicyBuilder _ rules: () -> [any DecodingRule]) {
        self.type = type
        unknownName = nil
        self.rules = rules()
    }

    /// A scope for a type of which only the name is known, so that it applies nowhere.
    init(unknownType name: String, _ rules: [any DecodingRule]) {
        type = Never.self
        unknownName = name
        self.rules = rules
    }

    /// The type's name.
    package var typeName: String { unknownName ?? "\(type)" }

    /// Those of the rules inside. The decoder asks these, and not the scope.
    public var situations: RepairSituation { rules.reduce([]) { $0.union($1.situations) } }

    public func repair(_ context: DecodingRuleContext) -> Repair { .decline }

    public var description: String { "\(opening) { \(rules.map(\.description).joined(separator: "; ")) }" }

    var opening: String { "For(\(typeName).self)" }
    var rank: ScopeRank { .type }
}
