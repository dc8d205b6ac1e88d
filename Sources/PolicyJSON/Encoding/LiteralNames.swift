/// What is known about the objects of a document: a tree of the names that lead to those whose members' names are values, and not
/// coding keys, and to those of models.
final class LiteralNames {
    /// The type of the value, if rules have been consulted about it.
    private(set) var type: Any.Type?
    /// Whether the names of the object's own members are values.
    private(set) var isLiteral = false
    /// Whether those of all objects in it are, because it is JSON without a model.
    private var isText = false
    private var members: [String: LiteralNames] = [:]
    /// The last path that was added, and what it leads to.
    private var last: (steps: [DecodingPath.Step], nodes: [LiteralNames]) = ([], [])

    /// What is known about a member's value; `nil` if it has no such names.
    func member(_ name: String) -> LiteralNames? { isText ? self : members[name] }

    /// Adds a dictionary, or a value that is JSON without a model.
    func add(_ path: DecodingPath, isText: Bool) {
        guard let node = node(at: path) else { return }
        node.isLiteral = true
        if isText { node.isText = true }
    }

    /// Adds a value of a type.
    func add(_ path: DecodingPath, _ type: Any.Type) { node(at: path)?.type = type }

    /// - Returns: `nil` inside an array: elements are not merged.
    private func node(at path: DecodingPath) -> LiteralNames? {
        if path.steps.contains(where: { if case .index = $0 { true } else { false } }) { return nil }
        let shared = path.commonStepCount(with: last.steps)
        last.steps = path.steps
        last.nodes.removeLast(last.nodes.count - shared)
        for case .key(let name) in path.steps[shared...] {
            let parent = last.nodes.last ?? self
            let node = parent.members[name] ?? LiteralNames()
            parent.members[name] = node
            last.nodes.append(node)
        }
        return last.nodes.last ?? self
    }
}

extension EncoderCore {
    /// Keeps in mind that the names in the value of the frame on top are values.
    ///
    /// - Parameter isText: whether that applies to all objects in it.
    @inline(__always)
    func noteLiteralNames(isText: Bool) {
        if let literalNames { literalNames.add(DecodingPath(path(to: frames.top)), isText: isText) }
    }
}
