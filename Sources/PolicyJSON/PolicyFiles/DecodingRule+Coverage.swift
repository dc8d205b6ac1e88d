@_spi(Tape) internal import JSONTape

// What the lint knows about rules.

extension DecodingRule {
    /// Whether no question has an answer of this rule.
    var doesNothing: Bool {
        switch self {
        case let rule as Booleans: rule.forms.isWithoutEffect
        case let rule as UnknownCases: rule.occasions.isWithoutEffect
        case let rule as CaseNames: rule.options.isWithoutEffect && rule.aliases.isEmpty
        case let rule as Dates: rule.formats.isEmpty
        case let rule as Defaults: rule.occasions.isWithoutEffect || rule.source.isWithoutEffect
        case let rule as Keys: rule.style.isWithoutEffect && rule.aliases.values.allSatisfy(\.isEmpty)
        default: false
        }
    }

    /// The aliases of a rule that have no effect, or one that it cannot be meant to have, in alphabetical order.
    var doubtfulAliases: [(code: PolicyFinding.Code, message: String)] {
        switch self {
        case let rule as Keys:
            return Self.uselessAliases(rule.aliases) + Self.sharedAliases(rule.aliases)
        case let rule as CaseNames:
            return Self.uselessAliases(rule.aliases.mapValues { [$0] })
        default:
            return []
        }
    }

    private static func uselessAliases(
        _ aliases: [String: [String]]
    ) -> [(code: PolicyFinding.Code, message: String)] {
        aliases.sorted { $0.key < $1.key }.flatMap { key, names -> [(PolicyFinding.Code, String)] in
            let (quoted, counts) = (JSONReplacement.quoted, Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +))
            let own = counts[key] == nil ? [] : ["has \(quoted(key)) as an alias of itself"]
            let repeated = counts.filter { $0.value > 1 && $0.key != key }.keys.sorted().map {
                "has the alias \(quoted($0)) for \(quoted(key)) more than once"
            }
            return (own + repeated).map { (.uselessAlias, $0) }
        }
    }

    private static func sharedAliases(
        _ aliases: [String: [String]]
    ) -> [(code: PolicyFinding.Code, message: String)] {
        var keys: [String: [String]] = [:]
        for (key, names) in aliases.sorted(by: { $0.key < $1.key }) {
            for name in Set(names) { keys[name, default: []].append(JSONReplacement.quoted(key)) }
        }
        return keys.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { name, keys in
            let last = keys[keys.count - 1]
            let listed = keys.dropLast().joined(separator: ", ")
            let all = keys.count == 2 ? "both \(listed) and \(last)" : "\(listed) and \(last)"
            return (
                .sharedAlias, "has the alias \(JSONReplacement.quoted(name)) for \(all), which then have the same value"
            )
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

extension Defaults.Source {
    /// Whether there is no value to give.
    fileprivate var isWithoutEffect: Bool {
        switch self {
        case .kinds(let kinds): kinds.isWithoutEffect
        case .value: false
        case .json(let json): !json.isWellFormed
        case .template(let template): template.isWithoutEffect
        }
    }
}

extension JSONReplacement {
    /// Whether there are settings under which the replacement can be parsed.
    fileprivate var isWellFormed: Bool {
        switch self {
        case .null, .bool, .string: true
        case .number(let text): JSONNumber(text) != nil
        case .document(let text): Self.isJSON5(text)
        }
    }

    /// Whether a text is JSON, or what the most tolerant settings take for it.
    private static func isJSON5(_ text: String) -> Bool {
        // Without memory it is not known.
        guard let tape = try? Tape() else { return true }
        return (try? tape.parse(copying: Array(text.utf8), limits: .unbounded, syntax: .json5)) != nil
    }
}

extension JSONLimits {
    fileprivate static let unbounded = JSONLimits(
        depth: .max, documentBytes: .max, stringBytes: .max, numberBytes: .max, tokens: .max, members: .max,
        elements: .max, elementBytes: .max)
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
