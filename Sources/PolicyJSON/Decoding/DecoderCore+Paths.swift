@_spi(Cursor) internal import JSONTape

extension DecoderCore {
    /// The path to a value, computed from the tape: the end of a container refers to the enclosing container and its
    /// position there.
    ///
    /// - Parameter asWritten: whether keys are as in the document, and not as a key strategy makes them.
    /// - Complexity: O(*depth*).
    func path(to reference: ValueReference, missing key: (any CodingKey)?, asWritten: Bool = false) -> [any CodingKey] {
        var keys = path(to: reference, asWritten: asWritten)
        if let key { keys.append(key) }
        return keys
    }

    /// The path to a value, or to the object in which it is missing.
    @inline(never)
    func path(to reference: ValueReference, asWritten: Bool = false) -> [any CodingKey] {
        inlinedPath(to: reference, asWritten: asWritten)
    }

    /// ``path(to:asWritten:)`` without a call.
    @inline(__always)
    func inlinedPath(to reference: ValueReference, asWritten: Bool = false) -> [any CodingKey] {
        if hasPlainPaths || asWritten && anchor == nil && document.window == nil && document.matchedMembers == nil,
            pathOwner.isCurrent, let path = lastPath.path(ifTo: reference) ?? shallowPath(to: reference)
        {
            return path
        }
        return deepPath(to: reference, asWritten: asWritten)
    }

    @inline(never)
    private func deepPath(to reference: ValueReference, asWritten: Bool) -> [any CodingKey] {
        // From the value up; then the keys from the top down, because a key strategy needs the path above.
        var steps: [Step] = []
        var keys: [any CodingKey] = []
        var index = reference.index
        var (parent, ordinal) = (reference.parent, Int(reference.ordinal))
        while true {
            if let anchor, anchor.index == index {
                keys = anchor.path(asWritten: asWritten)
                break
            }
            if let window = document.window, let path = window.path(ofItemAt: index, document.key(at:)) {
                keys = path
                break
            }
            if index == TapePosition.nothing, parent != TapePosition.noContainer {
                // A missing member: its path is that of the object, and the key.
                index = parent
                (parent, ordinal) = tape.surroundings(of: index)
                continue
            }
            if parent == TapePosition.noContainer { break }
            steps.append((index, parent, ordinal))
            index = parent
            (parent, ordinal) = tape.surroundings(of: index)
        }
        for step in steps.reversed() {
            if tape[step.container].is(.array) {
                keys.append(JSONKey(index: step.ordinal))
            } else {
                let name = name(ofMember: step.value, in: step.container, below: keys, asWritten: asWritten)
                keys.append(key(name, in: step.container))
            }
        }
        return keys
    }

    /// The path, if the tape alone determines it and the value is not deep, as in most errors. The enclosing values are
    /// collected on the stack from the value up, and their keys are appended from the top down.
    @inline(never)
    private func shallowPath(to reference: ValueReference) -> [any CodingKey]? {
        lastPath.path(to: reference) {
            key(of: (reference.index, reference.parent, Int(reference.ordinal)))
        } _: { path in
            change(&path, to: reference)
        }
    }

    @inline(never)
    private func change(_ path: inout LastPath, to reference: ValueReference) -> Bool {
        let isTop = reference.parent == TapePosition.noContainer
        let (around, ordinal) = isTop ? (TapePosition.noContainer, 0) : tape.surroundings(of: reference.parent)
        return path.change(to: reference, around: around) {
            (
                key(of: (reference.parent, around, ordinal)),
                key(of: (reference.index, reference.parent, Int(reference.ordinal)))
            )
        } _: { keys in
            changeToShallowPath(&keys, reference)
        }
    }

    private func changeToShallowPath(_ keys: inout [any CodingKey], _ reference: ValueReference) -> Bool {
        let room = 16
        return unsafe withUnsafeTemporaryAllocation(of: Step.self, capacity: room) { steps in
            var depth = 0
            forEachStep(to: reference) { step in
                if depth < room { unsafe steps.initializeElement(at: depth, to: step) }
                depth += 1
            }
            if depth > room { return false }
            if keys.capacity >= depth {
                if keys.count > depth { keys.removeLast(keys.count - depth) }
                for index in 0..<keys.count { keys[index] = unsafe key(of: steps[depth - 1 - index]) }
                for index in keys.count..<depth { keys.append(unsafe key(of: steps[depth - 1 - index])) }
                return true
            }
            // A literal creates its keys where they stay. Appending them creates, copies and destroys each.
            switch depth {
            case 1: keys = unsafe [key(of: steps[0])]
            case 2: keys = unsafe [key(of: steps[1]), key(of: steps[0])]
            case 3: keys = unsafe [key(of: steps[2]), key(of: steps[1]), key(of: steps[0])]
            default: keys = (0..<depth).reversed().map { unsafe key(of: steps[$0]) }
            }
            return true
        }
    }

    /// A value, its container, and its position there.
    private typealias Step = (value: TapePosition, container: TapePosition, ordinal: Int)

    @inline(__always)
    private func key(of step: Step) -> JSONKey {
        tape[step.container].is(.array)
            ? JSONKey(index: step.ordinal) : key(key(ofMember: step.value), in: step.container)
    }

