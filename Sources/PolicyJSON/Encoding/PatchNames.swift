/// Finds the members of a value that correspond to names and paths in a merge patch.
final class PatchNames {
    private let strategy: KeyNames
    private let rules: [KeyMatching]
    /// The last object's names, by the spellings that the rules have for them, and by those that they compare.
    private var known: (object: DetachedValue, spellings: [String: String], compared: [[String: String]])?
    /// The last object's path, made once for all of its names.
    private var last: (object: DetachedValue, keys: [any CodingKey])?

    init(_ options: DecodingOptions) {
        strategy = KeyNames(options.keys)
        rules = (options.resolvedPolicy?.entriesInForce { $0.scopes.isEmpty } ?? []).compactMap {
            $0.rule as? KeyMatching
        }
    }

    /// The members of a patch by the names in the object to which it is applied.
    @_optimize(size)
    func convert(_ patch: DetachedValue, for object: DetachedValue) -> [(name: String, value: DetachedValue)] {
        var members: [(name: String, value: DetachedValue)] = []
        for (name, paths) in paths(of: object) where patch[name] == nil {
            let values = paths.compactMap { patch.takeValue(at: $0[...]) }
            // The first counts, as in decoding, where what has been cleared is missing.
            if let value = values.first(where: { !MergePatch.isNull($0) }) ?? values.first {
                members.append((name, value))
            }
        }
        for raw in MergePatch.names(of: patch) {
            let name = name(raw, in: object)
            // The name itself is preferred.
            if name == raw || patch[name] == nil, let value = patch[raw] { members.append((name, value)) }
        }
        return members
    }

    /// The paths of an object's names, without those that contain indexes.
    private func paths(of object: DetachedValue) -> [(name: String, paths: [[String]])] {
        rules.flatMap { rule in
            rule.paths.filter { object[$0.key] != nil }.inKeyOrder().map { name, paths in
                (name, paths.candidates.compactMap(\.keys).filter { $0.count > 1 })
            }
        }
    }

    /// The name in an object that corresponds to a name in the patch.
    @_optimize(size)
    func name(_ raw: String, in object: DetachedValue) -> String {
        if object[raw] != nil { return raw }
        var path = keys(of: object)
        let converted = strategy.name(raw, below: &path)
        if object[converted] != nil { return converted }
        if rules.isEmpty { return raw }
        let (_, spellings, compared) = spellings(of: object)
        if let name = spellings[raw] { return name }
        for (rule, names) in zip(rules, compared) {
            if let name = names[rule.comparedName(raw, of: nil)] { return name }
        }
        return raw
    }

    private func keys(of object: DetachedValue) -> [any CodingKey] {
        if let last, last.object === object { return last.keys }
        let keys = object.keys
        last = (object, keys)
        return keys
    }

    @_optimize(size)
    private func spellings(
        of object: DetachedValue
    ) -> (object: DetachedValue, spellings: [String: String], compared: [[String: String]]) {
        if let known, known.object === object { return known }
        let names = MergePatch.names(of: object)
        var spellings: [String: String] = [:]
        for name in names {
            for rule in rules {
                let single = (rule.paths[name]?.candidates ?? []).compactMap(\.keys).filter { $0.count == 1 }.map {
                    $0[0]
                }
                for spelling in single + rule.memberNames(for: name, of: nil) {
                    spellings[spelling] = spellings[spelling] ?? name
                }
            }
        }
        let compared = rules.map { rule -> [String: String] in
            guard rule.situations.contains(.memberNames) else { return [:] }
            return Dictionary(names.map { (rule.comparedName($0, of: nil), $0) }) { first, _ in first }
        }
        let result = (object: object, spellings: spellings, compared: compared)
        known = result
        return result
    }
}

extension DetachedValue {
    /// Removes the value at a path inside the object. What contains it is cleared with all of its members, and stays: other paths
    /// may lead into it, too.
    @_optimize(size)
    fileprivate func takeValue(at path: ArraySlice<String>) -> DetachedValue? {
        guard let first = path.first, let member = self[first] else { return nil }
        if path.count > 1, MergePatch.isNull(member) { return member }
        if path.count == 1 {
            MergePatch.remove([first], from: self)
            return member
        }
        guard MergePatch.isObject(member), member.becomeObject(), let value = member.takeValue(at: path.dropFirst())
        else {
            return nil
        }
        if MergePatch.names(of: member).isEmpty { MergePatch.remove([first], from: self) }
        return value
    }
}
