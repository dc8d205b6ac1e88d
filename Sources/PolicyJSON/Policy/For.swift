/// Rules for one type only: when decoding, for values requested as that type, and for values that its `init(from:)`
/// requests (the properties of a model, the raw value of an enumeration); when encoding, for values of that type, and
/// for those that its `encode(to:)` writes. That includes the elements of its collections, also of collections in collections.
///
/// ```swift
/// For(PaymentType.self) { UnknownCases(.useNil) }
/// ```
///
/// The rules inside are consulted after those of ``At`` and before those outside any scope. They do not apply to values
/// that the types of its properties request or write.
public struct For<Rule: Sendable>: RuleScope, CustomStringConvertible, BuiltIn {
    /// The type to which the rules apply.
    public let type: Any.Type
    /// The rules, in the order in which they are consulted.
    public let rules: [Rule]

    private let unknownName: String?

    /// Creates a scope for values of `type`.
    ///
    /// - Parameters:
    ///   - type: the type to which the rules apply.
    ///   - rules: lists the rules, in the order in which they are consulted.
    /// - Throws: what the closure throws.
    public init(_ type: Any.Type, @PolicyBuilder<Rule> _ rules: () throws -> [Rule]) rethrows {
        self.type = type
        unknownName = nil
        self.rules = try rules()
    }

    /// Creates a scope for a type of which only the name is known. It applies to no value.
    init(unknownType name: String, _ rules: [Rule]) {
        type = Never.self
        unknownName = name
        self.rules = rules
    }

    /// The type's name.
    package var typeName: String { unknownName ?? "\(type)" }

    var ownName: String { "For" }

    var opening: String { "For(\(typeName).self)" }
    var rank: ScopeRank { .type }
}

extension For: DecodingRule, BuiltInRule where Rule == any DecodingRule {}

extension For: EncodingRule, BuiltInEncodingRule where Rule == any EncodingRule {}
