@_spi(Cursor) internal import JSONTape

/// The paths of changes, as a tree of steps in which all indexes of an array are one node. Changes are counted by node.
///
/// While a document is decoded from front to back, a step takes constant time regardless of the length of the path
/// before it, because the containers that enclose the last change are cached. Otherwise many changes below a long key
/// would take quadratic time. No key strategy is called before ``texts(of:_:)``: until then keys are those of the document, or, above
/// those that it does not contain, in ``anchorPath``.
struct PathTree {
    /// The index of a node: a step and, through its parent, the path to it. Node 0 is the top level.
    typealias NodeID = Int

    /// The maximum number of steps; paths that need more have no node.
    static let limit = 2_048

    enum Step: Hashable {
        case key(String)
        case index

        var shortKey: ShortKey? {
            if case .key(let key) = self { ShortKey(key) } else { nil }
        }
    }

    private struct Node {
        let step: Step
        /// The index of the first change, for key strategies that examine paths.
        let ordinal: Int
        /// Whether the key is that of the document, and a key strategy still has to convert it.
        let isWritten: Bool
        /// The number of the change that it was made for.
        let firstChange: Int
    }

    /// The relations of a node. Apart from ``Node``, so that following them copies no strings. Nodes that they refer to may
    /// have been removed, and others made in their place: see ``isChild(_:of:)``.
    private struct Links {
        let parent: NodeID
        /// The node's key, where comparing it needs no more.
        let key: ShortKey?
        /// Of its children the one that was looked up last.
        var latestChild: NodeID = 0
        /// The sibling that was looked up after this node: likely the next one in documents of similar objects.
        var nextSibling: NodeID = 0
    }

    private struct Edge: Hashable {
        let parent: NodeID
        let step: Step
        let isWritten: Bool
    }

    /// That of the last change (``ChangeSite/anchorPath``).
    var anchorPath: DecodingPath?
    private var nodes: [Node] = [Node(step: .index, ordinal: 0, isWritten: false, firstChange: -1)]
    /// One for each node.
    private var links: [Links] = [Links(parent: 0, key: nil)]
    private var children: [Edge: NodeID] = [:]
    /// The containers around the last change, outermost first, so with rising indexes; and what they are in.
    private var enclosing: [(container: TapePosition, node: NodeID?)] = []
    private var enclosingDocument: (number: Int, anchor: TapePosition?) = (-1, nil)
    /// Nodes of objects with keys that the tape does not contain, by document and index.
    private var anchorNodes: [AnchorID: NodeID?] = [:]

    private struct AnchorID: Hashable {
        let document: Int
        let object: TapePosition
    }

    /// The node of a value, or of a key missing in it; `nil` if the tree is full.
    ///
    /// - Parameter change: the number of the change that asks.
    @inline(__always)
    mutating func node(
        of reference: ValueReference, missing: String?, in core: DecoderCore, change: Int
    )
        -> NodeID?
    {
        if missing == nil, core.hasPlainPaths, let known = known(reference, in: core) { return known }
        return newNode(of: reference, missing: missing, in: core, change)
    }

    /// The node of a member of the object whose members had the changes before this one, if its key is the one that is expected
    /// next, or the one before again.
    @inline(__always)
    private mutating func known(_ reference: ValueReference, in core: DecoderCore) -> NodeID? {
        guard let last = enclosing.last, let node = last.node, enclosingDocument.number == core.document.number,
            enclosingDocument.anchor == nil, reference.index != .nothing,
            last.container == reference.parent || moveToElement(reference.parent, after: last.container, in: core)
        else { return nil }
        let latest = links[node].latestChild
        let object = core.tape[reference.parent]
        guard isChild(latest, of: node), object.is(.object), object.hasPlainKeys else { return nil }
        let next = links[latest].nextSibling
        if isChild(next, of: node), let key = links[next].key, core.tape.isKey(at: reference.index.key, key) {
            links[node].latestChild = next
            return next
        }
        if let key = links[latest].key, core.tape.isKey(at: reference.index.key, key) { return latest }
        return nil
    }

