@_spi(Cursor) internal import JSONTape

extension DecoderCore {
    /// Whether the path to a value matches a pattern. Does not create the path: the pattern is matched backwards, from
    /// the value up to the first step that decides.
    ///
    /// - Parameter missing: the key that was requested, where there is no member of that name.
    /// - Returns: `nil` if keys are converted: the path must then be created, because a name may depend on the path
    ///   above it.
    func matches(_ matcher: PathMatcher, _ reference: ValueReference, missing: RequestDetails?) -> Bool? {
        if call.convertsKeys { return nil }
        var states = matcher.end
        if let missing, let key = missing.missingKey {
            states = matcher.retreated(states, by: CodingPathComponent(key))
        }
        return matches(matcher, reference, below: states)
    }

    /// Whether the path to a value matches the part of a pattern that remains after the steps below it.
    private func matches(_ matcher: PathMatcher, _ reference: ValueReference, below states: PathMatcher.States) -> Bool
    {
        var states = states
        var index = reference.index
        var (parent, ordinal) = (reference.parent, Int(reference.ordinal))
        let isPlain = hasPlainPaths
        while !states.isEmpty {
            if matcher.isDecided(backwards: states) { return true }
            if !isPlain {
                if let anchor, anchor.index == index {
                    if let key = anchor.key { states = matcher.retreated(states, by: CodingPathComponent(key)) }
                    return anchor.core.matches(matcher, anchor.reference, below: states)
                }
                if let window = document.window, let path = window.path(ofItemAt: index, document.key(at:)) {
                    return matcher.matches(path.lazy.map(CodingPathComponent.init), above: states)
                }
            }
            if parent == TapePosition.noContainer { return matcher.isMatch(backwards: states) }
            if index != TapePosition.nothing {
                if tape[parent].is(.array) {
                    states = matcher.retreated(states, by: ElementComponent(ordinal))
                } else if !isPlain, let key = document.matchedMembers?.key(of: index) {
                    states = matcher.retreated(states, by: DecodingPath.Step.key(key))
                } else {
                    states = matcher.retreated(states, by: MemberComponent(index.key, on: tape))
                }
            }
            // The path of a missing member is that of its object and the key, which is not part of the reference.
            index = parent
            (parent, ordinal) = tape.surroundings(of: index)
        }
        return false
    }

    /// The last step of the path to a value; `any` if determining it is expensive.
    ///
    /// - Parameter missing: the key that was requested, where there is no member of that name.
    func lastStep(of reference: ValueReference, missing: RequestDetails?) -> PathMatcher.LastStep {
        // If rules watch for absent keys, a question may also concern the object, so that the last step decides
        // nothing.
        if !hasPlainPaths { return .any }
        if let missing, let key = missing.missingKey {
            return key.intValue == nil ? PathMatcher.LastStep(KeyFingerprint(key.stringValue)) : .any
        }
        guard reference.index != TapePosition.nothing, reference.parent != TapePosition.noContainer else { return .any }
        if tape[reference.parent].is(.array) { return .index }
        return PathMatcher.LastStep(tape.fingerprint(ofKeyAt: reference.index.key))
    }
}
