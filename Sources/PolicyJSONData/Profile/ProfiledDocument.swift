@_spi(Cursor) internal import JSONTape
internal import PolicyJSON

/// A document while it is profiled.
struct ProfiledDocument: ~Copyable {
    private let tape: Tape?
    private let budget = ProfileNode.Budget()
    private let limits: JSONLimits
    private var walker: ProfileWalker
    private var start: [UInt8]? = []
    private var failure: JSONSyntaxError?

    init(file: String, at path: PathPattern?, limits: JSONLimits) {
        walker = ProfileWalker(budget.node(), file: file, at: path)
        var limits = limits
        limits.tokens = .max
        self.limits = limits
        do throws(JSONSyntaxError) {
            let tape = try Tape()
            try tape.begin(limits: limits)
            self.tape = tape
        } catch {
            tape = nil
            failure = error
        }
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
        // A byte order mark is not part of the document.
        if var held = start {
            unsafe held.append(contentsOf: bytes)
            if held.count < 3 {
                start = held
                return
            }
            start = nil
            let skipped = held.byteOrderMarkLength
            if skipped > 0, let tape {
                try tape.begin(limits: limits, at: JSONLocation(offset: 3, line: 1, column: 1))
            }
            return try unsafe held[skipped...].withUnsafeBufferPointer { rest throws(JSONSyntaxError) in
                try unsafe feed(rest)
            }
        }
        try unsafe feed(bytes)
    }

    mutating func finish() throws(JSONSyntaxError) {
        if let held = start {
            start = nil
            try unsafe held.withUnsafeBufferPointer { bytes throws(JSONSyntaxError) in try unsafe feed(bytes) }
        }
        guard let tape else { return }
        do throws(JSONSyntaxError) {
            try tape.finish()
        } catch {
            walker.take(tape, from: TapePosition.root, to: tape.end)
            throw error
        }
        walker.take(tape, from: TapePosition.root, to: tape.end)
        tape.discard()
    }

    private mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
        if let failure { throw failure }
        guard let tape else { return }
        var caught: JSONSyntaxError?
        do throws(JSONSyntaxError) {
            try unsafe tape.append(bytes)
        } catch {
            // The reported character must not depend on where chunks are cut.
            if tape.awaitsCharacter { return }
            caught = error
        }
        walker.take(tape, from: TapePosition.root, to: tape.end)
        tape.discard()
        if let caught { throw caught }
    }

    /// The profile of the document, or of what the arrays of records have in common if there is a path for them.
    ///
    /// - Throws: `NoArray` if there is a path, and no array there, or another value.
    func top(otherValues: inout Int) throws(JSONProfiler.NoArray) -> JSONProfile.Path {
        try walker.search?.check()
        otherValues.add(count: budget.rest.facts.values)
        return walker.root.path(.top)
    }
}
