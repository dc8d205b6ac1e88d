import FoundationImport
@_spi(Cursor) internal import JSONTape

// Here and in the files about models, collecting and replacing, `@_semantics` keeps the compiler from making a copy of a
// function for each scalar type (Docs/Decisions/0023).
extension DecoderCore {
    /// Repairs the value at `reference`, which strict decoding rejects. Throws the strict error without a policy, or in a
    /// strict attempt.
    @inline(never)
    func repair<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T {
        let reference = current(reference)
        if !reference.isRepairing, !reference.isCollecting { throw try rejection(type, at: reference) }
        return try repairByRules(type, at: reference)
    }

    /// ``repair(_:at:)`` for types that are requested less often: repairs are several kilobytes for each type.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func repairRarely<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T {
        try repair(type, at: reference)
    }

    /// ``repairOptional(_:at:)`` for such types.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func repairOptionalRarely<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T? {
        try repairOptional(type, at: reference)
    }

    /// The error for a value that strict decoding rejects, if no rule is consulted about it.
    @inline(never)
    private func rejection(_ type: Any.Type, at reference: ValueReference) throws -> any Error {
        try requireElements(of: reference.index)
        inlinedReject(reference)
        return inlinedStrictError(type, at: reference)
    }

    /// A separate function, because it uses the type `Repaired<T>` (see ``decode(_:at:)``).
    @inline(never)
    private func repairByRules<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T {
        try requireElements(of: reference.index)
        if reference.isRepairing {
            let situation: RepairSituation = tape[reference.index].is(.null) ? .null : .mismatch
            // Not `repaired`, whose `do` costs each repaired scalar as much as a rule that declines.
            if !reference.isCollecting {
                let repaired = try repair(type, at: reference, in: situation, acceptsNil: false)
                if case .value(let value) = repaired { return value }
            } else if let value = try repaired(type, at: reference, in: situation) {
                return value
            }
        }
        return try throwOrLog(type, at: reference)
    }

    /// The value that a rule provides for the value at `reference`, which strict decoding rejects; `nil` if all decline.
    func repairedScalar<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T? {
        try requireElements(of: reference.index)
        let situation: RepairSituation = tape[reference.index].is(.null) ? .null : .mismatch
        return try repair(type, at: reference, in: situation, acceptsNil: false).provided
    }

    /// Repairs a missing key.
    @inline(never)
    func repair<T: Decodable>(_ type: T.Type, at reference: ValueReference, missing key: any CodingKey) throws -> T {
        let reference = current(reference)
        if reference.isRepairing || types.traits(of: type).isMissable {
            return try provide(type, at: reference, missing: key)
        }
        return try throwOrLog(type, at: reference, missing: key)
    }

    /// The value for a missing key that the type has, or a rule provides. A separate function, because it uses the type `T?` (see
    /// ``decode(_:at:)``).
    @inline(never)
    private func provide<T: Decodable>(_ type: T.Type, at reference: ValueReference, missing key: any CodingKey) throws
        -> T
    {
        if let type = type as? any MissableValue.Type, let value = type.missing as? T { return value }
        if reference.isRepairing, let value = try repaired(type, at: reference, in: .missingKey, missing: key) {
            return value
        }
        return try throwOrLog(type, at: reference, missing: key)
    }

    /// The value that a rule provides, if any. If problems are collected, a rejection by a rule is one.
    private func repaired<T: Decodable>(
        _ type: T.Type, at reference: ValueReference, in situation: RepairSituation, missing key: (any CodingKey)? = nil
    ) throws -> T? {
        do {
            return try repair(
                type, at: reference, in: situation, error: nil, missing: key.map { RequestDetails(missing: $0) },
                acceptsNil: false
            ).provided
        } catch {
            return try collectOrThrow(error, type, at: reference, missing: key)
        }
    }

    /// A placeholder for a value that a rule rejects, if problems are collected.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    private func collectOrThrow<T: Decodable>(
        _ error: any Error, _ type: T.Type, at reference: ValueReference, missing key: (any CodingKey)? = nil
    ) throws -> T {
        guard reference.isCollecting, let problems, !isExhausted else { throw error }
        return try collect(type, at: reference, missing: key, problems, error)
    }

    /// Repairs the value at `reference`, which is requested as an optional and which strict decoding rejects.
    @inline(never)
    func repairOptional<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T? {
        try requireElements(of: reference.index)
        let reference = current(reference)
        if reference.isRepairing {
            do {
                switch try repair(type, at: reference, in: .mismatch, acceptsNil: true) {
                case .value(let value): return value
                case .null: return nil
                case .declined, .nestedNil, .dropped: break
                }
            } catch {
                return try collectOrThrow(error, type, at: reference)
            }
        }
        return try throwOrLog(type, at: reference)
    }

    /// Consults the rules about a value, and if all decline, those that replace whatever is not repaired.
    @inline(__always)
    private func repair<T: Decodable>(
        _ type: T.Type, at reference: ValueReference, in situation: RepairSituation, acceptsNil: Bool
    ) throws -> Repaired<T> {
        let repaired = try consult(type, at: reference, in: situation, acceptsNil: acceptsNil)
        guard case .declined = repaired, call.replacesUnrepaired else { return repaired }
        return try replaceUnrepaired(type, at: reference, error: nil, acceptsNil: acceptsNil)
    }

    /// Consults the rules about a value, applies the first answer, and enters the change in the report.
    ///
    /// The path of most repairs: everything that does not depend on `T` is compiled once.
    @inline(__always)
    private func consult<T: Decodable>(
        _ type: T.Type, at reference: ValueReference, in situation: RepairSituation, acceptsNil: Bool
    ) throws -> Repaired<T> {
        var walk = RuleWalk.ended
        let answer = firstAnswer(type, at: reference, in: situation, acceptsNil: acceptsNil, &walk)
        // Situations about values that may be scalars accept all JSON answers.
        if case .replace(let json) = answer.action, let value = scalar(type, json) {
            if countsRepair() {
                try enter(json, walk.entry, type, at: reference, in: situation, acceptsNil: acceptsNil)
            }
            return .value(value)
        }
        if answer.isDecline { return .declined }
        return try apply(answer, walk, type, at: reference, in: situation, acceptsNil: acceptsNil)
    }

    /// ``apply(_:_:_:_:)`` about a value.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    private func apply<T: Decodable>(
        _ answer: Repair, _ walk: RuleWalk, _ type: T.Type, at reference: ValueReference, in situation: RepairSituation,
        acceptsNil: Bool
    ) throws -> Repaired<T> {
        try apply(answer, walk, type, context(type, at: reference, in: situation, acceptsNil: acceptsNil))
    }

    /// Consults the rules about a value or a missing key in a situation, and if all decline, those that replace
    /// whatever is not repaired.
    func repair<T: Decodable>(
        _ type: T.Type, at reference: ValueReference, in situation: RepairSituation, error: (any Error)?,
        missing: RequestDetails? = nil, as requestedType: Any.Type? = nil, acceptsNil: Bool
    ) throws -> Repaired<T> {
        let repaired = try consult(
            type, at: reference, in: situation, error: error, missing: missing, as: requestedType,
            acceptsNil: acceptsNil)
        guard case .declined = repaired, call.replacesUnrepaired else { return repaired }
        return try replaceUnrepaired(
            type, at: reference, error: error, missing: missing, as: requestedType, acceptsNil: acceptsNil)
    }

    /// Consults the rules in one situation, applies the first answer, and enters the change in the report.
    ///
    /// - Parameters:
    ///   - error: the error that was thrown; `nil` for the strict error.
    ///   - requestedType: the type that rules receive, if it differs.
    func consult<T: Decodable>(
        _ type: T.Type, at reference: ValueReference, in situation: RepairSituation, error: (any Error)?,
        missing: RequestDetails? = nil, as requestedType: Any.Type? = nil, acceptsNil: Bool
    ) throws -> Repaired<T> {
        guard let policy, policy.situations.contains(situation), !repairsDisabled else { return .declined }
        let context = context(
            requestedType ?? type, at: reference, in: situation, error: error, missing: missing, acceptsNil: acceptsNil)
        guard var walk = policy.walk(context) else { return .declined }
        let answer = policy.nextAnswer(&walk, context)
        if answer.isDecline { return .declined }
        return try apply(answer, walk, type, context)
    }

    @inline(__always)
    func context(
        _ type: Any.Type, at reference: ValueReference, in situation: RepairSituation, error: (any Error)? = nil,
        missing: RequestDetails? = nil, acceptsNil: Bool
    ) -> DecodingRuleContext {
        DecodingRuleContext(
            requestedType: type,
            situation: situation,
            kind: situation == .dictionaryKey
                ? .string : missing == nil ? JSONKind(tape[reference.index].kind) : nil,
            acceptsNil: acceptsNil,
            core: self,
            reference: reference,
            details: error == nil ? missing : RequestDetails(missing: missing?.missingKey, error: error)
        )
    }

    /// Consults the rules until one answers. If all decline, returns ``Repair/decline``.
    @inline(never)
    private func firstAnswer(
        _ type: Any.Type, at reference: ValueReference, in situation: RepairSituation, acceptsNil: Bool,
        _ walk: inout RuleWalk
    ) -> Repair {
        guard call.situations.contains(situation), !repairsDisabled, let rules = call.repairing?.rules else {
            return .decline
        }
        return rules.with { policy in
            let context = context(type, at: reference, in: situation, acceptsNil: acceptsNil)
            return policy.begin(&walk, context) ? policy.nextAnswer(&walk, context) : .decline
        }
    }

    /// Counts a repair.
    ///
    /// - Returns: whether it is also to be entered in the report, or exceeds the limit.
    @inline(__always)
    private func countsRepair() -> Bool {
        call.repairing?.report.with { $0.countRepair() } == true
    }

    /// Applies an answer; if that has the same result as if the rule had declined, those of the rules that follow.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    private func apply<T: Decodable>(
        _ answer: Repair, _ walk: RuleWalk, _ type: T.Type, _ context: DecodingRuleContext
    ) throws -> Repaired<T> {
        guard let policy else { return .declined }
        var (answer, walk) = (answer, walk)
        while true {
            let repaired = try apply(answer, walk.entry, of: policy, type, context)
            guard case .declined = repaired else { return repaired }
            if repairsDisabled { return .declined }
            answer = policy.nextAnswer(&walk, context)
            if answer.isDecline { return .declined }
        }
    }

    /// Enters a scalar that a rule has answered with in the report, if one is requested.
    ///
    /// - Throws: if the number of repairs exceeds the limit.
    @_optimize(size)
    @inline(never)
    private func enter(
        _ json: RawJSON.Form, _ entry: Int, _ type: Any.Type, at reference: ValueReference,
        in situation: RepairSituation,
        acceptsNil: Bool
    ) throws {
        guard let (rules, report) = call.repairing else { return }
        try rules.with { policy in
            try report.with { collector in
                let kind = situation.facts.change
                let site = ChangeSite(
                    rule: policy.entries[entry], kind: kind,
                    requestedType: RequestedType(type, isOptional: acceptsNil), core: self, reference: reference,
                    missing: nil)
                let isListed = collector.listsChanges && collector.enter(site)
                if !isListed, !collector.isExhausted { return }
                let context = context(type, at: reference, in: situation, acceptsNil: acceptsNil)
                if isListed { list(.json(json), as: kind, entry, of: policy, context) }
                try checkRepairLimit(context)
            }
        }
    }

    /// Applies an answer. The result may be the same as if the rule had declined.
    @_semantics("optimize.sil.specialize.generic.never")
    func apply<T: Decodable>(
        _ repair: Repair, _ entry: Int, of policy: ResolvedPolicy, _ type: T.Type, _ context: DecodingRuleContext
    ) throws -> Repaired<T> {
        guard call.replacesUnrepaired, repair.isFinal, RepairSituation.ofValues.contains(context.situation) else {
            return try carryOut(repair, entry, of: policy, type, context)
        }
        let mark = collector?.mark ?? 0
        do {
            return try carryOut(repair, entry, of: policy, type, context)
        } catch {
            collector?.undo(to: mark, because: error)
            return try replaceUnrepaired(type, context, after: error)
        }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    @_optimize(size)
    private func carryOut<T: Decodable>(
        _ repair: Repair, _ entry: Int, of policy: ResolvedPolicy, _ type: T.Type, _ context: DecodingRuleContext
    ) throws -> Repaired<T> {
        if !repair.fits(context.situation) { throw misfit(repair, of: policy.entries[entry], context) }
        // Replacing a null with a null changes nothing, and would be repeated without end.
        if context.situation == .null, !context.acceptsNil, repair.isNull { return .declined }
        let result: ChangeResult
        let repaired: Repaired<T>
        let start = collector?.mark
        switch repair.action {
        case .decline, .useRepeated, .report, .keepMembers:
            return .declined
        case .use(let value):
            result = .printed(value)
            if let typed = value as? T {
                repaired = .value(typed)
            } else if let json = (type as? any OpenedContainer.Type)?.json(of: value) {
                repaired = .value(try decode(type, replacing: context, with: json))
            } else {
                throw misfit(value, of: policy.entries[entry], type, context)
            }
        case .useNil, .useNilWithin:
            guard context.acceptsNil else { return .declined }
            (result, repaired) = (.word("nil"), .null)
        case .nestedNil:
            (result, repaired) = (.word(".some(nil)"), .nestedNil)
        case .drop, .dropWithin:
            (result, repaired) = (.word("dropped"), .dropped)
        case .replace where context.acceptsNil && repair.isNull,
            .replaceIfDecodable where context.acceptsNil && repair.isNull:
            (result, repaired) = (.word("null"), .null)
        case .replace(let json):
            (result, repaired) = (.json(json), .value(try decode(type, replacing: context, with: json)))
        case .replaceIfDecodable(let json):
            guard let value = decodeIfPossible(type, replacing: context, with: json) else { return .declined }
            (result, repaired) = (.json(json), .value(value))
        case .wrap:
            guard let value = try decodeWrapping(type, entry, of: policy, context) else { return .declined }
            (result, repaired) = (.wrapped, .value(value))
        case .take(let path):
            guard let found = follow(path, from: context.reference, isMissing: context.isMissing) else {
                return .declined
            }
            try requireUnrejectedKeys(of: path, from: context)
            document.askedKeys?.ask(for: found.index)
            if tape[found.index].is(.null), context.acceptsNil {
                (result, repaired) = (.word("null"), .null)
            } else {
                try decodesAgain(found.index, entry, of: policy, context)
                // Rules are not consulted about unwrapping again.
                let core = try selecting(found, for: context)
                (result, repaired) = (.source(found), .value(try core.decodeTaken(type, at: found)))
            }
        case .substituteCase(let name):
            guard let value = decodeSubstitute(type, named: name, entry, of: policy, context) else { return .declined }
            (result, repaired) = (.word(name), .value(value))
        case .selectCase(let name, let paths):
            do {
                return try decodeCase(type, named: name, paths, entry, of: policy, context)
            } catch  where paths.isNamedInSource && lacksCase(named: name, error, context) {
                collector?.undo(to: start ?? 0, because: error)
                return .declined
            }
        case .selectFirstCase(let candidates):
            return try decodeFirstCase(type, of: candidates, entry, of: policy, context)
        case .selectType(let selected, let paths):
            return try decodeType(type, as: selected, paths, entry, of: policy, context)
        case .reject(let reason):
            let rule = policy.entries[entry].name
            if context.situation == .variant { return try rejectCase(type, reason, by: rule, context) }
            throw rejection(reason, by: rule, context)
        case .fail(let reason):
            throw refusal(reason, by: policy.entries[entry], context)
        }
        if collector?.countRepair() == true {
            var kind = context.situation.facts.change
            if case .null = repaired { kind = context.situation.facts.nilChange ?? kind }
            if case .dropped = repaired { kind = .dropped }
            try enter(result, as: kind, entry, of: policy, context, at: start)
        }
        return repaired
    }
}
