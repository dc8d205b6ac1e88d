internal import FoundationImport

/// A rule of the library. Its source file contains everything that policy files and the lint need to know about it.
protocol LibraryRule: BuiltInRule {
    /// Reads the options from the rule's members in a policy file. As in `Decodable`, to which no rule conforms: the
    /// format is that of policy files.
    init(from decoder: any Decoder) throws

    /// Writes the options as members of an object.
    func encode(to encoder: any Encoder) throws

    /// What the rule does, as for a ``PolicyFileRule``.
    var explanation: String { get }

    /// Whether the rule certainly never answers. Default: `false`.
    var doesNothing: Bool { get }

    /// Parts of the rule that have no effect, or probably not the intended one, in alphabetical order. Default: none.
    var findings: [(code: PolicyFinding.Code, message: String)] { get }

    /// What the rule should answer, and a rule that is consulted before it, and does not cover it, does. Default: nothing.
    func finding(after other: any DecodingRule) -> String?

    /// What has no effect in a decoder with this strategy for keys. Default: nothing.
    func finding(with strategy: JSONDecoder.KeyDecodingStrategy) -> (code: PolicyFinding.Code, message: String)?

    /// Whether this rule, consulted before the other, certainly leaves it nothing to answer. Default: whether their
    /// descriptions are equal.
    func covers(_ other: Self) -> Bool

    /// Whether this rule, consulted before a rule of another type, certainly leaves it nothing to answer. Default:
    /// `false`.
    func coversRule(_ other: any DecodingRule) -> Bool
}

/// The rules of the library.
enum LibraryRules {
    static let all: [any LibraryRule.Type] = [
        AbsoluteURLs.self,
        BooleansFromScalars.self,
        CaseMatching.self,
        DefaultValues.self,
        DictionaryKeys.self,
        DuplicateKeys.self,
        Durations.self,
        EmptyContainers.self,
        EmptyStrings.self,
        Envelope.self,
        FallbackDataFormats.self,
        FallbackDateFormats.self,
        Fallbacks.self,
        IntegersFromBooleans.self,
        KeyMatching.self,
        LossyCollections.self,
        NestedOptionals.self,
        NumbersFromStrings.self,
        OptionalPropertyWrappers.self,
        RequiredKeys.self,
        Rounding.self,
        Sentinels.self,
        SeparatedStrings.self,
        SingleElementArrays.self,
        SingleValuesAsArrays.self,
        SingleValuesAsObjects.self,
        Strictly.self,
        StringifiedJSON.self,
        StringsFromScalars.self,
        UnknownCases.self,
        UnknownKeys.self,
        Variants.self,
    ]
}

extension LibraryRule {
    var doesNothing: Bool { false }
    var findings: [(code: PolicyFinding.Code, message: String)] { [] }
    func finding(after other: any DecodingRule) -> String? { nil }
    func finding(with strategy: JSONDecoder.KeyDecodingStrategy) -> (code: PolicyFinding.Code, message: String)? { nil }
    func covers(_ other: Self) -> Bool { description == other.description }
    func coversRule(_ other: any DecodingRule) -> Bool { false }

    /// The finding about situations that are stated for the rule, and in which it does not answer.
    func ignoredSituations(_ situations: RepairSituation) -> [(code: PolicyFinding.Code, message: String)] {
        situations.isEmpty ? [] : [(.ignoredSituation, "ignores \(situations), in which it does not answer")]
    }

    /// Whether a policy file can contain the rule with its options.
    var isWritable: Bool { (try? DecodingPolicy([self]).json()) != nil }
}

extension DecodingRule {
    /// Whether this rule, consulted before the other, certainly leaves it nothing to answer.
    func answers(whenever other: any DecodingRule) -> Bool {
        guard let other = other as? Self else { return (self as? any LibraryRule)?.coversRule(other) ?? false }
        if let rule = self as? any LibraryRule { return rule.coversSame(other) }
        if let rule = self as? any Equatable { return rule.isEqual(to: other) }
        return hasNoOptions && situations == other.situations
    }

    /// Whether another rule is equal or, if its type is not `Equatable`, has the same description and stored properties with equal
    /// descriptions.
    @_optimize(size)
    func isSame(as other: any DecodingRule) -> Bool {
        guard let other = other as? Self else { return false }
        if let rule = self as? any Equatable { return rule.isEqual(to: other) }
        return description == other.description
            && Mirror(reflecting: self).children.map { "\($0.value)" }
                == Mirror(reflecting: other).children.map { "\($0.value)" }
    }

    /// Whether rules that are the same (``isSame(as:)``) may differ, in closures for example.
    var mayDifferUnseen: Bool { !(self is any Equatable) && !hasNoOptions }

    /// Whether all values of the type are equal, except for the situations that they may store.
    private var hasNoOptions: Bool {
        if MemoryLayout<Self>.size == 0 { return true }
        let mirror = Mirror(reflecting: self)
        return mirror.displayStyle == .struct && mirror.children.allSatisfy { $0.label == "situations" }
    }
}

extension LibraryRule {
    fileprivate func coversSame(_ other: any DecodingRule) -> Bool { (other as? Self).map { covers($0) } ?? false }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}

/// Findings about the aliases of a rule, each with its message, in alphabetical order.
enum AliasFindings {
    /// Aliases that have no effect.
    ///
    /// - Parameter alias: what an alias is called.
    static func useless(
        _ aliases: [String: [String]], _ alias: String = "alias"
    ) -> [(code: PolicyFinding.Code, message: String)] {
        aliases.inKeyOrder().flatMap { key, names -> [(PolicyFinding.Code, String)] in
            let (quoted, counts) = (RawJSON.quoted, Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +))
            let own =
                counts[key] == nil ? [] : ["has \(quoted(key)) as \(alias == "alias" ? "an" : "a") \(alias) of itself"]
            let repeated = counts.filter { $0.value > 1 && $0.key != key }.keys.inTextOrder().map {
                "has the \(alias) \(quoted($0)) for \(quoted(key)) more than once"
            }
            return (own + repeated).map { (.uselessAlias, $0) }
        }
    }

    /// Aliases that several keys share.
    ///
    /// - Parameter effect: what comes of it.
    static func shared(
        _ aliases: [String: [String]], effect: String = "which then have the same value"
    ) -> [(code: PolicyFinding.Code, message: String)] {
        var keys: [String: [String]] = [:]
        for (key, names) in aliases.inKeyOrder() {
            for name in Set(names) { keys[name, default: []].append(RawJSON.quoted(key)) }
        }
        return keys.filter { $0.value.count > 1 }.inKeyOrder().map { name, keys in
            let last = keys[keys.count - 1]
            let listed = keys.dropLast().joined(separator: ", ")
            let all = keys.count == 2 ? "both \(listed) and \(last)" : "\(listed) and \(last)"
            return (
                .sharedAlias, "has the alias \(RawJSON.quoted(name)) for \(all), \(effect)"
            )
        }
    }
}
