/// Where the children of a large container are, so that looking them up one by one takes no time for those before them: the names
/// of an object from the fifth look-up on, and each 64th position of an array up to the last that was looked up.
///
/// Names are compared as Unicode text. A hash table of strings, and not a ``KeyTable``, because any names may occur, also repeated.
struct ChildTable {
    /// Containers with up to this many children are searched.
    static var few: Int { 128 }
    /// The number of look-ups without a table: making one takes the time of some.
    private static var patience: Int { 4 }
    private static var stride: Int { 64 }

    private var lookUps = 0
    private var members: [String: TapePosition] = [:]
    private var elements: [TapePosition] = []

    /// The value of the first member with this name.
    mutating func member(_ name: String, of object: TapePosition, in tape: Tape) -> TapePosition? {
        if lookUps < Self.patience {
            lookUps += 1
            return tape.member(name, of: object)
        }
        if members.isEmpty {
            tape.forEachKey(in: object) { key in
                let name = tape.key(at: key).withOrderedMarks()
                if members[name] == nil { members[name] = key.value }
                return true
            }
        }
        return members[name.withOrderedMarks()]
    }

    /// The element at an index.
    mutating func element(_ index: Int, of array: TapePosition, in tape: Tape) -> TapePosition? {
        guard index >= 0, index < tape[array].count else { return nil }
        if elements.isEmpty { elements.append(array.firstChild) }
        while elements.count <= index / Self.stride {
            elements.append(tape.position(elements[elements.count - 1], advancedBy: Self.stride))
        }
        return tape.position(elements[index / Self.stride], advancedBy: index % Self.stride)
    }
}
