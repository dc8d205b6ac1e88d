@_spi(Tape) internal import JSONTape

/// The paths of changes, as a tree of steps in which all indexes of an array are one node. Changes are counted by node.
///
/// While a document is decoded from front to back, a step takes constant time regardless of the length of the path
/// before it, because the containers that enclose the last change are cached. Otherwise many changes below a long key
/// would take quadratic time. No user code is called before ``texts(_:)``: until then keys are those of the document.
struct PathTree {
    /// The index of a node: a step and, through its parent, the path to it. Node 0 is the top level.
    typealias NodeID = Int

    /// The maximum number of steps; paths that need more have no node.
    static let limit = 2_048

    enum Step: Hashable {
        case key(String)
        case index
    }

    private struct Node {
        let parent: NodeID
        let step: Step
        /// The index of the first change, for key strategies that examine paths.
        let ordinal: Int
        /// Whether the key is that of the document, and a key strategy still has to convert it.
        let isWritten: Bool
        /// The number of the change for which the node was created.
        let firstChange: Int
        /// The child that was looked up last.
        var latestChild: NodeID = 0
        /// The sibling that was looked up after this node: likely the next one in documents of similar objects.
        var nextSibling: NodeID = 0
    }

    private struct Edge: Hashable {
        let parent: NodeID
        let step: Step
        let isWritten: Bool
    }

    private var nodes: [Node] = [Node(parent: 0, step: .index, ordinal: 0, isWritten: false, firstChange: -1)]
    private var children: [Edge: NodeID] = [:]
    /// The containers that enclose the last change, outermost first, so with ascending positions.
    private var enclosing: [(container: TapePosition, node: NodeID?)] = []
    /// The document of `enclosing`.
    private var enclosingDocument: (number: Int, anchor: TapePosition?)?
    /// The nodes of objects whose keys are not on the tape.
    private var anchorNodes: [AnchorID: NodeID?] = [:]

    private struct AnchorID: Hashable {
        let document: Int
        let object: TapePosition
    }

    /// The node of a place, or of a key missing in it; `nil` if the tree is full.
    ///
    /// - Parameter change: the number of the change.
    mutating func node(of place: Place, missing key: String?, in core: DecoderCore, change: Int) -> NodeID? {
        let node = node(of: place, in: core, change)
        guard let key else { return node }
        return child(of: node, .key(Self.truncated(key)), ordinal: 0, isWritten: false, change)
    }

    /// Removes the nodes that were created for changes from this number on.
    mutating func truncate(to change: Int) {
        while let last = nodes.last, last.firstChange >= change {
            nodes.removeLast()
            children[Edge(parent: last.parent, step: last.step, isWritten: last.isWritten)] = nil
        }
        // Children are created after their parents, so everything after the first removed node is removed, too.
        if let removed = enclosing.firstIndex(where: { $0.node.map { $0 >= nodes.count } ?? true }) {
            enclosing.removeSubrange(removed...)
        }
        anchorNodes.removeAll()
    }

    private mutating func node(of place: Place, in core: DecoderCore, _ change: Int) -> NodeID? {
        let anchor = core.anchor
        // All missing values have the same position, so that the path of one does not apply to the next.
        if enclosingDocument?.number != core.document || enclosingDocument?.anchor != anchor?.index
            || anchor?.index == TapePosition.nothing
        {
            enclosing.removeAll(keepingCapacity: true)
            enclosingDocument = (core.document, anchor?.index)
        }
        if let anchor, anchor.index == place.index { return node(of: anchor, change) }
        if let path = core.window?.path(ofItemAt: place.index) { return node(of: path, change) }
        if place.parent == TapePosition.noContainer { return 0 }
        let container = node(ofContainer: place.parent, in: core, change)
        if place.index == TapePosition.nothing { return container }
        return child(of: container, at: place.index, in: place.parent, Int(place.ordinal), core, change)
    }

    /// - Complexity: the depth of the recursion is that of the value.
    private mutating func node(ofContainer index: TapePosition, in core: DecoderCore, _ change: Int) -> NodeID? {
        // A container precedes its contents.
        while let last = enclosing.last, last.container > index { enclosing.removeLast() }
        if let last = enclosing.last, last.container == index { return last.node }
        let node: NodeID?
        if let anchor = core.anchor, anchor.index == index {
            node = self.node(of: anchor, change)
        } else if let path = core.window?.path(ofItemAt: index) {
            node = self.node(of: path, change)
        } else {
            let (parent, ordinal) = core.tape.surroundings(of: index)
            node =
                parent == TapePosition.noContainer
                ? 0
                : child(
                    of: self.node(ofContainer: parent, in: core, change), at: index, in: parent, ordinal, core, change)
        }
        enclosing.append((index, node))
        return node
    }

