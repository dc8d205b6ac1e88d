@_spi(Tape) internal import JSONTape

/// A part of a document: whole elements on a tape of their own, to be decoded by whoever has the window, at any time and
/// on any thread.
///
/// Windows are made by a ``WindowParser`` and do not refer to it.
final class ElementWindow {
    /// One element.
    struct Item {
        /// Of its value.
        let slot: TapePosition
        /// Which of the window's containers it is in.
        let container: UInt32
        /// Its position there.
        let ordinal: Int
    }

    let tape: Tape
    var items: [Item] = []
    /// Paths to the containers that the elements are in.
    var containers: [[DecodingPath.Step]] = []
    /// Records before the first item that are no JSON and were left out.
    var skipped: [SkippedRecord] = []

    init(tape: Tape) {
        self.tape = tape
    }

    /// The path to an item; `nil` where there is none at this slot.
    ///
    /// - Complexity: O(log *n*) in the items.
    func path(ofItemAt slot: TapePosition) -> [any CodingKey]? {
        var low = 0
        var high = items.count
        while low < high {
            let middle = (low + high) / 2
            if items[middle].slot < slot { low = middle + 1 } else { high = middle }
        }
        guard low < items.count, items[low].slot == slot else { return nil }
        return path(of: items[low]).map(\.codingKey)
    }

    func path(of item: Item) -> [DecodingPath.Step] {
        let above = containers[Int(item.container)]
        if tape.isMember(item.slot) { return above + [.key(tape.key(at: item.slot.key))] }
        return above + [.index(item.ordinal)]
    }

    /// Offset that follows an item.
    func end(of item: Item) -> Int { tape.endOffset(ofValueAt: item.slot) }
}

/// A line or another record that is no JSON.
struct SkippedRecord {
    let error: JSONSyntaxError
    /// Its position among the records.
    let ordinal: Int
    /// Its text, cut.
    let text: String
    /// Where it begins.
    let location: SourceLocation
}

/// Makes windows of the bytes of a document as they come.
///
/// After each call there may be a window to be taken. What is wrong stands in `failure`, behind the elements of the
/// windows before.
protocol WindowParser: AnyObject {
    /// Goes on with these bytes, which are copied. Best given some 64 KiB at a time.
    func append(_ bytes: UnsafeBufferPointer<UInt8>)
    /// Ends the document.
    func finish()
    /// No more bytes will come, though the document is not at its end.
    func interrupt()
    /// The next window. All are to be taken before the next call of the two above.
    func takeWindow() -> ElementWindow?
    /// Why there will be no more windows, once all before have been taken.
    var failure: StreamFailure? { get }
    /// How many bytes have been given.
    var received: Int { get }
    /// The place behind them.
    func endLocation() -> SourceLocation
    /// What stood around the elements, once the document has ended, where that was wanted.
    func takeEnvelope() throws(JSONSyntaxError) -> Tape?
}

/// Why a stream ended early.
struct StreamFailure {
    let error: any Error
    let location: SourceLocation

    init(_ error: any Error, at location: SourceLocation) {
        self.error = error
        self.location = location
    }

    init(_ error: JSONSyntaxError) {
        self.init(DecodingError.notJSON(error), at: error.location)
    }
}
