// Nested containers that have ended while something could still write to them. Most are never written to again: the function that
// requested them has only not returned yet. So their text is finished like that of others, and they are detached from it when they are
// written to, or the value around them is detached.

/// A nested container that has ended, but may be written to again.
struct DormantContainer {
    let scope: Scope
    /// The frame of the value that it is nested in, and that of its parent: the same, or that of another nested container, which is
    /// dormant too if it has ended.
    let root: Scope
    let parent: Scope
    let key: any CodingKey
    /// Its position in its parent and, if that sorts its members when it ends, its name there.
    let position: Int
    let name: String?
    let isArray: Bool
    /// Its value, once it has been detached.
    var value: DetachedValue?
}

extension EncoderCore {
    /// Keeps the nested container on top, which is about to be closed, in mind.
    ///
    /// - Returns: its index among the dormant containers.
    @inline(never)
    func addDormant() -> Int {
        removeEndedDormant()
        let parent = frames.count - 2
        var root = parent
        while frames[root].isNested { root -= 1 }
        frames[parent].hasDormant = true
        let isSorted = form.sortsKeys && frames[parent].content == .object
        dormant.append(
            DormantContainer(
                scope: frames.top, root: frames[root].scope, parent: frames[parent].scope,
                key: nestedKey(of: frames.last),
                position: frames[parent].count,
                name: isSorted ? name(of: frames.member(frames.last.members - 1)) : nil,
                isArray: frames.last.content == .array))
        return dormant.count - 1
    }

    /// Forgets the dormant containers of values that have ended.
    private func removeEndedDormant() {
        while !dormant.isEmpty, !frames.isLive(dormant[dormant.count - 1].root) { dormant.removeLast() }
    }

    /// Forgets the dormant containers of the value on top, too, which is discarded.
    @_optimize(size)
    func discardDormant() {
        removeEndedDormant()
        while let last = dormant.last, last.root == frames.top { dormant.removeLast() }
    }

    /// Detaches a dormant container from the text, together with the values around it.
    ///
    /// - Returns: `nil` if the value has ended that it was nested in.
    @_optimize(size)
    @inline(never)
    func detachDormant(_ index: Int, _ scope: Scope) -> DetachedReference? {
        guard dormant.indices.contains(index), dormant[index].scope == scope, frames.isLive(dormant[index].root)
        else { return nil }
        if dormant[index].value == nil { _ = detach(dormant[index].root) }
        return dormant[index].value.map { DetachedReference($0, keeper: nil) }
    }

    /// Makes the dormant containers of a value, which has been detached, parts of it.
    @_optimize(size)
    @inline(never)
    func detachDormant(in root: Scope) {
        // Those around a container, from the outermost on: they come after it, and nothing else that is not in them is between.
        var around: [Int] = []
        for index in dormant.indices.reversed() {
            let container = dormant[index]
            guard container.root == root else {
                if frames.isLive(container.root), container.root.index < root.index { break }
                continue
            }
            while let last = around.last, dormant[last].scope != container.parent { around.removeLast() }
            let parent =
                unsafe frames.isLive(container.parent)
                ? frames[Int(container.parent.index)].detached?.takeUnretainedValue()
                : around.last.flatMap { dormant[$0].value }
            guard let value = parent?.part(at: container.position, container.name, container.key) else { continue }
            _ = container.isArray ? value.becomeArray() : value.becomeObject()
            dormant[index].value = value
            around.append(index)
        }
    }
}
