internal import PolicyJSON

extension JSONProfile {
    /// The profile, in which the members of objects whose keys look like data are one path with the step `*`.
    ///
    /// Keys look like data if there are at least eight different ones, and most are numbers, UUIDs or dates, or there are
    /// at least 32 of which none is in more than half of the objects. Profiles are merged before this step, not after it.
    ///
    /// - Returns: the profile for people.
    public func combiningMaps() -> JSONProfile {
        var profile = self
        profile.top = top.combiningMaps(otherValues: &profile.otherValues)
        return profile
    }
}

extension JSONProfile.Path {
    /// Whether the keys of the objects at the path look like data.
    public var looksLikeMap: Bool {
        let members = children.compactMap { child in child.step.key.map { ($0, child.facts.objects) } }
        if members.isEmpty { return children.contains { $0.step == .anyKey } }
        guard members.count >= 8 else { return false }
        if members.count(where: { Self.isData($0.0) }) * 5 >= members.count * 4 { return true }
        let objects = facts.count(of: JSONKind.object)
        return members.count >= 32 && members.allSatisfy { $0.1 * 2 <= objects }
    }

    /// Whether a key is a number, a UUID or a date.
    static func isData(_ key: String) -> Bool {
        let form = StringForm(Array(key.utf8).span)
        return form == .number || form == .uuid || StringForm.dates.contains(form)
    }

    fileprivate func combiningMaps(otherValues: inout Int) -> JSONProfile.Path {
        var path = self
        if looksLikeMap { path.combineMembers(otherValues: &otherValues) }
        path.children = path.children.map { $0.combiningMaps(otherValues: &otherValues) }
        return path
    }

    /// Makes one path with the step `*` of all members.
    mutating func combineMembers() {
        var otherValues = 0
        combineMembers(otherValues: &otherValues)
    }

    private mutating func combineMembers(otherValues: inout Int) {
        let members = children.filter { $0.step != .element }
        guard members.contains(where: { $0.step != .anyKey }) else { return }
        let combined = JSONProfile.merged(members, otherValues: &otherValues)
        let path = JSONProfile.Path(step: .anyKey, facts: combined.facts, children: combined.children)
        children = [path] + children.filter { $0.step == .element }
    }
}
