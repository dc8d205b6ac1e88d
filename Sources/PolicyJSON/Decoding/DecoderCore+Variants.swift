@_spi(Cursor) internal import JSONTape

// Values for which a rule selects the case of an enumeration, or the type, as which they are decoded.
extension DecoderCore {
    /// Decodes a model or an enumeration as a rule selects; `.declined` if no rule does.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func decodeVariant<T: Decodable>(_ type: T.Type, at reference: ValueReference, acceptsNil: Bool) throws -> Repaired<
        T
    > {
        guard reference.index != TapePosition.nothing, !tape[reference.index].is(.null), types.traits(of: type).isModel
        else {
            return .declined
        }
        return try consult(type, at: current(reference), in: .variant, error: nil, acceptsNil: acceptsNil)
    }

    /// Rejects a value that, by a rule, names no case. Rules are consulted as about an unknown raw value.
    @_semantics("optimize.sil.specialize.generic.never")
    func rejectCase<T: Decodable>(
        _ type: T.Type, _ reason: String, by rule: String, _ context: DecodingRuleContext
    ) throws -> Repaired<T> {
        let failure = rejection(reason, by: rule, context, effect: .rejectsCase)
        return try strictlyFirst(type, at: context.reference, acceptsNil: context.acceptsNil) { _ in throw failure }
    }

    /// Notes that a rule selects how a value is decoded; returns what was noted before, for ``DecodedDocument/endSelected(_:)``.
    ///
    /// - Throws: if that has been noted too often: the contents may be the value itself, and may be decoded as a type about which
    ///   rules are consulted again, which may try several types.
    private func beginSelected(
        _ reference: ValueReference, _ context: DecodingRuleContext
    ) throws -> (value: TapePosition, count: Int) {
        let around = document.beginSelected(reference.index)
        guard around.value == reference.index else { return around }
        if around.count < Self.replacementLimit, mayDecodeAgain(reference) { return around }
        document.endSelected(around)
        throw selectedAgain(at: context)
    }

