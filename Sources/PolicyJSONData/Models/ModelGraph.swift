internal import PolicyJSON

/// The shapes of a profile: each kind of object once, also if it is at several paths or contains itself.
struct ModelGraph {
    /// The records.
    private(set) var root = ModelSlot()
    private var shapes: [ModelShape] = []

    init(_ profile: JSONProfile) {
        root = slot(profile.combiningMaps().top, path: "", name: "", parent: nil)
        unifySimilarShapes()
        for slot in slots { slot.takeSingleValuesAsElements() }
    }

    private mutating func slot(
        _ path: JSONProfile.Path, path text: String, name: String, parent: ModelShape?
    ) -> ModelSlot {
        var path = path
        if path.isMapForModels { path.combineMembers() }
        var shape: ModelShape?
        if path.facts.count(of: JSONKind.object) > 0 {
            let own = ModelShape(
                id: shapes.count, parent: parent, name: name, objects: path.facts.count(of: JSONKind.object))
            shapes.append(own)
            shape = own
        }
        var element: ModelSlot?
        for child in path.children {
            let text = text + child.step.text(isFirst: text.isEmpty)
            switch child.step {
            case .top: break
            case .key(let key): shape?.add(key, slot(child, path: text, name: key, parent: shape))
            case .anyKey: shape?.add(anyMember: slot(child, path: text, name: name, parent: shape))
            case .element: element = slot(child, path: text, name: name, parent: shape ?? parent)
            }
        }
        return ModelSlot(facts: path.facts, path: text, shape: shape, element: element)
    }

    // MARK: Sharing

    private func unifySimilarShapes() {
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for (index, left) in shapes.enumerated() {
                for right in shapes[(index + 1)...] {
                    let (first, second) = (left.resolved, right.resolved)
                    guard first !== second, Self.areSimilar(first, second, originals: (left, right)) else { continue }
                    first.unify(with: second)
                    hasChanged = true
                }
            }
        }
    }

    /// Whether two shapes have so many members in common, with values that fit one type, that one type is meant.
    private static func areSimilar(
        _ left: ModelShape, _ right: ModelShape, originals: (ModelShape, ModelShape)
    ) -> Bool {
        if left.isMap || right.isMap { return false }
        let (fewer, more) = (min(left.members.count, right.members.count), max(left.members.count, right.members.count))
        guard fewer > 0, fewer * 2 >= more else { return false }
        let common = left.keys.intersection(right.keys)
        let all = left.members.count + right.members.count - common.count
        let isSame = common.count == all
        let haveSameName = ModelNames.singular(originals.0.name) == ModelNames.singular(originals.1.name)
        let isEnough =
            if isSame, common.count >= 2 {
                true
            } else if haveSameName || isRecursive(originals.0, originals.1, common) {
                isSame || common.count >= 2 && common.count * 2 >= all
            } else {
                common.count >= 4 && common.count * 5 >= all * 4
            }
        return isEnough && common.allSatisfy { fit(left.slot(named: $0), right.slot(named: $0), depth: 0) }
    }

    /// Whether the member of the outer shape that leads to the inner one is a member of the inner one, too.
    private static func isRecursive(_ outer: ModelShape, _ inner: ModelShape, _ common: Set<String>) -> Bool {
        inner.isInside(outer.resolved) && common.contains(inner.name)
    }

    private static func fit(_ left: ModelSlot?, _ right: ModelSlot?, depth: Int) -> Bool {
        guard let left, let right else { return true }
        let kinds = (left.facts.valueKinds, right.facts.valueKinds)
        if kinds.0.isEmpty || kinds.1.isEmpty { return true }
        if kinds.0 != kinds.1 { return false }
        if left.facts.isDate != right.facts.isDate { return false }
        guard depth < 4 else { return true }
        if let element = left.element, let other = right.element, !fit(element, other, depth: depth + 1) {
            return false
        }
        guard let shape = left.shape?.resolved, let other = right.shape?.resolved, shape !== other else { return true }
        if shape.isMap != other.isMap { return false }
        let common = shape.keys.intersection(other.keys)
        return common.count * 2 >= min(shape.members.count, other.members.count)
            && common.allSatisfy { fit(shape.slot(named: $0), other.slot(named: $0), depth: depth + 1) }
    }

    // MARK: Walking

    /// All slots, each before those in it.
    private var slots: [ModelSlot] {
        var found: [ModelSlot] = []
        var visited: Set<Int> = []
        var open = [root]
        while let slot = open.popLast() {
            found.append(slot)
            if let element = slot.element { open.append(element) }
            guard let shape = slot.shape?.resolved, visited.insert(shape.id).inserted else { continue }
            if let values = shape.anyMember { open.append(values) }
            open += shape.members.map(\.slot)
        }
        return found
    }
}

extension JSONProfile.Path {
    /// Whether a dictionary is the type for the objects at the path. Here a few keys that are data are enough: no
    /// property has a number as its name.
    fileprivate var isMapForModels: Bool {
        if looksLikeMap || children.contains(where: { $0.step == .anyKey }) { return true }
        let keys = children.compactMap(\.step.key)
        guard !keys.isEmpty, keys.allSatisfy(Self.isData) else { return false }
        let kinds = children.filter { $0.step != .element }.map(\.facts.valueKinds).filter { !$0.isEmpty }
        return kinds.allSatisfy { $0 == kinds[0] }
    }
}
