@_spi(Cursor) internal import JSONTape

/// A part of a document: complete elements on a separate tape. The owner of the window can decode them at any time and
/// on any thread.
///
/// Windows are made by a ``WindowParser`` and do not refer to it.
final class ElementWindow {
    /// One element.
    struct Item {
        /// The position of its value in the tape.
        let value: TapePosition
        /// The index of its container in `containers`.
        let container: UInt32
        /// Its index in the container.
        let ordinal: Int
    }

    let tape: Tape
    /// The elements; empty in a window of an ``ArrayParser``, whose elements are those of the tape's top-level array.
    @safe @exclusivity(unchecked) var items: [Item] = []
    /// Where the last item ends, if that has been counted.
    var end: JSONLocation?
    /// The paths of the containers of the elements.
    var containers = ContainerPaths()
    /// Records before the first item that are not JSON and were skipped.
    var skipped: [SkippedRecord] = []
    /// Whether this window is known to end the document.
    var isLast = false

    init(tape: Tape) {
        self.tape = tape
    }

    /// The path of an item; `nil` if there is no item at this position.
    ///
    /// - Parameter key: the key at a position.
    /// - Complexity: O(log *n*) in the items.
    func path(ofItemAt position: TapePosition, _ key: (TapePosition) -> String) -> [any CodingKey]? {
        let index = items.sortedIndex(notPreceding: { $0.value < position })
        guard index < items.count, items[index].value == position else { return nil }
        return path(of: items[index], key).map(\.codingKey)
    }

    func path(of item: Item, _ key: (TapePosition) -> String) -> [DecodingPath.Step] {
        let above = containers[Int(item.container)]
        if tape.isMember(item.value) { return above + [.key(key(item.value.key))] }
        return above + [.index(item.ordinal)]
    }

    /// Offset that follows an item.
    func end(of item: Item) -> Int { tape.endOffset(ofValueAt: item.value) }
}