    /// The node of a value whose key is not on the tape, or of one that is replaced.
    private mutating func node(of anchor: PathAnchor, _ change: Int) -> NodeID? {
        guard let key = anchor.key, anchor.place.index != TapePosition.nothing else {
            return node(of: anchor.path(), change)
        }
        let object = AnchorID(document: anchor.core.document, object: anchor.place.index)
        let above: NodeID?
        if let known = anchorNodes[object] {
            above = known
        } else {
            above = node(of: anchor.core.path(to: anchor.place), change)
            if anchorNodes.count >= Self.limit { anchorNodes.removeAll(keepingCapacity: true) }
            anchorNodes[object] = .some(above)
        }
        return node(of: [key], below: above, change)
    }

    private mutating func node(of path: [any CodingKey], below top: NodeID? = 0, _ change: Int) -> NodeID? {
        var node = top
        for step in DecodingPath(path).steps {
            switch step {
            case .index(let ordinal): node = child(of: node, .index, ordinal: ordinal, isWritten: false, change)
            case .key(let key): node = child(of: node, .key(Self.truncated(key)), ordinal: 0, isWritten: false, change)
            }
        }
        return node
    }

    private mutating func child(
        of node: NodeID?, at index: TapePosition, in container: TapePosition, _ ordinal: Int, _ core: DecoderCore,
        _ change: Int
    ) -> NodeID? {
        if core.tape[container].is(.array) {
            return child(of: node, .index, ordinal: ordinal, isWritten: false, change)
        }
        if let key = core.matchedMembers?.key(of: index) {
            return child(of: node, .key(Self.truncated(key)), ordinal: 0, isWritten: false, change)
        }
        // In similar objects, this is the key that followed the last one.
        if let node, nodes[node].latestChild != 0 {
            let latest = nodes[node].latestChild
            let next = latest < nodes.count ? nodes[latest].nextSibling : 0
            if isChild(next, of: node, core, index) {
                nodes[node].latestChild = next
                return next
            }
            if isChild(latest, of: node, core, index) { return latest }
        }
        let key = core.tape.key(at: index.key)
        let truncated = Self.truncated(key)
        // A strategy cannot convert a truncated key.
        let isWritten = core.convertsKeys && truncated.utf8.count == key.utf8.count
        return child(of: node, .key(truncated), ordinal: 0, isWritten: isWritten, change)
    }

    private mutating func child(
        of node: NodeID?, _ step: Step, ordinal: Int, isWritten: Bool, _ change: Int
    ) -> NodeID? {
        guard let node else { return nil }
        let latest = nodes[node].latestChild
        if step == .index, latest != 0, latest < nodes.count, nodes[latest].parent == node, nodes[latest].step == .index
        {
            return latest
        }
        let edge = Edge(parent: node, step: step, isWritten: isWritten)
        var found = children[edge]
        if found == nil {
            guard nodes.count <= Self.limit else { return nil }
            nodes.append(Node(parent: node, step: step, ordinal: ordinal, isWritten: isWritten, firstChange: change))
            children[edge] = nodes.count - 1
            found = nodes.count - 1
        }
        guard let found else { return nil }
        if latest != 0, latest < nodes.count { nodes[latest].nextSibling = found }
        nodes[node].latestChild = found
        return found
    }

    /// Whether a node, which may have been removed, is the child for the key of a member.
    private func isChild(_ node: NodeID, of parent: NodeID, _ core: DecoderCore, _ member: TapePosition) -> Bool {
        guard node != 0, node < nodes.count, nodes[node].parent == parent, case .key(let name) = nodes[node].step else {
            return false
        }
        return nodes[node].isWritten == core.convertsKeys && core.tape.isKey(at: member.key, writtenAs: name)
    }

    /// Limits the memory of the tree if keys are long.
    private static func truncated(_ key: String) -> String { Excerpt.shorten(key) }
}

extension PathTree {
    /// Each node's path in the syntax of ``PathPattern``, with converted keys.
    func texts(_ names: KeyNames) -> [String] {
        // Parents precede their children.
        var paths: [[any CodingKey]] = [[]]
        var texts = [""]
        for node in nodes.dropFirst() {
            let above = paths[node.parent]
            let text = texts[node.parent]
            switch node.step {
            case .index:
                paths.append(above + [JSONKey(index: node.ordinal)])
                texts.append(text + "[*]")
            case .key(let key):
                let name = JSONKey(node.isWritten ? names.name(key, below: above) : key)
                paths.append(above + [name])
                texts.append(text + (text.isEmpty ? "" : ".") + "\(DecodingPath([name]))")
            }
        }
        return texts
    }
}
