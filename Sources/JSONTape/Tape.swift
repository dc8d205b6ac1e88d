internal import CJSONTape
internal import RuntimeFacts

/// A parsed document. Owns the C parser and the tape that it wrote, and is the only type that holds pointers to them.
///
/// The tape refers to the document's text, which is borrowed for the duration of the caller's `withUnsafeBytes`. To use
/// the tape after that, call `keepText()` first.
///
/// Every position passed in is checked against the tokens that the parser confirmed, every text range against the text.
/// After parsing, a tape is read-only apart from `keepText()` and may be read from several threads.
@safe
@_spi(Cursor) public final class Tape {
    private let parser: OpaquePointer
    @usableFromInline let makesSmallStrings = SmallString.isKnown
    // Read on every step of decoding, written only between documents: the exclusivity check would cost more than the
    // reads (measured: about a tenth of decoding small objects).
    @exclusivity(unchecked) @usableFromInline private(set) var slots: UnsafePointer<TapeToken>
    @safe @exclusivity(unchecked) @usableFromInline private(set) var slotCount: UInt32 = 0
    @exclusivity(unchecked) @usableFromInline private(set) var text: UnsafePointer<UInt8>
    @safe @exclusivity(unchecked) @_spi(Cursor) public private(set) var textLength = 0
    /// The number of offsets into the text at which it has 16 bytes.
    @safe @exclusivity(unchecked) @usableFromInline private(set) var wordOffsets: UInt = 0
    // The properties below are not checked either: they are set at the start of each document.
    /// The text, if the tape owns it.
    @safe @exclusivity(unchecked) private var ownText: KeptText?
    /// Whether the text is in memory that other processes may write to, such as a mapped file. Set before parsing;
    /// reset by ``forget()``.
    @safe @exclusivity(unchecked) @_spi(Cursor) public var textMayChange = false
    /// Offset of the text's first byte; not 0 only while a stream is read in chunks.
    @safe @exclusivity(unchecked) @_spi(Cursor) public private(set) var textBase = 0
    /// Counts lines up to the text's first byte.
    @safe @exclusivity(unchecked) var lines = LineCounter()
    /// Counts lines up to the start of an unfinished string, if that start has been dropped.
    @safe @exclusivity(unchecked) private(set) var droppedStart: LineCounter?
    /// The origin of the pieces of the text, if it has been assembled from a longer one: the offset of each piece in
    /// the text, and its location in the longer one. Set after parsing.
    @safe @exclusivity(unchecked) @_spi(Cursor) public var pieces: [(start: Int, origin: JSONLocation)] = []
    /// How many bytes precede the text of the document that are not in the document. Set after parsing.
    @safe @exclusivity(unchecked) var addedBytes = 0
    @safe @exclusivity(unchecked) private(set) var syntax = Syntax.json
    /// Bytes before the document: a byte order mark.
    @safe @exclusivity(unchecked) private(set) var skipped = 0
    /// The number of bytes of text that are read.
    @safe @exclusivity(unchecked) private var documentLimit = Int.max
    @safe @exclusivity(unchecked) private(set) var lineMarks = LineMarks()
    /// Whether there are arrays whose elements are not on the tape.
    @safe @exclusivity(unchecked) @_spi(Cursor) public private(set) var hasEmptiedArrays = false

    /// An empty tape.
    ///
    /// - Throws: ``JSONSyntaxError`` with the code `outOfMemory`.
    @_spi(Cursor) public init() throws(JSONSyntaxError) {
        guard let created = unsafe jt_parser_create(nil) else {
            throw JSONSyntaxError.outOfMemory(at: LineCounter().location)
        }
        unsafe parser = created
        unsafe slots = UnsafeRawPointer(jt_parser_slots(created)).assumingMemoryBound(to: TapeToken.self)
        unsafe text = jt_parser_text(created)
    }

    deinit {
        unsafe jt_parser_destroy(parser)
    }

    // MARK: Parsing

    /// The accepted syntax. All cases except `json` are for whole documents only.
    @_spi(Cursor) public enum Syntax: Sendable {
        /// RFC 8259.
        case json
        /// RFC 8259, with a comma allowed after the last element or member.
        case trailingCommas
        case json5
    }

