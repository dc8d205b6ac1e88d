extension EncoderCore {
    /// The path of a value that is being written; empty when it is finished.
    func path(to scope: Scope) -> [any CodingKey] {
        frames.isLive(scope) ? path(toFrame: Int(scope.index)) : []
    }

    func path(to value: DetachedValue) -> [any CodingKey] { path(to: value.scope) + value.keys }

    private func path(toFrame index: Int) -> [any CodingKey] {
        var keys: [any CodingKey] = []
        var index = index
        while index >= 0 {
            let frame = frames[index]
            if let key = key(of: frame) { keys.append(key) }
            if let owner = unsafe frame.owner?.takeUnretainedValue() { return path(to: owner) + keys.reversed() }
            index = Int(frame.parent)
        }
        return keys.reversed()
    }

    /// Whether the path of a value that is being written matches, without making it: from its end, because the last steps decide about
    /// most paths.
    ///
    /// - Returns: `nil` if a part of the path is that of a detached value.
    @_optimize(size)
    func isPath(to scope: Scope, matching matcher: PathMatcher) -> Bool? {
        var (states, index) = (matcher.end, scope.index)
        while !states.isEmpty {
            if matcher.isDecided(backwards: states) { return true }
            if index < 0 { return matcher.isMatch(backwards: states) }
            let frame = frames[Int(index)]
            if unsafe frame.owner != nil { return nil }
            if frame.keyType == nil, frame.index >= 0 {
                states = matcher.retreated(states, by: ElementComponent(frame.index))
            } else if let key = key(of: frame) {
                states = matcher.retreated(states, by: CodingPathComponent(key))
            }
            index = frame.parent
        }
        return false
    }

    func key(of frame: Frame) -> (any CodingKey)? {
        if frame.isNested { return nestedKey(of: frame) }
        if let type = frame.keyType {
            guard let key = unsafe frame.key else { return nil }
            return unsafe Self.load(type, key)
        }
        return frame.index >= 0 ? JSONKey(index: frame.index) : nil
    }

    func nestedKey(of frame: Frame) -> any CodingKey {
        if let type = frame.keyType {
            return unsafe withUnsafeBytes(of: frame.keyByte) { unsafe Self.load(type, $0.baseAddress!) }
        }
        guard let node = unsafe frame.key else { return JSONKey(index: frame.index) }
        return unsafe Unmanaged<DetachedValue.PathNode>.fromOpaque(node).takeUnretainedValue().key
    }

    private static func load<Key: CodingKey>(_ type: Key.Type, _ key: UnsafeRawPointer) -> any CodingKey {
        unsafe key.assumingMemoryBound(to: type).pointee
    }
}
