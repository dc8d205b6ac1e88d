import FoundationImport
@_spi(Cursor) internal import JSONTape
internal import RuntimeFacts

// Strict first: a value is decoded without rules, and only if that fails again with rules. A model's `init(from:)` that
// tries several types never receives a repaired value from JSON that it accepts unchanged.
//
// Each failure is tried at most twice, however deep it is: a failed attempt records each model on the path to the
// failure (``AttemptMemory``), and these models start with the second try.
extension DecoderCore {
    /// Decodes a model for which rules may be consulted.
    @inline(__always)
    func decodeModel<T: Decodable>(_ type: T.Type, _ traits: DecodableTraits, at reference: ValueReference) throws -> T
    {
        guard let memory = uncountedMemory else { return try initialize(type, traits, at: reference) }
        return try memory.with { try attemptModel(type, traits, at: reference, $0) }
    }

    /// Does not use ``strictlyFirst(_:_:at:acceptsNil:_:)``, so that a model that needs no rule, or only rules for
    /// values inside it, uses no generic type of `T` (see ``decode(_:at:)``).
    @inline(__always)
    private func attemptModel<T: Decodable>(
        _ type: T.Type, _ traits: DecodableTraits, at reference: ValueReference, _ memory: AttemptMemory
    ) throws -> T {
        let marks = marks(memory)
        defer { memory.forget(after: marks.known) }
        var trial: Trial
        if marks.known > 0, let error = remembered(type, at: reference, memory) {
            trial = Trial(marks, error)
        } else {
            memory.beginAttempt()
            defer { memory.endAttempt() }
            do {
                return try initialize(type, traits, at: reference.strict)
            } catch {
                trial = failStrictly(marks, memory, error)
            }
        }
        return try repairModel(type, traits, at: reference, &trial, memory)
    }

