@_spi(Cursor) internal import JSONTape

// Questions about values that strict decoding may accept. Asked only if a rule watches for them.
extension DecoderCore {
    /// Whether a rule answers about a value that is requested as an optional, or about its missing key. Cheaper than
    /// ``askAboutOptional(_:at:missing:)``, which is compiled for each type: most values have no answer.
    @inline(never)
    func isAnswered(
        _ type: any Decodable.Type, at reference: ValueReference, missing key: (any CodingKey)? = nil
    ) -> Bool {
        let situations = optionalSituations(of: type, at: reference, missing: key)
        guard let policy, !situations.isEmpty, !repairsDisabled else { return false }
        let missing = absence(of: key, at: reference)
        return RepairSituation.ofOptionalsInOrder.contains { situation in
            guard situations.contains(situation) else { return false }
            let context = context(
                unwrapped(type), at: reference, in: situation, missing: missing, acceptsNil: true)
            guard var walk = policy.walk(context) else { return false }
            return !policy.nextAnswer(&walk, context).isDecline
        }
    }

    /// The details about a key, if it is missing.
    private func absence(of key: (any CodingKey)?, at reference: ValueReference) -> RequestDetails? {
        reference.index == TapePosition.nothing ? key.map { RequestDetails(missing: $0) } : nil
    }

    /// The situations in which rules are consulted about a value that is requested as an optional, or about its missing key.
    private func optionalSituations(
        of type: any Decodable.Type, at reference: ValueReference, missing key: (any CodingKey)?
    ) -> RepairSituation {
        if reference.has(.rulesDisabled) { return [] }
        let situations: RepairSituation
        if reference.index == TapePosition.nothing {
            // A missing key is one of the values of a `Presence`.
            situations = key == nil || types.traits(of: type).isMissable ? [] : .missingOptional
        } else {
            switch tape[reference.index].kind {
            case .null: situations = .nullOptional
            case .false, .true, .number: situations = .optionalScalar
            case .string: situations = isBlank(type, at: reference) ? [.optionalScalar, .blankString] : .optionalScalar
            default: situations = []
            }
        }
        return situations.intersection(call.situations)
    }

    /// The answer of the rules about a value that is requested as an optional, or about its missing key: `nil`, another
    /// value, or no answer.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    @_optimize(size)
    func askAboutOptional<T: Decodable>(
        _ type: T.Type, at reference: ValueReference, missing key: (any CodingKey)? = nil
    ) throws -> T?? {
        let situations = optionalSituations(of: type, at: reference, missing: key)
        let missing = absence(of: key, at: reference)
        for situation in RepairSituation.ofOptionalsInOrder where situations.contains(situation) {
            let answer = try askAboutOptional(type, at: reference, in: situation, missing: missing)
            if let answer { return answer }
        }
        return nil
    }

    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    private func askAboutOptional<T: Decodable>(
        _ type: T.Type, at reference: ValueReference, in situation: RepairSituation, missing: RequestDetails? = nil
    ) throws -> T?? {
        let repaired: Repaired<T>
        do {
            repaired = try consult(
                type, at: reference, in: situation, error: nil, missing: missing, as: unwrapped(type), acceptsNil: true)
        } catch  where RuleRefusal.effect(of: error) == .rejectsValue {
            guard reference.isCollecting, let problems, !isExhausted else {
                // The model fails, and rules are consulted about it.
                if !reference.isRepairing { reject(reference) }
                throw error
            }
            problems.add(problem(error, at: reference, missing: missing?.missingKey))
            return .some(nil)
        }
        switch repaired {
        case .null: return .some(nil)
        case .value(let value): return value
        case .declined, .nestedNil, .dropped: return nil
        }
    }

    /// The answer of the rules about a URL that strict decoding accepts.
    ///
    /// - Parameter url: the URL, which is used if there is no answer.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func askAboutURL<T: Decodable>(_ type: T.Type, _ url: T, at reference: ValueReference, acceptsNil: Bool) throws
        -> T?
    {
        if reference.has(.rulesDisabled) { return url }
        do {
            return try consult(type, at: reference, in: .url, error: nil, acceptsNil: acceptsNil).orElse { url }
        } catch  where RuleRefusal.effect(of: error) == .rejectsValue {
            let reference = current(reference)
            if !reference.isRepairing { reject(reference) }
            return try replaceUnrepaired(type, at: reference, error: error, acceptsNil: acceptsNil).orElse {
                guard reference.isCollecting, let problems, !isExhausted else { throw error }
                return try collect(type, at: reference, missing: nil, problems, error)
            }
        }
    }

    /// Whether a string is requested and the string is empty or begins with white space.
    private func isBlank(_ type: any Decodable.Type, at reference: ValueReference) -> Bool {
        guard call.situations.contains(.blankString), unwrapped(type) == String.self,
            let text = string(at: reference.index)
        else { return false }
        return text.utf8.first?.isJSONWhitespace ?? true
    }

    /// The type inside all optionals.
    private func unwrapped(_ type: Any.Type) -> Any.Type {
        guard types.traits(of: type).kind == .optional, let optional = type as? any OptionalValue.Type else {
            return type
        }
        return unwrapped(optional.wrappedType)
    }

    /// The reason for which a rule may replace a value in a situation in which nothing has failed.
    func reasonToAsk(_ context: DecodingRuleContext) -> (any Error)? {
        let text: String
        switch context.situation {
        case .blankString: text = "The string is blank."
        case .optionalScalar: text = "The value may be nil."
        case .numericDate: text = "The decoder has no date strategy."
        case .url: text = "The URL is valid, but a rule examines it."
        case .value: text = "The value has not been decoded yet."
        case .variant: text = "A rule selects how the value is decoded."
        case .unknownKey: text = "\(context.requestedType)\(DecodingError.Text.noSuchKey)"
        case .extraMembers: text = "The property can keep members that the model does not request."
        case .decoded: text = "The value was decoded, but a rule examines it."
        default: return nil
        }
        return DecodingError.corrupted(text, at: path(to: context.reference))
    }
}

extension RepairSituation {
    /// The situations in which a value is requested as an optional.
    static let ofOptionals = RepairSituation(ofOptionalsInOrder)
    /// These situations, in the order in which rules are consulted in them.
    static let ofOptionalsInOrder: [RepairSituation] = [.missingOptional, .nullOptional, .optionalScalar, .blankString]
}
