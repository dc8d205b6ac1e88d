@_spi(Cursor) public import JSONTape

/// Checks a document as its bytes arrive, and counts its values. Memory does not grow with the document.
///
/// ```swift
/// var validator = JSONValidator()
/// for chunk in chunks { try validator.append(chunk) }
/// let summary = try validator.finish()
/// ```
public struct JSONValidator: ~Copyable {
    /// An open container.
    private enum Level {
        /// A container that is complete on one tape; its keys have been compared there.
        case whole
        case array
        /// An object that continues in other windows, with the names so far.
        case object(Set<String>)
    }

    private let tape: Tape?
    private let limits: JSONLimits
    private var failure: JSONSyntaxError?
    private var levels: [Level] = []
    private var bytes = 0
    private var tokens = 0
    private var values = 0
    private var duplicates = 0
    private var remembered = 0
    private var isComplete = true

    /// Once the document has ended.
    private var summary: JSONSummary?
    /// The maximum size of the stored names, in bytes.
    private static let memory = 1 << 24

    /// Creates a validator for a document in UTF-8 without a byte order mark.
    ///
    /// - Parameter limits: the limits for the document.
    public init(limits: JSONLimits = .default) {
        self.limits = limits
        var windowLimits = limits
        windowLimits.tokens = .max
        do throws(JSONSyntaxError) {
            let tape = try Tape()
            try tape.begin(limits: windowLimits)
            self.tape = tape
        } catch {
            tape = nil
            failure = error
        }
    }

    /// Checks the next chunk, which may have any length.
    ///
    /// - Parameter chunk: bytes of the document; a chunk may end inside a token or a character.
    /// - Throws: ``JSONSyntaxError`` at the first invalid byte, and the same error again on each further call.
    public mutating func append<Bytes: JSONBytes & ~Copyable & ~Escapable>(
        _ chunk: borrowing Bytes
    ) throws(JSONSyntaxError) {
        try chunk.withJSONBytes { chunk throws(JSONSyntaxError) in
            var start = 0
            while start < chunk.byteCount {
                let end = min(start + 1 << 16, chunk.byteCount)
                let slice = chunk.extracting(start..<end)
                bytes += slice.byteCount
                try feed { tape in
                    unsafe slice.withUnsafeBytes { raw in
                        Result { () throws(JSONSyntaxError) in
                            try unsafe tape.append(raw.assumingMemoryBound(to: UInt8.self))
                        }
                    }
                }
                start = end
            }
        }
    }

    /// Ends the document.
    ///
    /// - Returns: the counts of the document; the same ones on each further call.
    /// - Throws: ``JSONSyntaxError`` if the document is incomplete.
    public mutating func finish() throws(JSONSyntaxError) -> JSONSummary {
        if let summary { return summary }
        try feed(isLast: true) { tape in Result { () throws(JSONSyntaxError) in try tape.finish() } }
        let summary = JSONSummary(
            bytes: bytes, values: values, depth: tape?.maximumDepth ?? 0, duplicateKeys: duplicates,
            hasComparedAllKeys: isComplete)
        self.summary = summary
        return summary
    }

    private mutating func feed(
        isLast: Bool = false, _ body: (Tape) -> Result<Void, JSONSyntaxError>
    ) throws(JSONSyntaxError) {
        if let failure { throw failure }
        guard let tape else { return }
        switch body(tape) {
        case .success:
            do throws(JSONSyntaxError) { try count(tape) } catch {
                failure = error
                throw error
            }
            if !isLast { tape.discard(droppingStrings: true) }
        case .failure(let error):
            // The reported character must not depend on where chunks are cut.
            if !isLast, tape.awaitsCharacter { return }
            // The first error in the document is reported.
            let first = excess(on: tape).map { $0.offset < error.offset ? $0 : error } ?? error
            failure = first
            throw first
        }
    }

    /// The error of the first token that exceeds the limit, if there is one. The tokens counted before are within the limit.
    private func excess(on tape: Tape) -> JSONSyntaxError? {
        let room = limits.tokens - tokens
        if tape.tokenCount(from: .root, to: tape.end) <= room { return nil }
        return .limit(.tokenLimit, at: tape.location(at: tape.position(.root, offsetBy: room)))
    }

    private mutating func count(_ tape: Tape) throws(JSONSyntaxError) {
        if let excess = excess(on: tape) { throw excess }
        tokens += tape.tokenCount(from: .root, to: tape.end)
        var index = TapePosition.root
        while index < tape.end {
            let token = tape[index]
            switch token.kind {
            case .key: remember(tape, index)
            case .objectEnd, .arrayEnd: close()
            case .object, .array:
                values += 1
                open(token, at: index, tape)
            default: values += 1
            }
            index = tape.position(afterTokenAt: index)
        }
    }

    private mutating func open(_ token: TapeToken, at index: TapePosition, _ tape: Tape) {
        if token.isComplete {
            levels.append(.whole)
            if token.is(.object), !token.hasPlainKeys { duplicates += Self.duplicates(in: index, of: tape) }
        } else {
            levels.append(token.is(.object) ? .object([]) : .array)
        }
    }

    private mutating func close() {
        guard case .object(let names) = levels.popLast() else { return }
        for name in names { remembered -= Self.weight(name) }
    }

    private mutating func remember(_ tape: Tape, _ key: TapePosition) {
        let last = levels.count - 1
        guard last >= 0, case .object(var names) = levels[last] else { return }
        // Makes the set uniquely referenced, so that inserting does not copy it.
        levels[last] = .array
        defer { levels[last] = .object(names) }
        let name = tape.key(at: key)
        if names.contains(name) {
            duplicates += 1
        } else if remembered + Self.weight(name) <= Self.memory {
            names.insert(name)
            remembered += Self.weight(name)
        } else {
            isComplete = false
        }
    }

    private static func weight(_ name: String) -> Int { name.utf8.count + 64 }

    private static func duplicates(in object: TapePosition, of tape: Tape) -> Int {
        var names = Set<String>()
        var count = 0
        tape.forEachKey(in: object) { key in
            count += 1
            names.insert(tape.key(at: key))
            return true
        }
        return count - names.count
    }
}
