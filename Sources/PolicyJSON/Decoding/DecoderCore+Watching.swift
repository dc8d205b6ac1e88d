@_spi(Cursor) internal import JSONTape

// Questions about values that strict decoding may accept. Asked only if a rule watches for them.
extension DecoderCore {
    /// The answer of the rules about a value that is requested as an optional, or about its missing key: `nil`, another
    /// value, or no answer.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func askAboutOptional<T: Decodable>(
        _ type: T.Type, at reference: ValueReference, missing key: (any CodingKey)? = nil
    ) throws -> T?? {
        if reference.has(.rulesDisabled) { return nil }
        if reference.index == TapePosition.nothing {
            // A missing key is one of the values of a `Presence`.
            if types.traits(of: type).isMissable { return nil }
            return try key.flatMap {
                try askAboutOptional(type, at: reference, in: .missingOptional, missing: RequestDetails(missing: $0))
            }
        }
        switch tape[reference.index].kind {
        case .null: return try askAboutOptional(type, at: reference, in: .nullOptional)
        case .false, .true, .number: return try askAboutOptional(type, at: reference, in: .optionalScalar)
        case .string:
            if let answer = try askAboutOptional(type, at: reference, in: .optionalScalar) { return answer }
            return isBlank(type, at: reference) ? try askAboutOptional(type, at: reference, in: .blankString) : nil
        default: return nil
        }
    }

    @_semantics("optimize.sil.specialize.generic.never")
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
            problems.add(
                error, at: DecodingPath(path(to: reference, missing: missing?.missingKey)), location(of: reference))
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
            switch try consult(type, at: reference, in: .url, error: nil, acceptsNil: acceptsNil) {
            case .null: return nil
            case .value(let value): return value
            case .declined, .nestedNil, .dropped: return url
            }
        } catch  where RuleRefusal.effect(of: error) == .rejectsValue {
            let reference = current(reference)
            if !reference.isRepairing { reject(reference) }
            switch try replaceUnrepaired(type, at: reference, error: error, acceptsNil: acceptsNil) {
            case .null: return nil
            case .value(let value): return value
            case .declined, .nestedNil, .dropped: break
            }
            guard reference.isCollecting, let problems, !isExhausted else { throw error }
            return try collect(type, at: reference, missing: nil, problems, error)
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
    static let ofOptionals: RepairSituation = [.blankString, .optionalScalar, .missingOptional, .nullOptional]
}
