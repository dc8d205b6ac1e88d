internal import JSONTape
internal import JSONText

/// A value that cannot be written directly to the end of the text: its containers are filled in parallel or out of
/// order, a key is repeated, or a super encoder represents a part of it. Its parts are kept until the enclosing value
/// ends.
final class DetachedValue {
    enum Content {
        case none
        case text(WrittenText)
        case object(Members)
        case array(Elements)
    }

    struct Elements {
        /// The elements that were written before the array was detached, each with a comma after it.
        var written = WrittenText([])
        var writtenCount = 0
        var values: [DetachedValue] = []

        var count: Int { writtenCount + values.count }

        /// Inserts an element after those that were written.
        mutating func insert(_ element: DetachedValue, at index: Int) {
            values.insert(element, at: min(max(index - writtenCount, 0), values.count))
        }
    }

    struct Members {
        private(set) var names: [String] = []
        private(set) var values: [DetachedValue] = []
        /// By names with combining marks in order; empty for a small object.
        private var positions: [String: Int] = [:]
        private static var small: Int { 8 }

        subscript(name: String) -> DetachedValue? {
            get { position(of: name.withOrderedMarks()).map { values[$0] } }
            set {
                guard let newValue else { return }
                let ordered = name.withOrderedMarks()
                if let position = position(of: ordered) {
                    values[position] = newValue
                    return
                }
                names.append(name)
                values.append(newValue)
                if names.count == Self.small {
                    for (index, name) in names.enumerated() { positions[name.withOrderedMarks()] = index }
                } else if names.count > Self.small {
                    positions[ordered] = names.count - 1
                }
            }
        }

        @_optimize(size)
        private func position(of ordered: String) -> Int? {
            names.count < Self.small ? names.firstIndex { $0.withOrderedMarks() == ordered } : positions[ordered]
        }
    }

    var content: Content
    /// Whether the value was encoded through a single-value container.
    var isSingle = false
    /// Whether a rule omitted its single value; another one may follow.
    var isOmitted = false
    /// Whether it is an object that members of an enclosing object are written to.
    var isShared = false
    /// The number of enclosing containers.
    let depth: Int
    /// The frame that contains the value, and the path from there.
    let scope: Scope
    let pathNode: PathNode?

    /// A path component from a container to its part. A linked list, because an array of all keys for each part would
    /// take memory quadratic in the depth.
    final class PathNode {
        let key: any CodingKey
        let container: PathNode?

        init(_ key: any CodingKey, in container: PathNode?) {
            self.key = key
            self.container = container
        }
    }

    /// Whether the value is a document or part of one, whose depth has been checked already.
    private let isDocument: Bool

    init(_ content: Content, depth: Int, scope: Scope, pathNode: PathNode?, isDocument: Bool = false) {
        self.content = content
        self.depth = depth
        self.scope = scope
        self.pathNode = pathNode
        self.isDocument = isDocument
    }

    /// A whole document.
    convenience init(_ content: Content) {
        self.init(content, depth: 0, scope: .none, pathNode: nil, isDocument: true)
    }

    /// Another value at the same path.
    func replaced(by content: Content) -> DetachedValue {
        DetachedValue(content, depth: depth, scope: scope, pathNode: pathNode, isDocument: isDocument)
    }

    /// The keys from the frame to the value.
    var keys: [any CodingKey] {
        sequence(first: pathNode) { $0?.container }.prefix { $0 != nil }.compactMap { $0?.key }.reversed()
    }

    var count: Int {
        if case .array(let elements) = content { return elements.count }
        return 0
    }

    /// A part of this container.
    func part(_ content: Content, _ key: any CodingKey) -> DetachedValue {
        if isTooDeep { return replaced(by: content) }
        // Of the parts of a document only the paths of objects are requested.
        let hasPath = if isDocument, case .text(let text) = content { text.isObject } else { true }
        return DetachedValue(
            content, depth: depth + 1, scope: scope, pathNode: hasPath ? PathNode(key, in: pathNode) : nil,
            isDocument: isDocument)
    }

