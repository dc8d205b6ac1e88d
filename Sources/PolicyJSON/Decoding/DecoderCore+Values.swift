import Foundation
@_spi(Tape) internal import JSONTape

extension DecoderCore {
    /// Decodes the value at `place` as any type.
    ///
    /// Written so that the ways that are taken often name no generic type made of `T` (`T?` and the like): unspecialised
    /// code asks the runtime for the metadata of such a type on every call.
    func decode<T: Decodable>(_ type: T.Type, at place: Place) throws -> T {
        if watchesValues { return try decodeUnwrapping(type, at: place) }
        return try decodeUnwrapped(type, at: place)
    }

    /// The same, where rules want to see values first. A function of its own, as it names `T?`.
    @inline(never)
    private func decodeUnwrapping<T: Decodable>(_ type: T.Type, at place: Place) throws -> T {
        if let value = try unwrapped(type, at: place) { return value }
        return try decodeUnwrapped(type, at: place)
    }

    /// The same, without asking the rules whether to look further inside.
    @inline(__always)
    func decodeUnwrapped<T: Decodable>(_ type: T.Type, at place: Place) throws -> T {
        let traits = types.traits(of: type)
        switch traits.kind {
        case .plain, .rawEnum:
            let decoder = ValueDecoder(core: self, place: place.inside(traits.id))
            if policy == nil { return try T(from: decoder) }
            let mark = collector?.mark ?? 0
            do {
                return try make(type, decoder)
            } catch {
                return try recovered(type, traits.kind, at: place, mark: mark, from: error)
            }
        case .optional, .collection:
            break
        case .namedStrings:
            if let value = namedStrings(at: place) { return Self.same(value) }
        case .namedDoubles:
            if let value = namedDoubles(at: place) { return Self.same(value) }
        case .namedInts:
            if let value = namedInts(at: place) { return Self.same(value) }
        case .namedBools:
            if let value = namedBools(at: place) { return Self.same(value) }
        case .doubles:
            if tape[place.index].is(.array) { return Self.same(try doubles(at: place)) }
        case .strings:
            if tape[place.index].is(.array) { return Self.same(try strings(at: place)) }
        case .ints:
            if tape[place.index].is(.array) { return Self.same(try ints(at: place)) }
        case .bools:
            if tape[place.index].is(.array) { return Self.same(try bools(at: place)) }
        case .string:
            if let value = string(at: place.index) { return Self.same(value) }
        case .int:
            if let value = integer(Int.self, at: place.index) { return Self.same(value) }
        case .double:
            if let value = double(at: place.index) { return Self.same(value) }
        default:
            return try simple(type, traits.kind, at: place)
        }
        if traits.isOpened, let intrinsic = traits.intrinsic { return try open(intrinsic, as: type, at: place) }
        return try mend(type, at: place)
    }

    /// Decodes the value at `place`, which is there, as an optional.
    func decodeOptional<T: Decodable>(_ type: T.Type, at place: Place) throws -> T? {
        if tape[place.index].is(.null) { return nil }
        if policy == nil { return try decode(type, at: place) }
        return try decodeOptionalRepairing(type, at: place)
    }

    /// The same under a policy, which may answer with `nil`.
    @inline(never)
    private func decodeOptionalRepairing<T: Decodable>(_ type: T.Type, at place: Place) throws -> T? {
        let traits = TypeTraits.of(type)
        if let intrinsic = traits.intrinsic {
            return accepts(intrinsic, at: place) ? try decode(type, at: place) : try mendOptional(type, at: place)
        }
        switch traits.kind {
        case .plain, .rawEnum:
            let mark = collector?.mark ?? 0
            do {
                if watchesValues, let value = try unwrapped(type, at: place) { return value }
                return try make(type, ValueDecoder(core: self, place: place.inside(traits.id)))
            } catch {
                return try recover(type, traits.kind, at: place, mark: mark, from: error, acceptsNil: true)
            }
        default:
            if watchesStrings, traits.kind == .string, let answer = try askAboutBlank(at: place) {
                return answer.map { Self.same($0) }
            }
            let mark = collector?.mark ?? 0
            do {
                if let value = try read(type, traits.kind, at: place) { return value }
            } catch {
                return try recover(type, traits.kind, at: place, mark: mark, from: error, acceptsNil: true)
            }
            return try mendOptional(type, at: place)
        }
    }

    /// A model, under a policy.
    @inline(__always)
    private func make<T: Decodable>(_ type: T.Type, _ decoder: ValueDecoder) throws -> T {
        if !watchesModels { return try T(from: decoder) }
        return try makeWatching(type, decoder)
    }

