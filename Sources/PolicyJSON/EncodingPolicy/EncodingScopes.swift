/// Rules for certain key paths only.
///
/// ```swift
/// EncodingAt("items[*].price") { NumbersAsStrings() }
/// ```
///
/// The pattern is matched against the whole path of the value, with the keys of the types; see ``PathPattern``.
public struct EncodingAt: EncodingRule, EncodingScope {
    /// The paths to which the rules apply.
    public let pattern: PathPattern
    /// The rules, in the order in which they are consulted.
    public let rules: [any EncodingRule]

    /// Rules for the values at paths that match the pattern.
    ///
    /// - Parameters:
    ///   - pattern: the paths to which the rules apply.
    ///   - rules: lists the rules, in the order in which they are consulted.
    /// - Throws: what the closure throws.
    public init(
        _ pattern: PathPattern, @EncodingPolicyBuilder _ rules: () throws -> [any EncodingRule]
    ) rethrows {
        self.pattern = pattern
        self.rules = try rules()
    }

    /// A text that is not a literal is parsed first: `EncodingAt(try PathPattern(text)) { … }`.
    ///
    /// - Parameters:
    ///   - pattern: the text.
    ///   - rules: lists the rules.
    @available(*, unavailable, message: "parse a text that is not a literal: EncodingAt(try PathPattern(text)) { … }")
    public init(_ pattern: String, @EncodingPolicyBuilder _ rules: () throws -> [any EncodingRule]) rethrows {
        preconditionFailure("unavailable")
    }

    public var description: String {
        "EncodingAt(\"\(pattern)\") { \(rules.map(\.description).joined(separator: "; ")) }"
    }

    var rank: ScopeRank { .path }
    func applies(to context: EncodingContext) -> Bool { pattern.matches(context.codingPath) }
}

/// Rules for one type only: for values of that type, and for those that its own `encode(to:)` writes (the properties of
/// a model, the raw value of an enumeration). Values nested deeper, in the types of its properties, are not affected.
///
/// ```swift
/// EncodingFor(Receipt.self) { NilValues(.null) }
/// ```
public struct EncodingFor: EncodingRule, EncodingScope {
    /// The type to which the rules apply.
    public let type: Any.Type
    /// The rules, in the order in which they are consulted.
    public let rules: [any EncodingRule]

    /// Rules for values of `type`.
    ///
    /// - Parameters:
    ///   - type: the type to which the rules apply.
    ///   - rules: lists the rules, in the order in which they are consulted.
    /// - Throws: what the closure throws.
    public init(_ type: Any.Type, @EncodingPolicyBuilder _ rules: () throws -> [any EncodingRule]) rethrows {
        self.type = type
        self.rules = try rules()
    }

    public var description: String {
        "EncodingFor(\(type).self) { \(rules.map(\.description).joined(separator: "; ")) }"
    }

    var rank: ScopeRank { .type }
    func applies(to context: EncodingContext) -> Bool { context.type == type || context.modelType == type }
}

/// A rule that only restricts where others apply.
protocol EncodingScope: EncodingRule {
    var rules: [any EncodingRule] { get }
    var rank: ScopeRank { get }
    func applies(to context: EncodingContext) -> Bool
}

/// A policy as the encoder uses it: without scopes, the rules in the order in which they are consulted.
struct ResolvedEncodingPolicy: Sendable {
    private struct Entry: Sendable {
        let rule: any EncodingRule
        let scopes: [any EncodingScope]

        var rank: ScopeRank { scopes.map(\.rank).min() ?? .everywhere }
    }

    private let entries: [Entry]
    /// The occasions of all rules.
    let occasions: EncodingOccasions

    /// `nil` for a policy without rules.
    init?(_ policy: EncodingPolicy) {
        let unfolded = Self.unfold(policy.rules, inside: [])
        if unfolded.isEmpty { return nil }
        // Stable: within a rank the order is that of the policy.
        entries = [ScopeRank.path, .type, .everywhere].flatMap { rank in unfolded.filter { $0.rank == rank } }
        occasions = entries.reduce([]) { $0.union($1.rule.occasions) }
    }

    private static func unfold(_ rules: [any EncodingRule], inside scopes: [any EncodingScope]) -> [Entry] {
        rules.flatMap { rule -> [Entry] in
            guard let scope = rule as? any EncodingScope else { return [Entry(rule: rule, scopes: scopes)] }
            return unfold(scope.rules, inside: scopes + [scope])
        }
    }

    /// Consults the rules that apply, in order, until one answers.
    func firstAnswer<Answer>(
        on occasion: EncodingOccasions, _ context: EncodingContext, ask: (any EncodingRule) -> Answer?
    ) -> Answer? {
        for entry in entries where entry.rule.occasions.contains(occasion) {
            guard entry.scopes.allSatisfy({ $0.applies(to: context) }) else { continue }
            if let answer = ask(entry.rule) { return answer }
        }
        return nil
    }
}
