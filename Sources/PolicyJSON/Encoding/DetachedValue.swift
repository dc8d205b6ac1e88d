internal import JSONText

/// A value that cannot be written straight to the end of the text: its containers are filled in parallel or out of order,
/// a key is repeated, or a super encoder stands for a part of it. Its parts are kept until the value around it ends.
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
        private var positions: [String: Int] = [:]

        subscript(name: String) -> DetachedValue? {
            get { positions[name].map { values[$0] } }
            set {
                guard let newValue else { return }
                if let position = positions[name] {
                    values[position] = newValue
                } else {
                    positions[name] = values.count
                    names.append(name)
                    values.append(newValue)
                }
            }
        }
    }

    var content: Content
    /// The value was given through a single-value container.
    var isSingle = false
    /// Containers around the value.
    let depth: Int
    /// The frame that the value is a part of, and the way from there.
    let scope: Scope
    let place: Place?

    /// A step from a container to its part; an array of all keys for each part would be the square of the depth.
    final class Place {
        let key: any CodingKey
        let container: Place?

        init(_ key: any CodingKey, in container: Place?) {
            self.key = key
            self.container = container
        }
    }

    /// Whether the value is (a part of) a document, the depth of which is bounded already.
    private let isDocument: Bool

    init(_ content: Content, depth: Int, scope: Scope, place: Place?, isDocument: Bool = false) {
        self.content = content
        self.depth = depth
        self.scope = scope
        self.place = place
        self.isDocument = isDocument
    }

    /// A whole document.
    convenience init(_ content: Content) {
        self.init(content, depth: 0, scope: .none, place: nil, isDocument: true)
    }

    /// Another value at the same place.
    func replaced(by content: Content) -> DetachedValue {
        DetachedValue(content, depth: depth, scope: scope, place: place, isDocument: isDocument)
    }

    /// The keys from the frame to the value.
    var keys: [any CodingKey] {
        sequence(first: place) { $0?.container }.prefix { $0 != nil }.compactMap { $0?.key }.reversed()
    }

    var count: Int {
        if case .array(let elements) = content { return elements.count }
        return 0
    }

    /// A part of this container.
    func part(_ content: Content, _ key: any CodingKey) -> DetachedValue {
        if isTooDeep { return replaced(by: content) }
        return DetachedValue(
            content, depth: depth + 1, scope: scope, place: Place(key, in: place), isDocument: isDocument)
    }

    // MARK: Containers

    /// Sees to it that the value is an object; `false` if it is something else already.
    func becomeObject() -> Bool {
        switch content {
        case .object: return true
        case .none: content = .object(Members())
        case .text(let text):
            guard text.isObject, let parts = try? text.members() else { return false }
            var members = Members()
            // The first of repeated names counts, as in decoding.
            for (name, value) in parts where members[name] == nil {
                members[name] = part(.text(value), JSONKey(name))
            }
            content = .object(members)
        case .array: return false
        }
        return true
    }

    /// Sees to it that the value is an array; `false` if it is something else already.
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

    /// Whether the container is deeper than any that can be written. It takes no parts: they would only be a chain without
    /// end, and releasing that overflows the stack. The call ends with an error.
    var isTooDeep: Bool { depth > EncoderCore.maximumDepth && !isDocument }

    // MARK: Text

    /// Writes the value; an empty object if there is none.
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
                core.text.append(members.names[index], escapingSlashes: core.escapesSlashes)
                core.writeColon()
                members.values[index].write(to: core)
                core.text.append(UInt8(ascii: ","))
            }
            core.close(with: UInt8(ascii: "}"), depth: depth, isEmpty: members.names.isEmpty)
        }
    }

    private func order(of members: Members, _ core: EncoderCore) -> [Int] {
        let indices = Array(members.names.indices)
        guard core.sortsKeys else { return indices }
        return indices.sorted { members.names[$0].utf8.lexicographicallyPrecedes(members.names[$1].utf8) }
    }
}

/// What a container of a detached value holds on to.
final class DetachedReference {
    let value: DetachedValue
    /// The super encoder, which puts the value in its place when nobody holds it any more.
    let keeper: SuperEncoder?

    init(_ value: DetachedValue, keeper: SuperEncoder?) {
        self.value = value
        self.keeper = keeper
    }
}
