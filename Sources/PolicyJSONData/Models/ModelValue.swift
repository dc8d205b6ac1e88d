internal import PolicyJSON

/// What the values of a slot are decoded as, and what the policy has to repair for that.
struct ModelValue {
    enum Kind {
        /// Any JSON.
        case json
        case bool, int, double, decimal, string, date
        /// The values of an enumeration.
        case enumeration([String])
        case array(ModelSlot)
        case map(ModelSlot?)
        case object(ModelShape)
    }

    /// A rule, and the paths that need it.
    struct Repair {
        let rule: any DecodingRule
        /// Whether values with these facts need the rule.
        let isNeeded: (PathFacts) -> Bool
    }

    /// More different strings that stand for no value are not accepted.
    private static let sentinelLimit = 4
    /// One of so many values is rare.
    private static let rareShare = 20

    private(set) var kind = Kind.json
    private(set) var repairs: [Repair] = []
    /// Whether a repair makes `nil` of some values.
    private(set) var hasMissingValues = false

    init(_ slot: ModelSlot) {
        let facts = slot.facts
        let kinds = facts.valueKinds
        guard let first = kinds.first else { return }
        if kinds.count == 1 {
            kind = Self.kind(first, of: slot)
            addDateFormats(facts)
            if case .array = kind { addRule(SingleValuesAsArrays()) { !$0.valueKinds.subtracting([.array]).isEmpty } }
        } else if !kinds.contains(.string) {
            mixNumbersAndBooleans(facts)
        } else if kinds.count == 2, let other = kinds.subtracting([.string]).first {
            mix(other, withStrings: facts, of: slot)
        } else if kinds == [.string, .number, .bool] {
            useStrings()
        }
        if case .json = kind, kinds.count > 1 { dropRareKinds(slot) }
    }

    private static func kind(_ kind: JSONKind, of slot: ModelSlot) -> Kind {
        switch kind {
        case .null: .json
        case .bool: .bool
        case .number: Self.kind(of: slot.facts.numbers)
        case .string: Self.kind(ofStrings: slot.facts)
        case .array: slot.element.map(Kind.array) ?? .array(ModelSlot())
        case .object: Self.kind(ofObjects: slot.shape?.resolved)
        }
    }

    private static func kind(ofObjects shape: ModelShape?) -> Kind {
        guard let shape, !shape.isMap, !shape.isEmpty else { return .map(shape?.anyMember) }
        return .object(shape)
    }

    static func kind(of numbers: NumberFacts) -> Kind {
        if numbers.fractions == 0 {
            if numbers.beyondInt == 0 { return .int }
        } else if numbers.beyondDouble == 0 {
            return .double
        }
        return numbers.beyondDecimal == 0 ? .decimal : .json
    }

    private static func kind(ofStrings facts: PathFacts) -> Kind {
        if facts.isDate { return .date }
        // An empty string is an unknown case.
        let values = (facts.enumeration ?? []).map(\.value).filter { !$0.isEmpty }
        return values.count >= 2 && values.allSatisfy(isCase) ? .enumeration(values.sorted()) : .string
    }

    /// Whether a string looks like the name of a case.
    private static func isCase(_ value: String) -> Bool {
        let separators: Set<Character> = ["_", "-", ".", " ", "/", ":", "+"]
        return value.contains(where: \.isLetter) && value.split(separator: " ").count <= 3
            && value.allSatisfy { $0.isLetter || $0.isNumber || separators.contains($0) }
    }

    var isDate: Bool {
        if case .date = kind { true } else { false }
    }

    // MARK: Repairs

    private mutating func addRule(_ rule: any DecodingRule, where isNeeded: @escaping (PathFacts) -> Bool) {
        repairs.append(Repair(rule: rule, isNeeded: isNeeded))
    }

    private mutating func addDateFormats(_ facts: PathFacts) {
        guard case .date = kind else { return }
        let patterns: [(form: StringForm, patterns: [DatePattern])] = [
            (.date, ["yyyy-MM-dd"]), (.mailDate, StringForm.mailPatterns),
        ]
        for (form, patterns) in patterns where facts.count(of: form) > 0 {
            addRule(FallbackDateFormats(patterns.map { .formatted($0) })) { $0.count(of: form) > 0 }
        }
        acceptEmptyStrings(facts)
    }

    private mutating func acceptEmptyStrings(_ facts: PathFacts) {
        if facts.emptyStrings == 0 { return }
        hasMissingValues = true
        addRule(EmptyStrings(.asNil, includingBlank: facts.count(of: StringForm.blank) > 0)) { $0.emptyStrings > 0 }
    }

    private mutating func useStrings() {
        kind = .string
        addRule(StringsFromScalars()) { !$0.valueKinds.isDisjoint(with: [.number, .bool]) }
    }

