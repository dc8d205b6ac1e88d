import Foundation
@_spi(Tape) internal import JSONTape

// Strict first: a value is decoded as if there were no rules, and only where that fails once more with rules. Between the
// two, a model's `init(from:)` may try one type after another: it never sees a repair of JSON that it takes as it is.
//
// What fails is tried at most twice, however deep it is: an attempt that fails notes each model on the way down to the
// failure (``AttemptMemory``), and these go on to the second try at once.
extension DecoderCore {
    /// A model, where rules may be asked.
    ///
    /// Written out, and not by ``strictlyFirst(_:_:at:acceptsNil:_:)``, so that a model that needs no rule, or only rules for
    /// what is inside it, names no generic type made of `T` (see ``decode(_:at:)``).
    @inline(never)
    func decodeModel<T: Decodable>(_ type: T.Type, _ traits: DecodableTraits, at place: Place) throws -> T {
        guard let memory else { return try initialize(type, traits, at: place) }
        var trial = begin(type, at: place, memory)
        defer { memory.forget(after: trial.known) }
        if trial.error == nil {
            memory.beginAttempt()
            defer { memory.endAttempt() }
            do {
                return try initialize(type, traits, at: place.strict)
            } catch {
                trial = failedStrictly(trial, memory, error)
            }
        }
        return try repairModel(type, traits, at: place, trial, memory)
    }

    /// A model whose strict attempt has failed.
    @inline(never)
    func repairModel<T: Decodable>(
        _ type: T.Type, _ traits: DecodableTraits, at place: Place, _ trial: Trial, _ memory: AttemptMemory
    ) throws -> T {
        var trial = trial
        if try repairs(&trial, type, at: place, memory) {
            do {
                return try initialize(type, traits, at: place.without(.collecting))
            } catch {
                failRepairing(&trial, error)
            }
        }
        return try recoverModel(type, traits, at: place, trial, memory)
    }

    /// The end of ``repairModel(_:_:at:_:_:)``: a function of its own, as it names `T?`.
    @inline(never)
    private func recoverModel<T: Decodable>(
        _ type: T.Type, _ traits: DecodableTraits, at place: Place, _ trial: Trial, _ memory: AttemptMemory
    ) throws -> T {
        let value = try recover(type, traits.kind, at: place, trial, memory, acceptsNil: false) {
            try initialize(type, traits, at: $0)
        }
        guard let value else { throw strictError(type, at: place) }
        return value
    }

    /// A model by its own `init(from:)`, in the mode of the place.
    @inline(__always)
    func initialize<T: Decodable>(_ type: T.Type, _ traits: DecodableTraits, at place: Place) throws -> T {
        let decoder = ValueDecoder(core: self, place: place.inside(traits.id))
        if let askedKeys = document.askedKeys { return try decodeWatchingKeys(type, decoder, askedKeys) }
        return try type.init(from: decoder)
    }

    /// A model as a part of a strict attempt, or without rules.
    @inline(__always)
    func initializeStrictly<T: Decodable>(_ type: T.Type, _ traits: DecodableTraits, at place: Place) throws -> T {
        if policy == nil { return try type.init(from: ValueDecoder(core: self, place: place.inside(traits.id))) }
        do {
            return try initialize(type, traits, at: place)
        } catch {
            return try failed(type, traits, at: place, error)
        }
    }

    /// A model inside a strict attempt has failed.
    @inline(never)
    private func failed<T: Decodable>(
        _ type: T.Type, _ traits: DecodableTraits, at place: Place, _ error: any Error
    ) throws -> T {
        let current = current(place)
        if current.isRepairing { return try decodeModel(type, traits, at: current) }
        if !place.has(.unruled), place.index != TapePosition.nothing, let memory {
            memory.reject()
            memory.note(attempt(type, at: place, isRepairing: false), error)
        }
        throw error
    }

    /// The same place in the mode of this moment: what a model has kept from a strict attempt is asked for what it reads after
    /// that has succeeded, and rules are asked again.
    @inline(__always)
    func current(_ place: Place) -> Place {
        if place.isRepairing || place.has(.unruled) || memory?.isAttempting ?? true { return place }
        return place.with(.repairing)
    }

    private func attempt(_ type: Any.Type, at place: Place, isRepairing: Bool) -> AttemptMemory.Attempt {
        AttemptMemory.Attempt(
            value: place.index, type: ObjectIdentifier(type), isRepairing: isRepairing, isReplaced: isReplaced)
    }

    /// Decodes a value strictly, and if that fails with the help of the rules.
    ///
    /// - Parameter decode: decodes it by code that is not the decoder's, in the mode of the place that it is given.
    /// - Returns: `nil` if a rule says so, and may.
    func strictlyFirst<T: Decodable>(
        _ type: T.Type, _ kind: DecodableTraits.Kind, at place: Place, acceptsNil: Bool, _ decode: (Place) throws -> T
    ) throws -> T? {
        guard let memory else { return try decode(place) }
        var trial = begin(type, at: place, memory)
        defer { memory.forget(after: trial.known) }
        if trial.error == nil {
            memory.beginAttempt()
            defer { memory.endAttempt() }
            do {
                return try decode(place.strict)
            } catch {
                trial = failedStrictly(trial, memory, error)
            }
        }
        if try repairs(&trial, type, at: place, memory) {
            do {
                return try decode(place.without(.collecting))
            } catch {
                failRepairing(&trial, error)
            }
        }
        return try recover(type, kind, at: place, trial, memory, acceptsNil: acceptsNil, decode)
    }

    /// How far a value has come that is decoded strictly first.
    struct Trial {
        /// How much was in the report before, and in the memory.
        let mark: Int
        let known: Int
        let rejections: Int
        /// What the last attempt failed with.
        var error: (any Error)?
        /// Whether the strict attempt found values that rules can be asked about. If not, it was the type itself that rejected
        /// what it was given.
        var hasRejections = true
        /// Whether no rule can help any more.
        var isHopeless = false
    }

