import Foundation
@_spi(Tape) internal import JSONTape

// Strict first: a value is decoded as if there were no rules, and only where that fails once more with rules. Between the
// two, a model's `init(from:)` may try one type after another: it never sees a repair of JSON that it takes as it is.
//
// What fails is tried at most twice, however deep it is: an attempt that fails notes each model on the way down to the
// failure (``AttemptMemory``), and these go on to the second try at once.
extension DecoderCore {
    /// A model, where rules may be asked.
    @inline(never)
    func decodeModel<T: Decodable>(_ type: T.Type, _ traits: TypeTraits, at place: Place) throws -> T {
        let value = try strictlyFirst(type, traits.kind, at: place, acceptsNil: false) {
            try initialize(type, traits, at: $0)
        }
        guard let value else { throw strictError(type, at: place) }
        return value
    }

    /// A model by its own `init(from:)`, in the mode of the place.
    @inline(__always)
    func initialize<T: Decodable>(_ type: T.Type, _ traits: TypeTraits, at place: Place) throws -> T {
        let decoder = ValueDecoder(core: self, place: place.inside(traits.id))
        if let askedKeys { return try decodeWatchingKeys(type, decoder, askedKeys) }
        return try type.init(from: decoder)
    }

    /// A model as a part of a strict attempt, or without rules.
    @inline(__always)
    func initializeStrictly<T: Decodable>(_ type: T.Type, _ traits: TypeTraits, at place: Place) throws -> T {
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
        _ type: T.Type, _ traits: TypeTraits, at place: Place, _ error: any Error
    ) throws -> T {
        let current = current(place)
        if current.isRepairing { return try decodeModel(type, traits, at: current) }
        if !place.has(.unruled), place.index != Tape.nothing, let memory {
            memory.reject()
            memory.note(attempt(type, at: place, isRepairing: false), error)
        }
        throw error
    }

    /// The same place in the mode of this moment: what a model has kept from a strict attempt is asked for what it reads after
    /// that has succeeded, and rules are asked again.
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
        _ type: T.Type, _ kind: TypeTraits.Kind, at place: Place, acceptsNil: Bool, _ decode: (Place) throws -> T
    ) throws -> T? {
        guard let memory else { return try decode(place) }
        let (mark, known) = (collector?.mark ?? 0, memory.mark)
        defer { memory.forget(after: known) }
        let strict = attempt(type, at: place, isRepairing: false)
        let strictError: any Error
        var hasRejections = true
        if let error = memory.error(of: strict), place.index != Tape.nothing {
            strictError = error
        } else {
            let rejections = memory.rejections
            memory.beginAttempt()
            defer { memory.endAttempt() }
            do {
                return try decode(place.strict)
            } catch {
                collector?.takeBack(to: mark, because: error)
                strictError = error
                hasRejections = memory.rejections != rejections
            }
        }
        return try repairing(type, kind, at: place, acceptsNil: acceptsNil, strictError, hasRejections, mark, decode)
    }

    /// A value whose strict attempt has failed.
    ///
    /// - Parameter hasRejections: whether the attempt found values that rules can be asked about. If not, it was the type
    ///   itself that rejected what it was given.
    @inline(never)
    private func repairing<T: Decodable>(
        _ type: T.Type, _ kind: TypeTraits.Kind, at place: Place, acceptsNil: Bool, _ strictError: any Error,
        _ hasRejections: Bool, _ mark: Int, _ decode: (Place) throws -> T
    ) throws -> T? {
        guard let policy, let memory else { throw strictError }
        let problems = place.isCollecting ? problems : nil
        if collector?.isExhausted == true || isLost { throw strictError }
        if problems == nil, RuleRefusal.caused(strictError) { throw strictError }
        let attempt = attempt(type, at: place, isRepairing: true)
        let remembers = (memory.keepsAll || isReplaced) && place.index != Tape.nothing
        var failure: (any Error)?
        if remembers { failure = memory.error(of: attempt) }
        if policy.entries.isEmpty { failure = strictError }
        if failure == nil {
            var error = strictError
            do {
                if hasRejections { return try decode(place.without(.collecting)) }
            } catch let latest {
                collector?.takeBack(to: mark, because: latest)
                error = latest
            }
            do {
                return try recover(type, kind, at: place.without(.collecting), from: error, acceptsNil: acceptsNil)
            } catch {
                if remembers { memory.note(attempt, error) }
                failure = error
            }
        }
        guard let problems, collector?.isExhausted != true else { throw failure ?? strictError }
        return try collect(type, at: place, problems, acceptsNil: acceptsNil, decode)
    }

    /// What comes of an error thrown by a type's own code: an error about the value itself (not about something inside it) is
    /// put before the rules. `nil`: a rule said so, and may.
    private func recover<T: Decodable>(
        _ type: T.Type, _ kind: TypeTraits.Kind, at place: Place, from error: any Error, acceptsNil: Bool
    ) throws -> T? {
        if collector?.isExhausted == true || isLost || RuleRefusal.caused(error) { throw error }
        if let occasion = occasion(of: error, kind, at: place) {
            switch try repair(type, at: place, on: occasion, error: error, acceptsNil: acceptsNil) {
            case .value(let value): return value
            case .null: return nil
            case .declined, .innerNull, .dropped: break
            }
        }
        if policy?.watched.contains(.failures) == true {
            switch try repair(type, at: place, on: .failure, error: error, acceptsNil: acceptsNil) {
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
    private func occasion(of error: any Error, _ kind: TypeTraits.Kind, at place: Place) -> RepairOccasion? {
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
