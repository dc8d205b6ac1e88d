@_spi(Cursor) internal import JSONTape

extension EncoderCore {
    /// The path of a value that is being written; empty when it is finished.
    func path(to scope: Scope) -> [any CodingKey] {
        frames.isLive(scope) ? path(toFrame: Int(scope.index)) : []
    }

    func path(to value: DetachedValue) -> [any CodingKey] { path(to: value.scope) + value.keys }

    @_optimize(size)
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

    /// The last step of a path; `any` if it is not an index or a key.
    @_optimize(size)
    func lastStep(to scope: Scope, _ value: DetachedValue?, member: (any CodingKey)?) -> PathMatcher.LastStep {
        var key = member ?? value?.pathNode?.key
        let scope = value?.scope ?? scope
        if key == nil, frames.isLive(scope) { key = self.key(of: frames[Int(scope.index)]) }
        guard let key else { return .any }
        return key.intValue == nil ? PathMatcher.LastStep(KeyFingerprint(key.stringValue)) : .any
    }

    /// Whether a path matches, without making it: from its end, because the last steps decide about most paths.
    ///
    /// - Parameters:
    ///   - scope: the frame of the value that is being written.
    ///   - value: a detached value, if the path is that of one.
    ///   - member: the key that follows the path of the value.
    @_optimize(size)
    @inline(never)
    func isPath(
        to scope: Scope, _ value: DetachedValue?, member: (any CodingKey)?, matching matcher: PathMatcher
    ) -> Bool {
        func live(_ scope: Scope) -> Int32 { frames.isLive(scope) ? scope.index : -1 }
        var states = member.map { matcher.retreated(matcher.end, by: CodingPathComponent($0)) } ?? matcher.end
        var (node, index) = (value?.pathNode, live(value?.scope ?? scope))
        while !states.isEmpty {
            if matcher.isDecided(backwards: states) { return true }
            if let step = node {
                states = matcher.retreated(states, by: CodingPathComponent(step.key))
                node = step.container
                continue
            }
            if index < 0 { return matcher.isMatch(backwards: states) }
            let frame = frames[Int(index)]
            if frame.keyType == nil, frame.index >= 0 {
                states = matcher.retreated(states, by: ElementComponent(frame.index))
            } else if let key = key(of: frame) {
                states = matcher.retreated(states, by: CodingPathComponent(key))
            }
            index = frame.parent
            if let owner = unsafe frame.owner?.takeUnretainedValue() {
                (node, index) = (owner.pathNode, live(owner.scope))
            }
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
