@_spi(Cursor) internal import JSONTape

/// Makes windows of an array: the top-level value of a document, or one that has been emptied. The document is in memory and
/// is parsed in place, a step at a time, when a window is taken.
///
/// The tape of a window has an array with some of the elements, with their original indexes; its text is that of the whole
/// document.
@safe
final class ArrayParser: WindowParser {
    private let tape: Tape
    private let memory: WindowMemory
    private let bytes: UnsafeBufferPointer<UInt8>
    private let size: Int
    private let step: Int
    /// The number of bytes that have been parsed.
    private(set) var received = 0
    private(set) var failure: StreamFailure?

    /// The top-level array of a document.
    init(
        _ bytes: UnsafeRawBufferPointer, _ options: DecodingOptions, _ memory: WindowMemory, mayChange: Bool
    ) throws(StreamFailure) {
        self.memory = memory
        unsafe self.bytes = bytes.assumingMemoryBound(to: UInt8.self)
        size = bytes.count
        step = max(options.windows.step, 1)
        var skipping = 0
        if case .utf8(let mark) = unsafe TextEncoding(of: bytes) { skipping = mark }
        do throws(JSONSyntaxError) {
            tape = try memory.takeTape()
            tape.textMayChange = mayChange
            try tape.begin(limits: options.limits, skipping: skipping)
        } catch {
            throw StreamFailure(error)
        }
    }

    /// An emptied array of a document.
    init(
        emptied array: TapePosition, of document: Tape, _ options: DecodingOptions, _ memory: WindowMemory
    ) throws(JSONSyntaxError) {
        self.memory = memory
        step = max(options.windows.step, 1)
        tape = try memory.takeTape()
        unsafe bytes = try tape.begin(limits: options.limits, elementsOf: array, in: document)
        size = unsafe bytes.count
        received = document.offset(at: array)
    }

    deinit { memory.put(tape) }

    func endLocation() -> JSONLocation { tape.location(ofOffset: received) }

    func takeWindow() -> ElementWindow? {
        do throws(JSONSyntaxError) {
            while failure == nil, received < size {
                received += min(step, size - received)
                try unsafe tape.scan(bytes, upTo: received)
                let isLast = received == size
                guard let end = tape.elementsEnd(isLast: isLast) else { continue }
                let window = try memory.takeWindow()
                try tape.cut(into: window.tape, keeping: end, asArray: true)
                window.isLast = isLast
                return window
            }
        } catch {
            failure = StreamFailure(error)
        }
        return nil
    }
}
