@_spi(Tape) internal import JSONTape

extension DecoderCore {
    /// The answer of the rules for a blank string where a `String?` is requested: `nil`, another string, or no answer.
    /// Called only if a rule watches for blank strings.
    @inline(never)
    func askAboutBlank(at place: Place) throws -> String?? {
        guard !place.has(.unruled), tape[place.index].is(.string), let text = string(at: place.index) else {
            return nil
        }
        if let first = text.utf8.first, !first.isJSONWhitespace { return nil }
        let error = DecodingError.corrupted("The string is blank.", at: path(to: place))
        switch try repair(String.self, at: place, in: .blankString, error: error, acceptsNil: true) {
        case .null: return .some(nil)
        case .value(let value): return value
        case .declined, .innerNull, .dropped: return nil
        }
    }
}
