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
        if let pathOrigin { return pathOrigin.path(to: reference, asWritten: asWritten) }
        if hasPlainPaths, pathOwner.isCurrent, !makesModelKey {
            return lastPath.path(ifTo: reference) ?? knownPath(to: reference, asWritten: false)
        }
        return convertedPath(to: reference, asWritten: asWritten)
    }

    @_optimize(size)
    @inline(never)
    private func convertedPath(to reference: ValueReference, asWritten: Bool) -> [any CodingKey] {
        if anchor == nil, document.window == nil, document.matchedMembers == nil,
            asWritten || options.convertsFromSnakeCase, pathOwner.isCurrent, !makesModelKey
        {
            lastPath.become(asWritten: asWritten)
            return lastPath.path(ifTo: reference) ?? knownPath(to: reference, asWritten: asWritten)
        }
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
                let name = name(ofMember: step.value, in: step.container, below: &keys, asWritten: asWritten)
                keys.append(key(name, in: step.container, asWritten))
            }
        }
        return keys
    }

    /// The path, where the names of its members determine it: made from the last one.
    @inline(never)
    private func knownPath(to reference: ValueReference, asWritten: Bool) -> [any CodingKey] {
        lastPath.path(to: reference) {
            key(of: (reference.index, reference.parent, Int(reference.ordinal)), asWritten)
        } _: { path in
            change(&path, to: reference, asWritten)
        }
    }

    @inline(never)
    private func change(_ path: inout LastPath, to reference: ValueReference, _ asWritten: Bool) {
        let isTop = reference.parent == TapePosition.noContainer
        let (around, ordinal) = isTop ? (TapePosition.noContainer, 0) : tape.surroundings(of: reference.parent)
        path.change(to: reference, around: around) {
            (
                key(of: (reference.parent, around, ordinal), asWritten),
                key(of: (reference.index, reference.parent, Int(reference.ordinal)), asWritten)
            )
        } _: { keys, container in
            change(&keys, in: container, to: reference, asWritten)
        }
    }

    /// Changes the keys after those of the innermost container that is around both values: in a deep document, most are the same.
    ///
    /// - Parameter container: the container of the value to which the keys lead; `noContainer` if there is none.
    @_optimize(size)
    private func change(
        _ keys: inout [any CodingKey], in container: TapePosition, to reference: ValueReference, _ asWritten: Bool
    ) {
        var (common, shared, added, isInside) = (container, keys.count - 1, 0, false)
        forEachStep(to: reference) { step in
            added += 1
            // A container precedes its contents.
            while common != TapePosition.noContainer, common > step.container {
                common = tape.surroundings(of: common).container
                shared -= 1
            }
            isInside = common == step.container
            return !isInside
        }
        if !isInside { shared = 0 }
        if keys.count > shared + added { keys.removeLast(keys.count - shared - added) }
        if keys.isEmpty { keys.reserveCapacity(added) }
        if added == 0 { return }
        unsafe withUnsafeTemporaryAllocation(of: Step.self, capacity: added) { steps in
            var rest = added
            forEachStep(to: reference) { step in
                rest -= 1
                unsafe steps.initializeElement(at: rest, to: step)
                return rest > 0
            }
            for index in 0..<added {
                let key = unsafe key(of: steps[index], asWritten)
                if shared + index < keys.count { keys[shared + index] = key } else { keys.append(key) }
            }
        }
    }

    /// A value, its container, and its position there.
    private typealias Step = (value: TapePosition, container: TapePosition, ordinal: Int)

    @inline(never)
    private func key(of step: Step, _ asWritten: Bool) -> any CodingKey {
        if tape[step.container].is(.array) { return JSONKey(index: step.ordinal) }
        // Without a closure, names do not depend on the path.
        var path: [any CodingKey] = []
        let name =
            asWritten || !call.convertsKeys
            ? key(ofMember: step.value) : name(ofMember: step.value, in: step.container, below: &path)
        return key(name, in: step.container, asWritten)
    }

    /// The key of a member with this name: the model's, if it is known.
    @inline(__always)
    private func key(_ name: String, in object: TapePosition, _ asWritten: Bool) -> any CodingKey {
        if document.keyedDictionaries.contains(object) { return JSONKey(dictionaryKey: name) }
        return (asWritten ? nil : modelKey(name, in: object)) ?? JSONKey(name)
    }

    /// Starts to decode an object as a dictionary with keys that have integers: see ``DecodedDocument/keyedDictionaries``.
    func beginKeyedDictionary(_ object: TapePosition) {
        document.keyedDictionaries.insert(object)
        forgetPath(through: object)
    }

    /// The dictionary has been decoded, or has failed: the object may be decoded as something else.
    func endKeyedDictionary(_ object: TapePosition) {
        if document.keyedDictionaries.remove(object) { forgetPath(through: object) }
    }

    /// Starts to decode an object as a dictionary, whose keys are not converted: see ``DecodedDocument/dictionaries``.
    func beginDictionary(_ object: TapePosition) {
        if let dictionaries = document.dictionaries, dictionaries.insert(object) { forgetPath(through: object) }
    }

    /// An object is decoded as a model, perhaps after it has been decoded as a dictionary.
    func endDictionary(_ object: TapePosition) {
        if document.dictionaries?.remove(object) == true { forgetPath(through: object) }
    }

    /// Forgets the last path if it leads into an object whose keys are others from now on.
    private func forgetPath(through object: TapePosition) {
        var core = pathOrigin ?? self
        while let around = core.anchor?.core, around.document === document { core = around.pathOrigin ?? around }
        if core.pathOwner.isCurrent { core.lastPath.forget(through: object, end: tape.end(ofContainerAt: object)) }
    }

    /// Calls `body` with a value and each container around it, up to the top, with the container and the index there, until it
    /// returns `false`.
    @inline(__always)
    private func forEachStep(to reference: ValueReference, _ body: (Step) -> Bool) {
        var index = reference.index
        var (parent, ordinal) = (reference.parent, Int(reference.ordinal))
        // A missing member: its path is that of the object, and the key.
        if index == TapePosition.nothing, parent != TapePosition.noContainer {
            index = parent
            (parent, ordinal) = tape.surroundings(of: index)
        }
        while parent != TapePosition.noContainer {
            if !body((index, parent, ordinal)) { return }
            index = parent
            (parent, ordinal) = tape.surroundings(of: index)
        }
    }

    /// The number of keys in the path to a value.
    func depth(of reference: ValueReference) -> Int {
        guard anchor == nil, document.window == nil else { return path(to: reference).count }
        var depth = 0
        forEachStep(to: reference) { _ in
            depth += 1
            return true
        }
        return depth
    }

    /// The path of the anchor, up to its key, if a key strategy makes it.
    var convertedAnchorPath: DecodingPath? { anchor == nil ? nil : pathOfConvertedAnchor }

    @_optimize(size)
    @inline(never)
    private var pathOfConvertedAnchor: DecodingPath? {
        guard let anchor, options.convertsKeysByClosure else { return nil }
        let isWhole = anchor.key == nil || anchor.reference.index == TapePosition.nothing
        return DecodingPath(isWhole ? anchor.path() : anchor.core.path(to: anchor.reference))
    }

    /// The name of the member with this value: converted, or as in the document.
    @inline(never)
    func name(
        ofMember value: TapePosition, in object: TapePosition, below path: inout [any CodingKey],
        asWritten: Bool = false
    ) -> String {
        if asWritten { return key(ofMember: value) }
        if let matched = document.matchedMembers?.key(of: value) { return matched }
        return convertsKeys(of: object)
            ? document.convertedKey(ofMember: value, below: &path) : key(ofMember: value)
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
}