    /// Makes a later element of the array around `last`, the innermost container, the innermost one: they share a node.
    ///
    /// - Returns: false if it is not such an element.
    @inline(__always)
    private mutating func moveToElement(
        _ element: TapePosition, after last: TapePosition, in core: DecoderCore
    ) -> Bool {
        guard element > last, element != TapePosition.noContainer, enclosing.count > 1 else { return false }
        let array = enclosing[enclosing.count - 2].container
        guard core.tape[array].is(.array), core.tape.surroundings(of: element).container == array else { return false }
        enclosing[enclosing.count - 1].container = element
        return true
    }

    /// Whether a node is there and has this parent.
    @inline(__always)
    private func isChild(_ node: NodeID, of parent: NodeID) -> Bool {
        node != 0 && node < links.count && links[node].parent == parent
    }

    @inline(never)
    private mutating func newNode(
        of reference: ValueReference, missing: String?, in core: DecoderCore, _ change: Int
    )
        -> NodeID?
    {
        let node = node(of: reference, in: core, change)
        guard let missing else { return node }
        return child(of: node, .key(Self.truncated(missing)), ordinal: 0, isWritten: false, change)
    }

    /// Removes the nodes that were created for changes from this number on.
    mutating func truncate(to change: Int) {
        while let last = nodes.last, last.firstChange >= change {
            nodes.removeLast()
            let parent = links.removeLast().parent
            children[Edge(parent: parent, step: last.step, isWritten: last.isWritten)] = nil
        }
        // Children are made after their parents: all after the first that is gone are gone.
        if let gone = enclosing.firstIndex(where: { $0.node.map { $0 >= nodes.count } ?? true }) {
            enclosing.removeSubrange(gone...)
        }
        anchorNodes.removeAll()
    }

    private mutating func node(of reference: ValueReference, in core: DecoderCore, _ change: Int) -> NodeID? {
        let anchor = core.anchor
        if let object = core.document.matchedMembers?.takeRenamed() {
            enclosing.removeAll { $0.container > object }
            anchorNodes = anchorNodes.filter { $0.key.object <= object }
        }
        // Every missing value has the same index: a path that is given for one says nothing about the next.
        if enclosingDocument.number != core.document.number || enclosingDocument.anchor != anchor?.index
            || anchor?.index == TapePosition.nothing
        {
            enclosing.removeAll(keepingCapacity: true)
            enclosingDocument = (core.document.number, anchor?.index)
        }
        if let anchor, anchor.index == reference.index { return node(of: anchor, change) }
        if let path = core.document.window?.path(ofItemAt: reference.index, core.document.key(at:)) {
            return node(of: DecodingPath(path), change)
        }
        if reference.parent == TapePosition.noContainer { return 0 }
        let container = node(ofContainer: reference.parent, in: core, change)
        if reference.index == TapePosition.nothing { return container }
        return child(of: container, at: reference.index, in: reference.parent, Int(reference.ordinal), core, change)
    }

