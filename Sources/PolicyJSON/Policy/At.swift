/// Rules that apply only at certain key paths.
///
/// ```swift
/// At("items[*].price") { NumbersFromStrings(trimmingWhitespace: true) }
/// ```
///
/// The pattern (``PathPattern``) is matched against the value's whole path. The rules inside are consulted before those
/// of ``For`` and those outside any scope; rules of nested scopes are consulted first.
public struct At<Rule: Sendable>: RuleScope, CustomStringConvertible, BuiltIn {
    /// The paths to which the rules apply.
    public let pattern: PathPattern
    /// The rules, in the order in which they are consulted.
    public let rules: [Rule]

    /// Creates a scope for the values at paths that match the pattern.
    ///
    /// - Parameters:
    ///   - pattern: the paths to which the rules apply.
    ///   - rules: lists the rules, in the order in which they are consulted.
    /// - Throws: what the closure throws.
    public init(_ pattern: PathPattern, @PolicyBuilder<Rule> _ rules: () throws -> [Rule]) rethrows {
        self.pattern = pattern
        self.rules = try rules()
    }

    /// A text that is not a literal is parsed first: `At(try PathPattern(text)) { … }`.
    ///
    /// - Parameters:
    ///   - pattern: the text.
    ///   - rules: lists the rules.
    @available(*, unavailable, message: "parse a text that is not a literal: At(try PathPattern(text)) { … }")
    @_alwaysEmitIntoClient
    public init(_ pattern: String, @PolicyBuilder<Rule> _ rules: () throws -> [Rule]) rethrows {
        preconditionFailure("unavailable")
    }

    var ownName: String { "At" }

    var opening: String { "At(\(RawJSON.quoted(pattern.description)))" }

    var rank: ScopeRank { .path }
}

extension At: DecodingRule, BuiltInRule where Rule == any DecodingRule {}

extension At: EncodingRule, BuiltInEncodingRule where Rule == any EncodingRule {}
