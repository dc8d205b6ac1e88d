import Foundation
@_spi(Tape) internal import JSONTape

/// What asking the rules came to.
enum Repaired<Value> {
    case declined
    case value(Value)
    case null
    case innerNull
    case dropped
}

extension DecoderCore {
    /// The value at `place`, which strict decoding refuses, as the policy would have it; without one, the strict error.
    ///
    /// - Parameter key: the key that was asked for, where it is missing.
    @inline(never)
    func mend<T: Decodable>(_ type: T.Type, at place: Place, missing key: (any CodingKey)? = nil) throws -> T {
        if key != nil, let type = type as? any MissableValue.Type, let value = type.missing as? T { return value }
        if policy != nil {
            let occasion = self.occasion(at: place, missing: key)
            let repaired = try repair(type, at: place, on: occasion, error: nil, missing: key, acceptsNil: false)
            if case .value(let value) = repaired { return value }
        }
        return try refused(type, at: place, missing: key)
    }

    /// The same for a value that is asked for as an optional.
    @inline(never)
    func mendOptional<T: Decodable>(_ type: T.Type, at place: Place) throws -> T? {
        if policy != nil {
            switch try repair(type, at: place, on: .mismatch, error: nil, acceptsNil: true) {
            case .value(let value): return value
            case .null: return nil
            case .declined, .innerNull, .dropped: break
            }
        }
        return try refused(type, at: place)
    }

    private func occasion(at place: Place, missing key: (any CodingKey)?) -> RepairOccasion {
        if key != nil { return .missingKey }
        return tape[place.index].is(.null) ? .null : .mismatch
    }

    /// Asks the rules, and enters in the report what the first answer changes.
    ///
    /// - Parameters:
    ///   - error: what was thrown; `nil` for the error of strict decoding.
    ///   - answered: told which rule answered, and its number in the policy.
    func repair<T: Decodable>(
        _ type: T.Type, at place: Place, on occasion: RepairOccasion, error: (any Error)?,
        missing key: (any CodingKey)? = nil, acceptsNil: Bool, answered: ((any DecodingRule, Int) -> Void)? = nil
    ) throws -> Repaired<T> {
        guard let policy else { return .declined }
        let context = RuleContext(
            requestedType: type,
            found: key == nil ? JSONKind(tape[place.index].kind) : nil,
            acceptsNil: acceptsNil,
            error: error,
            core: self,
            place: place,
            missingKey: key
        )
        let answer = try policy.forEachRule(context) { rule, index, context -> Repaired<T>? in
            let answer = try apply(occasion.ask(rule, context), of: rule, type, context, occasion)
            if answer != nil { answered?(rule, index) }
            return answer
        }
        return answer ?? .declined
    }

    /// Carries an answer out; `nil` where it counts as declining.
    private func apply<T: Decodable>(
        _ repair: Repair, of rule: any DecodingRule, _ type: T.Type, _ context: RuleContext, _ occasion: RepairOccasion
    ) throws -> Repaired<T>? {
        let kind: DecodingReport.Kind
        let result: ChangeResult
        let repaired: Repaired<T>
        if occasion == .nestedNull, !repair.answersNestedNull { return nil }
        switch repair.action {
        case .decline:
            return nil
        case .use(let value):
            guard let typed = value as? T else {
                throw DecodingError.corrupted(
                    "\(rule.name) answered with a \(Swift.type(of: value)) where \(type) was asked for.",
                    at: context.codingPath, underlying: context.error)
            }
            (kind, result, repaired) = (.of(occasion), .value { Excerpt.describe(value) }, .value(typed))
        case .useNil:
            guard context.acceptsNil else { return nil }
            (kind, result, repaired) = (.of(occasion, isNil: true), .word("nil"), .null)
        case .useInnerNil:
            guard occasion == .nestedNull else { return nil }
            (kind, result, repaired) = (.nestedNull, .word(".some(nil)"), .innerNull)
        case .drop:
            guard occasion == .element else { return nil }
            (kind, result, repaired) = (.dropped, .word("dropped"), .dropped)
        case .decode(.null) where context.acceptsNil, .attempt(.null) where context.acceptsNil:
            (kind, result, repaired) = (.of(occasion, isNil: true), .word("null"), .null)
        case .decode(let json):
            let value = try decode(type, replacing: context.place, with: json, missing: context.missingKey)
            (kind, result, repaired) = (.of(occasion), .value { json.text }, .value(value))
        case .attempt(let json):
            let mark = collector?.mark ?? 0
            let value: T
            do {
                value = try decode(type, replacing: context.place, with: json, missing: context.missingKey)
            } catch {
                collector?.takeBack(to: mark, because: error)
                return nil
            }
            (kind, result, repaired) = (.of(occasion), .value { json.text }, .value(value))
        case .take(let path):
            let isMissing = context.missingKey != nil
            guard let found = follow(path, from: context.place, isMissing: isMissing) else { return nil }
            askedKeys?.ask(for: found.index)
            if tape[found.index].is(.null), context.acceptsNil {
                (kind, result, repaired) = (.of(occasion, isNil: true), .word("null"), .null)
            } else {
                // Not asked whether to unwrap again.
                let value = try decodeUnwrapped(type, at: found)
                (kind, result, repaired) = (
                    .of(occasion), .value { [tape] in tape.source(of: found.index, limit: Excerpt.scanned) },
                    .value(value)
                )
            }
        case .useRepeated:
            return nil
        case .fail(let reason):
            throw DecodingError.corrupted(
                reason, at: context.codingPath,
                underlying: RuleRefusal(rule: rule.name, strictError: context.error))
        }
        try enter(rule, kind, context, result)
        return repaired
    }

