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
        } else {
            mix(kinds, of: slot)
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

    /// Values of several kinds, if rules convert them into one; `nil` is made only of strings that stand for no value.
    private mutating func mix(_ kinds: Set<JSONKind>, of slot: ModelSlot) {
        let facts = slot.facts
        if kinds.isSubset(of: Self.scalars) {
            if attempt({ $0.acceptAsBooleans(facts) }) || attempt({ $0.acceptAsNumbers(facts) })
                || !kinds.contains(.string)
            {
                return
            }
            kind = .string
            addRule(StringsFromScalars()) { !$0.valueKinds.isDisjoint(with: [.number, .bool]) }
        } else if kinds.count == 2, kinds.contains(.string), let container = kinds.first(where: { $0 != .string }) {
            _ = attempt { $0.acceptJSONInStrings(container, of: slot) }
        }
    }

    /// Tries one way to accept the values, and undoes what it has changed if it does not.
    private mutating func attempt(_ accept: (inout ModelValue) -> Bool) -> Bool {
        var result = self
        guard accept(&result) else { return false }
        self = result
        return true
    }

    private static let scalars: Set<JSONKind> = [.string, .number, .bool]

    private mutating func acceptAsBooleans(_ facts: PathFacts) -> Bool {
        guard facts.count(of: JSONKind.bool) > 0 else { return false }
        var forms: BooleansFromScalars.Form = []
        if facts.count(of: JSONKind.number) > 0 {
            let extremes = [facts.numbers.minimum?.text, facts.numbers.maximum?.text]
            guard facts.numbers.fractions == 0, extremes.allSatisfy({ $0 == "0" || $0 == "1" }) else { return false }
            forms.insert(.zeroAndOne)
        }
        // Words of one letter have no form of their own.
        let isWord = { (text: PathFacts.Text) in
            text.form == .boolean || ["y", "n", "t", "f"].contains(text.text.lowercased())
        }
        if facts.hasText(.boolean, where: isWord) { forms.insert(.words) }
        if facts.count(of: StringForm.number) > 0 {
            guard let numbers = facts.nonemptyTexts?.filter({ $0.form == .number }),
                numbers.allSatisfy({ $0.text == "0" || $0.text == "1" })
            else { return false }
            forms.insert(.zeroAndOneStrings)
        }
        let isConverted = { (text: PathFacts.Text) in text.form == .number || isWord(text) }
        if !forms.isEmpty {
            addRule(BooleansFromScalars(forms)) {
                $0.count(of: JSONKind.number) > 0 || $0.count(of: StringForm.number) > 0
                    || $0.hasText(.boolean, where: isWord)
            }
        }
        kind = .bool
        return acceptPlaceholders(facts, except: isConverted)
    }

    private mutating func acceptAsNumbers(_ facts: PathFacts) -> Bool {
        guard facts.count(of: JSONKind.number) > 0 else { return false }
        let inStrings = facts.numbersInStrings
        guard inStrings.integers + inStrings.fractions == facts.count(of: StringForm.number) else { return false }
        var numbers = facts.numbers
        numbers.merge(inStrings)
        let unrepaired = (repairs, hasMissingValues)
        kind = Self.kind(of: numbers)
        if facts.count(of: StringForm.number) > 0 {
            addRule(NumbersFromStrings(trimmingWhitespace: facts.paddedNumbers > 0)) {
                $0.count(of: StringForm.number) > 0
            }
        }
        if facts.count(of: JSONKind.bool) > 0 {
            guard case .int = kind else { return false }
            addRule(IntegersFromBooleans()) { $0.count(of: JSONKind.bool) > 0 }
        }
        guard acceptPlaceholders(facts, except: { $0.form == .number }) else { return false }
        if case .json = kind { (repairs, hasMissingValues) = unrepaired }
        return true
    }

    /// Objects or arrays, and strings.
    private mutating func acceptJSONInStrings(_ container: JSONKind, of slot: ModelSlot) -> Bool {
        let facts = slot.facts
        let nestedArrays = facts.nestedArrays ?? facts.keptArrays
        guard nestedArrays == (container == .array ? facts.count(of: StringForm.json) : 0) else { return false }
        if facts.count(of: StringForm.json) > 0 {
            addRule(StringifiedJSON()) { $0.count(of: StringForm.json) > 0 }
        }
        kind = Self.kind(container, of: slot)
        return acceptPlaceholders(facts, except: { $0.form == .json })
    }

    /// Strings that stand for no value, besides those that a rule converts: few different ones, in few of the values, and none that
    /// could be a value in another notation.
    ///
    /// - Returns: whether all strings are accepted.
    private mutating func acceptPlaceholders(
        _ facts: PathFacts, except isConverted: @escaping (PathFacts.Text) -> Bool
    ) -> Bool {
        guard let texts = facts.nonemptyTexts?.filter({ !isConverted($0) }) else {
            // If the strings are not kept, only the counts of their forms are known.
            let forms = StringForm.allCases.filter { isConverted(PathFacts.Text(text: "", form: $0)) }
            guard facts.stringCount == forms.reduce(facts.emptyStrings, { $0 + facts.count(of: $1) }) else {
                return false
            }
            acceptEmptyStrings(facts)
            return true
        }
        if !texts.isEmpty {
            guard texts.count <= Self.sentinelLimit, texts.reduce(0, { $0 + $1.count }) * 4 <= facts.values,
                texts.allSatisfy({ $0.form == .text && !$0.text.contains(where: \.isNumber) })
            else { return false }
            hasMissingValues = true
            addRule(Sentinels(.asNil, strings: texts.map(\.text).sorted())) {
                $0.nonemptyTexts?.contains { !isConverted($0) } ?? false
            }
        }
        acceptEmptyStrings(facts)
        return true
    }

    /// Where no rule converts values of other kinds, but they are rare: they become `nil`.
    private mutating func dropRareKinds(_ slot: ModelSlot) {
        let facts = slot.facts
        let kinds = facts.valueKinds
        guard let main = kinds.max(by: { facts.count(of: $0) < facts.count(of: $1) }) else { return }
        let others = kinds.subtracting([main]).reduce(0) { $0 + facts.count(of: $1) }
        guard others * Self.rareShare <= facts.values else { return }
        // What rules convert is not lost.
        let scalars = kinds.intersection(Self.scalars)
        let convertible = Self.scalars.contains(main) ? scalars : kinds.intersection([main, .string])
        if convertible.count > 1 { mix(convertible, of: slot) }
        let isConverted = if case .json = kind { false } else { true }
        let accepted = isConverted ? convertible : [main]
        if !isConverted { kind = Self.kind(main, of: slot) }
        if case .json = kind { return }
        hasMissingValues = true
        if !isConverted { addDateFormats(facts) }
        addRule(Fallbacks()) { !$0.valueKinds.subtracting(accepted).isEmpty }
    }
}

