import FoundationImport
@_spi(Cursor) internal import JSONTape

// The types with a strategy, as in Foundation's decoder. Each reader returns `nil` if the value has the wrong kind or
// its text is not what the type needs; `strictError` then determines the reason.
extension DecoderCore {
    func date(at reference: ValueReference) throws -> Date? {
        if tape[reference.index].is(.null) { return nil }
        if let exact = options.exactValues?.value(at: reference.index, on: tape) {
            if case .date(let date) = exact { return date } else { return nil }
        }
        if call.watchesDates, let date = try numericDate(at: reference) { return date }
        switch options.dates {
        case .deferredToDate:
            return double(at: reference.index).map { Date(timeIntervalSinceReferenceDate: $0) }
        case .secondsSince1970:
            return double(at: reference.index).map { Date(timeIntervalSince1970: $0) }
        case .millisecondsSince1970:
            return double(at: reference.index).map { Date(timeIntervalSince1970: $0 / 1000) }
        case .iso8601:
            return string(at: reference.index).flatMap { ISO8601.date($0) }
        #if canImport(Darwin)
            // On other platforms `formatted` is a `custom` strategy.
            case .formatted(let formatter):
                return string(at: reference.index).flatMap { formatter.date(from: $0) }
        #endif
        case .custom(let convert):
            return try convert(decoder(of: Date.self, at: reference))
        @unknown default:
            return nil
        }
    }

    /// The date that a rule makes of a number, if the decoder has no strategy of its own.
    @inline(never)
    private func numericDate(at reference: ValueReference) throws -> Date? {
        guard tape[reference.index].is(.number), !reference.has(.rulesDisabled) else { return nil }
        return try consult(Date.self, at: reference, in: .numericDate, error: nil, acceptsNil: false).provided
    }

    @_optimize(size)
    func dateError(found kind: TapeKind, at index: TapePosition, _ path: [any CodingKey]) -> DecodingError {
        switch options.dates {
        case .iso8601:
            return .unreadable(DecodingError.Text.notISO8601, found: kind, at: path)
        #if canImport(Darwin)
            case .formatted:
                return .unreadable(DecodingError.Text.notInFormat, found: kind, at: path)
        #endif
        default:
            return kind == .number ? unfit(Double.self, at: index, path) : .mismatch(Double.self, found: kind, at: path)
        }
    }

    func data(at reference: ValueReference) throws -> Data? {
        if tape[reference.index].is(.null) { return nil }
        if let exact = options.exactValues?.value(at: reference.index, on: tape) {
            if case .data(let data) = exact { return data } else { return nil }
        }
        switch options.data {
        case .deferredToData: return try Data(from: decoder(of: Data.self, at: reference))
        case .base64: return base64(at: reference.index)
        case .custom(let convert): return try convert(decoder(of: Data.self, at: reference))
        @unknown default: return nil
        }
    }

    /// The bytes of a string in Base64. Foundation decodes what is long or in an unusual form, or rejects it.
    private func base64(at index: TapePosition) -> Data? {
        var data: Data?
        let isDecoded = tape.withBytes(ofBase64At: index) { bytes in
            unsafe bytes.withUnsafeBytes { bytes in
                data = unsafe bytes.baseAddress.map { unsafe Data(bytes: $0, count: bytes.count) } ?? Data()
            }
        }
        return isDecoded ? data : string(at: index).flatMap { Data(base64Encoded: $0) }
    }

    /// The decoder for a custom strategy or a type's own `init(from:)`.
    private func decoder(of type: Any.Type, at reference: ValueReference) -> ValueDecoder {
        ValueDecoder(core: self, reference: reference.inside(DecodableTraits.of(type).id))
    }

    func url(at index: TapePosition) -> URL? {
        string(at: index).flatMap { URL(string: $0) }
    }
}
