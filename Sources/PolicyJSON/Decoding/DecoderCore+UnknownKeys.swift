@_spi(Cursor) internal import JSONTape

// The members of objects that models do not request.
extension DecoderCore {
    /// Decodes a model and consults the rules about the members that it did not request.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func decodeWatchingKeys<T: Decodable>(
        _ type: T.Type, _ decoder: some Decoder, at reference: ValueReference, _ asked: AskedKeys
    ) throws -> T {
        let frame = asked.begin(reference.index)
        let end = reference.index == TapePosition.nothing ? reference.index : tape.position(after: reference.index)
        do {
            let value = try type.init(from: decoder)
            for object in asked.end(frame, before: end, in: tape) {
                let model =
                    (decoder as? ValueDecoder)?.reference.model ?? reference.inside(types.traits(of: type).id).model
                if let kept = object.kept {
                    try keepMembers(kept, of: object.index, model: model, asked: object.values, type)
                } else if call.situations.contains(.unknownKey) {
                    try checkUnknownKeys(type, of: object.index, model: model, asked: object.values, reference)
                }
            }
            return value
        } catch {
            asked.abandon(frame, before: end)
            throw error
        }
    }

    /// The members of an object that were not requested, in their order: of several with the same name only the one that counts.
    @_optimize(size)
    private func unknownMembers(of object: TapePosition, model: UInt32, _ asked: AskedKeys.Values) -> [TapePosition] {
        var members: [TapePosition] = []
        var asked = asked
        func examine(_ value: TapePosition) -> Bool {
            if !asked.contains(value), document.askedKeys?.isSelector(value) != true { members.append(value) }
            return true
        }
        if !call.convertsKeys, tape[object].hasPlainKeys {
            tape.forEachKey(in: object) { examine($0.value) }
            return members
        }
        indexed(for: object, model: model).forEachMember(of: object) { examine($1) }
        return zip(members, members.dropFirst()).allSatisfy { $0 < $1 }
            ? members : members.inOrder { members[$0] < members[$1] }
    }

    @_optimize(size)
    @inline(never)
    private func checkUnknownKeys(
        _ type: Any.Type, of object: TapePosition, model: UInt32, asked: AskedKeys.Values, _ value: ValueReference
    ) throws {
        guard let policy, !value.has(.rulesDisabled) else { return }
        let parent = reference(toContainer: object)
        for member in unknownMembers(of: object, model: model, asked) {
            let reference = parent.member(member)
            let context = DecodingRuleContext(
                requestedType: type, situation: .unknownKey, kind: JSONKind(tape[member].kind), acceptsNil: false,
                core: self, reference: reference)
            guard var walk = policy.walk(context) else { continue }
            let answer = policy.nextAnswer(&walk, context)
            let rule = policy.entries[walk.entry]
            switch answer.action {
            case .decline: continue
            case .report: note(.keyReported, by: rule, context, at: reference, result: "left out")
            case .fail(let reason):
                let rejection = refusal(reason, by: rule, context)
                guard value.isCollecting, let problems else { throw rejection }
                log(rejection, problems, about: reference)
            default: throw misfit(answer, of: rule, context)
            }
        }
    }

    /// The property that keeps the members that nothing else requests from an object: filled when the model has
    /// been decoded. `nil` if no rule keeps them.
    @_optimize(size)
    @inline(never)
    func extraMembers(_ key: any CodingKey, in object: ValueReference) throws -> ExtraMembers? {
        guard call.keepsMembers, let policy, let asked = document.askedKeys, !object.has(.rulesDisabled) else {
            return nil
        }
        let context = DecodingRuleContext(
            requestedType: ExtraMembers.self, situation: .extraMembers, kind: nil, acceptsNil: false,
            core: self, reference: object.member(TapePosition.nothing), details: RequestDetails(missing: key))
        guard var walk = policy.walk(context) else { return nil }
        let answer = policy.nextAnswer(&walk, context)
        switch answer.action {
        case .decline: return nil
        case .keepMembers:
            let members = ExtraMembers()
            asked.keep(in: members.storage, by: walk.entry, of: object.index)
            return members
        case .fail(let reason): throw refusal(reason, by: policy.entries[walk.entry], context)
        default: throw misfit(answer, of: policy.entries[walk.entry], context)
        }
    }

    /// Fills the property that keeps the members of an object.
    @_optimize(size)
    @inline(never)
    private func keepMembers(
        _ kept: AskedKeys.Kept, of object: TapePosition, model: UInt32, asked: AskedKeys.Values, _ type: Any.Type
    ) throws {
        guard let policy else { return }
        let parent = reference(toContainer: object)
        let rule = policy.entries[kept.rule]
        var contents = ExtraMembers.Contents()
        for value in unknownMembers(of: object, model: model, asked) {
            let reference = parent.member(value)
            // Not the converted name.
            let name = tape.key(at: value.key)
            if contents[name] != nil { continue }
            contents[name] = try RawJSON.read(self, at: reference)
            let context = DecodingRuleContext(
                requestedType: type, situation: .extraMembers, kind: JSONKind(tape[value].kind), acceptsNil: false,
                core: self, reference: reference)
            note(.keyReported, by: rule, context, at: reference, result: "kept")
        }
        if !contents.names.isEmpty { kept.members.set(contents) }
    }
}

extension RepairSituation {
    /// The situations about members that models do not request.
    static let ofUnknownKeys: RepairSituation = [.unknownKey, .extraMembers]
}
