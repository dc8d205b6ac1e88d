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
            let text = PathPattern.joined(text, child.step.text)
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

    /// - Complexity: O(*n*²) in the shapes, of which a profile has at most a few thousand, for each round in which shapes are
    ///   unified.
    private func unifySimilarShapes() {
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for (index, left) in shapes.enumerated() {
                for right in shapes[(index + 1)...] where Self.areSimilar(left, right) {
                    left.unify(with: right)
                    hasChanged = true
                }
            }
        }
    }

    /// Whether two shapes have so many members in common, with values that fit one type, that one type is meant.
    private static func areSimilar(_ outer: ModelShape, _ inner: ModelShape) -> Bool {
        let (left, right) = (outer.resolved, inner.resolved)
        let (fewer, more) = left.members.count < right.members.count ? (left, right) : (right, left)
        guard left !== right, !fewer.members.isEmpty, fewer.members.count * 2 >= more.members.count else {
            return false
        }
        let common = fewer.members.count { more.slot(named: $0.name) != nil }
        let all = fewer.members.count + more.members.count - common
        guard isEnough(common, of: all, outer, inner) else { return false }
        return fewer.members.allSatisfy { fit($0.slot, more.slot(named: $0.name), depth: 0) }
    }

    private static func isEnough(_ common: Int, of all: Int, _ outer: ModelShape, _ inner: ModelShape) -> Bool {
        if common == all, common >= 2 || outer.noun == inner.noun { return true }
        if common >= 4, common * 5 >= all * 4 { return true }
        guard common >= 2, common * 2 >= all else { return false }
        return outer.noun == inner.noun || isRecursive(outer, inner)
    }

    /// Whether the member of the outer shape that leads to the inner one is a member of the inner one, too.
    private static func isRecursive(_ outer: ModelShape, _ inner: ModelShape) -> Bool {
        let (outer, shape) = (outer.resolved, inner.resolved)
        return shape.slot(named: inner.name) != nil && outer.slot(named: inner.name) != nil && inner.isInside(outer)
    }

    /// Whether one type is suitable for the values of two slots.
    private static func fit(_ left: ModelSlot?, _ right: ModelSlot?, depth: Int) -> Bool {
        guard let left, let right else { return true }
        let kinds = (left.facts.valueKinds, right.facts.valueKinds)
        if kinds.0.isEmpty || kinds.1.isEmpty { return true }
        guard kinds.0.isSubset(of: kinds.1) || kinds.1.isSubset(of: kinds.0) || areNumbers(left.facts, right.facts)
        else { return false }
        if left.facts.isDate != right.facts.isDate { return false }
        guard depth < 4 else { return true }
        if let element = left.element, let other = right.element, !fit(element, other, depth: depth + 1) {
            return false
        }
        guard let shape = left.shape?.resolved, let other = right.shape?.resolved, shape !== other else { return true }
        // An object without members can be anything.
        if shape.isEmpty || other.isEmpty { return true }
        if shape.isMap || other.isMap {
            return shape.isMap && other.isMap && fit(shape.anyMember, other.anyMember, depth: depth + 1)
        }
        let common = shape.members.filter { other.slot(named: $0.name) != nil }
        return common.count * 2 >= min(shape.members.count, other.members.count)
            && common.allSatisfy { fit($0.slot, other.slot(named: $0.name), depth: depth + 1) }
    }

    /// Whether all values are numbers, or strings that a rule reads as numbers.
    private static func areNumbers(_ left: PathFacts, _ right: PathFacts) -> Bool {
        [left, right].allSatisfy { facts in
            facts.valueKinds.isSubset(of: [.number, .string])
                && facts.count(of: StringForm.number) + facts.emptyStrings == facts.stringCount
        }
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
    /// Whether a dictionary is the type for the objects at the path. Unlike for people, few keys that are data are
    /// enough, because no property has a number as its name; and so are many objects with the same members.
    fileprivate var isMapForModels: Bool {
        if looksLikeMap || children.contains(where: { $0.step == .anyKey }) { return true }
        let members = children.filter { $0.step.key != nil }
        if !members.isEmpty, members.allSatisfy({ Self.isData($0.step.key ?? "") }) { return true }
        return members.count >= 8 && members.dropFirst().allSatisfy { $0.hasMembers(of: members[0]) }
    }

    /// Whether the values of two paths are objects that have at least two members, and most of them in common.
    private func hasMembers(of other: JSONProfile.Path) -> Bool {
        guard facts.valueKinds == [.object], other.facts.valueKinds == [.object] else { return false }
        let (keys, others) = (Set(children.map(\.step)), Set(other.children.map(\.step)))
        let common = keys.intersection(others).count
        return common >= 2 && common * 5 >= keys.union(others).count * 4
    }
}