    /// Discards the document and prepares for another one. The memory is reused.
    ///
    /// - Parameter start: the location of the first byte, if that is not the start of the document.
    @_spi(Cursor) public func begin(
        limits: JSONLimits, syntax: Syntax = .json, skipping: Int = 0, portable: Bool = false,
        manyDocuments: Bool = false, at start: JSONLocation? = nil
    ) throws(JSONSyntaxError) {
        try check(
            prepare(
                limits: limits, syntax: syntax, skipping: skipping, portable: portable, manyDocuments: manyDocuments,
                at: start))
    }

    /// Prepares for another document, without checking the status and updating the pointers.
    @inline(__always)
    private func prepare(
        limits: JSONLimits, syntax: Syntax, skipping: Int, portable: Bool, manyDocuments: Bool,
        at start: JSONLocation?
    ) -> jt_status {
        ownText = nil
        documentLimit = limits.documentBytes
        textBase = start?.offset ?? 0
        skipped = skipping
        self.syntax = syntax
        lines = start.map { LineCounter(at: $0) } ?? LineCounter(firstLine: skipping)
        droppedStart = nil
        if !pieces.isEmpty { pieces = [] }
        addedBytes = 0
        hasEmptiedArrays = false
        forgetLineMarks()
        var options = jt_options()
        options.limits.depth = UInt64(limits.depth)
        options.limits.document_bytes = UInt64(limits.documentBytes)
        options.limits.string_bytes = UInt64(limits.stringBytes)
        options.limits.number_bytes = UInt64(limits.numberBytes)
        options.limits.slots = UInt64(limits.tokens)
        options.limits.members = UInt64(limits.members)
        options.limits.elements = UInt64(limits.elements)
        options.base = UInt64(max(textBase, 0))
        options.skip = UInt64(skipping)
        options.json5 = syntax == .json5
        options.trailing_commas = syntax == .trailingCommas
        options.portable = portable
        options.many_documents = manyDocuments
        return unsafe jt_parser_begin(parser, &options)
    }

