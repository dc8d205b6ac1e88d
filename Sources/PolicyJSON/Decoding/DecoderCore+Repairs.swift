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
    /// The value at `place`, which strict decoding rejects, as the policy would have it; without one, or in a strict
    /// attempt, the strict error.
    @inline(never)
    func mend<T: Decodable>(_ type: T.Type, at place: Place) throws -> T {
        let place = current(place)
        if place.isRepairing {
            let occasion: RepairOccasion = tape[place.index].is(.null) ? .null : .mismatch
            // Not by `repaired`, whose `do` costs each repaired scalar as much as a rule that declines.
            if !place.isCollecting {
                let repaired = try repair(type, at: place, on: occasion, error: nil, acceptsNil: false)
                if case .value(let value) = repaired { return value }
            } else if let value = try repaired(type, at: place, on: occasion) {
                return value
            }
        }
        return try refused(type, at: place)
    }

    /// The same where the key that was asked for is missing.
    @inline(never)
    func mend<T: Decodable>(_ type: T.Type, at place: Place, missing key: any CodingKey) throws -> T {
        if let type = type as? any MissableValue.Type, let value = type.missing as? T { return value }
        let place = current(place)
        if place.isRepairing, let value = try repaired(type, at: place, on: .missingKey, missing: key) { return value }
        return try refused(type, at: place, missing: key)
    }

    /// A value that the rules have, if they do. Where problems are collected, a rule that rejects the value has found one.
    private func repaired<T: Decodable>(
        _ type: T.Type, at place: Place, on occasion: RepairOccasion, missing key: (any CodingKey)? = nil
    ) throws -> T? {
        do {
            let repaired = try repair(
                type, at: place, on: occasion, error: nil, missing: key.map { MissingKey($0) }, acceptsNil: false)
            if case .value(let value) = repaired { return value }
            return nil
        } catch {
            guard place.isCollecting, let problems, collector?.isExhausted != true else { throw error }
            return try collect(type, at: place, missing: key, problems, error)
        }
    }

    /// The same for a value that is asked for as an optional.
    @inline(never)
    func mendOptional<T: Decodable>(_ type: T.Type, at place: Place) throws -> T? {
        let place = current(place)
        if place.isRepairing {
            do {
                switch try repair(type, at: place, on: .mismatch, error: nil, acceptsNil: true) {
                case .value(let value): return value
                case .null: return nil
                case .declined, .innerNull, .dropped: break
                }
            } catch {
                guard place.isCollecting, let problems, collector?.isExhausted != true else { throw error }
                return try collect(type, at: place, missing: nil, problems, error)
            }
        }
        return try refused(type, at: place)
    }

    /// Asks the rules, and enters in the report what the first answer changes.
    ///
    /// - Parameters:
    ///   - error: what was thrown; `nil` for the error of strict decoding.
    ///   - requestedType: what the rules see as the type, where that is another.
    ///   - answered: gets the rule that answered, and its number in the policy.
    func repair<T: Decodable>(
        _ type: T.Type, at place: Place, on occasion: RepairOccasion, error: (any Error)?,
        missing: MissingKey? = nil, as requestedType: Any.Type? = nil, acceptsNil: Bool,
        answered: ((any DecodingRule, Int) -> Void)? = nil
    ) throws -> Repaired<T> {
        guard let policy, !isLost else { return .declined }
        var context = RuleContext(
            requestedType: requestedType ?? type,
            found: missing == nil ? JSONKind(tape[place.index].kind) : nil,
            acceptsNil: acceptsNil,
            error: error,
            core: self,
            place: place,
            missing: missing
        )
        var asked = ResolvedPolicy.Asked()
        while let index = policy.next(&asked, &context) {
            let entry = policy.entries[index]
            let repaired = try apply(entry.ask(on: occasion, context), of: entry, type, context, occasion)
            if case .declined = repaired {
                if isLost { break }
                continue
            }
            answered?(entry.rule, index)
            return repaired
        }
        return .declined
    }

    /// Carries an answer out, which may count as declining.
    private func apply<T: Decodable>(
        _ repair: Repair, of rule: ResolvedPolicy.Entry, _ type: T.Type, _ context: RuleContext,
        _ occasion: RepairOccasion
    ) throws -> Repaired<T> {
        let kind: DecodingReport.Kind
        let result: ChangeResult
        let repaired: Repaired<T>
        if occasion == .nestedNull, !repair.answersNestedNull { return .declined }
        // A null in place of a null changes nothing, and asking again would have no end.
        if occasion == .null, !context.acceptsNil, repair.isNull { return .declined }
        switch repair.action {
        case .decline:
            return .declined
        case .use(let value):
            guard let typed = value as? T ?? (type as? any OpenedContainer.Type)?.empty(value, self) as? T else {
                throw DecodingError.corrupted(
                    "\(rule.name) answered with a \(Swift.type(of: value)) where \(type) was asked for.",
                    at: context.codingPath, underlying: context.error)
            }
            (kind, result, repaired) = (.of(occasion), .printed(value), .value(typed))
        case .useNil:
            guard context.acceptsNil else { return .declined }
            (kind, result, repaired) = (.of(occasion, isNil: true), .word("nil"), .null)
        case .useInnerNil:
            guard occasion == .nestedNull else { return .declined }
            (kind, result, repaired) = (.nestedNull, .word(".some(nil)"), .innerNull)
        case .drop:
            guard occasion == .element else { return .declined }
            (kind, result, repaired) = (.dropped, .word("dropped"), .dropped)
        case .decode where context.acceptsNil && repair.isNull, .attempt where context.acceptsNil && repair.isNull:
            (kind, result, repaired) = (.of(occasion, isNil: true), .word("null"), .null)
        case .decode(let json):
            let value = try decode(type, replacing: context, with: json)
            (kind, result, repaired) = (.of(occasion), .json(json), .value(value))
        case .attempt(let json):
            let mark = collector?.mark ?? 0
            let value: T
            do {
                value = try decode(type, replacing: context, with: json)
            } catch {
                collector?.takeBack(to: mark, because: error)
                if replacements > 0 { collector?.attemptFailed() }
                return .declined
            }
            (kind, result, repaired) = (.of(occasion), .json(json), .value(value))
        case .wrap:
            let mark = collector?.mark ?? 0
            do {
                guard let value = try decode(type, wrapping: context) else { return .declined }
                (kind, result, repaired) = (.of(occasion), .wrapped, .value(value))
            } catch {
                collector?.takeBack(to: mark, because: error)
                return .declined
            }
        case .take(let path):
            guard let found = follow(path, from: context.place, isMissing: context.isMissing) else { return .declined }
            askedKeys?.ask(for: found.index)
            if tape[found.index].is(.null), context.acceptsNil {
                (kind, result, repaired) = (.of(occasion, isNil: true), .word("null"), .null)
            } else {
                // Not asked whether to unwrap again.
                let value = try decodeUnwrapped(type, at: found)
                (kind, result, repaired) = (.of(occasion), .source(found.index), .value(value))
            }
        case .useRepeated:
            return .declined
        case .fail(let reason):
            throw DecodingError.corrupted(
                reason, at: context.codingPath,
                underlying: RuleRefusal(rule: rule.name, strictError: context.error))
        }
        try enter(rule, kind, context, result)
        return repaired
    }

    /// Enters a change in the report.
    ///
    /// - Throws: where there have been too many.
    @inline(__always)
    private func enter(
        _ rule: ResolvedPolicy.Entry, _ kind: DecodingReport.Kind, _ context: RuleContext, _ result: ChangeResult
    ) throws {
        if collector?.countRepair() == true { try list(rule, kind, context, result) }
    }

    @inline(never)
    private func list(
        _ rule: ResolvedPolicy.Entry, _ kind: DecodingReport.Kind, _ context: RuleContext, _ result: ChangeResult
    ) throws {
        guard let collector else { return }
        if collector.isListing {
            collector.list(site(kind, by: rule, context)) { entry(kind, by: rule, context, result: result) }
        }
        if collector.isExhausted {
            throw DecodingError.corrupted(
                repairLimitText, at: context.codingPath, underlying: context.error)
        }
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
