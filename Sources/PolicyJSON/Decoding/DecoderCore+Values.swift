import FoundationImport
@_spi(Cursor) internal import JSONTape
internal import RuntimeFacts

extension DecoderCore {
    /// Decodes the value at `place` as any type.
    ///
    /// The frequent paths use no generic type of `T` (such as `T?`): unspecialized code requests the metadata of such a
    /// type from the runtime on every call.
    func decode<T: Decodable>(_ type: T.Type, at place: ValueReference) throws -> T {
        do {
            return try decodeExamined(type, at: place)
        } catch {
            if !call.replacesUnrepaired { throw error }
            return try replaceCollection(type, at: place, error)
        }
    }

    /// Decodes the value at `place`. If it is a collection that fails, no rule is consulted about it.
    @inline(__always)
    func decodeExamined<T: Decodable>(_ type: T.Type, at place: ValueReference) throws -> T {
        if call.examinesValues { return try decodeExamining(type, at: place) }
        return try decodeUnwrapped(type, at: place)
    }

    /// Decodes a value if rules watch for values or turn all rules off, or if problems are collected and rules may replace
    /// collections. A separate function, because it uses the type `T?`.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    private func decodeExamining<T: Decodable>(_ type: T.Type, at place: ValueReference) throws -> T {
        let place = ruled(place, type)
        if call.watchesValues, let value = try unwrapped(type, at: place) { return value }
        if call.selectsVariants, case .value(let value) = try decodeVariant(type, at: place, acceptsNil: false) {
            return value
        }
        // Collecting would find no problem in a collection that a rule replaces, but placeholders.
        if place.isCollecting, call.replacesUnrepaired, isCollection(type, at: place),
            let value = try? decode(type, at: place.without(.collecting))
        {
            return value
        }
        return try decodeUnwrapped(type, at: place)
    }

    /// Decodes the value at `place` without consulting the rules about values inside it.
    @inline(__always)
    func decodeUnwrapped<T: Decodable>(_ type: T.Type, at place: ValueReference) throws -> T {
        let traits = types.traits(of: type)
        switch traits.kind {
        case .plain, .rawEnum:
            if place.isRepairing { return try decodeModel(type, traits, at: place) }
            return try initializeStrictly(type, traits, at: place)
        case .optional, .collection:
            break
        case .namedStrings:
            if let value = namedStrings(at: place) { return unsafelyCast(value) }
        case .namedDoubles:
            if let value = namedDoubles(at: place) { return unsafelyCast(value) }
        case .namedInts:
            if let value = namedInts(at: place) { return unsafelyCast(value) }
        case .namedBools:
            if let value = namedBools(at: place) { return unsafelyCast(value) }
        case .doubles:
            if tape[place.index].is(.array) { return unsafelyCast(try doubles(at: place)) }
        case .doubleArrays:
            if let values = tape.doubleArrays(inArrayAt: place.index) { return unsafelyCast(values) }
        case .strings:
            if tape[place.index].is(.array) { return unsafelyCast(try strings(at: place)) }
        case .ints:
            if tape[place.index].is(.array) { return unsafelyCast(try ints(at: place)) }
        case .bools:
            if tape[place.index].is(.array) { return unsafelyCast(try bools(at: place)) }
        case .string:
            if let value = string(at: place.index) { return unsafelyCast(value) }
        case .int:
            if let value = integer(Int.self, at: place.index) { return unsafelyCast(value) }
        case .double:
            if let value = double(at: place.index) { return unsafelyCast(value) }
        default:
            return try simple(type, traits.kind, at: place)
        }
        if traits.isOpened, let intrinsic = traits.intrinsic { return try open(intrinsic, as: type, at: place) }
        return try repair(type, at: place)
    }

    /// Decodes the value at `place`, which exists, as an optional.
    func decodeOptional<T: Decodable>(_ type: T.Type, at place: ValueReference) throws -> T? {
        if call.watchesOptionals { return try decodeWatchedOptional(type, at: place) }
        return try decodeUnwatchedOptional(type, at: place)
    }

    /// A separate function, because it uses the type `T?`.
    @inline(never)
    private func decodeWatchedOptional<T: Decodable>(_ type: T.Type, at place: ValueReference) throws -> T? {
        if let answer = try askAboutOptional(type, at: place) { return answer }
        return try decodeUnwatchedOptional(type, at: place)
    }

    /// Decodes an optional without consulting the rules that watch for optionals.
    @inline(__always)
    func decodeUnwatchedOptional<T: Decodable>(_ type: T.Type, at place: ValueReference) throws -> T? {
        if tape[place.index].is(.null) { return nil }
        if !place.isRepairing, !call.watchesURLs { return try decode(type, at: place) }
        return try decodeOptionalRepairing(type, at: place)
    }

    /// Decodes an optional for which a rule may answer with `nil`.
    @inline(never)
    private func decodeOptionalRepairing<T: Decodable>(_ type: T.Type, at place: ValueReference) throws -> T? {
        let place = call.examinesValues ? ruled(place, type) : place
        let traits = DecodableTraits.of(type)
        if let intrinsic = traits.intrinsic {
            if !accepts(intrinsic, at: place) { return try repairOptional(type, at: place) }
            if !call.replacesUnrepaired || traits.kind == .optional { return try decode(type, at: place) }
            return try decodeOptionalCollection(type, at: place)
        }
        switch traits.kind {
        case .plain, .rawEnum:
            if call.watchesValues, let value = try unwrapped(type, at: place) { return value }
            if call.selectsVariants {
                switch try decodeVariant(type, at: place, acceptsNil: true) {
                case .value(let value): return value
                case .null: return nil
                case .declined, .nestedNil, .dropped: break
                }
            }
            if !place.isRepairing { return try initializeStrictly(type, traits, at: place) }
            return try strictlyFirst(type, traits.kind, at: place, acceptsNil: true) {
                try initialize(type, traits, at: $0)
            }
        default:
            if runsCode(traits.kind, at: place) {
                return try decodeByCode(type, traits.kind, at: place, acceptsNil: true)
            }
            guard let value = try readStrictly(type, traits.kind, at: place) else {
                return try repairOptional(type, at: place)
            }
            if call.watchesURLs, traits.kind == .url {
                return try askAboutURL(type, value, at: place, acceptsNil: true)
            }
            return value
        }
    }

    /// The value inside the one at `place` that a rule selects instead; `nil` if none does.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    private func unwrapped<T: Decodable>(_ type: T.Type, at place: ValueReference) throws -> T? {
        guard place.index != TapePosition.nothing else { return nil }
        switch try consult(type, at: place, in: .value, error: nil, acceptsNil: false) {
        case .value(let value): return value
        case .declined, .null, .nestedNil, .dropped: return nil
        }
    }

    @inline(never)
    private func simple<T: Decodable>(_ type: T.Type, _ kind: DecodableTraits.Kind, at place: ValueReference) throws
        -> T
    {
        if runsCode(kind, at: place) {
            guard let value = try decodeByCode(type, kind, at: place, acceptsNil: false) else {
                return try throwOrLog(type, at: place)
            }
            return value
        }
        guard let value = try readStrictly(type, kind, at: place) else { return try repair(type, at: place) }
        if call.watchesURLs, kind == .url {
            return try askAboutURL(type, value, at: place, acceptsNil: false) ?? value
        }
        return value
    }

    private func readStrictly<T>(_ type: T.Type, _ kind: DecodableTraits.Kind, at place: ValueReference) throws -> T? {
        do {
            return try read(type, kind, at: place)
        } catch {
            reject(place)
            throw error
        }
    }

    /// Decodes a value by a custom strategy, or by the `init(from:)` of `Data`.
    @_semantics("optimize.sil.specialize.generic.never")
    private func decodeByCode<T: Decodable>(
        _ type: T.Type, _ kind: DecodableTraits.Kind, at place: ValueReference, acceptsNil: Bool
    ) throws -> T? {
        try strictlyFirst(type, kind, at: place, acceptsNil: acceptsNil) { place in
            if let value = try read(type, kind, at: place) { return value }
            return try throwOrLog(type, at: place)
        }
    }

    /// Whether decoding a date or `Data` runs user code, which may try several types, and rules may be consulted.
    private func runsCode(_ kind: DecodableTraits.Kind, at place: ValueReference) -> Bool {
        guard place.isRepairing, !tape[place.index].is(.null) else { return false }
        switch kind {
        case .date: if case .custom = options.dates { return true }
        case .data: if case .base64 = options.data { return false } else { return true }
        default: break
        }
        return false
    }

    /// Reads a type that the decoder handles itself; `nil` if strict decoding rejects the value.
    private func read<T>(_ type: T.Type, _ kind: DecodableTraits.Kind, at place: ValueReference) throws -> T? {
        let index = place.index
        return switch kind {
        case .string: string(at: index).map { unsafelyCast($0) }
        case .int: integer(Int.self, at: index).map { unsafelyCast($0) }
        case .double: double(at: index).map { unsafelyCast($0) }
        case .bool: bool(at: index).map { unsafelyCast($0) }
        case .float: float(at: index).map { unsafelyCast($0) }
        case .decimal: decimal(at: index).map { unsafelyCast($0) }
        case .date: try date(at: place).map { unsafelyCast($0) }
        case .data: try data(at: place).map { unsafelyCast($0) }
        case .url: url(at: index).map { unsafelyCast($0) }
        case .plain, .rawEnum, .optional, .collection, .strings, .doubles, .doubleArrays, .ints, .bools, .namedStrings,
            .namedDoubles, .namedInts, .namedBools:
            nil
        }
    }

    @inline(__always)
    private func open<W: IntrinsicDecodable, T: Decodable>(
        _ intrinsic: W.Type, as type: T.Type, at place: ValueReference
    ) throws -> T {
        if let kind = W.jsonKind, !tape[place.index].is(kind), !takesMembers(W.self, at: place) {
            guard let collection = windowedCollection(W.self, at: place) else {
                return try repair(type, at: place)
            }
            return try whole(place) { try decodeEmptied(collection, as: type, at: place) }
        }
        return unsafelyCast(try whole(place) { try W.decode(self, at: place) })
    }

    /// Decodes a collection. If it fails, the changes inside it are removed from the report.
    @inline(__always)
    private func whole<C>(_ place: ValueReference, _ decode: () throws -> C) throws -> C {
        // The caller removes all changes of a strict attempt at once.
        guard place.isRepairing, let collector else { return try decode() }
        let mark = collector.mark
        do {
            return try decode()
        } catch {
            collector.undo(to: mark, because: error)
            throw error
        }
    }

    /// Whether a value has the kind from which a collection is decoded, strictly or with a rule about keys.
    func accepts(_ intrinsic: any IntrinsicDecodable.Type, at place: ValueReference) -> Bool {
        intrinsic.jsonKind.map { has($0, at: place) || takesMembers(intrinsic, at: place) } ?? true
    }

    /// Whether the value is an object from which a rule may decode a dictionary that strictly is an array.
    private func takesMembers(_ intrinsic: any IntrinsicDecodable.Type, at place: ValueReference) -> Bool {
        intrinsic.takesPairs && tape[place.index].is(.object) && call.situations.contains(.dictionaryKey)
    }
}