    @inline(never)
    private func makeWatching<T: Decodable>(_ type: T.Type, _ decoder: ValueDecoder) throws -> T {
        // As always, at first: what a model catches itself is no problem.
        let core = decoder.core.trying()
        let decoder = ValueDecoder(core: core, place: decoder.place)
        guard let askedKeys else { return try T(from: decoder) }
        return try decodeWatchingKeys(type, decoder, askedKeys)
    }

    /// A value inside the one at `place` that a rule takes for it; `nil`: none does.
    @inline(never)
    private func unwrapped<T: Decodable>(_ type: T.Type, at place: Place) throws -> T? {
        guard place.index != Tape.nothing else { return nil }
        switch try repair(type, at: place, on: .value, error: nil, acceptsNil: false) {
        case .value(let value): return value
        case .declined, .null, .innerNull, .dropped: return nil
        }
    }

    @inline(never)
    private func simple<T: Decodable>(_ type: T.Type, _ kind: TypeTraits.Kind, at place: Place) throws -> T {
        let mark = collector?.mark ?? 0
        do {
            if let value = try read(type, kind, at: place) { return value }
        } catch {
            // A strategy of the user's own has thrown.
            return try recovered(type, kind, at: place, mark: mark, from: error)
        }
        return try mend(type, at: place)
    }

    /// A type that the decoder knows, where strict decoding takes what is there; else `nil`.
    private func read<T>(_ type: T.Type, _ kind: TypeTraits.Kind, at place: Place) throws -> T? {
        let index = place.index
        return switch kind {
        case .string: string(at: index).map { Self.same($0) }
        case .int: integer(Int.self, at: index).map { Self.same($0) }
        case .double: double(at: index).map { Self.same($0) }
        case .bool: bool(at: index).map { Self.same($0) }
        case .float: float(at: index).map { Self.same($0) }
        case .decimal: decimal(at: index).map { Self.same($0) }
        case .date: try date(at: place).map { Self.same($0) }
        case .data: try data(at: place).map { Self.same($0) }
        case .url: url(at: index).map { Self.same($0) }
        case .plain, .rawEnum, .optional, .collection, .strings, .doubles, .ints, .bools, .namedStrings, .namedDoubles,
            .namedInts, .namedBools:
            nil
        }
    }

    /// The value as `T`, which is known to be its type: `TypeTraits` compared the types.
    @inline(__always)
    static func same<V, T>(_ value: V) -> T { unsafe unsafeBitCast(value, to: T.self) }

    @inline(__always)
    private func open<W: IntrinsicDecodable, T: Decodable>(
        _ intrinsic: W.Type, as type: T.Type, at place: Place
    ) throws -> T {
        if let kind = W.jsonKind, !tape[place.index].is(kind) { return try mend(type, at: place) }
        return Self.same(try whole { try W.decode(self, at: place) })
    }

    /// A collection, of which nothing stays in the report if it fails.
    @inline(__always)
    private func whole<C>(_ decode: () throws -> C) throws -> C {
        guard let collector else { return try decode() }
        let mark = collector.mark
        do {
            return try decode()
        } catch {
            collector.takeBack(to: mark, because: error)
            throw error
        }
    }

    private func accepts<W: IntrinsicDecodable>(_ intrinsic: W.Type, at place: Place) -> Bool {
        W.jsonKind.map { tape[place.index].is($0) } ?? true
    }

    /// What comes of an error thrown by a type's `init(from:)`: what the failed attempt had mended is taken back, and an
    /// error about the value itself (not about something inside it) is put before the rules. `nil`: a rule said so, and
    /// may.
    @inline(never)
    private func recover<T: Decodable>(
        _ type: T.Type, _ kind: TypeTraits.Kind, at place: Place, mark: Int, from error: any Error, acceptsNil: Bool
    ) throws -> T? {
        if policy == nil { throw error }
        collector?.takeBack(to: mark, because: error)
        if collector?.isExhausted == true || isLost { throw error }
        if RuleRefusal.caused(error) {
            guard let problems else { throw error }
            log(error, problems, at: path(to: place), place)
            return try collect(type, at: place, problems, acceptsNil: acceptsNil)
        }
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
        if let problems { return try collect(type, at: place, problems, acceptsNil: acceptsNil) }
        throw error
    }

    @inline(never)
    private func recovered<T: Decodable>(
        _ type: T.Type, _ kind: TypeTraits.Kind, at place: Place, mark: Int, from error: any Error
    ) throws -> T {
        guard let value = try recover(type, kind, at: place, mark: mark, from: error, acceptsNil: false) else {
            throw error
        }
        return value
    }

    /// What an error thrown by a type's `init(from:)` says about the value itself; `nil` where it is about another.
    private func occasion(of error: any Error, _ kind: TypeTraits.Kind, at place: Place) -> RepairOccasion? {
        guard let error = error as? DecodingError, let context = error.context,
            context.codingPath.count == path(to: place).count
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