    @inline(__always)
    private func begin(_ type: Any.Type, at place: Place, _ memory: AttemptMemory) -> Trial {
        var trial = Trial(mark: collector?.mark ?? 0, known: memory.mark, rejections: memory.rejections)
        if trial.known > 0 { remember(&trial, type, at: place, memory) }
        return trial
    }

    @inline(never)
    private func remember(_ trial: inout Trial, _ type: Any.Type, at place: Place, _ memory: AttemptMemory) {
        if place.index == TapePosition.nothing { return }
        trial.error = memory.error(of: attempt(type, at: place, isRepairing: false))
    }

    @inline(never)
    func failedStrictly(_ trial: Trial, _ memory: AttemptMemory, _ error: any Error) -> Trial {
        collector?.takeBack(to: trial.mark, because: error)
        var trial = trial
        trial.error = error
        trial.hasRejections = memory.rejections != trial.rejections
        return trial
    }

    /// Whether to decode a value whose strict attempt has failed once more, with rules.
    ///
    /// - Throws: the strict error, where nothing is repaired any more or a rule has ended the decode.
    @inline(never)
    private func repairs(
        _ trial: inout Trial, _ type: Any.Type, at place: Place, _ memory: AttemptMemory
    ) throws -> Bool {
        guard let policy, let error = trial.error else { return false }
        if collector?.isExhausted == true || repairsDisabled { throw error }
        if !place.isCollecting, RuleRefusal.caused(error) { throw error }
        if policy.entries.isEmpty { trial.isHopeless = true }
        if remembers(memory, place),
            let earlier = memory.error(of: attempt(type, at: place, isRepairing: true))
        {
            trial.error = earlier
            trial.isHopeless = true
        }
        return trial.hasRejections && !trial.isHopeless
    }

    private func remembers(_ memory: AttemptMemory, _ place: Place) -> Bool {
        (memory.keepsAll || isReplaced) && place.index != TapePosition.nothing
    }

    @inline(never)
    private func failRepairing(_ trial: inout Trial, _ error: any Error) {
        collector?.takeBack(to: trial.mark, because: error)
        trial.error = error
    }

    /// A value that could not be decoded, also not with rules for what is inside it.
    @inline(never)
    private func recover<T: Decodable>(
        _ type: T.Type, _ kind: DecodableTraits.Kind, at place: Place, _ trial: Trial, _ memory: AttemptMemory,
        acceptsNil: Bool, _ decode: (Place) throws -> T
    ) throws -> T? {
        guard var failure = trial.error else { return nil }
        if !trial.isHopeless {
            do {
                return try recover(type, kind, at: place.without(.collecting), from: failure, acceptsNil: acceptsNil)
            } catch {
                if remembers(memory, place) { memory.note(attempt(type, at: place, isRepairing: true), error) }
                failure = error
            }
        }
        guard place.isCollecting, let problems, collector?.isExhausted != true else { throw failure }
        return try collect(type, at: place, problems, acceptsNil: acceptsNil, decode)
    }

    /// What comes of an error thrown by a type's own code: an error about the value itself (not about something inside it) is
    /// put before the rules. `nil`: a rule said so, and may.
    private func recover<T: Decodable>(
        _ type: T.Type, _ kind: DecodableTraits.Kind, at place: Place, from error: any Error, acceptsNil: Bool
    ) throws -> T? {
        if collector?.isExhausted == true || repairsDisabled || RuleRefusal.caused(error) { throw error }
        if let situation = situation(of: error, kind, at: place) {
            switch try repair(type, at: place, in: situation, error: error, acceptsNil: acceptsNil) {
            case .value(let value): return value
            case .null: return nil
            case .declined, .innerNull, .dropped: break
            }
        }
        if policy?.situations.contains(.failure) == true {
            switch try repair(type, at: place, in: .failure, error: error, acceptsNil: acceptsNil) {
            case .value(let value): return value
            case .null: return nil
            case .declined, .innerNull, .dropped: break
            }
        }
        throw error
    }

    /// Decodes the top-level value of a type that needs a configuration.
    func decode<T: DecodableWithConfiguration>(
        _ type: T.Type, configuration: T.DecodingConfiguration
    ) throws -> T {
        let place = top
        let mark = collector?.mark ?? 0
        memory?.beginAttempt()
        do {
            defer { memory?.endAttempt() }
            return try type.init(from: ValueDecoder(core: self, place: place.strict), configuration: configuration)
        } catch {
            memory?.forget(after: 0)
            if !place.isRepairing || RuleRefusal.caused(error) { throw error }
            collector?.takeBack(to: mark, because: error)
            return try type.init(from: ValueDecoder(core: self, place: place), configuration: configuration)
        }
    }

    /// What an error thrown by a type's own code says about the value itself; `nil` where it is about another.
    private func situation(of error: any Error, _ kind: DecodableTraits.Kind, at place: Place) -> RepairSituation? {
        guard let error = error as? DecodingError, let context = error.context,
            context.codingPath.count == depth(of: place)
        else { return nil }
        let isNull = tape[place.index].is(.null)
        switch error {
        case .dataCorrupted where kind == .rawEnum: return tape[place.index].isContainer ? nil : .unknownCase
        case .dataCorrupted where kind == .date || kind == .data: return .mismatch
        // A scalar that does not say what the type needs, such as the text of a `UUID`.
        case .dataCorrupted: return tape[place.index].isContainer || isNull ? nil : .mismatch
        case .typeMismatch, .valueNotFound: return isNull ? .null : .mismatch
        default: return nil
        }
    }
}
