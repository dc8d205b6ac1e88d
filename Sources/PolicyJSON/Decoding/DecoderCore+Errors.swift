import FoundationImport
@_spi(Cursor) internal import JSONTape

extension DecoderCore {
    /// The error that Foundation throws for the value at `reference` when `type` is requested, or for a missing key.
    func strictError(_ type: Any.Type, at reference: ValueReference, missing key: (any CodingKey)?) -> any Error {
        if let key { return missingKeyError(key, in: reference.parent) }
        return strictError(type, at: reference)
    }

    /// The error that Foundation throws if an object has no member with a key.
    func missingKeyError(_ key: any CodingKey, in object: TapePosition) -> any Error {
        DecodingError.missing(key, at: path(toContainer: object))
    }

    /// The error that Foundation throws for the value at `reference` when `type` is requested.
    @inline(never)
    func strictError(_ type: Any.Type, at reference: ValueReference) -> any Error {
        inlinedStrictError(type, at: reference)
    }

    /// ``strictError(_:at:)`` without a call, for a failed attempt.
    @inline(__always)
    func inlinedStrictError(_ type: Any.Type, at reference: ValueReference) -> any Error {
        if let form = errorForms.form(type, tape[reference.index].rawKind), !call.convertsKeys {
            return form.with { error($0, at: reference) }
        }
        return firstStrictError(type, at: reference)
    }

    /// An error of a known form. The error itself is the only allocation, unless its path is a new one or it quotes a number.
    @inline(__always)
    private func error(_ form: StrictErrorForm, at reference: ValueReference) -> any Error {
        let path = inlinedPath(to: reference)
        // A context in a variable would be copied.
        switch form.errorCase {
        case .mismatch:
            return DecodingError.typeMismatch(
                form.type, DecodingError.Context(codingPath: path, debugDescription: form.text))
        case .nullValue:
            return DecodingError.valueNotFound(
                form.type, DecodingError.Context(codingPath: path, debugDescription: form.text))
        case .unfit:
            return unfit(form.text, at: reference.index, path)
        }
    }

    @inline(never)
    private func firstStrictError(_ type: Any.Type, at reference: ValueReference) -> any Error {
        let error = newStrictError(type, at: reference)
        let (traits, found) = (DecodableTraits.of(type), tape[reference.index].kind)
        // The error of a date depends on a strategy.
        if !call.convertsKeys, traits.kind != .date {
            if let form = StrictErrorForm(of: error, for: type, found: found) {
                errorForms.keep(form)
            } else if found == .number {
                errorForms.keep(StrictErrorForm(.unfit, type, Self.unfitText(type), for: type, found: found))
            }
        }
        return error
    }

    @_optimize(size)
    private func newStrictError(_ type: Any.Type, at reference: ValueReference) -> DecodingError {
        let path = path(to: reference)
        let kind = tape[reference.index].kind
        let traits = DecodableTraits.of(type)
        if let intrinsic = traits.intrinsic, let wanted = intrinsic.jsonKind {
            // With a key strategy, Foundation decodes dictionaries with `String` keys itself and reports their type.
            if kind == .null, call.convertsKeys, intrinsic.hasStringKeys {
                return .nullValue([String: Any].self, at: path)
            }
            return .noContainer(wanted, found: kind, at: path)
        }
        if kind == .null, traits.kind != .bool { return .nullValue(type, at: path) }
        switch traits.kind {
        case .int, .double, .float:
            return kind == .number ? unfit(type, at: reference.index, path) : .mismatch(type, found: kind, at: path)
        case .decimal:
            if kind == .number { return unfit(type, at: reference.index, path) }
            return .typeMismatch(type, DecodingError.Context(codingPath: path, debugDescription: ""))
        case .url:
            return .unreadable(DecodingError.Text.notURL, found: kind, at: path)
        case .data:
            return .unreadable(DecodingError.Text.notBase64, found: kind, at: path)
        case .date:
            return dateError(found: kind, at: reference.index, path)
        case .plain where traits.integer != nil && kind == .number:
            return unfit(type, at: reference.index, path)
        default:
            return .mismatch(type, found: kind, at: path)
        }
    }

    /// The error of a number that the type cannot represent.
    func unfit(_ type: Any.Type, at index: TapePosition, _ path: [any CodingKey]) -> DecodingError {
        unfit(Self.unfitText(type), at: index, path)
    }

    /// - Parameter text: what follows the number.
    private func unfit(_ text: String, at index: TapePosition, _ path: [any CodingKey]) -> DecodingError {
        let start: StaticString = "Parsed JSON number <"
        let description =
            tape.quoting(numberAt: index, limit: ShortText.usualLimit, between: start, and: text)
            ?? "\(start)\(ShortText.shorten(tape.source(of: index, limit: 80)))\(text)"
        return .corrupted(description, at: path)
    }

    private static func unfitText(_ type: Any.Type) -> String { "> does not fit in \(type)." }
}

// Errors about the answers of rules.
extension DecoderCore {
    /// The error for a rule that rejects a value.
    func refusal(_ reason: String, by rule: ResolvedPolicy.Entry, _ context: DecodingRuleContext) -> DecodingError {
        .corrupted(
            reason, at: context.codingPath, underlying: RuleRefusal(rule: rule.name, strictError: context.strictError))
    }

    /// The error for a rule that rejects a value, about which other rules are consulted.
    func rejection(
        _ reason: String, by rule: String, _ context: DecodingRuleContext, effect: RuleRefusal.Effect = .rejectsValue
    ) -> DecodingError {
        .corrupted(
            reason, at: context.codingPath,
            underlying: RuleRefusal(rule: rule, strictError: context.strictError, effect: effect))
    }

    /// The error for an answer that the situation does not accept.
    @inline(never)
    func misfit(_ repair: Repair, of rule: ResolvedPolicy.Entry, _ context: DecodingRuleContext) -> DecodingError {
        .corrupted(
            DecodingError.Text.misfit(rule.name, repair.spelling, "\(context.situation)"),
            at: context.codingPath, underlying: context.strictError)
    }

    /// The error for a value of another type than the one that was requested.
    func misfit(
        _ value: Any, of rule: ResolvedPolicy.Entry, _ type: Any.Type, _ context: DecodingRuleContext
    ) -> DecodingError {
        .corrupted(
            "\(rule.name)\(DecodingError.Text.wrongAnswer)\(Swift.type(of: value)) where \(type) was requested.",
            at: context.codingPath, underlying: context.strictError)
    }
}
