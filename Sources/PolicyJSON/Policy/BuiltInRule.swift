/// A value that is described as in source code.
///
/// The protocols in this file are internal and have public witnesses in extensions. The documentation of a rule, and the
/// list of public declarations, then show how to create it, and not what all rules have in common.
protocol SourceDescribed: CustomStringConvertible {
    /// The value as in source code: `.useNil`.
    var sourceText: String { get }
}

extension SourceDescribed {
    public var description: String { sourceText }
}

/// What rules of both directions have.
protocol BuiltIn: SourceDescribed {
    /// The name of the rule. Default: the type's name.
    var ownName: String { get }
}

extension BuiltIn {
    var ownName: String { String(describing: Self.self) }

    /// The rule without options.
    var sourceText: String { ownName + "()" }
}

/// A rule of the library, or a scope.
protocol BuiltInRule: DecodingRule, BuiltIn {
    /// The rule's ``DecodingRule/situations``.
    var listedSituations: RepairSituation { get }

    /// The rule's ``DecodingRule/repair(_:)``.
    func answer(to context: DecodingRuleContext) -> Repair
}

extension BuiltInRule {
    public var situations: RepairSituation { listedSituations }
    public func repair(_ context: DecodingRuleContext) -> Repair { answer(to: context) }
    public var name: String { ownName }
    public var description: String { sourceText }
}

extension DecodingRule {
    /// Whether the rule is one of the library's, or a scope.
    package var isOfLibrary: Bool { self is any BuiltInRule }
}

/// A rule of the library for encoding, or a scope.
protocol BuiltInEncodingRule: EncodingRule, BuiltIn {
    /// The rule's ``EncodingRule/encodingSituations``.
    var listedEncodingSituations: EncodingSituation { get }

    /// The rule's ``EncodingRule/represent(_:)``.
    func representation(for context: EncodingRuleContext) -> Representation
}

extension BuiltInEncodingRule {
    public var encodingSituations: EncodingSituation { listedEncodingSituations }
    public func represent(_ context: EncodingRuleContext) -> Representation { representation(for: context) }
    public var name: String { ownName }
    public var description: String { sourceText }
}

/// A rule of the library for both directions.
protocol BidirectionalRule: BuiltInRule, BuiltInEncodingRule {}

extension BidirectionalRule {
    public var name: String { ownName }
    public var description: String { sourceText }
}
