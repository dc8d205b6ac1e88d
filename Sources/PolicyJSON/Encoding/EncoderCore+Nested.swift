internal import JSONText
internal import RuntimeFacts

// Nested containers at the end of the text. The frame of one is above its parent's, and ends when the parent is written to, or the
// function returns that writes the parent. It is then closed; if something can still write to it, it is dormant from then on.
extension EncoderCore {
    // MARK: Beginning

    /// Begins a nested container as a member of the object of a container, if that is at the end of the text.
    func beginNested<Key: CodingKey>(
        _ key: Key, in container: KeyedWriterState, _ content: Frame.Content, _ bracket: UInt8
    ) -> Bool {
        guard mayNest(in: container.scope), frames.last.content == .object else { return false }
        let start = count
        guard
            form.isPlain || isPlain(nil, in: container)
                ? beginMember(key, nil, in: container) : beginOtherMember(key, in: container.scope)
        else { return false }
        pushNested(content, bracket, startingAt: start)
        if MemoryLayout<Key>.size <= 1 {
            frames.last.keyType = Key.self
            if container.hasByteKeys { frames.last.keyByte = byte(of: key) }
        } else {
            unsafe frames.last.key = UnsafeRawPointer(
                Unmanaged.passRetained(DetachedValue.PathNode(key, in: nil)).toOpaque())
        }
        return true
    }

    private func beginOtherMember(_ key: some CodingKey, in scope: Scope) -> Bool {
        let name = name(of: key, in: scope)
        return name.containers.isEmpty && beginMember(name.name)
    }

    /// Begins a nested container as an element of an array, if that is at the end of the text.
    func beginNested(in scope: Scope, _ content: Frame.Content, _ bracket: UInt8) -> Bool {
        guard mayNest(in: scope), frames.last.content == .array else { return false }
        let start = count
        let index = frames.last.count
        beginElement(depth: frames.last.depth)
        pushNested(content, bracket, startingAt: start)
        frames.last.index = index
        return true
    }

    /// Whether the value of a frame is on top, and may have nested containers there.
    private func mayNest(in scope: Scope) -> Bool {
        form.nestsInPlace && endNested(above: scope) && frames.last.depth < Self.maximumDepth
    }

    private func pushNested(_ content: Frame.Content, _ bracket: UInt8, startingAt start: Int) {
        let parent = frames.top.index
        frames.push(parent: parent, start: count, memberStart: start, depth: frames.last.depth + 1)
        frames.last.isNested = true
        // It is the model that writes to the container.
        if form.hasPolicy { frames.last.type = frames[Int(parent)].type }
        open(content, bracket)
    }

    /// The container of the nested array on top.
    func nestedArray() -> UnkeyedWriter {
        let reference = ArrayReference(nil)
        unsafe frames.last.reference = Unmanaged.passRetained(reference)
        return UnkeyedWriter(core: self, scope: frames.top, reference: reference)
    }

    /// Removes the nested container on top, which has just been begun.
    func withdrawNested() {
        let start = frames.last.memberStart
        frames.popNested()
        if frames.last.content == .object {
            withdrawMember(name(of: frames.member(frames.memberCount - 1)), startingAt: start)
        } else {
            text.truncate(to: start)
        }
    }

    // MARK: Ending

    /// Whether a nested container of the value of a frame has not ended.
    func hasNested(above scope: Scope) -> Bool {
        let next = Int(scope.index) + 1
        return next < frames.count && frames[next].isNested
    }

    /// Ends the nested containers above a frame.
    ///
    /// - Returns: whether the frame is on top.
    @inline(__always)
    @discardableResult
    func endNested(above scope: Scope) -> Bool { frames.top == scope || endAllNested(above: scope) }

    @inline(never)
    private func endAllNested(above scope: Scope) -> Bool {
        guard frames.isLive(scope) else { return false }
        var index = frames.count - 1
        while index > Int(scope.index) {
            // A value is being written to one of them.
            if !frames[index].isNested { return false }
            index -= 1
        }
        while frames.top != scope { endNested() }
        if frames.last.content == .detached {
            text.truncate(to: frames.last.start)
            frames.removeMembers(from: frames.last.members)
        }
        return true
    }

    /// Ends the nested container on top.
    private func endNested() {
        let scope = frames.top
        let state = frames.last.pooled < 0 ? nil : containers.stateInUse(at: Int(frames.last.pooled))
        let writer = state?.scope == scope ? state : nil
        var reference = unsafe frames.last.reference?.takeRetainedValue()
        unsafe frames.last.reference = nil
        let isUsed = writer != nil || reference != nil && !isKnownUniquelyReferenced(&reference)
        // One without parts has probably been requested to be written later.
        if frames.last.content != .detached, !isUsed || frames.last.count > 0 {
            if isUsed || frames.last.hasDormant {
                let index = addDormant()
                writer?.dormant = index
                reference?.dormant = index
            }
            closeContainer()
            frames.popNested()
            return endMember()
        }
        let value = detach(scope)
        writer?.detach(as: value)
        reference?.detached = DetachedReference(value, keeper: nil)
        frames.popNested()
    }

    // MARK: Detaching

    /// Detaches the value of a nested container from the text, together with the values around it.
    func detachNested(_ scope: Scope) -> DetachedValue {
        var outer = Int(scope.index)
        while frames[outer].isNested { outer -= 1 }
        let value = detach(frames[outer].scope)
        return unsafe frames[Int(scope.index)].detached?.takeUnretainedValue() ?? value
    }

    /// Makes the nested containers above a frame, which has been detached, parts of its value.
    @_optimize(size)
    func detachNested(above index: Int, in value: DetachedValue) {
        var (index, outer) = (index + 1, value)
        while index < frames.count, frames[index].isNested {
            let key = key(of: frames[index]) ?? JSONKey(index: outer.count)
            let part = outer.part(.none, key)
            if case .object = outer.content {
                // It follows the finished members.
                outer[name(of: frames.member(frames[index - 1].members + frames[index - 1].count))] = part
            } else {
                outer.append(part)
            }
            takeContent(ofFrame: index, to: part)
            (index, outer) = (index + 1, part)
        }
    }
}
