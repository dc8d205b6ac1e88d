/// Merge patches (RFC 7396) of parsed texts that the encoder wrote with sorted keys, so that equal values have equal
/// texts, except for sets and what else encodes its elements in no particular order.
enum MergePatch {
    /// The maximum depth of patches: that of encoded values. Merging takes stack for each level.
    static let maximumDepth = EncoderCore.maximumDepth + 1

    static var tooDeep: String { "A merge patch can be nested at most \(maximumDepth) deep." }

    /// The patch that turns one value into another, as a whole document.
    static func patch(from old: DetachedValue, to new: DetachedValue) -> DetachedValue {
        guard isObject(new) else { return new }
        return difference(from: old, to: new) ?? DetachedValue(.object(.init()))
    }

    /// The patch that turns one value into another; `nil` if they are equal.
    @_optimize(size)
    private static func difference(from old: DetachedValue, to new: DetachedValue) -> DetachedValue? {
        // Each text is compared only once: objects are compared by their members.
        guard isObject(new), new.becomeObject() else { return text(of: old) == text(of: new) ? nil : new }
        guard isObject(old), old.becomeObject() else { return withoutNulls(new) }
        let patch = new.replaced(by: .object(.init()))
        for name in names(of: new) {
            // In a patch, null and missing are equivalent.
            guard let value = new[name], !isNull(value) else { continue }
            if let before = old[name], !isNull(before) {
                if let part = difference(from: before, to: value) { patch[name] = part }
            } else {
                patch[name] = withoutNulls(value)
            }
        }
        for (name, before) in members(of: old) {
            if let value = new[name], !isNull(value) || isNull(before) { continue }
            patch[name] = patch.part(.text(.null), JSONKey(name))
        }
        return names(of: patch).isEmpty ? nil : patch
    }

    /// A document with a patch applied (RFC 7396 section 2).
    ///
    /// - Parameters:
    ///   - literal: what is known about names in the value.
    ///   - members: the members of a patch, by the names in the object to which it is applied; unless these are literal.
    @_optimize(size)
    static func apply(
        _ patch: DetachedValue, to target: DetachedValue?, _ literal: LiteralNames?,
        members: (DetachedValue, DetachedValue) -> [(name: String, value: DetachedValue)]
    ) -> DetachedValue {
        guard isObject(patch), patch.becomeObject() else { return patch }
        let result: DetachedValue
        if let target, isObject(target), target.becomeObject() {
            result = target
        } else {
            result = patch.replaced(by: .object(.init()))
        }
        var cleared: Set<String> = []
        for (name, value) in literal?.isLiteral == true ? self.members(of: patch) : members(patch, result) {
            if isNull(value) {
                cleared.insert(name)
            } else {
                result[name] = apply(value, to: result[name], literal?.member(name), members: members)
            }
        }
        remove(cleared, from: result)
        return result
    }

    @_optimize(size)
    private static func withoutNulls(_ value: DetachedValue) -> DetachedValue {
        guard isObject(value), value.becomeObject() else { return value }
        let all = names(of: value)
        remove(Set(all.filter { value[$0].map(isNull) ?? false }), from: value)
        for name in names(of: value) { value[name] = value[name].map(withoutNulls) }
        return value
    }

    static func remove(_ names: Set<String>, from object: DetachedValue) {
        guard !names.isEmpty, case .object(let members) = object.content else { return }
        var rest = DetachedValue.Members()
        for (name, value) in zip(members.names, members.values) where !names.contains(name) { rest[name] = value }
        object.content = .object(rest)
    }

    static func names(of object: DetachedValue) -> [String] {
        if case .object(let members) = object.content { return members.names }
        return []
    }

    static func members(of object: DetachedValue) -> [(name: String, value: DetachedValue)] {
        if case .object(let members) = object.content { return Array(zip(members.names, members.values)) }
        return []
    }

    @_optimize(size)
    private static func text(of value: DetachedValue) -> WrittenText? {
        if case .text(let text) = value.content { return text }
        return nil
    }

    static func isNull(_ value: DetachedValue) -> Bool { text(of: value)?.isNull ?? false }

    static func isObject(_ value: DetachedValue) -> Bool {
        if case .object = value.content { return true }
        return text(of: value)?.isObject ?? false
    }
}
