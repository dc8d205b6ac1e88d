@_spi(Cursor) internal import JSONTape
internal import PolicyJSON

/// Lines while they are profiled.
struct ProfiledLines: ~Copyable {
    private let tape: Tape?
    /// Why there is no tape.
    private let failure: JSONSyntaxError?
    private let budget = ProfileNode.Budget()
    private let file: String
    private let limits: JSONLimits
    private var walker: ProfileWalker
    /// The start of a line that continues.
    private var buffer: [UInt8] = []
    /// Counts lines up to the buffer.
    private var counter = LineCounter()
    /// The location of a line that is too long, while its bytes are dropped.
    private var overlong: JSONLocation?
    private var records = 0
    private var invalid = 0
    private var examples: [JSONProfile.InvalidRecord] = []

    init(file: String, limits: JSONLimits) {
        self.file = file
        // Lines are limited by `elementBytes`.
        var limits = limits
        limits.documentBytes = .max
        self.limits = limits
        walker = ProfileWalker(budget.node(), file: file)
        do throws(JSONSyntaxError) {
            (tape, failure) = (try Tape(), nil)
        } catch {
            (tape, failure) = (nil, error)
        }
    }

    func add(to profile: inout JSONProfile) {
        profile.records = records
        profile.invalidRecords = invalid
        profile.invalidExamples = examples
        profile.otherValues.add(count: budget.rest.facts.values)
        profile.top = walker.root.path(.top)
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
        if let failure { throw failure }
        guard let last = unsafe bytes.lastIndex(of: 0x0A) else { return unsafe hold(bytes) }
        let complete = unsafe UnsafeBufferPointer(rebasing: bytes[...last])
        if overlong != nil {
            guard let first = unsafe bytes.firstIndex(of: 0x0A) else { return }
            unsafe counter.count(UnsafeBufferPointer(rebasing: bytes[...first]))
            endOverlong()
            unsafe take(UnsafeBufferPointer(rebasing: bytes[(first + 1)..<(last + 1)]))
        } else if buffer.isEmpty {
            unsafe take(complete)
        } else {
            unsafe buffer.append(contentsOf: complete)
            takeBuffer()
        }
        unsafe hold(UnsafeBufferPointer(rebasing: bytes[(last + 1)...]))
    }

    mutating func finish() {
        if overlong != nil { endOverlong() }
        takeBuffer()
    }

    private mutating func takeBuffer() {
        // Moved out and back: a copy would be an allocation for each block.
        var block: [UInt8] = []
        swap(&block, &buffer)
        unsafe block.withUnsafeBufferPointer { unsafe take($0) }
        block.removeAll(keepingCapacity: block.count < 1 << 20)
        swap(&block, &buffer)
    }

    private mutating func hold(_ bytes: UnsafeBufferPointer<UInt8>) {
        if overlong != nil { return unsafe counter.count(bytes) }
        unsafe buffer.append(contentsOf: bytes)
        guard buffer.count > limits.elementBytes else { return }
        overlong = counter.location
        unsafe buffer.withUnsafeBufferPointer { unsafe counter.count($0) }
        buffer = []
    }

    private mutating func endOverlong() {
        guard let location = overlong else { return }
        overlong = nil
        rejectOverlong(at: location)
    }

    private mutating func rejectOverlong(at location: JSONLocation) {
        reject("the line exceeds the limit of \(limits.elementBytes) bytes", at: location)
    }

    private mutating func reject(_ reason: String, at location: JSONLocation) {
        records += 1
        invalid += 1
        guard examples.count < PathFacts.exampleLimit else { return }
        examples.append(
            PathFacts.Example(
                file: file, offset: location.offset, line: location.line, column: location.column, text: reason))
    }

    /// Takes lines that are complete: all together if they are valid, otherwise one by one.
    private mutating func take(_ block: UnsafeBufferPointer<UInt8>) {
        guard let tape, !block.isEmpty else { return }
        var blockLimits = limits
        blockLimits.tokens = .max
        let base = counter.location
        if unsafe !hasOverlongLine(block), unsafe parse(block, tape, blockLimits, many: true, at: base) == nil,
            let count = unsafe countOfValues(tape, block, base.offset)
        {
            walker.take(tape, from: TapePosition.root, to: tape.end)
            records += count
            return unsafe counter.count(block)
        }
        var start = 0
        while start < block.count {
            let end = unsafe endOfLine(in: block, from: start)
            let line = unsafe UnsafeBufferPointer(rebasing: block[start..<end])
            unsafe takeLine(line, tape)
            unsafe counter.count(line)
            start = end
        }
    }

    /// The index after the line feed of the line that starts at an index.
    private func endOfLine(in block: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        unsafe block[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? block.count
    }

    private func hasOverlongLine(_ block: UnsafeBufferPointer<UInt8>) -> Bool {
        var start = 0
        // What is left of the block has no longer line than it has bytes.
        while block.count - start > limits.elementBytes {
            let end = unsafe endOfLine(in: block, from: start)
            if unsafe isOverlong(UnsafeBufferPointer(rebasing: block[start..<end])) { return true }
            start = end
        }
        return false
    }

    /// Whether a line is longer than the limit, without its line feed.
    private func isOverlong(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe line.count - (line.last == 0x0A ? 1 : 0) > limits.elementBytes
    }

    private mutating func takeLine(_ line: UnsafeBufferPointer<UInt8>, _ tape: Tape) {
        if unsafe isOverlong(line) { return rejectOverlong(at: counter.location) }
        // A byte order mark at the start of the input is not part of the line.
        let mark = unsafe counter.counted == 0 ? line.byteOrderMarkLength : 0
        if unsafe RecordFormat.isBlank(line[mark...]) { return }
        let location = mark > 0 ? JSONLocation(offset: mark, line: 1, column: 1) : counter.location
        // Nor is the line break: a value that ends too early is reported in this line, not at the start of the next.
        var end = line.count
        if end > mark, unsafe line[end - 1] == 0x0A { end -= 1 }
        if end > mark, unsafe line[end - 1] == 0x0D { end -= 1 }
        let text = unsafe UnsafeBufferPointer(rebasing: line[mark..<end])
        if let error = unsafe parse(text, tape, limits, many: false, at: location) {
            return reject(error.message, at: error.location)
        }
        records += 1
        walker.take(tape, from: TapePosition.root, to: tape.end)
    }

    private func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, _ tape: Tape, _ limits: JSONLimits, many: Bool, at location: JSONLocation
    ) -> JSONSyntaxError? {
        do throws(JSONSyntaxError) {
            try tape.begin(limits: limits, manyDocuments: many, at: location)
            try unsafe tape.append(bytes)
            try tape.finish()
            return nil
        } catch {
            return error
        }
    }

    /// The number of values; `nil` if a line does not have exactly one, or none.
    private func countOfValues(_ tape: Tape, _ block: UnsafeBufferPointer<UInt8>, _ base: Int) -> Int? {
        var position = TapePosition.root
        var count = 0
        var lineEnd = -1
        while position < tape.end {
            let start = tape.offset(at: position) - base
            if start <= lineEnd { return nil }
            lineEnd = unsafe block[start...].firstIndex(of: 0x0A) ?? block.count
            if tape.endOffset(ofValueAt: position) - base > lineEnd { return nil }
            if tape.tokenCount(of: position) > limits.tokens { return nil }
            count += 1
            position = tape.position(after: position)
        }
        return count
    }
}
