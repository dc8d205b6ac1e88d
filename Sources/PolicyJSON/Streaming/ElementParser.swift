@_spi(Cursor) internal import JSONTape

/// Makes windows of the elements at a path of one document, or of the top-level values of many. The tape is written as
/// chunks arrive, and cut after the last complete element.
final class ElementParser: WindowParser {
    private let tape: Tape
    private let pool: TapePool
    private let limits: JSONLimits
    private let path: PathPattern?
    private var walker: ElementWalker
    private var collector: ItemCollector
    private var window: ElementWindow?
    private(set) var failure: StreamFailure?
    private(set) var received = 0
    /// Offset up to which everything has been taken: complete elements, or the text that precedes the first one.
    private var settled = 0
    /// Where the last element before the end or an error ends.
    private var lastEnd: Int?
    /// Whether a window has the tape.
    private var isTaken = false
    /// Parsing has failed at a character that is incomplete so far.
    private var isWaiting = false
    /// Bytes that may be a byte order mark, until there are enough of them to decide; `nil` afterwards.
    private var beginning: [UInt8]? = []

    /// - Parameters:
    ///   - path: to the containers of elements; `nil` for many documents, whose top-level values are the elements.
    ///   - requestsMembers: whether the members of objects are requested, and not the elements of arrays.
    ///   - keepingEnvelope: whether the envelope is requested.
    ///   - counts: how many children of each open container have started at the resume point, from the outermost, if they are known.
    init(
        path: PathPattern?, requestsMembers: Bool = false, keepingEnvelope: Bool = false, limits: JSONLimits,
        pool: TapePool,
        resumingAt resumePoint: JSONResumePoint? = nil, counts: [Int] = []
    ) throws(JSONSyntaxError) {
        self.path = path
        self.limits = limits
        self.pool = pool
        tape = try pool.take()
        walker = path.map { ElementWalker(path: $0, requestsMembers: requestsMembers) } ?? ElementWalker()
        collector = ItemCollector(limits: limits, keepingEnvelope: keepingEnvelope)
        if let resumePoint, !resumePoint.isStart || !counts.isEmpty {
            beginning = nil
            received = resumePoint.offset
            settled = resumePoint.offset
            try resume(at: resumePoint, counts)
        }
    }

    // MARK: Bytes