    /// The part with a name or, if there is none, at a position. It gets a key.
    @_optimize(size)
    func part(at position: Int, _ name: String?, _ key: any CodingKey) -> DetachedValue? {
        switch content {
        case .array(let elements): return elements.values.indices.contains(position) ? elements.values[position] : nil
        case .object(let members):
            guard let name = name ?? (members.names.indices.contains(position) ? members.names[position] : nil),
                let member = members[name]
            else { return nil }
            let part = part(member.content, key)
            self[name] = part
            return part
        case .none, .text: return nil
        }
    }

    // MARK: Containers

    /// Makes the value an object; `false` if it has another kind already.
    @_optimize(size)
    func becomeObject() -> Bool {
        switch content {
        case .object: return true
        case .none: content = .object(Members())
        case .text(let text):
            guard text.isObject, let parts = try? text.members() else { return false }
            var members = Members()
            // The first of several members with the same name is used, as in decoding.
            for (name, value) in parts where members[name] == nil {
                members[name] = part(.text(value), JSONKey(name))
            }
            content = .object(members)
        case .array: return false
        }
        return true
    }

    /// Makes the value an array; `false` if it has another kind already.
    @_optimize(size)
    func becomeArray() -> Bool {
        switch content {
        case .array: return true
        case .none: content = .array(Elements())
        case .text(let text):
            guard text.isArray, let parts = try? text.elements() else { return false }
            var elements = Elements()
            for part in parts { elements.values.append(self.part(.text(part), JSONKey(index: elements.count))) }
            content = .array(elements)
        case .object: return false
        }
        return true
    }

    subscript(name: String) -> DetachedValue? {
        get {
            if case .object(let members) = content { return members[name] }
            return nil
        }
        set {
            guard !isTooDeep, case .object(var members) = content else { return }
            content = .none
            members[name] = newValue
            content = .object(members)
        }
    }

    func insert(_ element: DetachedValue, at index: Int) {
        guard !isTooDeep, case .array(var elements) = content else { return }
        content = .none
        elements.insert(element, at: index)
        content = .array(elements)
    }

    func append(_ element: DetachedValue) { insert(element, at: .max) }

    /// Adds the text of an element.
    func addElement(_ text: [UInt8]) { append(part(.text(WrittenText(text)), JSONKey(index: count))) }

    /// Whether the container is too deep to be written. It accepts no parts, which could form an endless chain;
    /// releasing that would overflow the stack. The call ends with an error.
    var isTooDeep: Bool { depth > EncoderCore.maximumDepth && !isDocument }

    // MARK: Text

    /// Writes the value; an empty object if there is none.
    @_optimize(size)
    func write(to core: EncoderCore) {
        switch content {
        case .text(let text): text.append(to: core.text)
        case .none: core.writeEmptyObject(depth: depth)
        case .array(let elements):
            core.text.append(UInt8(ascii: "["))
            elements.written.append(to: core.text)
            for element in elements.values {
                core.beginElement(depth: depth)
                element.write(to: core)
                core.text.append(UInt8(ascii: ","))
            }
            core.close(with: UInt8(ascii: "]"), depth: depth, isEmpty: elements.count == 0)
        case .object(let members):
            core.text.append(UInt8(ascii: "{"))
            for index in order(of: members, core) {
                core.beginElement(depth: depth)
                core.text.append(members.names[index], escapingSlashes: core.form.escapesSlashes)
                core.writeColon()
                members.values[index].write(to: core)
                core.text.append(UInt8(ascii: ","))
            }
            core.close(with: UInt8(ascii: "}"), depth: depth, isEmpty: members.names.isEmpty)
        }
    }

    private func order(of members: Members, _ core: EncoderCore) -> [Int] {
        guard core.form.sortsKeys else { return Array(members.names.indices) }
        return PolicyJSON.order(of: members.names.count) {
            members.names[$0].utf8.lexicographicallyPrecedes(members.names[$1].utf8)
        }
    }
}

/// What a nested unkeyed container retains.
final class ArrayReference {
    /// The array, if it is not at the end of the text.
    var detached: DetachedReference?
    /// Its index among the dormant containers, if it is one.
    var dormant = -1

    init(_ detached: DetachedReference?) { self.detached = detached }
}

/// What a container of a detached value retains.
final class DetachedReference {
    let value: DetachedValue
    /// The super encoder, which inserts the value into its container when it is released.
    let keeper: SuperEncoder?

    init(_ value: DetachedValue, keeper: SuperEncoder?) {
        self.value = value
        self.keeper = keeper
    }
}
