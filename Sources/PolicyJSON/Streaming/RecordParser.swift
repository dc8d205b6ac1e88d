@_spi(Cursor) internal import JSONTape

/// Makes windows of the values of a stream in which each value is a separate record: a line, or a text after a record
/// separator. Complete records are parsed together, so that each costs no more than an element of an array; if that
/// fails, they are parsed one by one.
final class RecordParser: WindowParser {
    private let format: JSONStreamFormat
    private let limits: JSONLimits
    /// The limits for a tape of several records: tokens are counted for each record, and the bytes of the stream are
    /// counted before.
    private let blockLimits: JSONLimits
    private let pool: TapePool
    private let separator: UInt8
    /// How many bytes of an invalid record are kept.
    private let keptBytes: Int
    /// The bytes of records that have not been parsed.
    private var buffer = RecordBuffer()
    /// The index of the next complete record, and the number of records to parse together.
    private var next = 0
    private var group = Int.max
    /// The number of records so far.
    private var ordinal: Int
    /// Invalid records since the last window.
    private var skipped: [SkippedRecord] = []
    private var isAtBeginning: Bool
    /// Whether a sequence is still before its first separator, where no text is allowed.
    private var isBeforeSeparator: Bool
    /// An unfinished record that exceeds the limit. Its bytes are dropped as they arrive.
    private var overlong: SkippedRecord?
    /// Whether the stream exceeds its limit; the excess bytes have been dropped.
    private var isCut = false
    private(set) var failure: StreamFailure?
    private(set) var received: Int

    @_optimize(size)
    init(
        format: JSONStreamFormat, limits: JSONLimits, keeping keptBytes: Int, pool: TapePool,
        resumingAt resumePoint: JSONResumePoint?
    ) {
        self.keptBytes = keptBytes
        self.format = format
        self.pool = pool
        self.limits = limits
        var blockLimits = limits
        blockLimits.tokens = .max
        blockLimits.documentBytes = .max
        self.blockLimits = blockLimits
        separator = format.kind == .lines ? 0x0A : 0x1E
        let start = resumePoint ?? .start
        buffer.begin(at: start.location)
        ordinal = start.elements
        received = start.offset
        isAtBeginning = start.isStart
        isBeforeSeparator = format.kind == .sequence
        if !start.path.steps.isEmpty { failure = start.mismatch }
    }

    // MARK: Bytes

