@_spi(Tape) public import JSONTape

/// Parses JSON that comes in pieces: chunks go in, events come out.
///
/// ```swift
/// var parser = JSONStreamParser()
/// for chunk in chunks {
///     parser.append(chunk)
///     while let event = try parser.next() { … }
/// }
/// parser.finish()
/// while let event = try parser.next() { … }
/// ```
///
/// Chunks may be cut anywhere, also inside a token or a character. Events, and what errors are and where, do not depend on
/// the cuts; only the excerpt that an error shows ends where the chunk does. Memory
/// holds the chunks whose events have not all been taken and the token that has not ended yet. The input
/// is UTF-8 without a byte order mark.
public struct JSONStreamParser: ~Copyable {
    /// How many top-level values a stream has.
    public enum Documents: Sendable, Hashable {
        /// One, with nothing but white space behind it.
        case one
        /// Any number, one after the other, with or without white space between them.
        case many
    }

    private let tape: Tape?
    private var position = TapePosition.root
    private var failure: JSONSyntaxError?
    /// Offset of the token that the last event came from, in bytes from the start of the stream.
    public private(set) var offset = 0

    /// A parser at the start of a document.
    public init(limits: JSONLimits = .default, documents: Documents = .one) {
        do throws(JSONSyntaxError) {
            let tape = try Tape()
            try tape.begin(limits: limits, manyDocuments: documents == .many)
            self.tape = tape
        } catch {
            tape = nil
            failure = error
        }
    }

    /// Adds a chunk. What is wrong with it is thrown by ``next()``, behind the events before it.
    ///
    /// - Complexity: O(*n*) in the bytes of the chunk.
    public mutating func append(_ chunk: RawSpan) {
        unsafe chunk.withUnsafeBytes { bytes in
            feed { tape throws(JSONSyntaxError) in
                try unsafe tape.append(bytes.assumingMemoryBound(to: UInt8.self))
            }
        }
    }

    /// Adds a chunk.
    public mutating func append(_ chunk: [UInt8]) {
        unsafe append(chunk.span.bytes)
    }

    /// Says that no chunk follows.
    public mutating func finish() {
        feed(isLast: true) { tape throws(JSONSyntaxError) in try tape.finish() }
    }

    // MARK: Push

    /// Adds a chunk, and hands over all events that have become known, with their offsets.
    ///
    /// The other way to use a parser: nothing has to be taken by ``next()``, and memory does not grow with the length of the
    /// chunk.
    ///
    /// - Throws: ``JSONSyntaxError``, behind the events before the error, or what `body` throws. Events that `body` has not
    ///   been given because it threw are still there.
    public mutating func parse(_ chunk: RawSpan, _ body: (_ event: JSONEvent, _ offset: Int) throws -> Void) throws {
        var start = 0
        repeat {
            let end = min(start + 1 << 16, chunk.byteCount)
            append(chunk.extracting(start..<end))
            try handOver(body)
            start = end
        } while start < chunk.byteCount
    }

    /// Adds a chunk, and hands over all events that have become known, with their offsets.
    public mutating func parse(_ chunk: [UInt8], _ body: (_ event: JSONEvent, _ offset: Int) throws -> Void) throws {
        try unsafe parse(chunk.span.bytes, body)
    }

    /// Says that no chunk follows, and hands over the last events.
    public mutating func finish(_ body: (_ event: JSONEvent, _ offset: Int) throws -> Void) throws {
        finish()
        try handOver(body)
    }

    private mutating func handOver(_ body: (JSONEvent, Int) throws -> Void) throws {
        while let event = try next() { try body(event, offset) }
    }

    private mutating func feed(isLast: Bool = false, _ body: (Tape) throws(JSONSyntaxError) -> Void) {
        guard let tape, failure == nil else { return }
        if position == tape.end, !tape.awaitsCharacter {
            // Everything has been taken.
            tape.discard()
            position = TapePosition.root
        }
        do throws(JSONSyntaxError) {
            try body(tape)
        } catch {
            // Which character is wrong must not depend on where chunks are cut.
            if isLast || !tape.awaitsCharacter { failure = error }
        }
    }

    /// The next event, or `nil` where more chunks are needed or the document has ended.
    ///
    /// - Throws: ``JSONSyntaxError``, after the events before the error; again on each further call.
    public mutating func next() throws(JSONSyntaxError) -> JSONEvent? {
        guard let tape, position < tape.end else {
            if let failure { throw failure }
            return nil
        }
        let index = position
        position = tape.position(afterTokenAt: position)
        let slot = tape[index]
        offset = tape.offset(at: index)
        return switch slot.kind {
        case .null: .null
        case .false: .bool(false)
        case .true: .bool(true)
        case .number: .number(tape.jsonNumber(at: index))
        case .string: .string(tape.string(at: index))
        case .key: .key(tape.key(at: index))
        case .object: .beginObject
        case .array: .beginArray
        case .objectEnd: .endObject
        case .arrayEnd: .endArray
        }
    }
}
