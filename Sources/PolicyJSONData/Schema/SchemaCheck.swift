internal import FoundationImport
@_spi(Cursor) internal import JSONTape
internal import PolicyJSON

/// Checks whether a record or a part of it is as a schema requires, without decoding it. Most are; only the others are
/// decoded and repaired. Where the check is not sure, it says no.
struct SchemaCheck: Sendable {
    private let schema: JSONSchema
    /// Whether rules find members under other names.
    private let findsOtherNames: Bool
    /// Whether rules are consulted about blank strings.
    private let watchesBlanks: Bool
    /// Whether dates are decoded as ISO 8601.
    private let readsISO8601: Bool
    private let tapes = SchemaTapes()

    /// `nil` if rules of the policy are consulted about values that are as required.
    init?(_ schema: JSONSchema, _ decoder: PolicyJSONDecoder) {
        let names: RepairSituation = [.absentKey, .memberNames]
        let harmless: RepairSituation = names.union([.unknownKey, .repeatedKey, .blankString])
        let situations = decoder.policy.rules.reduce(into: RepairSituation()) { $0.formUnion($1.situations) }
        guard situations.intersection(.watching).isSubset(of: harmless) else { return nil }
        self.schema = schema
        findsOtherNames = !situations.isDisjoint(with: names)
        watchesBlanks = situations.contains(.blankString)
        if case .iso8601 = decoder.dateDecodingStrategy { readsISO8601 = true } else { readsISO8601 = false }
    }

    /// Whether a value is as required, as far as its text shows.
    enum Verdict {
        /// The value is as required.
        case accepted
        /// It may not be.
        case uncertain(Members?)
    }

    /// The members of an object, if each property has one at most, whose key has no escapes.
    struct Members {
        /// What is known about the member for a property.
        enum Member {
            case absent, accepted, uncertain
        }

        /// For each property of the node.
        var properties: [Member]
        /// Whether there are other members.
        var hasOthers = false
    }

    /// Whether the text of a value is as a part of the schema requires.
    func accepts(_ text: String, _ node: SchemaNode) -> Bool {
        if case .accepted = verdict(on: text, node) { true } else { false }
    }

    /// Compares the text of a value with a part of the schema.
    func verdict(on text: String, _ node: SchemaNode) -> Verdict {
        tapes.reading(text) { tape in
            if accepts(tape, .root, node) { return .accepted }
            return .uncertain(members(tape, schema.resolved(node)))
        } ?? .uncertain(nil)
    }

    private func members(_ tape: Tape, _ node: SchemaNode) -> Members? {
        let object = TapePosition.root
        guard tape[object].is(.object), tape[object].hasPlainKeys, node.variants == nil else { return nil }
        var members = Members(properties: Array(repeating: .absent, count: node.properties.count))
        var next = 0
        var isRepeated = false
        tape.forEachKey(in: object) { key in
            guard let index = property(node, tape, key, &next) else {
                members.hasOthers = true
                return true
            }
            isRepeated = members.properties[index] != .absent
            let isAccepted = accepts(tape, key.value, node.properties[index].node)
            members.properties[index] = isAccepted ? .accepted : .uncertain
            return !isRepeated
        }
        return isRepeated ? nil : members
    }

    private func accepts(_ tape: Tape, _ position: TapePosition, _ outer: SchemaNode) -> Bool {
        let node = schema.resolved(outer)
        let token = tape[position]
        if token.is(.null) { return node.allowsNull || outer.allowsNull }
        if let cases = node.cases, !isCase(tape, position, cases) { return false }
        if watchesBlanks, token.is(.string), tape.string(at: position).allSatisfy(\.isWhitespace) { return false }
        if node.kinds.isEmpty { return true }
        if !node.options.isEmpty { return node.options.contains { accepts(tape, position, $0) } }
        switch token.kind {
        case .true, .false: return node.kinds.contains(.boolean)
        case .number: return isNumber(tape, position, node)
        case .string: return isString(tape, position, node)
        case .array:
            guard node.kinds.contains(.array), node.bounds.violation(ofCount: token.count) == nil else { return false }
            if !node.isTuple, case .anything = node.furtherElements { return true }
            var (element, index) = (position.firstChild, 0)
            let end = tape.end(ofContainerAt: position)
            while element < end {
                guard let schema = node.element(at: index), accepts(tape, element, schema) else { return false }
                (element, index) = (tape.position(after: element), index + 1)
            }
            return true
        case .object: return node.kinds.contains(.object) && isObject(tape, position, node)
        case .null, .key, .emptiedArray, .objectEnd, .arrayEnd: return false
        }
    }