extension PathFacts {
    /// The number of strings that are empty or blank.
    var emptyStrings: Int { count(of: StringForm.empty) + count(of: StringForm.blank) }

    /// The strings that are arrays, as far as the profile keeps them whole.
    fileprivate var keptArrays: Int? {
        nonemptyTexts?.reduce(0) { $0 + ($1.form == .json && $1.text.hasPrefix("[") ? $1.count : 0) }
    }

    /// One of the different strings, and how often it occurs.
    fileprivate struct Text {
        let text: String
        let form: StringForm
        var count = 0
    }

    /// The different strings that are not blank; `nil` if a profile does not keep all of them, or only their starts.
    fileprivate var nonemptyTexts: [Text]? {
        guard strings.hasWholeValues else { return nil }
        return strings.values?.map { value, count in
            Text(text: value, form: StringForm(Array(value.utf8).span), count: count)
        }.filter { ![.empty, .blank].contains($0.form) }
    }

    /// Whether there is a string of a form, or one of those that are kept for which `condition` holds.
    fileprivate func hasText(_ form: StringForm, where condition: (Text) -> Bool) -> Bool {
        count(of: form) > 0 || nonemptyTexts?.contains(where: condition) == true
    }

    /// Whether the decoder's strategy for dates is needed, and not only a rule.
    var usesDateStrategy: Bool { count(of: StringForm.dateTime) > 0 }

    /// Whether all strings that are not empty are dates, or dates and times with an offset.
    var isDate: Bool {
        let dates = [StringForm.dateTime, .date, .mailDate].reduce(0) { $0 + count(of: $1) }
        return dates > 0 && dates + emptyStrings == stringCount
    }
}
