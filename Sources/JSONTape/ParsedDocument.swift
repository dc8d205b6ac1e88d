internal import CJSONTape

/// The document that ``JSONValue``s refer to: a tape that is not modified any more.
///
/// The tape owns a copy of the text, or refers to bytes that are borrowed for the duration of a call. Values may outlive
/// that call, also on other threads: the text is copied when the call ends. The thread of the call reads the borrowed
/// bytes directly, since it cannot read while it ends the call; other threads read under a lock.
@safe
final class ParsedDocument: @unchecked Sendable {
    // Never replaced: a variable only so that its references can be counted.
    @safe @exclusivity(unchecked) private(set) var tape: Tape
    /// The thread whose call borrows the text; 0 if the tape owns it.
    private let borrower: UInt
    private let borrowing = CheckedMutex(Borrowing())
    /// The tables of large containers of which children have been looked up, in the order of the document.
    private let tables = CheckedMutex<[ChildTable]>([])

    private struct Borrowing {
        /// Whether the tape owns the text, because the call has ended.
        var hasEnded = false
        /// A tape that owns its text, for other threads during the call.
        var copy: UncheckedTransfer<Tape>?
    }

    private init(_ tape: Tape, borrower: UInt) {
        self.tape = tape
        self.borrower = borrower
    }

    /// Parses a document and copies its text.
    ///
    /// - Parameter mayHaveMark: whether a byte order mark may precede the document.
    convenience init(
        copying bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits, mayHaveMark: Bool = true
    ) throws(JSONSyntaxError) {
        let tape = try unsafe Self.parse(bytes, limits, mayHaveMark: mayHaveMark)
        tape.keepText()
        self.init(tape, borrower: 0)
    }

    /// Parses a document whose text is borrowed until ``endBorrowing(_:)``.
    convenience init(borrowing bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) throws(JSONSyntaxError) {
        self.init(try unsafe Self.parse(bytes, limits), borrower: jt_thread())
    }

    deinit {
        if isKnownUniquelyReferenced(&tape) { Self.idle.put(tape) }
    }

    private static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits, mayHaveMark: Bool = true
    ) throws(JSONSyntaxError) -> Tape {
        let mark = unsafe mayHaveMark ? bytes.byteOrderMarkLength : 0
        var tape = try idle.take()
        do throws(JSONSyntaxError) {
            try unsafe tape.parse(bytes, skipping: mark, limits: limits)
        } catch {
            if isKnownUniquelyReferenced(&tape) { idle.put(tape) }
            throw error
        }
        return tape
    }

    /// Copies the borrowed text if anything still refers to it.
    static func endBorrowing(_ document: inout ParsedDocument) {
        if isKnownUniquelyReferenced(&document), isKnownUniquelyReferenced(&document.tape) { return }
        document.borrowing.withLock { state in
            document.tape.keepText()
            state = Borrowing(hasEnded: true)
        }
    }

    /// Calls `body` with the tape, whose text does not change meanwhile. Not for calling code of users.
    @inline(__always)
    func reading<R>(_ body: (Tape) -> R) -> R {
        if ownsText { return body(tape) }
        return borrowing.withLock { _ in UncheckedTransfer(value: body(tape)) }.value
    }

    /// The value of an object's first member with this name. Names are compared as Unicode text.
    @inline(__always)
    func member(_ name: String, of object: TapePosition) -> TapePosition? {
        reading { tape in
            // Without the lock where there is no table.
            if tape[object].count <= ChildTable.few { return tape.member(name, of: object) }
            return withTable(of: object) { $0.member(name, in: tape) }
        }
    }

    /// The element of an array at an index from 0; `nil` if there is none.
    @inline(__always)
    func element(_ index: Int, of array: TapePosition) -> TapePosition? {
        if index <= ChildTable.few { return tape.element(index, of: array) }
        return withTable(of: array) { $0.element(index, in: tape) }
    }

    @_optimize(size)
    @inline(never)
    private func withTable(of container: TapePosition, _ body: (ChildTable) -> TapePosition?) -> TapePosition? {
        tables.withLock { tables in
            let index = tables.sortedIndex(notPreceding: { $0.container < container })
            if index == tables.count || tables[index].container != container {
                tables.insert(ChildTable(container), at: index)
            }
            return body(tables[index])
        }
    }

    /// Whether the text stays where it is, as seen from the current thread.
    private var ownsText: Bool { borrower == 0 || borrower == jt_thread() }

    /// A tape with the same tokens at the same positions, whose text stays where it is.
    ///
    /// - Throws: ``JSONSyntaxError`` with the code `outOfMemory`.
    @_optimize(size)
    func stableTape() throws(JSONSyntaxError) -> Tape {
        if ownsText { return tape }
        return try borrowing.withLock { state in
            Result { () throws(JSONSyntaxError) in
                if state.hasEnded { return UncheckedTransfer(value: tape) }
                if let copy = state.copy { return copy }
                let copy = UncheckedTransfer(value: try Self.copy(of: tape))
                state.copy = copy
                return copy
            }
        }.get().value
    }

    private static func copy(of tape: Tape) throws(JSONSyntaxError) -> Tape {
        return try unsafe tape.withText { bytes in
            Result { () throws(JSONSyntaxError) in try unsafe ParsedDocument(copying: bytes, limits: .unlimited).tape }
        }.get()
    }

    private static let idle = IdleTapes()
}

/// Tapes of documents that are no longer in use, for the next ones.
private final class IdleTapes: Sendable {
    private let tapes = CheckedMutex<[UncheckedTransfer<Tape>]>([])

    private static let count = 4
    private static let bytes = 4 << 20

    func take() throws(JSONSyntaxError) -> Tape {
        if let idle = tapes.withLock({ $0.popLast() }) { return idle.value }
        return try Tape()
    }

    func put(_ tape: Tape) {
        tape.forget()
        if tape.footprint > Self.bytes { tape.trim() }
        let idle = UncheckedTransfer(value: tape)
        tapes.withLock { if $0.count < Self.count { $0.append(idle) } }
    }
}
