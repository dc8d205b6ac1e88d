@_spi(Cursor) internal import JSONTape

// What containers rarely do with members. Not in the containers themselves: most of it is compiled once for both kinds of them,
// and their own code stays short.
extension KeyedContainerState {
    /// The core for the value of a key: a derived one if the tape does not contain the key in this form (`[Int: V]`), or
    /// not in the object.
    @inline(never)
    func core(for key: some CodingKey, at index: TapePosition) -> DecoderCore {
        let found = matchesKeys ? core.core(for: key, at: index, in: reference) : core
        if key.intValue == nil || found !== core { return found }
        return index != TapePosition.nothing && (matchesKeys || core.call.convertsKeys)
            ? core.anchored(atMember: index, of: reference, under: key)
            : core.anchored(at: index, in: reference, under: key)
    }

    /// ``core(for:at:)`` for a container over the value: it keeps the key that a rule has matched, whatever containers are opened over
    /// the object meanwhile.
    @inline(never)
    @_optimize(size)
    func coreOfContainer(for key: some CodingKey, at index: TapePosition) -> DecoderCore {
        if !matchesKeys || core.document.matchedMembers?.key(of: index) == nil { return core(for: key, at: index) }
        return core.anchored(atMember: index, of: reference, under: key)
    }

    /// Repairs a member that strict decoding rejects, or that is missing. Only what is not generic over the key is specialized for
    /// the type, as repairs need it: what is generic over both would ask the runtime for metadata (measured: twice the time of
    /// a repair).
    @inline(__always)
    func repair<T: Decodable>(_ type: T.Type, _ value: TapePosition, _ key: some CodingKey) throws -> T {
        if value == TapePosition.nothing { return try repairMissing(type, key) }
        let reference = reference.member(value)
        if hasOwnCore(key) { return try core(for: key, at: value).repair(type, at: reference) }
        return try with { try $0.repair(type, at: reference) }
    }

    /// ``repair(_:_:_:)`` for types that are requested less often.
    @inline(__always)
    func repairRarely<T: Decodable>(_ type: T.Type, _ value: TapePosition, _ key: some CodingKey) throws -> T {
        if value == TapePosition.nothing { return try repairMissing(type, key) }
        return try core(for: key, at: value).repairRarely(type, at: reference.member(value))
    }

    /// ``repairOptional(_:_:_:)`` for types that are requested less often.
    @inline(__always)
    func repairOptionalRarely<T: Decodable>(
        _ type: T.Type, _ value: TapePosition, _ key: some CodingKey
    ) throws -> T? {
        try core(for: key, at: value).repairOptionalRarely(type, at: reference.member(value))
    }

    /// Whether ``core(for:at:)`` may return another core than the container's.
    @inline(never)
    private func hasOwnCore(_ key: some CodingKey) -> Bool { key.intValue != nil || matchesKeys }

    /// A separate function, so that containers' methods need no memory for an existential key, which the compiler would protect
    /// with checks in each call.
    @inline(never)
    private func repairMissing<T: Decodable>(_ type: T.Type, _ key: some CodingKey) throws -> T {
        try with { try $0.repair(type, at: reference.member(TapePosition.nothing), missing: key) }
    }

    /// Repairs a member that is requested as an optional, and that strict decoding rejects.
    @inline(__always)
    func repairOptional<T: Decodable>(_ type: T.Type, _ value: TapePosition, _ key: some CodingKey) throws -> T? {
        let reference = reference.member(value)
        if hasOwnCore(key) { return try core(for: key, at: value).repairOptional(type, at: reference) }
        return try with { try $0.repairOptional(type, at: reference) }
    }

    /// Decodes a member if keys are converted, or rules may watch for the key.
    @inline(never)
    func watchedDecode<T: Decodable>(_ type: T.Type, _ key: some CodingKey) throws -> T {
        // Before the look-up, which requests the member.
        if type == ExtraMembers.self, let extra = try core.extraMembers(key, in: reference) as? T {
            return extra
        }
        let index = value(key)
        if index == TapePosition.nothing { return try repairMissing(type, key) }
        return try core(for: key, at: index).decode(type, at: reference.member(index))
    }

    /// The value of a member that is requested as an optional scalar; `nil` if a rule that watches for optionals answers.
    @inline(never)
    func unansweredValue(_ type: any Decodable.Type, _ key: some CodingKey) -> TapePosition? {
        let index = ownValue(key)
        if !core.call.watchesOptionals { return index }
        let core = index == TapePosition.nothing ? core : core(for: key, at: index)
        return core.isAnswered(type, at: reference.member(index), missing: index == .nothing ? key : nil) ? nil : index
    }

    /// Decodes a scalar that may be missing or null, and for which rules may watch. `read` returns a value that strict decoding
    /// accepts.
    @inline(never)
    func watchedIfPresent<T: Decodable>(
        _ type: T.Type, _ key: some CodingKey, _ read: (DecoderCore, TapePosition) -> T?
    ) throws -> T? {
        let index = value(key)
        let reference = reference.member(index)
        let core = index == TapePosition.nothing ? core : core(for: key, at: index)
        if core.call.watchesOptionals, let answer = try core.askAboutOptional(type, at: reference, missing: key) {
            return answer
        }
        if let value = read(core, index) { return value }
        return core.tape[index].is(.null) ? nil : try core.repairOptional(type, at: reference)
    }

    // What follows uses the type `T?`, for which the runtime is asked on each call.

    /// Decodes a member that may be missing or null, and for which rules may watch.
    @inline(never)
    func watchedIfPresent<T: Decodable>(_ type: T.Type, _ key: some CodingKey) throws -> T? {
        if !isPlain, type == ExtraMembers.self, let extra = try watchedExtraMembers(key) as? T { return extra }
        let index = ownValue(key)
        if tape[index].is(.null) { return try nilOptional(type, key, at: index) }
        return try core(for: key, at: index).decodeOptional(type, at: reference.member(index))
    }

    /// The value of an optional property whose key is missing or whose value is null.
    @inline(__always)
    func nilOptional<T: Decodable>(_ type: T.Type, _ key: some CodingKey, at index: TapePosition) throws -> T? {
        if with({ !$0.call.answersNils }) { return nil }
        return try repairedNilOptional(type, key, at: index)
    }

    @inline(never)
    private func repairedNilOptional<T: Decodable>(
        _ type: T.Type, _ key: some CodingKey, at index: TapePosition
    ) throws -> T? {
        let core = index == TapePosition.nothing || !matchesKeys ? core : core(for: key, at: index)
        return try core.nilOptional(type, at: reference.member(index), key)
    }

    /// The property that keeps members, if a rule fills it or its key is missing.
    private func watchedExtraMembers(_ key: some CodingKey) throws -> ExtraMembers? {
        // Before the look-up, which requests the member.
        if let extra = try core.extraMembers(key, in: reference) { return extra }
        return value(key) == TapePosition.nothing ? .missing : nil
    }
}
