@_spi(Tape) internal import JSONTape

/// A part of a document: complete elements on a separate tape. The owner of the window can decode them at any time and
/// on any thread.
///
/// Windows are made by a ``WindowParser`` and do not refer to it.
final class ElementWindow {
    /// One element.
    struct Item {
        /// The position of its value in the tape.
        let slot: TapePosition
        /// The index of its container in `containers`.
        let container: UInt32
        /// Its index in the container.
        let ordinal: Int
    }

    let tape: Tape
    var items: [Item] = []
    /// The paths of the containers of the elements.
    var containers: [[DecodingPath.Step]] = []
    /// Records before the first item that are not JSON and were skipped.
    var skipped: [SkippedRecord] = []

    init(tape: Tape) {
        self.tape = tape
    }

    /// The path of an item; `nil` if there is no item at this position.
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

/// A line or another record that is not JSON.
struct SkippedRecord {
    let error: JSONSyntaxError
    /// Its index among the records.
    let ordinal: Int
    /// Its text, truncated.
    private(set) var bytes: [UInt8]
    /// The number of bytes of the whole text.
    private(set) var byteCount: Int
    /// Where it starts.
    let location: SourceLocation
    /// Where it ends.
    var end: SourceLocation

    init(
        error: JSONSyntaxError, ordinal: Int, bytes: [UInt8], byteCount: Int, location: SourceLocation,
        end: SourceLocation
    ) {
        (self.error, self.ordinal, self.bytes, self.byteCount) = (error, ordinal, bytes, byteCount)
        (self.location, self.end) = (location, end)
    }

    /// Adds the bytes of a buffer up to `end`, up to `limit` in total.
    mutating func append(_ buffer: RecordBuffer, upTo end: Int, limit: Int) {
        bytes += buffer.bytes(from: 0, to: end, limit: max(limit - bytes.count, 0))
        byteCount += end
    }

    /// Its text in a report.
    var text: String { String(decoding: bytes.prefix(RecordBuffer.reportedBytes), as: UTF8.self) }
}

/// Makes windows from the bytes of a document as they arrive.
///
/// After each call there may be windows to take. An error is stored in `failure`; it applies after the elements of all
/// previous windows.
protocol WindowParser: AnyObject {
    /// Continues with these bytes, which are copied. Preferably about 64 KiB at a time.
    func append(_ bytes: UnsafeBufferPointer<UInt8>)
    /// Ends the document.
    func finish()
    /// Ends the input before the end of the document.
    func interrupt()
    /// The next window. All windows must be taken before the next call of `append` or `finish`.
    func takeWindow() -> ElementWindow?
    /// Why there are no more windows, after all previous ones have been taken.
    var failure: StreamFailure? { get }
    /// How many bytes have been received.
    var received: Int { get }
    /// The location after them.
    func endLocation() -> SourceLocation
    /// The envelope, once the document has ended, if it was requested.
    func takeEnvelope() throws(JSONSyntaxError) -> Tape?
}

/// Why a stream has ended early.
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