    func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard failure == nil else { return }
        let room = isCut ? 0 : max(min(limits.documentBytes, JSONLimits.default.documentBytes) - received, 0)
        received += bytes.count
        isCut = isCut || bytes.count > room
        unsafe buffer.append(UnsafeBufferPointer(rebasing: bytes.prefix(room)))
        if isAtBeginning, buffer.hasEncoding || isCut { begin() }
        if !isAtBeginning { findRecords() }
    }

    func finish() {
        if isAtBeginning { begin() }
        guard failure == nil, !isCut else { return }
        findRecords()
        if overlong != nil { endOverlong() } else { buffer.end() }
    }

    func interrupt() {
        guard isAtBeginning else { return }
        begin()
        if failure == nil { findRecords() }
    }

    private func begin() {
        isAtBeginning = false
        do throws(JSONSyntaxError) {
            let skipping = try buffer.encoding.skippedForStream()
            buffer.drop(skipping)
            buffer.begin(at: JSONLocation(offset: skipping, line: 1, column: 1))
        } catch {
            failure = StreamFailure(error)
        }
    }

    private func findRecords() {
        buffer.findEnds(separator)
        guard overlong != nil else { return }
        let end = buffer.ends.first ?? buffer.count
        let textEnd = textEnd(from: 0, to: end)
        overlong?.append(buffer, upTo: textEnd, limit: keptBytes)
        // Keeps a carriage return at the end, which belongs to the record unless it is part of its line end.
        if buffer.ends.isEmpty { return buffer.drop(textEnd) }
        overlong?.end = buffer.location(of: textEnd)
        buffer.drop(end + 1)
        takeOverlong()
    }

    // MARK: Windows

    @_optimize(size)
    func takeWindow() -> ElementWindow? {
        while failure == nil, next < buffer.ends.count {
            if let window = parseGroup() { return window }
        }
        if failure == nil, !isAtBeginning {
            buffer.dropRecords()
            (next, group) = (0, .max)
            checkRest()
            if isCut, failure == nil {
                endOverlong()
                failure = StreamFailure(.limit(.documentLimit, at: endLocation()))
            }
        }
        guard !skipped.isEmpty, let tape = try? pool.take() else { return nil }
        return window(on: tape)
    }

    private func window(on tape: Tape) -> ElementWindow {
        let window = ElementWindow(tape: tape)
        window.containers = .top
        window.skipped = skipped
        skipped = []
        return window
    }

    /// Checks whether the unfinished record is too long already.
    private func checkRest() {
        guard overlong == nil, buffer.count > 0 else { return }
        guard let start = buffer.firstToken(from: 0, to: buffer.count) else { return buffer.dropBlanks() }
        let end = textEnd(from: start, to: buffer.count)
        guard end - start > limits.elementBytes else { return }
        let location = buffer.location(of: start)
        let error = JSONSyntaxError.limit(.elementBytesLimit, at: location)
        guard format.skipsInvalid else {
            failure = StreamFailure(error)
            return
        }
        overlong = SkippedRecord(
            error: error, ordinal: ordinal, bytes: buffer.bytes(from: start, to: end, limit: keptBytes),
            byteCount: end - start, location: location, end: location)
        ordinal += 1
        isBeforeSeparator = false
        buffer.drop(end)
    }

    /// Ends the unfinished record at the end of the input.
    @_optimize(size)
    private func endOverlong() {
        overlong?.end = buffer.location(of: textEnd(from: 0, to: buffer.count))
        takeOverlong()
    }

    private func takeOverlong() {
        if let overlong { skipped.append(overlong) }
        overlong = nil
    }

    // MARK: Records

    /// Parses some records together, at best all of them; after an invalid one, a single record, and then increasingly
    /// many.
    ///
    /// - Returns: the records before the first invalid one, if there are any.
    @_optimize(size)
    private func parseGroup() -> ElementWindow? {
        let start = next == 0 ? 0 : buffer.ends[next - 1] + 1
        let upper = group < buffer.ends.count - next ? next + group : buffer.ends.count
        let ends = buffer.ends[next..<upper]
        do throws(JSONSyntaxError) {
            let tape = try pool.take()
            try tape.begin(limits: blockLimits, manyDocuments: true, at: buffer.location(of: start))
            var syntaxError: JSONSyntaxError?
            do throws(JSONSyntaxError) {
                try buffer.feed(tape, from: start, to: ends[upper - 1] + 1)
                try tape.finish()
            } catch {
                if error.code == .outOfMemory { failure = StreamFailure(error) }
                syntaxError = error
            }
            let window = window(on: tape)
            let good = take(ends, of: tape, syntaxError, into: window)
            next += good
            if good == ends.count {
                group = group > Int.max / 2 ? group : group * 2
            } else if failure == nil {
                reject(from: good == 0 ? start : ends[next - 1] + 1, to: ends[next])
                next += 1
                group = 1
            }
            if !window.items.isEmpty || !window.skipped.isEmpty { return window }
            pool.put(tape)
        } catch {
            failure = StreamFailure(error)
        }
        return nil
    }

    /// Takes one value from each record, up to the first record that does not have exactly one.
    private func take(
        _ ends: ArraySlice<Int>, of tape: Tape, _ syntaxError: JSONSyntaxError?, into window: ElementWindow
    ) -> Int {
        let base = buffer.base
        var position = TapePosition.root
        var items: [ElementWindow.Item] = []
        items.reserveCapacity(ends.count)
        defer {
            window.items = items
            if let last = items.last { window.end = buffer.location(of: window.end(of: last) - base) }
        }
        for (count, end) in ends.enumerated() {
            // An error in the record, or at its separator, which is the first byte that cannot be part of it.
            if let syntaxError, syntaxError.offset - base <= end { return count }
            if position < tape.end, tape.offset(at: position) - base < end {
                let value = tape[position]
                if value.isContainer && !value.isComplete || isBeforeSeparator { return count }
                let next = tape.position(after: position)
                let item = ElementWindow.Item(value: position, container: 0, ordinal: ordinal)
                let after = window.end(of: item) - base
                if after > end || next < tape.end && tape.offset(at: next) - base < end { return count }
                if tape.tokenCount(of: position) > limits.tokens { return count }
                let start = tape.offset(at: position) - base
                if end - start > limits.elementBytes, textEnd(from: start, to: end) - start > limits.elementBytes {
                    return count
                }
                if format.kind == .sequence, isCut(value, after, end) { return count }
                items.append(item)
                ordinal += 1
                position = next
            }
            isBeforeSeparator = false
        }
        return ends.count
    }

    /// Whether a value may have been truncated. According to RFC 7464 section 2.4, a number or a literal is complete
    /// only if white space follows.
    private func isCut(_ value: TapeToken, _ after: Int, _ end: Int) -> Bool {
        !value.isContainer && !value.is(.string) && after == end
    }

    /// Handles a record that is not a JSON text: fails, or skips it.
    @_optimize(size)
    private func reject(from start: Int, to separator: Int) {
        let end = textEnd(from: start, to: separator)
        let first = buffer.firstToken(from: start, to: end) ?? start
        let location = buffer.location(of: first)
        let error = error(from: first, to: end, at: location)
        isBeforeSeparator = false
        guard format.skipsInvalid, error.code != .outOfMemory else {
            failure = StreamFailure(error)
            return
        }
        skipped.append(
            SkippedRecord(
                error: error, ordinal: ordinal, bytes: buffer.bytes(from: first, to: end, limit: keptBytes),
                byteCount: end - first, location: location, end: buffer.location(of: end)))
        ordinal += 1
    }

    /// The end of a record without its line end. A stream that is resumed after the record starts there: in the middle of a line
    /// end, it would count one more line.
    private func textEnd(from start: Int, to end: Int) -> Int {
        format.kind == .lines ? buffer.textEnd(ofLineFrom: start, to: end) : end
    }

    /// The error of a record, parsed separately.
    private func error(from start: Int, to end: Int, at location: JSONLocation) -> JSONSyntaxError {
        if end - start > limits.elementBytes { return .limit(.elementBytesLimit, at: location) }
        do throws(JSONSyntaxError) {
            let tape = try pool.take()
            defer { pool.put(tape) }
            var limits = limits
            limits.documentBytes = .max
            try tape.begin(limits: limits, at: location)
            try buffer.feed(tape, from: start, to: end)
            try tape.finish()
        } catch {
            return error
        }
        return isBeforeSeparator
            ? .record("text before the first record separator", at: location)
            : .record("number or literal that may have been truncated", at: buffer.location(of: end))
    }

    func endLocation() -> JSONLocation { buffer.location(of: buffer.count) }
}