    private func enter(
        _ rule: any DecodingRule, _ kind: DecodingReport.Kind, _ context: RuleContext, _ result: ChangeResult
    ) throws {
        let allowed = collector?.enter(
            { site(kind, by: rule, context) }, describe: { entry(kind, by: rule, context, result: result) })
        if allowed == false {
            throw DecodingError.corrupted(
                "More than \(options.repairLimit) repairs.", at: context.codingPath, underlying: context.error)
        }
    }

    /// The value that `path` leads to from a value, or from the object that lacks a key.
    func follow(_ path: DecodingPath, from place: Place, isMissing: Bool) -> Place? {
        var place = isMissing ? self.place(ofContainer: place.parent).seen(as: place) : place
        for step in path.steps {
            switch step {
            case .key(let name):
                guard tape[place.index].is(.object) else { return nil }
                let value = indexed(for: place.index, model: place.model).lookUp(name, in: place.index)
                if value == Tape.nothing { return nil }
                place = place.member(value)
            case .index(let ordinal):
                guard tape[place.index].is(.array), ordinal >= 0, ordinal < tape[place.index].count else { return nil }
                var index = place.index + 1
                for _ in 0..<ordinal { index = tape.index(after: index) }
                place = Place(
                    index: index, parent: place.index, ordinal: UInt32(truncatingIfNeeded: ordinal), model: place.model)
            }
        }
        return place
    }

    private func decode<T: Decodable>(
        _ type: T.Type, replacing place: Place, with json: JSONReplacement, missing key: (any CodingKey)?
    ) throws -> T {
        var followsPolicy = false
        if case .document = json { followsPolicy = true }
        var depth = 0
        var above: DecoderCore? = self
        while let core = above {
            if core.replacedPlace != nil { depth += 1 }
            above = core.origin
        }
        if depth >= 16 {
            throw DecodingError.corrupted("JSON replaced more than 16 times.", at: path(to: place, missing: key))
        }
        let replacement: Tape
        do {
            replacement = try Tape()
            var limits = options.limits
            // What is nested in strings counts as nested: it is decoded on the same stack. Scalars need no path for this.
            if followsPolicy { limits.depth = max(0, limits.depth - path(to: place, missing: key).count) }
            // A document may be made of the source's text.
            try replacement.parse(
                copying: Array(json.text.utf8), limits: limits, syntax: followsPolicy ? options.syntax : .json)
        } catch {
            throw DecodingError.corrupted(
                "The replacement \(Excerpt.shorten(json.text)) is not valid JSON.", at: path(to: place, missing: key),
                underlying: error)
        }
        let core = DecoderCore(
            origin: self, place: place, key: key, replacement: replacement, followsPolicy: followsPolicy)
        return try core.decode(type, at: Place.root.seen(as: place))
    }
}

extension DecodingReport.Kind {
    fileprivate static func of(_ occasion: RepairOccasion, isNil: Bool = false) -> DecodingReport.Kind {
        switch occasion {
        case .mismatch, .blankString: .converted
        case .null: .nullReplaced
        case .missingKey: .missingKey
        case .unknownCase: .unknownCase
        case .element: isNil ? .elementNil : .converted
        case .nestedNull: .nestedNull
        case .failure: .failureReplaced
        case .value: .unwrapped
        case .unknownKey: .unknownKey
        case .repeatedKey: .repeatedKey
        }
    }
}

extension JSONKind {
    init(_ kind: TapeKind) {
        switch kind {
        case .null: self = .null
        case .false, .true: self = .bool
        case .number: self = .number
        case .string, .key: self = .string
        case .object, .objectEnd: self = .object
        case .array, .arrayEnd: self = .array
        }
    }
}