    /// The key of a member with this name.
    @inline(__always)
    private func key(_ name: String, in object: TapePosition) -> JSONKey {
        document.keyedDictionaries.contains(object) ? JSONKey(dictionaryKey: name) : JSONKey(name)
    }

    /// Starts to decode an object as a dictionary with keys that have integers: see ``DecodedDocument/keyedDictionaries``.
    func beginKeyedDictionary(_ object: TapePosition) {
        document.keyedDictionaries.insert(object)
        if pathOwner.isCurrent { lastPath.forget() }
    }

    /// The dictionary has been decoded, or has failed: the object may be decoded as something else.
    func endKeyedDictionary(_ object: TapePosition) {
        document.keyedDictionaries.remove(object)
        if pathOwner.isCurrent { lastPath.forget() }
    }

    /// Calls `body` with a value and each container around it, up to the top, with the container and the index there.
    @inline(__always)
    private func forEachStep(to reference: ValueReference, _ body: (Step) -> Void) {
        var index = reference.index
        var (parent, ordinal) = (reference.parent, Int(reference.ordinal))
        // A missing member: its path is that of the object, and the key.
        if index == TapePosition.nothing, parent != TapePosition.noContainer {
            index = parent
            (parent, ordinal) = tape.surroundings(of: index)
        }
        while parent != TapePosition.noContainer {
            body((index, parent, ordinal))
            index = parent
            (parent, ordinal) = tape.surroundings(of: index)
        }
    }

    /// The number of keys in the path to a value.
    func depth(of reference: ValueReference) -> Int {
        guard anchor == nil, document.window == nil else { return path(to: reference).count }
        var depth = 0
        forEachStep(to: reference) { _ in depth += 1 }
        return depth
    }

    /// The name of the member with this value: converted, or as in the document.
    @inline(never)
    func name(
        ofMember value: TapePosition, in object: TapePosition, below path: [any CodingKey], asWritten: Bool = false
    ) -> String {
        if asWritten { return key(ofMember: value) }
        if let matched = document.matchedMembers?.key(of: value) { return matched }
        return convertsKeys(of: object)
            ? document.convertedKey(ofMember: value, below: path) : key(ofMember: value)
    }

    /// Whether the keys of an object are converted in paths.
    func convertsKeys(of object: TapePosition) -> Bool {
        call.convertsKeys && document.dictionaries?.contains(object) != true
    }

    /// The key of the member with this value, as in the document.
    @inline(__always)
    func key(ofMember value: TapePosition) -> String { document.key(at: value.key) }

    /// The path to the container at `index`.
    func path(toContainer index: TapePosition) -> [any CodingKey] { path(to: reference(toContainer: index)) }

    /// A reference to the container at `index`, without a requesting type.
    func reference(toContainer index: TapePosition) -> ValueReference {
        let (parent, ordinal) = tape.surroundings(of: index)
        return ValueReference(index: index, parent: parent, ordinal: UInt32(truncatingIfNeeded: ordinal), model: 0)
    }

    /// The report of what has been decoded, and, if that failed, the location of the value at the path of the error, or of the
    /// last value on that path that exists.
    func report(endingWith failure: (any Error)?) -> (report: DecodingReport, location: JSONLocation?) {
        (
            collector?.report(failure: failure, document.keyNames) ?? DecodingReport(),
            failure.flatMap { location(of: $0, in: TapePosition.root, below: 0) }
        )
    }

    /// The location of an error about the value at `root`, to which the first `depth` keys of the error's path lead.
    func location(of error: any Error, in root: TapePosition, below depth: Int) -> JSONLocation? {
        guard let context = (error as? DecodingError)?.context else { return nil }
        var index = root
        for (depth, key) in context.codingPath.enumerated().dropFirst(depth) {
            guard let next = child(key, of: index, at: Array(context.codingPath[..<depth])) else { break }
            index = next
        }
        return tape.location(at: index)
    }

    private func child(_ key: any CodingKey, of container: TapePosition, at path: [any CodingKey]) -> TapePosition? {
        let token = tape[container]
        switch token.kind {
        case .object:
            var found: TapePosition?
            tape.forEachKey(in: container) { candidate in
                // Keys of dictionaries are not converted.
                if name(ofMember: candidate.value, in: container, below: path) == key.stringValue
                    || tape.key(at: candidate) == key.stringValue
                    || document.matchedMembers?.key(of: candidate.value, includingEarlier: true) == key.stringValue
                {
                    found = candidate.value
                }
                return found == nil
            }
            return found ?? document.matchedMembers?.match(key.stringValue, in: container)?.value
        case .array:
            return key.intValue.flatMap { tape.element($0, of: container) }
        default:
            return nil
        }
    }

    /// The location of a value; for a missing value, of its object; for a replacement, of the replaced value.
    func location(of reference: ValueReference) -> JSONLocation {
        if let replaced = document.replaced { return replaced.core.location(of: replaced.reference) }
        var index = reference.index
        if index == TapePosition.nothing {
            index = reference.parent == TapePosition.noContainer ? TapePosition.root : reference.parent
        }
        return tape.location(at: index)
    }
}
