/// The types that are declared for a graph, with their names.
struct ModelDeclarations {
    enum Declaration {
        case object(ModelShape)
        case enumeration(Enumeration)
    }

    /// An enumeration with its cases.
    struct Enumeration {
        var values: Set<String>
        var keys: [String]
        /// The shape with the property that was found first.
        let owner: Int?
        /// The slots whose values are of the enumeration.
        var slots: [ObjectIdentifier]
        var name = ""
    }

    /// A property that contains a value of its own type, directly or in other objects.
    struct Edge: Hashable {
        let shape: Int
        let member: String
    }

    let root: ModelSlot
    private let rootName: String
    /// The declarations, in the order in which they are found from the records.
    private(set) var declarations: [Declaration] = []
    private(set) var boxes: Set<Edge> = []
    /// All slots of the declarations.
    private(set) var slots: [ModelSlot] = []
    private var values: [ObjectIdentifier: ModelValue] = [:]
    private var names: [Int: String] = [:]
    private var enumerationNames: [ObjectIdentifier: String] = [:]

    private var shapes: [ModelShape] = []
    private var keys: [Int: [String]] = [:]
    private var owners: [Int: Int] = [:]
    private var enumerations: [Enumeration] = []
    /// The order of shapes (by number) and enumerations.
    private var order: [(isShape: Bool, index: Int)] = []

    init(_ graph: ModelGraph, named name: String) {
        root = graph.root
        rootName = name
        find()
        nameAll()
        findBoxes()
        declarations = order.map { $0.isShape ? .object(shapes[$0.index]) : .enumeration(enumerations[$0.index]) }
    }

    func value(of slot: ModelSlot) -> ModelValue { values[ObjectIdentifier(slot)] ?? ModelValue(slot) }
    func name(of shape: ModelShape) -> String { names[shape.id] ?? "" }
    func name(ofEnumerationAt slot: ModelSlot) -> String { enumerationNames[ObjectIdentifier(slot)] ?? "" }

    // MARK: Finding

    private mutating func find() {
        var open: [(slot: ModelSlot, key: String, owner: ModelShape?)] = [(root, rootName, nil)]
        var next = 0
        while next < open.count {
            let (slot, key, owner) = open[next]
            next += 1
            guard let shape = find(slot, key, owner) else { continue }
            open += shape.members.map { ($0.slot, $0.name, shape) }
        }
    }

    /// Records a slot and the elements or values in it; returns a shape that has not been found before.
    private mutating func find(_ slot: ModelSlot, _ key: String, _ owner: ModelShape?) -> ModelShape? {
        let value = ModelValue(slot)
        values[ObjectIdentifier(slot)] = value
        slots.append(slot)
        switch value.kind {
        case .json, .bool, .int, .double, .decimal, .string, .date: return nil
        case .enumeration(let cases):
            add(cases, of: slot, key, owner)
            return nil
        case .array(let element): return find(element, innerKey(key, "_item", owner), owner)
        case .map(let values): return values.flatMap { find($0, innerKey(key, "_value", owner), owner) }
        case .object(let shape):
            keys[shape.id, default: []].append(key)
            guard keys[shape.id]?.count == 1 else { return nil }
            owners[shape.id] = owner?.id
            order.append((true, shapes.count))
            shapes.append(shape)
            return shape
        }
    }

    /// The singular of a key. What records contain must not have their name.
    private func innerKey(_ key: String, _ suffix: String, _ owner: ModelShape?) -> String {
        let singular = ModelNames.singular(key)
        return owner == nil && singular == key ? key + suffix : singular
    }

    /// Enumerations with the same values are one, and those of the same name with common values.
    private mutating func add(_ cases: [String], of slot: ModelSlot, _ key: String, _ owner: ModelShape?) {
        let new = Set(cases)
        let index = enumerations.firstIndex { known in
            known.values == new || known.keys.contains(key) && !known.values.isDisjoint(with: new)
        }
        if let index {
            enumerations[index].values.formUnion(new)
            enumerations[index].keys.append(key)
            enumerations[index].slots.append(ObjectIdentifier(slot))
        } else {
            order.append((false, enumerations.count))
            enumerations.append(
                Enumeration(values: new, keys: [key], owner: owner?.id, slots: [ObjectIdentifier(slot)]))
        }
    }

    // MARK: Names

    private mutating func nameAll() {
        var used = ModelNames.reservedTypes
        used.insert(rootName)
        func unique(_ keys: [String], _ owner: Int?) -> String {
            let name = ModelNames.type(ModelNames.common(keys))
            guard used.contains(name) else { return ModelNames.unique(name, in: &used) }
            return ModelNames.unique((owner.flatMap { names[$0] } ?? rootName) + name, in: &used)
        }
        for (isShape, index) in order {
            if isShape {
                let shape = shapes[index]
                let isRoot = shape === root.shape?.resolved && rootIsObject
                names[shape.id] = isRoot ? rootName : unique(keys[shape.id] ?? [], owners[shape.id])
            } else {
                let enumeration = enumerations[index]
                let name = unique(enumeration.keys, enumeration.owner)
                enumerations[index].name = name
                for slot in enumeration.slots { enumerationNames[slot] = name }
            }
        }
    }

    /// Whether the type of the records is a structure, and not an alias.
    var rootIsObject: Bool {
        if case .object = value(of: root).kind { true } else { false }
    }

    // MARK: Recursion

    private mutating func findBoxes() {
        // Arrays and dictionaries are references.
        var contents: [Int: Set<Int>] = [:]
        func reaches(_ start: Int, _ end: Int, _ visited: inout Set<Int>) -> Bool {
            if start == end { return true }
            guard visited.insert(start).inserted else { return false }
            return (contents[start] ?? []).contains { reaches($0, end, &visited) }
        }
        for shape in shapes {
            for (name, slot) in shape.members {
                guard case .object(let inner) = value(of: slot).kind else { continue }
                var visited: Set<Int> = []
                if reaches(inner.id, shape.id, &visited) {
                    boxes.insert(Edge(shape: shape.id, member: name))
                } else {
                    contents[shape.id, default: []].insert(inner.id)
                }
            }
        }
    }
}