    func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard failure == nil else { return }
        received += bytes.count
        if beginning == nil { return unsafe parse(bytes) }
        unsafe beginning?.append(contentsOf: bytes)
        if let beginning, TextEncoding.isDetermined(by: beginning[...]) { begin() }
    }

    @_optimize(size)
    func finish() {
        begin()
        guard failure == nil else { return }
        unsafe advance(nil)
        if failure == nil, let missing = missingPath() { failure = missing }
        takeRest()
    }

    func interrupt() {
        // What has arrived may be the beginning of a byte order mark.
        if let beginning, TextEncoding.isUnfinishedMark(beginning[...]) { return }
        begin()
        guard failure == nil, isWaiting else { return }
        unsafe advance(nil)
        takeRest()
    }

    /// Determines the encoding from the first bytes, if that has not been done, and parses them.
    @_optimize(size)
    func begin() {
        guard let bytes = beginning else { return }
        beginning = nil
        do throws(JSONSyntaxError) {
            let skipping = try unsafe bytes.withUnsafeBytes { unsafe TextEncoding(of: $0) }.skippedForStream()
            try tape.begin(
                limits: streamLimits, skipping: skipping, manyDocuments: path == nil)
            collector.begin(at: skipping)
            settled = skipping
        } catch {
            failure = StreamFailure(error)
            return
        }
        unsafe bytes.withUnsafeBufferPointer { unsafe parse($0) }
    }

    private func parse(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe advance(bytes)
        if failure != nil { takeRest() } else if !isWaiting { cut() }
    }

    /// Tokens are counted for each element, not for a window, which has any number of elements.
    private var streamLimits: JSONLimits {
        var limits = limits
        limits.tokens = .max
        return limits
    }

    /// Adds text to the tape, or ends it, and walks over the new tokens.
    private func advance(_ bytes: UnsafeBufferPointer<UInt8>?) {
        var syntaxError: JSONSyntaxError?
        do throws(JSONSyntaxError) {
            if let bytes = unsafe bytes { try unsafe tape.append(bytes) } else { try tape.finish() }
        } catch {
            syntaxError = error
            // The reported character must not depend on where chunks are cut.
            isWaiting = unsafe bytes != nil && tape.awaitsCharacter
        }
        collector.begin(tape)
        let outcome = walker.walk(tape, &collector)
        if !isWaiting { collector.copyEnvelope(upTo: tape.textBase + tape.textLength) }
        if let error = collector.failure {
            // The first error in the document is reported.
            failure = StreamFailure(syntaxError.map { $0.offset < error.offset ? $0 : error } ?? error)
            return
        }
        switch outcome {
        case .mismatch(let position, let path):
            failure = mismatch(tape[position].kind, at: position, path)
        case _ where isWaiting: break
        case .unfinished:
            checkUnfinished(syntaxError)
        case .more:
            // The current element may be an unfinished token.
            if walker.isInMatch {
                checkLength(from: tape.pendingOffset, syntaxError)
            } else if let syntaxError {
                failure = StreamFailure(syntaxError)
            }
        }
    }

    private func mismatch(_ kind: TapeKind, at position: TapePosition, _ path: [DecodingPath.Step]) -> StreamFailure {
        let wanted: TapeKind = walker.requestsMembers ? .object : .array
        let error = DecodingError.noContainer(wanted, found: kind, at: path.map(\.codingKey))
        return StreamFailure(error, at: tape.location(at: position))
    }

    // MARK: Limits

    /// Checks whether an unfinished element is too long already, or has too many tokens.
    private func checkUnfinished(_ syntaxError: JSONSyntaxError?) {
        let position = walker.position
        let value = tape[position].is(.key) ? position.value : position
        if tape.tokenCount(from: value, to: tape.end) > limits.tokens {
            let token = tape.position(value, offsetBy: limits.tokens)
            failure = StreamFailure(.limit(.tokenLimit, at: tape.location(at: token)))
        } else {
            checkLength(from: tape.offset(at: position), syntaxError)
        }
    }

    @_optimize(size)
    private func checkLength(from start: Int, _ syntaxError: JSONSyntaxError?) {
        if let syntaxError {
            failure = StreamFailure(syntaxError)
        } else if isTooLong(from: start) {
            // An element that is one too many is that first.
            failure = StreamFailure(
                .limit(isFull ? countLimit : .elementBytesLimit, at: tape.location(ofOffset: start)))
        }
    }

    /// Whether the container has as many elements already as the limit allows.
    private var isFull: Bool {
        path != nil && walker.count >= (walker.requestsMembers ? limits.members : limits.elements)
    }

    /// The limit that a container exceeds if another element follows when it is full.
    private var countLimit: JSONSyntaxError.Code { walker.requestsMembers ? .memberLimit : .elementLimit }

    /// Whether there are more bytes than an element may have.
    private func isTooLong(from start: Int) -> Bool { tape.textBase + tape.textLength - start > limits.elementBytes }

    /// An element that is wrong and too long is too long, unless the parser finds the error in as many bytes as an element may have.
    /// How many bytes it has been given does not matter then.
    @_optimize(size)
    private func checkLengthBeforeFailure() {
        guard let error = failure?.syntaxError, error.code != .elementBytesLimit, let start = start(before: error),
            isTooLong(from: start), !isFull || error.code != countLimit
        else { return }
        // Nothing that precedes the limit is wrong.
        if error.code == .documentLimit {
            if error.offset - start > limits.elementBytes { checkLength(from: start, nil) }
            return
        }
        // The first token, which is not allowed here, for example because a comma is missing.
        let isFirst = error.offset == start && (error.code == .unexpectedToken || error.code == .unexpectedByte)
        guard let finds = finds(from: start, alone: isFirst || isFull) else { return }
        if !finds.error, !(isFirst && finds.token) { checkLength(from: start, nil) }
    }

    /// Whether a parser finds an error, or a token, in as many bytes as an element may have.
    ///
    /// - Parameter alone: whether they are parsed as a value of their own, and not where they are.
    /// - Returns: `nil` if there is no such parser.
    @_optimize(size)
    private func finds(from start: Int, alone: Bool) -> (error: Bool, token: Bool)? {
        let path = alone ? nil : path
        let location = tape.location(ofOffset: start)
        let comma = path == nil ? 0 : 1
        let point = JSONResumePoint(
            location: JSONLocation(offset: start - comma, line: location.line, column: location.column - comma),
            elements: walker.count, path: DecodingPath(path == nil ? [] : walker.path))
        let parser = try? ElementParser(
            path: path, requestsMembers: walker.requestsMembers, limits: limits, pool: pool, resumingAt: point,
            counts: walker.counts)
        guard let parser, parser.failure == nil else { return nil }
        defer { parser.release() }
        if path != nil { unsafe [UInt8(ascii: ",")].withUnsafeBufferPointer { unsafe parser.append($0) } }
        tape.withText(from: start, to: start + limits.elementBytes) { text in
            unsafe text.withUnsafeBufferPointer { unsafe parser.append($0) }
        }
        return (parser.failure != nil || parser.isWaiting, parser.window != nil || parser.tape.end > .root)
    }

    // MARK: Windows

    func takeWindow() -> ElementWindow? {
        defer { window = nil }
        return window
    }

    /// Moves the complete elements to a window, and continues with the rest.
    private func cut() {
        let keep = walker.position
        if keep == tape.end { settled = max(tape.pendingOffset, settled) }
        do throws(JSONSyntaxError) {
            if !collector.items.isEmpty {
                let part = try pool.take()
                try tape.cut(into: part, keeping: keep)
                let new = collector.makeWindow(on: part)
                window = new
                // Lines have been counted almost up to there.
                if let end = new.items.last.map(new.end), end >= tape.textBase {
                    new.end = tape.location(ofOffset: end)
                }
                walker.wasCut()
            } else if keep == tape.end {
                tape.discard(droppingStrings: !walker.isInMatch)
                walker.wasCut()
                // The text that is held belongs to a key outside the elements.
                if tape.textLength > max(limits.elementBytes, 1 << 17) {
                    throw .limit(.elementBytesLimit, at: tape.location(ofOffset: tape.pendingOffset))
                }
            }
        } catch {
            failure = StreamFailure(error)
        }
    }

    /// Makes a window of the elements before the end, or before the error. The tape is not used afterwards.
    private func takeRest() {
        if let last = collector.items.last {
            lastEnd = tape.endOffset(ofValueAt: last.value)
            window = collector.makeWindow(on: tape)
            isTaken = true
        }
        checkLengthBeforeFailure()
    }

    func endLocation() -> JSONLocation {
        if let count = beginning?.count { return JSONLocation(offset: count, line: 1, column: count + 1) }
        return tape.location(ofOffset: tape.textBase + tape.textLength)
    }

    func takeEnvelope() throws(JSONSyntaxError) -> Tape? {
        try collector.envelope?.parsed(limits: limits)
    }

    // MARK: The path

    /// The failure for a path without wildcards that has not matched: the requested value is missing.
    @_optimize(size)
    private func missingPath() -> StreamFailure? {
        guard walker.matches == 0, let steps = path?.path?.steps else { return nil }
        let above = steps.prefix(walker.farthest).map(\.codingKey)
        let missing = steps[walker.farthest].codingKey
        return StreamFailure(DecodingError.missing(missing, at: above), at: endLocation())
    }

    /// Reopens the containers that were open at the resume point.
    @_optimize(size)
    private func resume(at point: JSONResumePoint, _ counts: [Int]) throws(JSONSyntaxError) {
        guard walker.open(point.path.steps, elements: point.elements, counts: counts) else {
            failure = point.mismatch
            return
        }
        var primer = ""
        for step in point.path.steps {
            switch step {
            // The names, which may be long, are known already.
            case .key: primer += #"{"":"#
            case .index: primer += "["
            }
        }
        // A placeholder for the elements that precede the next one.
        if path != nil { primer += walker.requestsMembers ? #"{"":0 "# : "[0 " }
        try tape.begin(limits: streamLimits, manyDocuments: path == nil)
        let bytes = Array(primer.utf8)
        try unsafe bytes.withUnsafeBufferPointer { bytes throws(JSONSyntaxError) in try unsafe tape.append(bytes) }
        tape.rebase(to: point.location, counts: path == nil ? [] : walker.counts)
        collector.open(point.path.steps)
    }

    // MARK: Invalid elements

    /// The element in which the text is not JSON or exceeds a limit; `nil` if the failure is between elements, or is one of the
    /// whole document, or if the container has as many elements already as the limit allows.
    @_optimize(size)
    func invalidElement() -> InvalidElement? {
        guard let error = failure?.syntaxError, error.code != .documentLimit, let start = start(before: error), !isFull
        else { return nil }
        return InvalidElement(
            error, at: tape.location(ofOffset: start), ordinal: walker.count, in: walker.path, counts: walker.counts,
            isInArray: path != nil)
    }

    /// Offset of the element in which an error is; `nil` if it is between elements, or is none of the text.
    private func start(before error: JSONSyntaxError) -> Int? {
        switch error.code {
        case .outOfMemory, .internalInconsistency, .invalidEncoding: return nil
        default: break
        }
        if !walker.isInMatch { return nil }
        return walker.position < tape.end ? tape.offset(at: walker.position) : unfinishedStart(upTo: error.offset)
    }

    /// Offset of the first byte after the last complete element, without white space and, in an array, the comma; `nil` if there is
    /// none, or it cannot start an element.
    private func unfinishedStart(upTo end: Int) -> Int? {
        var start = max(settled, collector.contentStart)
        if let lastEnd { start = max(start, lastEnd) }
        var isAfterComma = path == nil
        return tape.withText(from: start, to: end + 1) { text in
            for index in text.indices where !text[index].isJSONWhitespace {
                switch text[index] {
                case UInt8(ascii: ",") where !isAfterComma: isAfterComma = true
                case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"):
                    return path == nil ? start + index : nil
                default: return start + index
                }
            }
            return nil
        }
    }

    /// Calls `body` with the text between two offsets, as far as it is held.
    func withText<R>(from start: Int, to end: Int, _ body: (Span<UInt8>) -> R) -> R {
        tape.withText(from: start, to: end, body)
    }

    /// A window without elements, for what has been skipped.
    func emptyWindow() -> ElementWindow? {
        guard let tape = try? pool.take() else { return nil }
        let window = ElementWindow(tape: tape)
        window.containers = .top
        return window
    }

    /// Gives back the memory. Nothing can be read afterwards.
    func release() {
        if !isTaken { pool.put(tape) }
    }
}