    private mutating func mixNumbersAndBooleans(_ facts: PathFacts) {
        guard facts.valueKinds == [.number, .bool] else { return }
        let numbers = facts.numbers
        let extremes = [numbers.minimum?.text, numbers.maximum?.text]
        if numbers.fractions == 0, extremes.allSatisfy({ $0 == "0" || $0 == "1" }) {
            kind = .bool
            addRule(BooleansFromScalars(.zeroAndOne)) { $0.count(of: JSONKind.number) > 0 }
        } else if case .int = Self.kind(of: numbers) {
            kind = .int
            addRule(IntegersFromBooleans()) { $0.count(of: JSONKind.bool) > 0 }
        }
    }

    /// Values of one kind, and strings.
    private mutating func mix(_ other: JSONKind, withStrings facts: PathFacts, of slot: ModelSlot) {
        kind = Self.kind(other, of: slot)
        let isScalar = other == .number || other == .bool
        let strings = facts.stringCount - facts.emptyStrings
        if strings == 0 { return acceptEmptyStrings(facts) }
        let isAccepted =
            switch other {
            case .number: acceptNumbersInStrings(facts)
            case .bool: acceptBooleansInStrings(facts)
            default: false
            }
        if case .json = kind {
            repairs = []
            return
        }
        if isAccepted { return acceptEmptyStrings(facts) }
        // Few strings stand for no value; many are values.
        let texts = facts.nonemptyTexts
        if facts.strings.hasWholeValues, (1...Self.sentinelLimit).contains(texts.count), strings * 4 <= facts.values {
            hasMissingValues = true
            addRule(Sentinels(.asNil, strings: texts.sorted())) { $0.stringCount > $0.emptyStrings }
            acceptEmptyStrings(facts)
        } else if isScalar {
            useStrings()
        } else {
            kind = .json
        }
    }

    /// Where no rule converts values of other kinds, but they are rare: they become `nil`.
    private mutating func dropRareKinds(_ slot: ModelSlot) {
        let facts = slot.facts
        let kinds = facts.valueKinds
        guard let main = kinds.max(by: { facts.count(of: $0) < facts.count(of: $1) }) else { return }
        let others = kinds.subtracting([main]).reduce(0) { $0 + facts.count(of: $1) }
        guard others * Self.rareShare <= facts.values else { return }
        kind = Self.kind(main, of: slot)
        if case .json = kind { return }
        hasMissingValues = true
        addDateFormats(facts)
        addRule(Fallbacks()) { !$0.valueKinds.subtracting([main]).isEmpty }
    }

    private mutating func acceptBooleansInStrings(_ facts: PathFacts) -> Bool {
        let strings = facts.stringCount - facts.emptyStrings
        if facts.count(of: StringForm.boolean) == strings {
            addRule(BooleansFromScalars(.words)) { $0.stringCount > $0.emptyStrings }
            return true
        }
        let texts = facts.nonemptyTexts
        guard !texts.isEmpty, texts.allSatisfy({ $0 == "0" || $0 == "1" }) else { return false }
        addRule(BooleansFromScalars(.zeroAndOneStrings)) { $0.stringCount > $0.emptyStrings }
        return true
    }

    private mutating func acceptNumbersInStrings(_ facts: PathFacts) -> Bool {
        let inStrings = facts.numbersInStrings
        guard facts.count(of: StringForm.number) == facts.stringCount - facts.emptyStrings,
            inStrings.integers + inStrings.fractions == facts.count(of: StringForm.number)
        else { return false }
        var numbers = facts.numbers
        numbers.merge(inStrings)
        kind = Self.kind(of: numbers)
        addRule(NumbersFromStrings(trimmingWhitespace: facts.paddedNumbers > 0)) {
            $0.count(of: StringForm.number) > 0
        }
        return true
    }
}

extension PathFacts {
    /// The number of strings that are empty or blank.
    var emptyStrings: Int { count(of: StringForm.empty) + count(of: StringForm.blank) }

    /// The different strings that are not blank; none if there are too many.
    fileprivate var nonemptyTexts: [String] {
        (strings.values ?? []).map(\.value).filter { text in
            ![.empty, .blank].contains(StringForm(Array(text.utf8).span))
        }
    }

    /// Whether the decoder's strategy for dates is needed, and not only a rule.
    var usesDateStrategy: Bool { count(of: StringForm.dateTime) > 0 }

    /// Whether all strings that are not empty are dates, or dates and times with an offset.
    var isDate: Bool {
        let dates = [StringForm.dateTime, .date, .mailDate].reduce(0) { $0 + count(of: $1) }
        return dates > 0 && dates + emptyStrings == stringCount
    }
}
