import FoundationImport
@_spi(Cursor) internal import JSONTape

extension DecoderCore {
    /// The error that Foundation throws for the value at `place` when `type` is requested, or for a missing key.
    func strictError(_ type: Any.Type, at place: ValueReference, missing key: (any CodingKey)?) -> any Error {
        if let key { return missingKeyError(key, in: place.parent) }
        return strictError(type, at: place)
    }

    /// The error that Foundation throws if an object has no member with a key.
    func missingKeyError(_ key: any CodingKey, in object: TapePosition) -> any Error {
        DecodingError.missing(key, at: path(toContainer: object))
    }

    /// The error that Foundation throws for the value at `place` when `type` is requested.
    @inline(never)
    func strictError(_ type: Any.Type, at place: ValueReference) -> any Error { inlinedStrictError(type, at: place) }

    /// ``strictError(_:at:)`` without a call, for a failed attempt.
    @inline(__always)
    func inlinedStrictError(_ type: Any.Type, at place: ValueReference) -> any Error {
        if let form = errorForms.form(type, tape[place.index].rawKind), !call.convertsKeys {
            return form.with { error($0, at: place) }
        }
        return firstStrictError(type, at: place)
    }

    /// An error of a known form. The error itself is the only allocation, unless its path is a new one or it quotes a number.
    @inline(__always)
    private func error(_ form: StrictErrorForm, at place: ValueReference) -> any Error {
        let path = inlinedPath(to: place)
        // A context in a variable would be copied.
        switch form.errorCase {
        case .mismatch:
            return DecodingError.typeMismatch(
                form.type, DecodingError.Context(codingPath: path, debugDescription: form.text))
        case .nullValue:
            return DecodingError.valueNotFound(
                form.type, DecodingError.Context(codingPath: path, debugDescription: form.text))
        case .unfit:
            return unfit(form.text, at: place.index, path)
        }
    }

    @inline(never)
    private func firstStrictError(_ type: Any.Type, at place: ValueReference) -> any Error {
        let error = newStrictError(type, at: place)
        let (traits, found) = (DecodableTraits.of(type), tape[place.index].kind)
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

    private func newStrictError(_ type: Any.Type, at place: ValueReference) -> DecodingError {
        let path = path(to: place)
        let kind = tape[place.index].kind
        let traits = DecodableTraits.of(type)
        if let intrinsic = traits.intrinsic, let wanted = intrinsic.jsonKind {
            // With a key strategy, Foundation decodes dictionaries with `String` keys itself and reports their type.
            if kind == .null, call.convertsKeys, intrinsic.hasStringKeys {
                return .nullValue([String: Any].self, at: path)
            }
            return containerError(wanted, found: kind, at: path)
        }
        if kind == .null, traits.kind != .bool { return .nullValue(type, at: path) }
        switch traits.kind {
        case .int, .double, .float:
            return kind == .number ? unfit(type, at: place.index, path) : .mismatch(type, found: kind, at: path)
        case .decimal:
            if kind == .number { return unfit(type, at: place.index, path) }
            return .typeMismatch(type, DecodingError.Context(codingPath: path, debugDescription: ""))
        case .url:
            return kind == .string
                ? .corrupted(DecodingError.Text.notURL, at: path) : .mismatch(String.self, found: kind, at: path)
        case .data:
            return kind == .string
                ? .corrupted(DecodingError.Text.notBase64, at: path)
                : .mismatch(String.self, found: kind, at: path)
        case .date:
            return dateError(found: kind, at: place.index, path)
        case .plain where traits.integer != nil && kind == .number:
            return unfit(type, at: place.index, path)
        default:
            return .mismatch(type, found: kind, at: path)
        }
    }

    private func unfit(_ type: Any.Type, at index: TapePosition, _ path: [any CodingKey]) -> DecodingError {
        unfit(Self.unfitText(type), at: index, path)
    }

    /// - Parameter text: what follows the number.
    private func unfit(_ text: String, at index: TapePosition, _ path: [any CodingKey]) -> DecodingError {
        let start: StaticString = "Parsed JSON number <"
        let description =
            tape.quoting(numberAt: index, limit: Excerpt.usualLimit, between: start, and: text)
            ?? "\(start)\(Excerpt.shorten(tape.source(of: index, limit: 80)))\(text)"
        return .corrupted(description, at: path)
    }

    private static func unfitText(_ type: Any.Type) -> String { "> does not fit in \(type)." }

    /// The error that Foundation throws if a container of one kind is requested and the value has another kind.
    func containerError(_ wanted: TapeKind, found: TapeKind, at path: [any CodingKey]) -> DecodingError {
        let isArray = wanted == .array
        let type: Any.Type = isArray ? [Any].self : [String: Any].self
        if found == .null { return .nullContainer(type, isArray ? "unkeyed" : "keyed", at: path) }
        return .mismatch(type, found: found, at: path)
    }
}