    private func isCase(_ tape: Tape, _ position: TapePosition, _ cases: SchemaCases) -> Bool {
        switch tape[position].kind {
        case .string: cases.identities.contains(("\"" + tape.string(at: position)).withOrderedMarks())
        // Numbers that are written in another way are decoded.
        case .number: cases.numberTexts.contains(tape.numberText(at: position))
        case .true: cases.identities.contains("true")
        case .false: cases.identities.contains("false")
        default: false
        }
    }

    private func isNumber(_ tape: Tape, _ position: TapePosition, _ node: SchemaNode) -> Bool {
        let isInteger = tape.integer(at: position, as: Int.self) != nil
        guard node.kinds.contains(.number) || node.kinds.contains(.integer) && isInteger else { return false }
        // What `Decimal` may not hold is decoded.
        let text = tape.jsonNumber(at: position)
        guard text.text.utf8.count <= 30, let number = text.double, abs(number) < 1e25 else { return false }
        if !node.bounds.limitsNumbers { return true }
        guard let decimal = Decimal(string: text.text) else { return false }
        return node.bounds.violation(of: decimal) == nil
    }

    private func isString(_ tape: Tape, _ position: TapePosition, _ node: SchemaNode) -> Bool {
        guard node.kinds.contains(.string) else { return false }
        if node.isDate {
            if node.bounds.limitsStrings || !readsISO8601 { return false }
            return tape.withBytes(ofStringAt: position) { Self.isPlainDate($0) } ?? false
        }
        return !node.bounds.limitsStrings || node.bounds.violation(of: tape.string(at: position)) == nil
    }

    /// Whether a date is in the usual form: `2026-03-02T08:15:00Z`. Others, and the last days of months, are decoded.
    private static func isPlainDate(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count == 20, StringForm(bytes) == .dateTime, bytes[19] == UInt8(ascii: "Z"),
            bytes[10] == UInt8(ascii: "T"), bytes[16] == UInt8(ascii: ":")
        else { return false }
        func number(_ index: Int) -> Int {
            let (tens, ones) = (bytes[index] &- UInt8(ascii: "0"), bytes[index + 1] &- UInt8(ascii: "0"))
            return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : 99
        }
        return (1...12).contains(number(5)) && (1...28).contains(number(8)) && number(11) < 24 && number(14) < 60
            && number(17) < 60
    }

    private func isObject(_ tape: Tape, _ position: TapePosition, _ node: SchemaNode) -> Bool {
        guard tape[position].hasPlainKeys else { return false }
        if let variants = node.variants {
            guard let variant = variant(tape, position, variants) else { return false }
            return isObject(tape, position, variant)
        }
        var (next, found, required) = (0, 0, 0)
        var isAccepted = true
        tape.forEachKey(in: position) { key in
            if let index = property(node, tape, key, &next) {
                let property = node.properties[index]
                found += 1
                if property.isRequired { required += 1 }
                isAccepted = accepts(tape, key.value, property.node)
                return isAccepted
            }
            switch node.additional {
            case .anything: break
            case .nothing: isAccepted = false
            case .schema(let other): isAccepted = accepts(tape, key.value, other)
            }
            return isAccepted
        }
        if !isAccepted || required < node.requiredCount { return false }
        // A rule may find a property under a name of another one, or inside it.
        return !findsOtherNames || found == node.properties.count
    }

    /// The object that the value of the discriminator selects; `nil` if there is none.
    private func variant(_ tape: Tape, _ position: TapePosition, _ variants: SchemaNode.Variants) -> SchemaNode? {
        var value: RawJSON?
        tape.forEachKey(in: position) { key in
            guard tape.isKey(at: key, writtenAs: variants.discriminator.name) else { return true }
            switch tape[key.value].kind {
            case .string: value = .string(tape.string(at: key.value))
            case .number: value = .number(tape.jsonNumber(at: key.value))
            case .true: value = .bool(true)
            case .false: value = .bool(false)
            default: break
            }
            return false
        }
        return value.flatMap { variants.nodes[SchemaCases.identity(of: $0)] }
    }

    /// The index of the property with a key. Members are usually in the schema's order.
    private func property(_ node: SchemaNode, _ tape: Tape, _ key: TapePosition, _ next: inout Int) -> Int? {
        let count = node.properties.count
        for step in 0..<count {
            let index = next + step < count ? next + step : next + step - count
            if tape.isKey(at: key, writtenAs: node.properties[index].name) {
                next = index + 1 < count ? index + 1 : 0
                return index
            }
        }
        return nil
    }
}
