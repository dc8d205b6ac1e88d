/// Where the children of a large container are, so that looking them up one by one takes no time for those before them: the names
/// of an object from the fourth look-up on, and each 64th position of an array up to the last that was looked up.
final class ChildTable {
    /// Containers with up to this many children are searched.
    static var few: Int { 128 }
    /// The look-up at which the table is made: that takes the time of some look-ups.
    private static var patience: Int { 4 }
    private static var stride: Int { 64 }

    let container: TapePosition
    private var lookUps = 0
    /// `nil` for an object with a repeated name, or with names that are not ASCII or have escapes.
    private var names: KeyTable?
    /// The values of such an object, by names with combining marks in order.
    private var others: [String: TapePosition]?
    private var elements: [TapePosition] = []

    init(_ container: TapePosition) { self.container = container }

    /// The value of the object's first member with this name.
    @_optimize(size)
    func member(_ name: String, in tape: Tape) -> TapePosition? {
        lookUps += 1
        if lookUps == Self.patience {
            names = tape[container].hasUnusualKeys ? nil : .make(of: container, in: tape)
            if names == nil { others = values(in: tape) }
        }
        if let others { return others[name.withOrderedMarks()] }
        guard let names else { return tape.member(name, of: container) }
        let value = names.find(name, in: tape)
        return value == .nothing ? nil : value
    }

    @_optimize(size)
    private func values(in tape: Tape) -> [String: TapePosition] {
        var values: [String: TapePosition] = [:]
        tape.forEachKey(in: container) { key in
            let name = tape.key(at: key)
            if values[name] == nil { values[name] = key.value }
            return true
        }
        return values
    }

    /// The array's element at an index.
    @_optimize(size)
    func element(_ index: Int, in tape: Tape) -> TapePosition? {
        guard index >= 0, index < tape[container].count else { return nil }
        if elements.isEmpty { elements.append(container.firstChild) }
        while elements.count <= index / Self.stride {
            elements.append(tape.position(elements[elements.count - 1], advancedBy: Self.stride))
        }
        return tape.position(elements[index / Self.stride], advancedBy: index % Self.stride)
    }
}