    /// Decodes a value as the case of an enumeration.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    func decodeCase<T: Decodable>(
        _ type: T.Type, named name: String, _ paths: VariantPaths, hasValues: Bool? = nil, _ entry: Int,
        of policy: ResolvedPolicy, _ context: DecodingRuleContext
    ) throws -> Repaired<T> {
        let contents = follow(paths.contents, from: context.reference, isMissing: false)
        noteSelector(paths, contents, context)
        let rule = policy.entries[entry].name
        let isFailure = context.situation == .failure
        if isFailure, hasValues == nil { try decodesAgain(context.reference.index, entry, of: policy, context) }
        return try decodeSelected(type, .printed(name), entry, of: policy, context) { reference in
            let around = try beginSelected(reference, context)
            defer { document.endSelected(around) }
            let inner = reference.inside(types.traits(of: type).id)
            let decoder = CaseDecoder(
                core: self, reference: inner, contents: contents?.seen(as: inner), name: name, rule: rule,
                enumeration: type, hasValues: hasValues,
                failure: isFailure && paths.contents.steps == [.key(name)] ? context.strictError : nil,
                paths: hasValues == nil ? paths : nil)
            return try initialize(type, from: decoder, at: reference)
        }
    }

    /// Whether an error is that the value cannot be decoded as a case, because its enumeration has none of this name.
    @_optimize(size)
    @inline(never)
    func lacksCase(named name: String, _ error: any Error, _ context: DecodingRuleContext) -> Bool {
        RuleRefusal.of(error)?.unknownCase?.name == name
            && (error as? DecodingError)?.context?.codingPath.count == depth(of: context.reference)
    }

    /// A case without associated values, in place of a value; `nil` if there is none of this name.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    func decodeSubstitute<T: Decodable>(
        _ type: T.Type, named name: String, _ entry: Int, of policy: ResolvedPolicy, _ context: DecodingRuleContext
    ) -> T? {
        let decoder = CaseDecoder(
            core: self, reference: context.reference.inside(types.traits(of: type).id), contents: nil, name: name,
            rule: policy.entries[entry].name, enumeration: type, hasValues: false)
        let mark = collector?.mark ?? 0
        do {
            return try type.init(from: decoder)
        } catch {
            collector?.undo(to: mark, because: error)
            return nil
        }
    }

    /// ``DecodedDocument/mayDecodeAgain(_:depth:)`` about a value that is decoded where it stands.
    private func mayDecodeAgain(_ reference: ValueReference) -> Bool {
        document.mayDecodeAgain(reference.index, depth: depth(of: reference))
    }

    /// Decodes a value as the first case that decodes without a repair, or otherwise as the first that decodes.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    func decodeFirstCase<T: Decodable>(
        _ type: T.Type, of candidates: CaseCandidates, _ entry: Int, of policy: ResolvedPolicy,
        _ context: DecodingRuleContext
    ) throws -> Repaired<T> {
        let paths = VariantPaths(contents: DecodingPath(), selector: nil)
        func decode(_ name: String, hasValues: Bool) throws -> Repaired<T> {
            // Cases in cases in cases would take exponential time.
            guard mayDecodeAgain(context.reference) else {
                throw self.refusal(
                    "Too many cases of enumerations without tags have been tried.", by: policy.entries[entry], context)
            }
            return try decodeCase(type, named: name, paths, hasValues: hasValues, entry, of: policy, context)
        }
        var refusal: (any Error)?
        let start = collector?.mark ?? 0
        if let plain = candidates.plain {
            do {
                return try decode(plain, hasValues: false)
            } catch {
                if isExhausted || document.hasDecodedTooOften { throw error }
                if RuleRefusal.caused(error) { refusal = error }
                collector?.undo(to: start, because: error)
            }
        }
        var repaired: Repaired<T>?
        for name in candidates.names {
            let (mark, repairs) = (collector?.mark ?? 0, collector?.repairCount)
            do {
                let value = try decode(name, hasValues: true)
                if collector?.repairCount == repairs {
                    if repaired == nil { return value }
                    // Again, without the changes of the case that needed repairs.
                    collector?.undo(to: start, because: context.strictError)
                    return try decode(name, hasValues: true)
                }
                if repaired == nil { repaired = value } else { collector?.undo(to: mark, because: context.strictError) }
            } catch {
                // The repair limit is reached: a failure from here on may be caused by that.
                if isExhausted || document.hasDecodedTooOften { throw error }
                if RuleRefusal.caused(error), refusal == nil { refusal = error }
                collector?.undo(to: mark, because: error)
            }
        }
        if let repaired { return repaired }
        if let refusal { throw refusal }
        // The rules that follow are consulted, and after them this one in another situation.
        if context.situation == .unknownCase { return .declined }
        throw rejection(
            "No case of \(type) can be decoded.", by: policy.entries[entry].name, context, effect: .rejectsCase)
    }

    /// Decodes a value as a type that a rule selects.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    func decodeType<T: Decodable>(
        _ type: T.Type, as selected: any Decodable.Type, _ paths: VariantPaths, _ entry: Int, of policy: ResolvedPolicy,
        _ context: DecodingRuleContext
    ) throws -> Repaired<T> {
        guard let contents = follow(paths.contents, from: context.reference, isMissing: false) else { return .declined }
        noteSelector(paths, contents, context)
        if context.situation == .failure { try decodesAgain(contents.index, entry, of: policy, context) }
        return try decodeSelected(type, .word("\(selected)"), entry, of: policy, context) { reference in
            let core = context.situation == .variant ? self : try selecting(contents, for: context)
            let around = try beginSelected(reference, context)
            defer { document.endSelected(around) }
            let value = try core.open(
                selected, at: contents.seen(as: reference),
                hasTag: paths.selector != nil && paths.contents.steps.isEmpty)
            guard let typed = value as? T else {
                throw misfit(value, of: policy.entries[entry], type, context)
            }
            return call.watchesDecoded ? try askAboutDecoded(type, typed, at: reference) : typed
        }
    }

    /// Decodes a value as a type that a rule has selected.
    ///
    /// - Parameter hasTag: whether the value has the member that selects the type, so that contents without members are the member `_0`.
    @_semantics("optimize.sil.specialize.generic.never")
    private func open<S: Decodable>(_ type: S.Type, at reference: ValueReference, hasTag: Bool) throws -> Any {
        let inner = reference.inside(types.traits(of: type).id)
        guard hasTag, types.traits(of: type).isModel,
            let contents = follow(DecodingPath([.key(JSONKey.unlabelled.stringValue)]), from: inner, isMissing: false)
        else { return try decodeUnwrappedRarely(type, at: reference) }
        let decoder = TaggedDecoder(
            object: ValueDecoder(core: self, reference: inner),
            contents: ValueDecoder(core: self, reference: contents.seen(as: inner)))
        return try initialize(type, from: decoder, at: reference)
    }

    @_semantics("optimize.sil.specialize.generic.never")
    private func initialize<T: Decodable>(
        _ type: T.Type, from decoder: some Decoder, at reference: ValueReference
    ) throws -> T {
        if call.examinesModels { return try initializeExamining(type, decoder, at: reference) }
        return try type.init(from: decoder)
    }

    /// The member that selects, and the contents, are not members that the model does not request.
    private func noteSelector(_ paths: VariantPaths, _ contents: ValueReference?, _ context: DecodingRuleContext) {
        guard let asked = document.askedKeys else { return }
        if let contents { asked.select(by: contents.index) }
        if let selector = paths.selector, let reference = follow(selector, from: context.reference, isMissing: false) {
            asked.select(by: reference.index)
        }
    }

    /// Decodes a value as selected, and enters that in the report. It does not count as a repair: each value can be
    /// selected once.
    @_semantics("optimize.sil.specialize.generic.never")
    private func decodeSelected<T: Decodable>(
        _ type: T.Type, _ result: ChangeResult, _ entry: Int, of policy: ResolvedPolicy, _ context: DecodingRuleContext,
        _ decode: (ValueReference) throws -> T
    ) throws -> Repaired<T> {
        func decodeAndReport(_ reference: ValueReference) throws -> T {
            let start = collector?.mark
            let value = try decode(reference)
            if entersUncounted(.variantSelected, entry, of: policy, context, at: start) {
                list(result, as: .variantSelected, entry, of: policy, context, at: start)
            }
            return value
        }
        if context.situation == .variant {
            return try strictlyFirst(type, at: context.reference, acceptsNil: context.acceptsNil, decodeAndReport)
        }
        // Strict decoding has failed, and rules are being consulted about that.
        return .value(try decodeAndReport(context.reference))
    }

    /// Decodes a model in the mode of its reference.
    @_semantics("optimize.sil.specialize.generic.never")
    private func strictlyFirst<T: Decodable>(
        _ type: T.Type, at reference: ValueReference, acceptsNil: Bool, _ decode: (ValueReference) throws -> T
    ) throws -> Repaired<T> {
        let traits = types.traits(of: type)
        if reference.isRepairing {
            let value = try strictlyFirst(type, traits.kind, at: reference, acceptsNil: acceptsNil, decode)
            if let value { return .value(value) }
            if acceptsNil { return .null }
            throw strictError(type, at: reference)
        }
        do {
            return .value(try decode(reference))
        } catch {
            return .value(try failed(type, traits, at: reference, error))
        }
    }
}

