// What the lint knows about rules.

extension DecodingRule {
    /// Whether no question has an answer of this rule.
    var doesNothing: Bool {
        switch self {
        case let rule as Booleans: rule.forms.isEmpty
        case let rule as UnknownCases: rule.occasions.isEmpty
        case let rule as CaseNames: rule.options.isEmpty && rule.aliases.isEmpty
        case let rule as Dates: rule.formats.isEmpty
        case let rule as Defaults: rule.occasions.isEmpty
        case let rule as Keys: rule.style.isEmpty && rule.aliases.isEmpty
        default: false
        }
    }

    /// Whether this rule, asked before the other, leaves it nothing to answer, for certain.
    func answers(whenever other: any DecodingRule) -> Bool {
        switch (self, other) {
        case (let rule as NumericStrings, let other as NumericStrings): rule.options.isSuperset(of: other.options)
        case (let rule as Booleans, let other as Booleans): rule.forms.isSuperset(of: other.forms)
        case (let rule as EmptyStrings, let other as EmptyStrings):
            // What counts as null is `nil` where that is taken, too.
            rule.options.isSuperset(of: other.options)
                && (rule.treatment == other.treatment || other.treatment == .asNil)
        case (let rule as NestedJSON, let other as NestedJSON): rule.options.isSuperset(of: other.options)
        case (let rule as Rounding, let other as Rounding): rule.options.isSuperset(of: other.options)
        // Bounds come after the answers: the rule that comes first loses each element, and then what is lost is too much or not.
        case (is LossyCollections, is LossyCollections): true
        case (is UnknownKeys, is UnknownKeys), (is DuplicateKeys, is DuplicateKeys): true
        case (let rule as UnknownCases, let other as UnknownCases):
            rule.occasions.isSuperset(of: other.occasions) && rule.fallback.answers(whenever: other.fallback)
        case (let rule as UnknownCases, is CaseNames):
            rule.occasions.contains(.unknownValue) && rule.fallback.isTotal
        // Only what can be written tells everything.
        case (is Dates, is Dates), (is Defaults, is Defaults):
            description == other.description && (try? DecodingPolicy([self]).json()) != nil
        default: isSame(as: other)
        }
    }

    private func isSame(as other: any DecodingRule) -> Bool {
        guard let other = other as? Self else { return false }
        if PolicyRegistry.ownTypes.contains(ObjectIdentifier(Self.self)) { return description == other.description }
        if let rule = self as? any Equatable { return rule.isEqual(to: other) }
        return MemoryLayout<Self>.size == 0
    }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}

extension UnknownCases.Fallback {
    /// Whether there is an answer for each enumeration that has cases.
    fileprivate var isTotal: Bool {
        switch kind {
        case .first, .last, .fail: true
        case .useNil, .named, .value: false
        }
    }

    fileprivate func answers(whenever other: UnknownCases.Fallback) -> Bool {
        switch (kind, other.kind) {
        case (.useNil, .useNil): true
        case (.named(let name), .named(let other)): name == other
        default: isTotal
        }
    }
}

extension PolicyRegistry {
    /// The library's own rules whose descriptions tell everything about them.
    fileprivate static let ownTypes = Set(PolicyRegistry().rules.values.map { ObjectIdentifier($0.type) })
        .subtracting([ObjectIdentifier(Dates.self), ObjectIdentifier(Defaults.self)])
}
