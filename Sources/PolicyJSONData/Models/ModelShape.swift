internal import PolicyJSON

/// The values that one property, the elements of one array, or the values of one map have.
final class ModelSlot {
    /// What has been recorded about the values; `objects` is the number of objects that have the property.
    var facts: PathFacts
    /// The facts of each path where such values are.
    private(set) var parts: [(path: String, facts: PathFacts)]
    /// The objects among the values.
    private(set) var shape: ModelShape?
    /// The elements of the arrays among the values.
    private(set) var element: ModelSlot?

    init(facts: PathFacts, path: String, shape: ModelShape? = nil, element: ModelSlot? = nil) {
        self.facts = facts
        parts = [(path, facts)]
        self.shape = shape
        self.element = element
    }

    /// A slot without values: the elements of arrays that are all empty.
    init() {
        facts = PathFacts()
        parts = []
    }

    /// Adds the values of another slot, which is not used afterwards.
    func merge(_ other: ModelSlot) {
        if other === self { return }
        facts.merge(other.facts)
        parts += other.parts
        if let theirs = other.shape {
            if let shape { shape.unify(with: theirs) } else { shape = theirs }
        }
        if let theirs = other.element {
            if let element { element.merge(theirs) } else { element = theirs }
        }
    }

    /// Counts single values among arrays as elements of arrays, if the elements of the arrays are of the same kind.
    func takeSingleValuesAsElements() {
        guard facts.arrayCount > 0, let element else { return }
        let others = facts.valueKinds.subtracting([.array])
        guard others.count == 1, element.facts.valueKinds == others else { return }
        let single = ModelSlot(facts: facts.keepingOnly(others), path: parts[0].path + "[*]", shape: shape)
        single.parts = parts.map { ($0.path + "[*]", $0.facts.keepingOnly(others)) }
        shape = nil
        facts = facts.keepingOnly([.array, .null])
        element.merge(single)
    }
}

/// Objects that become one type: those of one path, or of several with similar members.
final class ModelShape {
    let id: Int
    /// The shape in which the objects were found; `nil` for the records.
    private let parent: ModelShape?
    /// The number of objects.
    private(set) var objects: Int
    private(set) var members: [(name: String, slot: ModelSlot)] = []
    private var positions: [String: Int] = [:]
    /// The values of all members, if the keys are data.
    private(set) var anyMember: ModelSlot?
    /// The name of the member whose values, elements or members the objects are; empty for the records.
    let name: String
    /// The last word of the name, in the singular.
    let noun: String
    private var forward: ModelShape?

    init(id: Int, parent: ModelShape?, name: String, objects: Int) {
        self.id = id
        self.parent = parent
        self.name = name
        noun = ModelNames.noun(name)
        self.objects = objects
    }

    /// The shape with which this one has been unified, or itself.
    var resolved: ModelShape {
        var shape = self
        while let next = shape.forward { shape = next }
        return shape
    }

    var isMap: Bool { anyMember != nil }

    var isEmpty: Bool { members.isEmpty && !isMap }

    func slot(named name: String) -> ModelSlot? { positions[name].map { members[$0].slot } }

    /// Whether the objects were found somewhere in those of another shape.
    func isInside(_ other: ModelShape) -> Bool {
        var next = parent
        while let shape = next {
            if shape.resolved === other { return true }
            next = shape.parent
        }
        return false
    }

    func add(_ name: String, _ slot: ModelSlot) {
        if let anyMember { return anyMember.merge(slot) }
        if let position = positions[name] { return members[position].slot.merge(slot) }
        positions[name] = members.count
        members.append((name, slot))
    }

    func add(anyMember slot: ModelSlot) {
        let slots = members.map(\.slot)
        (members, positions) = ([], [:])
        if let anyMember { anyMember.merge(slot) } else { anyMember = slot }
        for member in slots { anyMember?.merge(member) }
    }

    /// Makes one shape of two, and of what their members with the same names are.
    func unify(with other: ModelShape) {
        let (left, right) = (resolved, other.resolved)
        if left === right { return }
        // The one that was found first is the outer one.
        let (kept, dropped) = left.id < right.id ? (left, right) : (right, left)
        dropped.forward = kept
        kept.objects.add(count: dropped.objects)
        // Unifying members may unify the kept shape with another one.
        if let slot = dropped.anyMember { kept.resolved.add(anyMember: slot) }
        for (name, slot) in dropped.members { kept.resolved.add(name, slot) }
    }
}

extension PathFacts {
    /// The kinds of the values other than `null`.
    var valueKinds: Set<JSONKind> { Set(JSONKind.allCases.filter { $0 != .null && count(of: $0) > 0 }) }

    /// The facts without those about values of other kinds.
    func keepingOnly(_ kinds: Set<JSONKind>) -> PathFacts {
        var facts = self
        if !kinds.contains(.null) { facts.nulls = 0 }
        if !kinds.contains(.bool) { (facts.trues, facts.falses) = (0, 0) }
        if !kinds.contains(.number) { (facts.numberCount, facts.numbers) = (0, NumberFacts()) }
        if !kinds.contains(.string) {
            facts.stringCount = 0
            facts.forms = facts.forms.map { _ in 0 }
            facts.strings = DistinctValues()
            facts.stringLengths = LengthFacts()
            (facts.numbersInStrings, facts.paddedNumbers) = (NumberFacts(), 0)
        }
        if !kinds.contains(.array) { (facts.arrayCount, facts.arrayLengths) = (0, LengthFacts()) }
        if !kinds.contains(.object) { facts.objectCount = 0 }
        facts.values = JSONKind.allCases.reduce(0) { $0 + facts.count(of: $1) }
        return facts
    }
}
