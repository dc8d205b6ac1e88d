/// A rule that answers only if one type is requested.
protocol RuleForType: BuiltInRule {
    var type: Any.Type { get }
}

/// The types about which rules may answer in a situation in which strict decoding succeeds: rules are not consulted about others.
struct RequestedTypes: Sendable {
    /// `nil` for all types.
    private let types: [ObjectIdentifier]?
    /// With more types, consulting the rules takes no longer than finding the type.
    private static let few = 16

    init(of entries: [ResolvedPolicy.Entry], in situation: RepairSituation) {
        let rules = entries.filter { $0.situations.contains(situation) }.map(\.rule)
        let types = rules.compactMap { ($0 as? any RuleForType).map { ObjectIdentifier($0.type) } }
        self.types = types.count < rules.count || types.count > Self.few ? nil : types
    }

    func contains(_ type: Any.Type) -> Bool { types?.contains(ObjectIdentifier(type)) ?? true }
}