    /// - Complexity: the depth of the recursion is that of the value.
    private mutating func node(ofContainer index: TapePosition, in core: DecoderCore, _ change: Int) -> NodeID? {
        // A container precedes its contents.
        while let last = enclosing.last, last.container > index { enclosing.removeLast() }
        if let last = enclosing.last, last.container == index { return last.node }
        let node: NodeID?
        if let anchor = core.anchor, anchor.index == index {
            node = self.node(of: anchor, change)
        } else if let path = core.document.window?.path(ofItemAt: index, core.document.key(at:)) {
            // Items are in no container.
            enclosing.removeAll(keepingCapacity: true)
            node = self.node(of: DecodingPath(path), change)
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
        guard let key = anchor.key, anchor.reference.index != TapePosition.nothing else {
            return node(of: anchorPath ?? DecodingPath(anchor.path()), change)
        }
        let object = AnchorID(document: anchor.core.document.number, object: anchor.reference.index)
        let above: NodeID?
        if let known = anchorNodes[object] {
            above = known
        } else {
            above = node(of: anchorPath ?? DecodingPath(anchor.core.path(to: anchor.reference)), change)
            if anchorNodes.count >= Self.limit { anchorNodes.removeAll(keepingCapacity: true) }
            anchorNodes[object] = .some(above)
        }
        return node(of: DecodingPath([key]), below: above, change)
    }

    private mutating func node(of path: DecodingPath, below top: NodeID? = 0, _ change: Int) -> NodeID? {
        var node = top
        for step in path.steps {
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
        if let key = core.document.matchedMembers?.key(of: index) {
            return child(of: node, .key(Self.truncated(key)), ordinal: 0, isWritten: false, change)
        }
        // Where objects are alike, this is the key after the last one.
        if let node, links[node].latestChild != 0 {
            let latest = links[node].latestChild
            let next = latest < links.count ? links[latest].nextSibling : 0
            if isChild(next, of: node, core, index, in: container) {
                links[node].latestChild = next
                return next
            }
            if isChild(latest, of: node, core, index, in: container) { return latest }
        }
        let key = core.tape.key(at: index.key)
        let short = Self.truncated(key)
        // What is left of a key that was cut is not a key that a strategy knows.
        let isWritten = core.convertsKeys(of: container) && short.utf8.count == key.utf8.count
        return child(of: node, .key(short), ordinal: 0, isWritten: isWritten, change)
    }

    private mutating func child(
        of node: NodeID?, _ step: Step, ordinal: Int, isWritten: Bool, _ change: Int
    ) -> NodeID? {
        guard let node else { return nil }
        let latest = links[node].latestChild
        if step == .index, isChild(latest, of: node), nodes[latest].step == .index { return latest }
        let edge = Edge(parent: node, step: step, isWritten: isWritten)
        var found = children[edge]
        if found == nil {
            guard nodes.count <= Self.limit else { return nil }
            nodes.append(Node(step: step, ordinal: ordinal, isWritten: isWritten, firstChange: change))
            links.append(Links(parent: node, key: step.shortKey))
            children[edge] = nodes.count - 1
            found = nodes.count - 1
        }
        guard let found else { return nil }
        if isChild(latest, of: node) { links[latest].nextSibling = found }
        links[node].latestChild = found
        return found
    }

    /// Whether a child is the one that the key of a member stands for.
    private func isChild(
        _ node: NodeID, of parent: NodeID, _ core: DecoderCore, _ member: TapePosition, in object: TapePosition
    ) -> Bool {
        guard isChild(node, of: parent), case .key(let name) = nodes[node].step else { return false }
        return nodes[node].isWritten == core.convertsKeys(of: object)
            && core.tape.isKey(at: member.key, writtenAs: name)
    }

    /// Limits the memory of the tree if keys are long.
    private static func truncated(_ key: String) -> String { ShortText.shorten(key) }
}

extension PathTree {
    /// The number of bytes after which no further text is made.
    static let textLimit = 1 << 20

    /// The paths of some nodes in the syntax of ``PathPattern``, with converted keys, by node; no text for other nodes, nor for
    /// those beyond ``textLimit``.
    @_optimize(size)
    func texts(of wanted: [NodeID], _ names: KeyNames) -> [String?] {
        var texts = [String?](repeating: nil, count: nodes.count)
        var keys = [String](repeating: "", count: nodes.count)
        var shown = keys
        var room = Self.textLimit
        var above: [NodeID] = []
        for wanted in wanted where texts[wanted] == nil {
            above.removeAll(keepingCapacity: true)
            var node = wanted
            while node != 0 {
                above.append(node)
                node = links[node].parent
            }
            var text = ""
            var path: [any CodingKey] = []
            for node in above.reversed() {
                switch nodes[node].step {
                case .index:
                    text += "[*]"
                    path.append(JSONKey(index: nodes[node].ordinal))
                case .key(let key):
                    if shown[node].isEmpty {
                        keys[node] = nodes[node].isWritten ? names.name(key, below: &path) : key
                        shown[node] = DecodingPath([.key(keys[node])]).description
                    }
                    path.append(JSONKey(keys[node]))
                    if !text.isEmpty { text += "." }
                    text += shown[node]
                }
            }
            room -= text.utf8.count
            if room < 0 { break }
            texts[wanted] = text
        }
        return texts
    }
}