// Models that have been decoded.
extension DecoderCore {
    /// Decodes a model by its own `init(from:)`, and consults the rules about the keys that it did not request and about
    /// the value.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func initializeExamining<T: Decodable>(_ type: T.Type, _ decoder: some Decoder, at reference: ValueReference) throws
        -> T
    {
        let logged = problems?.logged
        let value =
            // A model of a scalar opens no object.
            if let asked = document.askedKeys, tape[reference.index].isContainer {
                try decodeWatchingKeys(type, decoder, at: reference, asked)
            } else {
                try type.init(from: decoder)
            }
        // A value that contains placeholders is not the document's.
        guard call.watchesDecoded, policy?.decodedTypes.contains(type) == true, problems?.logged == logged else {
            return value
        }
        return try askAboutDecoded(type, value, at: reference)
    }

    private func decodedContext(_ type: Any.Type, _ value: Any, at reference: ValueReference) -> DecodingRuleContext {
        DecodingRuleContext(
            requestedType: type, situation: .decoded, kind: JSONKind(tape[reference.index].kind), acceptsNil: false,
            core: self, reference: reference, details: RequestDetails(decoded: value))
    }

    /// The value that rules make of a decoded one.
    ///
    /// - Throws: if a rule rejects it.
    @_semantics("optimize.sil.specialize.generic.never")
    private func askAboutDecoded<T: Decodable>(_ type: T.Type, _ decoded: T, at reference: ValueReference) throws -> T {
        guard let policy, !reference.has(.rulesDisabled) else { return decoded }
        let context = decodedContext(type, decoded, at: reference)
        guard var walk = policy.walk(context) else { return decoded }
        let answer = policy.nextAnswer(&walk, context)
        return answer.isDecline ? decoded : try change(type, decoded, answer, &walk, of: policy, at: reference, context)
    }

    /// The value that an answer, and those of the rules after it, make of a decoded one. A separate function, because it uses the
    /// type `T?`.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    @_optimize(size)
    private func change<T: Decodable>(
        _ type: T.Type, _ decoded: T, _ answer: Repair, _ walk: inout RuleWalk, of policy: ResolvedPolicy,
        at reference: ValueReference, _ context: DecodingRuleContext
    ) throws -> T {
        var (value, answer, context) = (decoded, answer, context)
        while !answer.isDecline {
            let rule = policy.entries[walk.entry]
            switch answer.action {
            case .use(let other):
                guard let typed = other as? T else { throw misfit(other, of: rule, type, context) }
                value = typed
                context = decodedContext(type, value, at: reference)
                if entersUncounted(.normalized, walk.entry, of: policy, context) {
                    list(.printed(value), as: .normalized, walk.entry, of: policy, context)
                }
            case .reject(let reason): throw rejection(reason, by: rule.name, context)
            case .fail(let reason): throw refusal(reason, by: rule, context)
            default: throw misfit(answer, of: rule, context)
            }
            answer = policy.nextAnswer(&walk, context)
        }
        return value
    }
}