    /// Parses a whole document in place. `bytes` must outlive the use of the tape, or `keepText()` must be called.
    @_spi(Cursor) public func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, skipping: Int = 0, limits: JSONLimits, syntax: Syntax = .json,
        portable: Bool = false
    ) throws(JSONSyntaxError) {
        var status = prepare(
            limits: limits, syntax: syntax, skipping: min(skipping, bytes.count), portable: portable,
            manyDocuments: false, at: nil)
        if status == JT_OK {
            let start = unsafe bytes.baseAddress ?? jt_parser_text(parser)
            status = unsafe jt_parser_scan(parser, start, bytes.count, true)
        }
        try check(status)
    }

    /// Parses a document piece by piece in place: call again with the same start and more bytes.
    @_spi(Cursor) public func scan(_ bytes: UnsafeBufferPointer<UInt8>, final: Bool) throws(JSONSyntaxError) {
        let start = unsafe bytes.baseAddress ?? text
        let status = unsafe jt_parser_scan(parser, start, bytes.count, final)
        try check(status)
    }

    /// Copies a document and parses it. The tape owns the copy.
    @_semantics("optimize.sil.specialize.generic.never")
    @_spi(Cursor) public func parse(
        copying bytes: some Collection<UInt8>, limits: JSONLimits, syntax: Syntax = .json
    ) throws(JSONSyntaxError) {
        let copy = KeptText(bytes)
        try begin(limits: limits, syntax: syntax)
        ownText = copy
        try unsafe scan(copy.bytes, final: true)
    }

    /// Parses a document piece by piece in place. All bytes are available from the start; each call continues up to
    /// `end`.
    @_spi(Cursor) public func scan(_ bytes: UnsafeBufferPointer<UInt8>, upTo end: Int) throws(JSONSyntaxError) {
        let start = unsafe bytes.baseAddress ?? text
        let status = unsafe jt_parser_scan(parser, start, end, end == bytes.count)
        refresh()
        // The excerpt shows the bytes after the end.
        if status == JT_OK { return }
        throw unsafe failure(status, text: UnsafeBufferPointer(rebasing: bytes.prefix(documentLimit)))
    }

    /// Parses a document in place, `step` bytes at a time. Meanwhile removes the elements of large arrays of objects that are
    /// members from the tape: their tokens are of the kind ``TapeKind/emptiedArray``.
    ///
    /// Of an emptied array everything is known except its elements: ``begin(limits:elementsOf:in:)`` parses them again.
    ///
    /// - Parameter least: how many tokens an array must have.
    @_spi(Cursor) public func scanEmptyingArrays(
        _ bytes: UnsafeBufferPointer<UInt8>, by step: Int, least: Int
    ) throws(JSONSyntaxError) {
        var end = 0
        repeat {
            end += min(max(step, 1), bytes.count - end)
            try unsafe scan(bytes, upTo: end)
            hasEmptiedArrays = unsafe jt_parser_empty_arrays(parser, UInt32(clamping: least))
        } while end < bytes.count
        refresh()
    }

    /// Prepares for parsing the emptied array at `position` of another tape again, in the same text, as the top-level value.
    ///
    /// - Returns: the text up to the end of the array. The parser starts at the array's offset.
    @_optimize(size)
    @_spi(Cursor) public func begin(
        limits: JSONLimits, elementsOf position: TapePosition, in document: Tape
    ) throws(JSONSyntaxError) -> UnsafeBufferPointer<UInt8> {
        textMayChange = document.textMayChange
        try begin(limits: limits, skipping: document.offset(at: position))
        lines = document.lines
        skipped = document.skipped
        // The text is the same, so the line counts are shared.
        lineMarks = document.lineMarks
        return unsafe UnsafeBufferPointer(start: document.text, count: document.endOffset(ofValueAt: position))
    }

    /// Adds a chunk, which is copied.
    @_spi(Cursor) public func append(_ chunk: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
        guard let start = chunk.baseAddress else { return }
        try unsafe check(jt_parser_append(parser, start, chunk.count))
    }

    /// Whether `append` has failed at an incomplete character. Once the rest has been appended, it fails again with an
    /// error that shows the character.
    @_spi(Cursor) public var awaitsCharacter: Bool { unsafe jt_parser_awaits_character(parser) }

    /// Ends a document that was parsed in chunks.
    @_spi(Cursor) public func finish() throws(JSONSyntaxError) {
        try unsafe check(jt_parser_finish(parser))
    }

    /// Discards all tokens and the text before the first unfinished token (chunks only).
    ///
    /// - Parameter droppingStrings: whether the start of an unfinished string value is also discarded.
    @_spi(Cursor) public func discard(droppingStrings: Bool = false) {
        let dropped = unsafe jt_parser_discardable(parser, droppingStrings)
        let pending = pendingOffset
        if pending >= textBase, pending < textBase + dropped {
            droppedStart = lines
            unsafe droppedStart?.count(UnsafeBufferPointer(start: text, count: pending - textBase))
        }
        unsafe lines.count(UnsafeBufferPointer(start: text, count: dropped))
        unsafe jt_parser_discard(parser, droppingStrings)
        forgetLineMarks()
        refresh()
    }

    /// Discards all tokens and all text, and continues at another location (see `jt_parser_rebase`).
    ///
    /// - Parameter counts: how many members or elements of each open container precede the location, at least, with the one that is
    ///   open; from the outermost container.
    @_spi(Cursor) public func rebase(to location: JSONLocation, counts: [Int] = []) {
        unsafe jt_parser_rebase(parser, UInt64(max(location.offset, 0)))
        for (above, count) in counts.enumerated() {
            unsafe jt_parser_set_count(parser, UInt32(above + 1), UInt64(max(count, 0)))
        }
        lines = LineCounter(at: location)
        forgetLineMarks()
        refresh()
    }

    /// Moves the tokens before `keep`, with their text, to `window`, and continues with the rest (see `jt_parser_cut`).
    ///
    /// - Parameter asArray: whether the tokens are complete elements of a top-level array that is scanned in place, up to
    ///   ``elementsEnd(isLast:)``: `window` gets an array of its own with these elements.
    /// - Complexity: O(*k*) in the tokens and, unless the text is scanned in place, the bytes that are kept.
    @_spi(Cursor) public func cut(
        into window: Tape, keeping keep: TapePosition, asArray: Bool = false
    ) throws(JSONSyntaxError) {
        window.ownText = nil
        window.textMayChange = textMayChange
        window.lines = lines
        window.droppedStart = nil
        window.pieces = []
        window.addedBytes = 0
        window.hasEmptiedArrays = false
        window.syntax = syntax
        window.skipped = skipped
        if asArray {
            // The text is the same, so windows share the line counts.
            window.lineMarks = lineMarks
        } else {
            window.forgetLineMarks()
        }
        let status = unsafe jt_parser_cut(parser, window.parser, keep.index, asArray)
        try check(status)
        window.refresh()
        if asArray { return }
        if textBase > lines.counted {
            unsafe lines.count(UnsafeBufferPointer(start: window.text, count: textBase - lines.counted))
        }
        forgetLineMarks()
    }

    /// The position that follows the complete elements of a top-level array, or the whole array once the document has
    /// ended.
    ///
    /// - Parameter isLast: whether the document has ended.
    /// - Returns: the position; `nil` if the document has not ended and there is no complete element, or only the array
    ///   has ended.
    @_spi(Cursor) public func elementsEnd(isLast: Bool) -> TapePosition? {
        let end = TapePosition(unsafe jt_parser_element_end(parser))
        if !isLast, unsafe end <= TapePosition.root.firstChild || jt_parser_depth(parser) == 0 { return nil }
        return end
    }

    /// Discards the document.
    @_spi(Cursor) public func forget() {
        ownText = nil
        textMayChange = false
        hasEmptiedArrays = false
        unsafe jt_parser_forget(parser)
        refresh()
    }

    /// Discards the document and frees most of its memory.
    @_spi(Cursor) public func trim() {
        forget()
        unsafe jt_parser_trim(parser)
        refresh()
    }

    /// Bytes of memory held for tape, text and bookkeeping.
    @_spi(Cursor) public var footprint: Int { unsafe jt_parser_footprint(parser) }

    /// Offset of the first byte of the unfinished token, or of the first byte that has not been scanned.
    @_spi(Cursor) public var pendingOffset: Int { unsafe Int(truncatingIfNeeded: jt_parser_pending(parser)) }

    /// The maximum depth so far.
    @_spi(Cursor) public var maximumDepth: Int { unsafe Int(jt_parser_max_depth(parser)) }

    /// Copies the text, so that the tape can outlive the caller's bytes.
    @_spi(Cursor) public func keepText() {
        if ownText == nil { unsafe keep(KeptText(UnsafeBufferPointer(start: text, count: textLength))) }
    }

    /// Copies the text of several windows of one document. The windows share the copy.
    @_spi(Cursor) public static func keepText(of windows: [Tape]) {
        guard let longest = windows.max(by: { $0.textLength < $1.textLength }) else { return }
        longest.keepText()
        guard let copy = longest.ownText else { return }
        for window in windows where window.ownText == nil { window.keep(copy) }
    }

    private func keep(_ copy: KeptText) {
        ownText = copy
        if let start = unsafe copy.bytes.baseAddress { unsafe text = start }
    }

    private func forgetLineMarks() {
        // Windows may share them.
        if isKnownUniquelyReferenced(&lineMarks) {
            unsafe Unmanaged.passUnretained(lineMarks)._withUnsafeGuaranteedRef { $0.forget() }
        } else {
            lineMarks = LineMarks()
        }
    }

    @inline(__always)
    private func check(_ status: jt_status) throws(JSONSyntaxError) {
        refresh()
        if status != JT_OK { throw unsafe failure(status, text: UnsafeBufferPointer(start: text, count: textLength)) }
    }

    @inline(never)
    private func failure(_ status: jt_status, text: UnsafeBufferPointer<UInt8>) -> JSONSyntaxError {
        let error = unsafe jt_parser_error(parser)
        if status == JT_SYNTAX_ERROR, let droppedStart, UInt64(droppedStart.counted) == error.offset,
            error.offset < textBase
        {
            // A string starts there. Its opening quote is known, although its text is gone.
            let quote: [UInt8] = [0x22]
            return unsafe quote.withUnsafeBufferPointer { quote in
                unsafe JSONSyntaxError.make(
                    error, status: status, text: quote, base: droppedStart.counted, before: droppedStart)
            }
        }
        return unsafe JSONSyntaxError.make(
            error,
            status: status,
            text: text,
            base: textBase,
            before: lines,
            syntax: syntax
        )
    }

    /// Updates the pointers to tape and text from the C parser.
    private func refresh() {
        let raw = unsafe UnsafeRawPointer(jt_parser_slots(parser))
        unsafe slots = raw.assumingMemoryBound(to: TapeToken.self)
        slotCount = unsafe jt_parser_slot_count(parser)
        unsafe text = jt_parser_text(parser)
        textLength = unsafe jt_parser_text_length(parser)
        wordOffsets = UInt(bitPattern: max(textLength - 15, 0))
        textBase = unsafe Int(jt_parser_text_base(parser))
    }
}
