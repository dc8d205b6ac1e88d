@_spi(Cursor) internal import JSONTape

/// Makes windows as ``ElementParser`` does, and skips elements that are not JSON: after each, another parser continues, as in a
/// stream that is resumed.
final class RejectingElementParser: WindowParser {
    private let makeParser: (JSONResumePoint?, _ counts: [Int]) throws(JSONSyntaxError) -> ElementParser
    private var parser: ElementParser
    /// How many bytes of an invalid element are kept.
    private let keptBytes: Int
    /// The limit of the whole stream.
    private let documentBytes: Int
    private var invalid: InvalidElement?
    /// Invalid elements since the last window.
    private var skipped: [SkippedRecord] = []
    private var window: ElementWindow?
    /// Bytes that have been received, but not read, because there is a window to take first: a window takes much more memory than
    /// the few elements that may be between invalid ones.
    private var unread: ArraySlice<UInt8> = []
    /// Whether the encoding has not been determined. The bytes for it are kept here until they are enough: a parser would keep
    /// them, too, but an invalid element that ends among them has to be found in the last piece.
    private var isAtBeginning: Bool
    /// How the input has ended, until what is unread has been read.
    private var ending: Ending?
    /// How many bytes the parser gets at a time. After an invalid element they are few, because what it does not read would be copied
    /// for each of several invalid ones.
    private var pieceBytes = Int.max
    private(set) var failure: StreamFailure?
    private(set) var received: Int

    private static let leastPieceBytes = 256

    private enum Ending { case finished, interrupted }

    init(
        keeping keptBytes: Int, of documentBytes: Int, resumingAt resumePoint: JSONResumePoint?,
        _ makeParser: @escaping (JSONResumePoint?, _ counts: [Int]) throws(JSONSyntaxError) -> ElementParser
    ) throws(JSONSyntaxError) {
        self.makeParser = makeParser
        self.keptBytes = keptBytes
        self.documentBytes = documentBytes
        parser = try makeParser(resumePoint, [])
        received = parser.received
        failure = parser.failure
        isAtBeginning = resumePoint?.isStart ?? true
    }

    // MARK: Bytes

    @_optimize(size)
    func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard failure == nil else { return }
        received += bytes.count
        if isAtBeginning {
            unsafe unread += bytes
            isAtBeginning = !TextEncoding.isDetermined(by: unread)
            return
        }
        let count = unsafe read(bytes)
        if count < bytes.count { unread = unsafe ArraySlice(bytes[count...]) }
    }

    /// Reads up to the next window.
    ///
    /// - Returns: how many bytes have been read.
    @_optimize(size)
    @inline(never)
    private func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var start = 0
        while start < bytes.count, failure == nil, window == nil {
            let rest = unsafe UnsafeBufferPointer(rebasing: bytes[start...])
            if invalid != nil {
                guard let count = unsafe skip(rest) else { return bytes.count }
                start += count
                resume()
            } else {
                let piece = unsafe UnsafeBufferPointer(rebasing: rest.prefix(pieceBytes))
                start += unsafe parse(piece)
            }
        }
        return start
    }

    /// - Returns: how many bytes have been read; what follows is not part of the invalid element.
    @_optimize(size)
    private func parse(_ piece: UnsafeBufferPointer<UInt8>) -> Int {
        unsafe parser.append(piece)
        parser.begin()
        takeParserWindow()
        guard let parserFailure = parser.failure else {
            pieceBytes = pieceBytes > Int.max / 2 ? pieceBytes : pieceBytes * 2
            return piece.count
        }
        guard let found = parser.invalidElement() else {
            failure = parserFailure
            return piece.count
        }
        invalid = found
        // The element may have started in an earlier piece.
        let pieceStart = parser.received - piece.count
        if found.start.offset >= pieceStart { return found.start.offset - pieceStart }
        if skipHeldText(from: found.start.offset, to: pieceStart) == nil { return 0 }
        // It ended there: the parser has failed at something that follows it.
        invalid = nil
        failure = parserFailure
        return piece.count
    }

    private func skipHeldText(from start: Int, to end: Int) -> Int? {
        parser.withText(from: start, to: end) { invalid?.append($0, keeping: keptBytes) }
    }

    /// Skips bytes of an invalid element, which the limit of the stream ends, too.
    private func skip(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let start = invalid?.end.offset else { return nil }
        let text = unsafe UnsafeBufferPointer(rebasing: bytes.prefix(max(documentBytes - start, 0)))
        let count = unsafe invalid?.append(text.span, keeping: keptBytes)
        if count == nil, text.count < bytes.count, let element = invalid {
            invalid = nil
            failure = StreamFailure(.limit(.documentLimit, at: element.end))
        }
        return count
    }

    /// Continues after an invalid element.
    @_optimize(size)
    private func resume() {
        guard let element = invalid else { return }
        invalid = nil
        skipped.append(element.record)
        parser.release()
        pieceBytes = Self.leastPieceBytes
        do throws(JSONSyntaxError) {
            parser = try makeParser(
                JSONResumePoint(
                    location: element.end, elements: element.ordinal + 1, path: DecodingPath(element.container)),
                element.counts)
            failure = parser.failure
        } catch {
            failure = StreamFailure(error)
        }
    }

    func finish() { end(.finished) }

    func interrupt() {
        // The parser keeps what may be the beginning of a byte order mark.
        if isAtBeginning, TextEncoding.isUnfinishedMark(unread) {
            unsafe unread.withUnsafeBufferPointer { unsafe parser.append($0) }
            unread = []
        }
        end(.interrupted)
    }

    private func end(_ ending: Ending) {
        isAtBeginning = false
        self.ending = ending
    }

    /// Ends the input, after all of it has been read.
    @_optimize(size)
    private func endParser(_ ending: Ending) {
        switch (ending, invalid) {
        case (.finished, nil): parser.finish()
        case (.finished, _?): return endInvalid()
        case (.interrupted, nil): parser.interrupt()
        case (.interrupted, _?): return
        }
        takeParserWindow()
        failure = parser.failure
        guard ending == .finished, failure != nil, let found = parser.invalidElement() else { return }
        invalid = found
        if skipHeldText(from: found.start.offset, to: received) == nil { endInvalid() }
    }

    /// Ends an invalid element at the end of the input.
    @_optimize(size)
    private func endInvalid() {
        guard let element = invalid else { return }
        invalid = nil
        skipped.append(element.record)
        // Among concatenated values nothing is open that could be missing its end.
        failure = element.isInArray ? StreamFailure(element.error) : nil
    }

    // MARK: Windows

    private func takeParserWindow() {
        guard let next = parser.takeWindow() else { return }
        next.skipped = skipped
        skipped = []
        window = next
    }

    @_optimize(size)
    func takeWindow() -> ElementWindow? {
        if window == nil, !unread.isEmpty, !isAtBeginning {
            let count = unsafe unread.withUnsafeBufferPointer { unsafe read($0) }
            unread.removeFirst(count)
        }
        if window == nil, failure == nil, let ending {
            self.ending = nil
            endParser(ending)
        }
        if let next = window {
            window = nil
            return next
        }
        guard !skipped.isEmpty, let next = parser.emptyWindow() else { return nil }
        next.skipped = skipped
        skipped = []
        return next
    }

    func endLocation() -> JSONLocation { invalid?.end ?? parser.endLocation() }
}
