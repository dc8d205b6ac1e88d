import FoundationImport
internal import JSONText

/// Writes elements one after the other and returns finished text. Uses memory for one chunk and the largest element.
final class ElementWriter {
    /// What precedes each text of a sequence (RFC 7464).
    private static let recordSeparator: UInt8 = 0x1E

    private let core: EncoderCore
    private let format: JSONStreamFormat
    private var count = 0
    /// Whether an element was written.
    private var hasElements = false
    /// The text has ended.
    private var isEnded = false

    init(_ options: EncodingOptions, _ format: JSONStreamFormat) {
        var options = options
        if format.kind == .lines { options.formatting.remove(.prettyPrinted) }
        core = EncoderCore(text: TextBuffer(), options: options)
        self.format = format
        if format.kind == .array { core.text.append(UInt8(ascii: "[")) }
    }

    deinit { core.containers.close(keeping: core) }

    /// The number of bytes that can be taken. In an array the last one stays: after the last element it becomes the end
    /// of the array.
    var available: Int { format.kind == .array ? max(core.text.count - 1, 0) : core.text.count }

    /// Writes an element.
    ///
    /// - Throws: `EncodingError`, with the index as the first key of its path; nothing of the element is written then.
    func append<T: Encodable>(_ element: T) throws {
        // Successive elements may be encoded on different threads.
        core.containers.open()
        defer { core.containers.pause() }
        let start = core.text.count
        let depth = format.kind == .array ? 1 : 0
        if format.kind == .array { core.beginElement(depth: 0) }
        if format.kind == .sequence { core.text.append(Self.recordSeparator) }
        let valueStart = core.text.count
        let isWritten: Bool
        do {
            isWritten = try core.encodeTopLevel(element, index: count, depth: depth) { core in
                try core.encode(element, EncodableTraits.of(T.self), in: core.frames.top)
            }
        } catch {
            core.text.truncate(to: start)
            throw error
        }
        count += 1
        if !isWritten { return core.text.truncate(to: start) }
        if format.kind == .lines, core.hasRawText { core.text.replaceLineEnds(from: valueStart) }
        core.text.append(format.kind == .array ? UInt8(ascii: ",") : UInt8(ascii: "\n"))
        core.hasRawText = false
        hasElements = true
    }

    /// Ends the text.
    func end() {
        guard !isEnded else { return }
        isEnded = true
        if format.kind == .array { core.close(with: UInt8(ascii: "]"), depth: 0, isEmpty: !hasElements) }
    }

    /// The number of bytes of the finished text.
    private var finished: Int { isEnded ? core.text.count : available }

    /// Whether there is no finished text.
    var isEmpty: Bool { finished == 0 }

    /// Takes the finished text.
    ///
    /// - Parameter copy: copies its bytes.
    func take<Chunk>(_ copy: (RawSpan) -> Chunk) -> Chunk {
        let count = finished
        defer { core.text.removeFirst(count) }
        return unsafe core.text.withText { unsafe copy($0.bytes.extracting(first: count)) }
    }

    /// Takes the finished text.
    func take() -> Data { take { bytes in unsafe bytes.withUnsafeBytes { unsafe Data($0) } } }

    /// Takes the remaining text, after the end.
    func takeAll() -> TextBuffer {
        end()
        return core.text
    }
}
