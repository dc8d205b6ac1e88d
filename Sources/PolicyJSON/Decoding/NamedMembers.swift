@_spi(Cursor) internal import JSONTape

/// The members of an object by their distinct names, in document order. Names are compared by canonical equivalence, as `String`
/// does.
struct NamedMembers {
    private(set) var names: [String] = []
    private var values: [TapePosition] = []
    /// Whether a name is longer than ``KeyIndex/longName``.
    private(set) var hasLongNames = false
    /// The indexes of the names, if they are many or long: a few short ones are compared with a name in less time than a dictionary
    /// hashes it.
    private var indexes: [String: Int]?
    private static let (few, short) = (16, 64)

    /// - Parameter count: the number of the object's members.
    init(count: Int) {
        names.reserveCapacity(count)
        values.reserveCapacity(count)
        if count > Self.few { indexes = Dictionary(minimumCapacity: count) }
    }

    func index(of name: String) -> Int? {
        if let indexes { return indexes[name] }
        return names.firstIndex { $0 == name }
    }

    /// The position of a member's value, or `TapePosition.nothing`.
    func value(of name: String) -> TapePosition { index(of: name).map { values[$0] } ?? .nothing }

    /// Adds a member whose name no other has.
    mutating func append(_ name: String, _ value: TapePosition) {
        if name.utf8.count > Self.short {
            if indexes == nil { indexes = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) }) }
            if name.utf8.count > KeyIndex.longName { hasLongNames = true }
        }
        indexes?[name] = names.count
        names.append(name)
        values.append(value)
    }

    /// Gives the name at an index to another member.
    mutating func replaceValue(at index: Int, with value: TapePosition) { values[index] = value }

    /// Calls `body` with each name and the position of its value, in document order, until it returns `false`.
    func forEach(_ body: (String, TapePosition) -> Bool) {
        for (name, value) in zip(names, values) where !body(name, value) { return }
    }
}
