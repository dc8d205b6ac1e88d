@_spi(Tape) internal import JSONTape

extension DecoderCore {
    /// Whether the path to a place matches a pattern. No path is made: the pattern runs backwards, from the value up, and stops
    /// at the first step that decides.
    ///
    /// - Parameter key: the key that was asked for, where it is missing.
    /// - Returns: `nil` where keys are converted: then a path has to be made, because names may depend on the path above.
    func matches(_ pattern: PathPattern, _ place: Place, missing key: (any CodingKey)?) -> Bool? {
        if convertsKeys { return nil }
        let matcher = pattern.matcher
        var states = matcher.end
        if let key { states = matcher.retreated(states, by: CodingPathComponent(key)) }
        return matches(matcher, place, below: states)
    }

    /// Whether the path to a place matches the part of a pattern that the steps below it have left.
    private func matches(_ matcher: PathMatcher, _ place: Place, below states: PathMatcher.States) -> Bool {
        var states = states
        var index = place.index
        var (parent, ordinal) = (place.parent, Int(place.ordinal))
        while !states.isEmpty {
            if matcher.isDecided(backwards: states) { return true }
            if let anchor, anchor.index == index {
                if let key = anchor.key { states = matcher.retreated(states, by: CodingPathComponent(key)) }
                return anchor.core.matches(matcher, anchor.place, below: states)
            }
            if let window, let path = window.path(ofItemAt: index) {
                return matcher.matches(path.lazy.map(CodingPathComponent.init), above: states)
            }
            if parent == TapePosition.noContainer { return matcher.isMatch(backwards: states) }
            if index != TapePosition.nothing {
                states = retreated(matcher, states, byChildAt: index, ordinal, of: parent)
            }
            // A missing member has the path of its object, and the key, which is not part of the place.
            index = parent
            (parent, ordinal) = tape.surroundings(of: index)
        }
        return false
    }

    @inline(__always)
    private func retreated(
        _ matcher: PathMatcher, _ states: PathMatcher.States, byChildAt index: TapePosition, _ ordinal: Int,
        of container: TapePosition
    ) -> PathMatcher.States {
        if tape[container].is(.array) { return matcher.retreated(states, by: ElementComponent(ordinal)) }
        if let key = matchedMembers?.key(of: index) {
            return matcher.retreated(states, by: DecodingPath.Step.key(key))
        }
        return matcher.retreated(states, by: MemberComponent(index.key, on: tape))
    }

    /// The last step of the path to a place; `any` where finding it out would take long.
    ///
    /// - Parameter key: the key that was asked for, where it is missing.
    func lastStep(of place: Place, missing key: (any CodingKey)?) -> PathMatcher.LastStep {
        // Where rules look for absent keys, a question may concern the object, too, so that the last step decides nothing.
        if convertsKeys || anchor != nil || window != nil || matchedMembers != nil { return .any }
        if let key { return key.intValue == nil ? PathMatcher.LastStep(key: key.stringValue) : .any }
        guard place.index != TapePosition.nothing, place.parent != TapePosition.noContainer else { return .any }
        if tape[place.parent].is(.array) { return .index }
        guard let key = tape.print(ofKeyAt: place.index.key) else { return .any }
        return PathMatcher.LastStep(length: key.length, head: key.head)
    }
}
