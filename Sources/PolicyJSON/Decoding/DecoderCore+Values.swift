import FoundationImport
@_spi(Cursor) internal import JSONTape
internal import RuntimeFacts

extension DecoderCore {
    /// Decodes the value at `reference` as any type.
    ///
    /// The frequent paths use no generic type of `T` (such as `T?`): unspecialized code requests the metadata of such a
    /// type from the runtime on every call.
    func decode<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T {
        do {
            return try decodeExamined(type, at: reference)
        } catch {
            if !call.replacesUnrepaired { throw error }
            return try replaceCollection(type, at: reference, error)
        }
    }

    /// Decodes the value at `reference`. If it is a collection that fails, no rule is consulted about it.
    @inline(__always)
    func decodeExamined<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T {
        if call.examinesValues, isExamined(type, at: reference) { return try decodeExamining(type, at: reference) }
        return try decodeUnwrapped(type, at: reference)
    }

    /// As ``decodeExamined(_:at:)``, compiled once for all calls that are rare.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func decodeExaminedRarely<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T {
        if call.examinesValues, isExamined(type, at: reference) { return try decodeExamining(type, at: reference) }
        return try decodeUnwrappedRarely(type, at: reference)
    }

    /// Decodes a value if rules watch for values or turn all rules off, or if problems are collected and rules may replace
    /// collections. A separate function, because it uses the type `T?`.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    @_optimize(size)
    private func decodeExamining<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T {
        // Without `acceptsNil`, there is a value.
        try examined(type, at: reference, acceptsNil: false) ?? decodeUnwrappedRarely(type, at: reference)
    }

    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    func examined<T: Decodable>(_ type: T.Type, at reference: ValueReference, acceptsNil: Bool) throws -> T? {
        let reference = ruled(reference, type)
        if call.watchesValues {
            switch try unwrapped(type, at: reference, acceptsNil: acceptsNil) {
            case .value(let value): return value
            case .null: return nil
            case .declined, .nestedNil, .dropped: break
            }
        }
        if call.selectsVariants, case .value(let value) = try decodeVariant(type, at: reference, acceptsNil: false) {
            return value
        }
        // Collecting would find no problem in a collection that a rule replaces, but placeholders.
        if reference.isCollecting, call.replacesUnrepaired, isCollection(type, at: reference),
            let value = try? decode(type, at: reference.without(.collecting))
        {
            return value
        }
        return try decodeUnwrappedRarely(type, at: reference)
    }

    /// Whether a rule that watches for values may answer about this one.
    @inline(never)
    func isExamined(_ type: Any.Type, at reference: ValueReference) -> Bool {
        guard let policy else { return true }
        if policy.turnsAllRulesOff || reference.isCollecting { return true }
        let isTop = reference.parent == TapePosition.noContainer
        return call.watchesValues && (isTop || !policy.onlyWatchesTopLevelValues)
            || call.selectsVariants && policy.variantTypes.contains(type)
    }

    /// Decodes the value at `reference` without consulting the rules about values inside it.
    @inline(__always)
    func decodeUnwrapped<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T {
        let traits = types.traits(of: type)
        switch traits.kind {
        case .plain, .rawEnum:
            if reference.isRepairing { return try decodeModel(type, traits, at: reference) }
            return try initializeStrictly(type, traits, at: reference)
        case .optional, .collection:
            break
        case .namedStrings:
            if let value = namedStrings(at: reference) { return unsafelyCast(value) }
        case .namedDoubles:
            if let value = namedDoubles(at: reference) { return unsafelyCast(value) }
        case .namedInts:
            if let value = namedInts(at: reference) { return unsafelyCast(value) }
        case .namedBools:
            if let value = namedBools(at: reference) { return unsafelyCast(value) }
        case .doubles:
            if tape[reference.index].is(.array) { return unsafelyCast(try doubles(at: reference)) }
        case .doubleArrays:
            if let values = tape.doubleArrays(inArrayAt: reference.index) { return unsafelyCast(values) }
        case .strings:
            if tape[reference.index].is(.array) { return unsafelyCast(try strings(at: reference)) }
        case .ints:
            if tape[reference.index].is(.array) { return unsafelyCast(try ints(at: reference)) }
        case .bools:
            if tape[reference.index].is(.array) { return unsafelyCast(try bools(at: reference)) }
        case .string:
            if let value = string(at: reference.index) { return unsafelyCast(value) }
        case .int:
            if let value = integer(Int.self, at: reference.index) { return unsafelyCast(value) }
        case .double:
            if let value = double(at: reference.index) { return unsafelyCast(value) }
        default:
            return try simple(type, traits.kind, at: reference)
        }
        if traits.isOpened, let intrinsic = traits.intrinsic { return try open(intrinsic, as: type, at: reference) }
        return try repair(type, at: reference)
    }

    /// As ``decodeUnwrapped(_:at:)``, compiled once for all calls that are rare.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func decodeUnwrappedRarely<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T {
        try decodeUnwrapped(type, at: reference)
    }

    /// The value inside the one at `reference` that a rule selects instead.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func unwrapped<T: Decodable>(_ type: T.Type, at reference: ValueReference, acceptsNil: Bool) throws
        -> Repaired<T>
    {
        guard reference.index != TapePosition.nothing, anchor?.isTaken(reference) != true else { return .declined }
        let logged = problems?.logged
        do {
            return try consult(type, at: reference, in: .value, error: nil, acceptsNil: acceptsNil)
        } catch {
            return .value(try logOrThrow(type, at: reference, error, since: logged))
        }
    }

    /// Decodes a type that the decoder handles itself. Uses no generic type of `T`, unless strict decoding rejects the value, or code
    /// of the user is called.
    @inline(never)
    private func simple<T: Decodable>(_ type: T.Type, _ kind: DecodableTraits.Kind, at reference: ValueReference) throws
        -> T
    {
        switch kind {
        case .bool: if let value = bool(at: reference.index) { return unsafelyCast(value) }
        case .float: if let value = float(at: reference.index) { return unsafelyCast(value) }
        case .decimal: if let value = decimal(at: reference.index) { return unsafelyCast(value) }
        case .url where !call.watchesURLs: if let value = url(at: reference.index) { return unsafelyCast(value) }
        case .uuid: return try decodeUUID(type, at: reference)
        case .data: if options.decodesBase64, let value = try data(at: reference) { return unsafelyCast(value) }
        default: break
        }
        return try special(type, kind, at: reference)
    }

    /// Decodes a `UUID`: as a model, unless the string has the usual form and no rule examines it.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    private func decodeUUID<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T {
        if !call.examinesModels, !call.examinesValues, let bytes = tape.uuid(at: reference.index) {
            return unsafelyCast(UUID(uuid: bytes))
        }
        let traits = types.traits(of: type)
        if reference.isRepairing { return try decodeModel(type, traits, at: reference) }
        return try initializeStrictly(type, traits, at: reference)
    }

    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    private func special<T: Decodable>(_ type: T.Type, _ kind: DecodableTraits.Kind, at reference: ValueReference)
        throws -> T
    {
        if runsCode(kind, at: reference) {
            guard let value = try decodeByCode(type, kind, at: reference, acceptsNil: false) else {
                return try throwOrLog(type, at: reference)
            }
            return value
        }
        guard let value = try readStrictly(type, kind, at: reference) else { return try repair(type, at: reference) }
        if call.watchesURLs, kind == .url {
            return try askAboutURL(type, value, at: reference, acceptsNil: false) ?? value
        }
        return value
    }

    func readStrictly<T>(_ type: T.Type, _ kind: DecodableTraits.Kind, at reference: ValueReference) throws
        -> T?
    {
        do {
            return try read(type, kind, at: reference)
        } catch {
            reject(reference)
            throw error
        }
    }

    /// Decodes a value by a custom strategy, or by the `init(from:)` of `Data`.
    @_semantics("optimize.sil.specialize.generic.never")
    func decodeByCode<T: Decodable>(
        _ type: T.Type, _ kind: DecodableTraits.Kind, at reference: ValueReference, acceptsNil: Bool
    ) throws -> T? {
        try strictlyFirst(type, kind, at: reference, acceptsNil: acceptsNil) { reference in
            if let value = try read(type, kind, at: reference) { return value }
            return try throwOrLog(type, at: reference)
        }
    }

    /// Whether decoding a date or `Data` runs user code, which may try several types, and rules may be consulted.
    func runsCode(_ kind: DecodableTraits.Kind, at reference: ValueReference) -> Bool {
        guard reference.isRepairing, !tape[reference.index].is(.null) else { return false }
        switch kind {
        case .date: if case .custom = options.dates { return true }
        case .data: return !options.decodesBase64
        default: break
        }
        return false
    }

    /// Reads a type that the decoder handles itself; `nil` if strict decoding rejects the value.
    private func read<T>(_ type: T.Type, _ kind: DecodableTraits.Kind, at reference: ValueReference) throws -> T? {
        let index = reference.index
        return switch kind {
        case .string: string(at: index).map { unsafelyCast($0) }
        case .int: integer(Int.self, at: index).map { unsafelyCast($0) }
        case .double: double(at: index).map { unsafelyCast($0) }
        case .bool: bool(at: index).map { unsafelyCast($0) }
        case .float: float(at: index).map { unsafelyCast($0) }
        case .decimal: decimal(at: index).map { unsafelyCast($0) }
        case .date: try date(at: reference).map { unsafelyCast($0) }
        case .data: try data(at: reference).map { unsafelyCast($0) }
        case .url: url(at: index).map { unsafelyCast($0) }
        case .plain, .rawEnum, .uuid, .optional, .collection, .strings, .doubles, .doubleArrays, .ints, .bools,
            .namedStrings, .namedDoubles, .namedInts, .namedBools:
            nil
        }
    }

    @inline(__always)
    private func open<W: IntrinsicDecodable, T: Decodable>(
        _ intrinsic: W.Type, as type: T.Type, at reference: ValueReference
    ) throws -> T {
        if reference.isCollecting { return try openCollecting(intrinsic, as: type, at: reference) }
        return try openWhole(intrinsic, as: type, at: reference)
    }

    /// Decodes a value whose problems are collected: an error of the collection as a whole is listed, too.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    @inline(never)
    private func openCollecting<W: IntrinsicDecodable, T: Decodable>(
        _ intrinsic: W.Type, as type: T.Type, at reference: ValueReference
    ) throws -> T {
        let logged = problems?.logged
        do {
            return try openWhole(intrinsic, as: type, at: reference)
        } catch {
            return try logOrThrow(type, at: reference, error, since: logged)
        }
    }

    @inline(__always)
    private func openWhole<W: IntrinsicDecodable, T: Decodable>(
        _ intrinsic: W.Type, as type: T.Type, at reference: ValueReference
    ) throws -> T {
        if let kind = W.jsonKind, !tape[reference.index].is(kind), !takesMembers(W.self, at: reference) {
            guard let collection = windowedCollection(W.self, at: reference) else {
                return try repair(type, at: reference)
            }
            return try whole(reference) { try decodeEmptied(collection, as: type, at: reference) }
        }
        return unsafelyCast(try whole(reference) { try W.decode(self, at: reference) })
    }

    /// Decodes a collection. If it fails, the changes inside it are removed from the report.
    @inline(__always)
    private func whole<C>(_ reference: ValueReference, _ decode: () throws -> C) throws -> C {
        // The caller removes all changes of a strict attempt at once.
        guard reference.isRepairing, let collector else { return try decode() }
        let mark = collector.mark
        do {
            return try decode()
        } catch {
            collector.undo(to: mark, because: error)
            throw error
        }
    }

    /// Whether a value has the kind from which a collection is decoded, strictly or with a rule about keys.
    func accepts(_ intrinsic: any IntrinsicDecodable.Type, at reference: ValueReference) -> Bool {
        intrinsic.jsonKind.map { has($0, at: reference) || takesMembers(intrinsic, at: reference) } ?? true
    }

    /// Whether the value is an object from which a rule may decode a dictionary that strictly is an array.
    private func takesMembers(_ intrinsic: any IntrinsicDecodable.Type, at reference: ValueReference) -> Bool {
        intrinsic.takesPairs && tape[reference.index].is(.object) && call.situations.contains(.dictionaryKey)
    }
}
