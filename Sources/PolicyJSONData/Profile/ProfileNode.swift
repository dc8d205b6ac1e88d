@_spi(Cursor) internal import JSONTape

/// A path while a profile is made: its facts, and the paths below it.
final class ProfileNode {
    /// More different keys at one path are data: the paths of the members become one, with the step `*`.
    static let keyLimit = 256
    /// The maximum number of paths below one: the members, all further members, and the elements.
    static let childLimit = keyLimit + 2
    /// Members with longer names are counted as those at further paths, in bytes.
    static let nameLimit = 1_000

    /// What the nodes of a tree share.
    final class Budget {
        /// At most this many paths are distinguished.
        static let limit = 5_000
        private var used = 0
        /// Where values at further paths are counted.
        private(set) lazy var rest = ProfileNode(name: nil, budget: self, isRest: true)

        /// A node, or the one for further paths.
        func node(name: String? = nil) -> ProfileNode {
            guard used < Self.limit else { return rest }
            used += 1
            return ProfileNode(name: name, budget: self, isRest: false)
        }
    }

    /// The name of the member, or of the first one of a map; `nil` for elements and for the top-level value.
    let name: String?
    var facts = PathFacts()
    /// The members, by the order in which they were found.
    private(set) var members: [ProfileNode] = []
    private var positions: [String: Int] = [:]
    /// The elements of arrays.
    private(set) var elements: ProfileNode?
    /// All members, if there are too many different keys.
    private(set) var anyMember: ProfileNode?
    /// The names of the members, with the number of the last object with each, when they become a map.
    var namesBeforeMap: [(name: String, serial: Int)] = []
    /// The number of the last object with the member.
    var serial = 0

    private unowned let budget: Budget
    /// Whether the node is the one for further paths. It has no paths below it, and is below none.
    let isRest: Bool

    private init(name: String?, budget: Budget, isRest: Bool) {
        self.name = name
        self.budget = budget
        self.isRest = isRest
    }

    /// The elements of the arrays at the path.
    func elementNode() -> ProfileNode {
        if let elements { return elements }
        if isRest { return self }
        let node = budget.node()
        if !node.isRest { elements = node }
        return node
    }

    /// The member with a key. Members are usually in the same order in all objects.
    ///
    /// - Parameter hint: where the search starts; afterwards where it should start for the next key.
    @inline(__always)
    func member(_ key: TapePosition, of tape: Tape, hint: inout Int) -> ProfileNode {
        if hint < members.count {
            let member = members[hint]
            if let name = member.name, tape.isKey(at: key, writtenAs: name) {
                hint += 1
                return member
            }
        }
        return member(named: tape.key(at: key), hint: &hint)
    }

    func member(named name: String, hint: inout Int) -> ProfileNode {
        if let anyMember { return anyMember }
        if isRest { return self }
        if name.utf8.count > Self.nameLimit { return budget.rest }
        if let position = positions[name] {
            hint = position + 1
            return members[position]
        }
        if members.count == Self.keyLimit {
            return collapse()
        }
        let node = budget.node(name: name)
        if node.isRest { return node }
        positions[name] = members.count
        members.append(node)
        hint = members.count
        return node
    }

    /// Makes one path of all members: that of the first one, because there may be no further path.
    private func collapse() -> ProfileNode {
        if isRest { return self }
        let node = members.first ?? budget.node()
        for member in members.dropFirst() { node.merge(member) }
        namesBeforeMap = members.map { ($0.name ?? "", $0.serial) }
        (members, positions) = ([], [:])
        if !node.isRest { anyMember = node }
        return node
    }

    /// Adds what has been recorded at another path.
    func merge(_ other: ProfileNode) {
        facts.merge(other.facts)
        if let node = other.elements { elementNode().merge(node) }
        if let node = other.anyMember {
            (anyMember ?? collapse()).merge(node)
        }
        var hint = 0
        for node in other.members { member(named: node.name ?? "", hint: &hint).merge(node) }
    }
}

extension ProfileNode {
    /// Adds what a profile has recorded at a path.
    func merge(_ path: JSONProfile.Path) {
        facts.merge(path.facts)
        var hint = 0
        for child in path.children {
            switch child.step {
            case .element: elementNode().merge(child)
            case .anyKey: (anyMember ?? collapse()).merge(child)
            case .key(let name): member(named: name, hint: &hint).merge(child)
            case .top: break
            }
        }
    }

    /// The path as a value. Its members are in the order in which they occur first.
    func path(_ step: JSONProfile.Step) -> JSONProfile.Path {
        facts.numbers.includeIntegers()
        facts.numbersInStrings.includeIntegers()
        var children = members.map { $0.path(.key($0.name ?? "")) }
        children.sort { left, right in
            guard let first = left.facts.first, let second = right.facts.first, first != second else {
                return (left.step.key ?? "") < (right.step.key ?? "")
            }
            return PathFacts.Example.isEarlier(first, second)
        }
        if let anyMember { children.append(anyMember.path(.anyKey)) }
        if let elements { children.append(elements.path(.element)) }
        return JSONProfile.Path(step: step, facts: facts, children: children)
    }
}
