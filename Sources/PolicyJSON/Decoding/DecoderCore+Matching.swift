@_spi(Tape) internal import JSONTape

extension DecoderCore {
    /// Whether the path to a place matches a pattern, as far as the document tells without the path being made: from the
    /// last step up, which for most patterns is the first that does not match. `nil`: the path has to be asked.
    ///
    /// - Parameter key: the key that was asked for, where it is missing.
    func matches(_ pattern: PathPattern, _ place: Place, missing key: (any CodingKey)?) -> Bool? {
        if convertsKeys || anchor != nil || matchedMembers != nil { return nil }
        let steps = pattern.steps
        var remaining = steps.count
        if let key {
            guard key.intValue == nil else { return nil }
            if remaining == 0 { return false }
            remaining -= 1
            switch steps[remaining] {
            case .key(let name): if key.stringValue != name { return false }
            case .anyKey: break
            case .index, .anyIndex: return false
            case .anything: return remaining == 0 ? true : nil
            }
        }
        var index = place.index
        var (parent, ordinal) = (place.parent, Int(place.ordinal))
        if index == TapePosition.nothing, parent != TapePosition.noContainer {
            index = parent
            (parent, ordinal) = surroundings(of: index)
        }
        while parent != TapePosition.noContainer {
            if remaining == 0 { return false }
            remaining -= 1
            switch steps[remaining] {
            case .key(let name):
                guard tape[parent].is(.object), isKey(at: index.key, name, isASCII: pattern.isASCII) else {
                    return false
                }
            case .anyKey: guard tape[parent].is(.object) else { return false }
            case .index(let wanted): guard tape[parent].is(.array), ordinal == wanted else { return false }
            case .anyIndex: guard tape[parent].is(.array) else { return false }
            case .anything: return remaining == 0 ? true : nil
            }
            // In a stream the tape has only a part of the path.
            if window != nil { return nil }
            index = parent
            (parent, ordinal) = surroundings(of: index)
        }
        if window != nil { return nil }
        return steps[..<remaining].allSatisfy { $0 == .anything }
    }

    /// Whether a key is equal to a name.
    ///
    /// - Parameter isASCII: whether the name is known to be ASCII.
    @inline(__always)
    private func isKey(at index: TapePosition, _ name: String, isASCII: Bool) -> Bool {
        if tape.isKey(at: index, writtenAs: name) { return true }
        let slot = tape[index]
        if isASCII, slot.isASCII, !slot.hasEscapes { return false }
        return tape.key(at: index) == name
    }
}