    /// Repairs a model whose strict attempt has failed.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func repairModel<T: Decodable>(
        _ type: T.Type, _ traits: DecodableTraits, at reference: ValueReference, _ trial: inout Trial,
        _ memory: AttemptMemory
    ) throws -> T {
        if try repairs(&trial, type, at: reference, memory, acceptsNil: false) {
            do {
                let value = try initialize(type, traits, at: reference.without(.collecting))
                memory.forgetFinished(after: trial.known)
                return value
            } catch {
                failRepairing(&trial, error)
            }
        }
        return try recoverModel(type, traits, at: reference, trial, memory)
    }

    /// The last part of ``repairModel(_:_:at:_:_:)``: a separate function, because it uses the type `T?`.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    private func recoverModel<T: Decodable>(
        _ type: T.Type, _ traits: DecodableTraits, at reference: ValueReference, _ trial: Trial, _ memory: AttemptMemory
    ) throws -> T {
        let value = try recover(type, traits.kind, at: reference, trial, memory, acceptsNil: false) {
            try initialize(type, traits, at: $0)
        }
        guard let value else { throw strictError(type, at: reference) }
        return value
    }

    /// Decodes a model by its own `init(from:)`, in the mode of the reference.
    @inline(__always)
    func initialize<T: Decodable>(_ type: T.Type, _ traits: DecodableTraits, at reference: ValueReference) throws -> T {
        let decoder = ValueDecoder(core: self, reference: reference.inside(traits.id))
        if call.examinesModels { return try initializeExamining(type, decoder, at: reference) }
        return try type.init(from: decoder)
    }

    /// Decodes a model as part of a strict attempt, or without rules.
    @inline(__always)
    func initializeStrictly<T: Decodable>(_ type: T.Type, _ traits: DecodableTraits, at reference: ValueReference)
        throws
        -> T
    {
        if policy == nil {
            return try type.init(from: ValueDecoder(core: self, reference: reference.inside(traits.id)))
        }
        if current(reference).isRepairing { return try initializeLater(type, traits, at: reference) }
        do {
            return try initialize(type, traits, at: reference)
        } catch {
            return try failed(type, traits, at: reference, error)
        }
    }

    /// Decodes a model that is requested from a decoder that another model has kept, after its attempt.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    @inline(never)
    private func initializeLater<T: Decodable>(
        _ type: T.Type, _ traits: DecodableTraits, at reference: ValueReference
    ) throws -> T {
        try decodeModel(type, traits, at: current(reference))
    }

    /// Records the failure of a model in a strict attempt.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func failed<T: Decodable>(
        _ type: T.Type, _ traits: DecodableTraits, at reference: ValueReference, _ error: any Error
    ) throws -> T {
        if current(reference).isRepairing { return try initializeLater(type, traits, at: reference) }
        if reference.index != TapePosition.nothing, let memory {
            // Rules that are turned off here may be consulted about a value around this one.
            reject(reference)
            if !reference.has(.rulesDisabled) {
                memory.note(attempt(type, at: reference), error)
            }
        }
        throw error
    }

    /// Counts a value in a strict attempt about which rules can be consulted.
    @inline(never)
    func reject(_ reference: ValueReference) { inlinedReject(reference) }

    /// ``reject(_:)`` without a call, for a failed attempt.
    @inline(__always)
    func inlinedReject(_ reference: ValueReference) {
        guard let memory = uncountedMemory else { return }
        if call.onlyDropsElements, reference.parent == TapePosition.noContainer || tape[reference.parent].is(.object) {
            return
        }
        memory.with { $0.reject() }
    }

    /// The reference in the current mode: after a strict attempt has succeeded, rules are consulted about requests to
    /// decoders that the model has kept from it.
    @inline(__always)
    func current(_ reference: ValueReference) -> ValueReference {
        guard let memory = uncountedMemory, !reference.isRepairing, !reference.has(.rulesDisabled) else {
            return reference
        }
        return memory.with { $0.isAttempting } ? reference : reference.with(.repairing)
    }

    /// An attempt without rules.
    private func attempt(_ type: Any.Type, at reference: ValueReference) -> AttemptMemory.Attempt {
        AttemptMemory.Attempt(
            value: reference.index, type: ObjectIdentifier(type), isRepairing: false, isReplaced: isReplaced)
    }

    /// An attempt with rules.
    private func attempt(
        _ type: Any.Type, at reference: ValueReference, acceptsNil: Bool
    ) -> AttemptMemory.Attempt {
        AttemptMemory.Attempt(
            value: reference.index, type: ObjectIdentifier(type), isRepairing: true, isReplaced: isReplaced,
            model: reference.model, acceptsNil: acceptsNil)
    }

    /// Decodes a value strictly, and if that fails with rules.
    ///
    /// - Parameter decode: decodes the value by user code, in the mode of the given reference.
    /// - Returns: `nil` if a rule answers with it and it is accepted.
    @_semantics("optimize.sil.specialize.generic.never")
    func strictlyFirst<T: Decodable>(
        _ type: T.Type, _ kind: DecodableTraits.Kind, at reference: ValueReference, acceptsNil: Bool,
        _ decode: (ValueReference) throws -> T
    ) throws -> T? {
        guard let memory else { return try decode(reference) }
        let marks = marks(memory)
        defer { memory.forget(after: marks.known) }
        var trial: Trial
        if marks.known > 0, let error = remembered(type, at: reference, memory) {
            trial = Trial(marks, error)
        } else {
            memory.beginAttempt()
            defer { memory.endAttempt() }
            do {
                return try decode(reference.strict)
            } catch {
                trial = failStrictly(marks, memory, error)
            }
        }
        if try repairs(&trial, type, at: reference, memory, acceptsNil: acceptsNil) {
            do {
                let value = try decode(reference.without(.collecting))
                memory.forgetFinished(after: trial.known)
                return value
            } catch {
                failRepairing(&trial, error)
            }
        }
        return try recover(type, kind, at: reference, trial, memory, acceptsNil: acceptsNil, decode)
    }

    /// What has been counted before a value is decoded strictly first.
    struct Marks {
        /// The number of changes in the report.
        let mark: Int
        /// The number of failures in the memory.
        let known: Int
        /// The number of values in strict attempts about which rules can be consulted.
        let rejections: Int
    }

    @inline(__always)
    func marks(_ memory: AttemptMemory) -> Marks {
        Marks(
            mark: call.repairing?.report.with { $0.mark } ?? 0, known: memory.mark, rejections: memory.rejections)
    }

    /// A value whose strict attempt has failed.
    struct Trial {
        let mark: Int
        let known: Int
        /// The error of the last attempt.
        var error: (any Error)?
        /// Whether the strict attempt found values about which rules can be consulted. If not, the type itself rejected
        /// its input.
        var hasRejections = true
        /// Whether no rule can help any more.
        var isHopeless = false

        init(_ marks: Marks, _ error: any Error) {
            (mark, known) = (marks.mark, marks.known)
            self.error = error
        }

        func throwError() throws {
            if let error { throw error }
        }
    }

    /// The error of the strict attempt, if it has been made.
    @inline(never)
    private func remembered(_ type: Any.Type, at reference: ValueReference, _ memory: AttemptMemory) -> (any Error)? {
        if reference.index == TapePosition.nothing { return nil }
        return memory.error(of: attempt(type, at: reference))
    }

    /// Undoes the changes of a strict attempt that has failed.
    @inline(never)
    func failStrictly(_ marks: Marks, _ memory: AttemptMemory, _ error: any Error) -> Trial {
        call.repairing?.report.with { $0.undo(to: marks.mark, because: error) }
        var trial = Trial(marks, error)
        trial.hasRejections = memory.rejections != marks.rejections
        return trial
    }

    /// Whether to decode a value again, with rules, after its strict attempt has failed.
    ///
    /// - Throws: the strict error, if nothing is repaired any more or a rule has ended the decode;
    ///   ``DecodedDocument/refusal``, if there is one.
    @inline(never)
    private func repairs(
        _ trial: inout Trial, _ type: Any.Type, at reference: ValueReference, _ memory: AttemptMemory, acceptsNil: Bool
    ) throws -> Bool {
        if let refusal = document.refusal { throw refusal }
        guard trial.error != nil else { return false }
        if isExhausted || repairsDisabled || !reference.isCollecting && RuleRefusal.caused(trial.error) {
            try trial.throwError()
        }
        if !call.hasRules { trial.isHopeless = true }
        if remembers(memory, reference),
            let earlier = memory.error(of: attempt(type, at: reference, acceptsNil: acceptsNil))
        {
            trial.error = earlier
            trial.isHopeless = true
        }
        guard trial.hasRejections, !trial.isHopeless else { return false }
        // If the next attempt fails, its error replaces this one. Released now, its path is used again.
        trial.error = nil
        return true
    }

    private func remembers(_ memory: AttemptMemory, _ reference: ValueReference) -> Bool {
        (memory.keepsAll || isReplaced) && reference.index != TapePosition.nothing
    }

    @inline(never)
    private func failRepairing(_ trial: inout Trial, _ error: any Error) {
        collector?.undo(to: trial.mark, because: error)
        memory?.countFailure(limit: document.attemptLimit)
        trial.error = error
    }

    /// Handles a value that could not be decoded even with rules for the values inside it.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    private func recover<T: Decodable>(
        _ type: T.Type, _ kind: DecodableTraits.Kind, at reference: ValueReference, _ trial: Trial,
        _ memory: AttemptMemory,
        acceptsNil: Bool, _ decode: (ValueReference) throws -> T
    ) throws -> T? {
        guard var failure = trial.error else { return nil }
        if !trial.isHopeless {
            do {
                return try recover(
                    type, kind, at: reference.without(.collecting), from: failure, acceptsNil: acceptsNil)
            } catch {
                if remembers(memory, reference) {
                    memory.note(attempt(type, at: reference, acceptsNil: acceptsNil), error)
                }
                failure = error
            }
        }
        guard reference.isCollecting, let problems, !isExhausted else { throw failure }
        let value = try collect(type, at: reference, problems, failure, acceptsNil: acceptsNil, decode)
        memory.forgetFinished(after: trial.known)
        return value
    }

    /// Handles an error thrown by a type's own code. If it concerns the value itself (not a value inside it), rules are
    /// consulted. `nil` if a rule answers with it and it is accepted.
    @_semantics("optimize.sil.specialize.generic.never")
    private func recover<T: Decodable>(
        _ type: T.Type, _ kind: DecodableTraits.Kind, at reference: ValueReference, from error: any Error,
        acceptsNil: Bool
    ) throws -> T? {
        if isExhausted || repairsDisabled || RuleRefusal.caused(error) { throw error }
        var repaired = Repaired<T>.declined
        if let situation = situation(of: error, type, kind, at: reference) {
            repaired = try consult(type, at: reference, in: situation, error: error, acceptsNil: acceptsNil)
        }
        if case .declined = repaired {
            repaired = try consult(type, at: reference, in: .failure, error: error, acceptsNil: acceptsNil)
        }
        if case .declined = repaired {
            repaired = try replaceUnrepaired(type, at: reference, error: error, acceptsNil: acceptsNil)
        }
        return try repaired.orElse { throw error }
    }

    /// Decodes the top-level value of a type that needs a configuration.
    func decode<T: DecodableWithConfiguration>(
        _ type: T.Type, configuration: T.DecodingConfiguration
    ) throws -> T {
        let reference = ruled(top, type).inside(types.traits(of: type).id)
        let mark = collector?.mark ?? 0
        memory?.beginAttempt()
        do {
            defer { memory?.endAttempt() }
            return try type.init(
                from: ValueDecoder(core: self, reference: reference.strict), configuration: configuration)
        } catch {
            memory?.forget(after: 0)
            if !reference.isRepairing || RuleRefusal.caused(error) { throw error }
            collector?.undo(to: mark, because: error)
            return try type.init(from: ValueDecoder(core: self, reference: reference), configuration: configuration)
        }
    }

    /// The situation for an error thrown by a type's own code, if the error concerns the value itself; `nil` otherwise.
    private func situation(
        of error: any Error, _ type: Any.Type, _ kind: DecodableTraits.Kind, at reference: ValueReference
    ) -> RepairSituation? {
        guard let error = error as? DecodingError, let context = error.context,
            context.codingPath.count == depth(of: reference)
        else { return nil }
        if let effect = RuleRefusal.effect(of: error) { return effect == .rejectsCase ? .unknownCase : nil }
        let isNull = tape[reference.index].is(.null)
        switch error {
        case .dataCorrupted where kind == .rawEnum: return tape[reference.index].isContainer ? nil : .unknownCase
        case .dataCorrupted where kind == .date || kind == .data: return .mismatch
        // An enumeration with associated values, and no member with the name of a case.
        case .typeMismatch(let requested, _)
        where kind == .plain && requested == type && tape[reference.index].is(.object) && EnumCases.isEnumeration(type):
            return .unknownCase
        // A scalar with invalid content for the type, such as the text of a `UUID`.
        case .dataCorrupted: return tape[reference.index].isContainer || isNull ? nil : .mismatch
        case .typeMismatch, .valueNotFound: return isNull ? .null : .mismatch
        default: return nil
        }
    }
}
