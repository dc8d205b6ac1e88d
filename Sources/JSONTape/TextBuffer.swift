internal import CJSONTape

/// JSON text that is being written: one growing buffer. Used by one thread at a time.
///
/// Memory that cannot be had ends the process, as for the standard library's collections.
@safe
@_spi(Tape) public final class TextBuffer {
    /// A key as it was written.
    public struct Key {
        /// Offset of the first byte between the quotes.
        public let start: Int
        /// Bytes between the quotes.
        public let length: Int
        /// Nearly always another one for another key.
        public let fingerprint: UInt32
        /// Whether equal bytes are the only way in which keys can be equal.
        public let isASCII: Bool
    }

    // Allocated once and owned: what is appended to all the time must not lie behind exclusivity checks.
    private let text: UnsafeMutablePointer<jt_text>

    public init() {
        unsafe text = .allocate(capacity: 1)
        unsafe text.initialize(to: jt_text())
    }

    deinit {
        unsafe jt_text_free(text)
        unsafe text.deallocate()
    }

    /// Bytes written.
    public var count: Int { unsafe text.pointee.count }

    /// Bytes that there is room for.
    public var capacity: Int { unsafe text.pointee.capacity }

    /// The byte at an offset.
    public subscript(offset: Int) -> UInt8 {
        precondition(offset >= 0 && offset < count)
        return unsafe text.pointee.bytes[offset]
    }

    /// As with every array of the standard library that cannot grow: nobody could go on. (What decoders allocate in proportion
    /// to input from outside fails with an error.)
    private static func noMemory() -> Never { fatalError("no memory for JSON text") }

    @inline(__always)
    private func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        if unsafe !jt_text_reserve(text, count) { Self.noMemory() }
        return unsafe text.pointee.bytes + text.pointee.count
    }

    // MARK: Appending

    public func append(_ byte: UInt8) {
        unsafe reserve(1).pointee = byte
        unsafe text.pointee.count += 1
    }

    public func append(_ literal: StaticString) {
        let count = literal.utf8CodeUnitCount
        unsafe reserve(count).update(from: literal.utf8Start, count: count)
        unsafe text.pointee.count += count
    }

    public func append(_ bytes: [UInt8]) { append(bytes[...]) }

    public func append(_ bytes: ArraySlice<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe reserve(bytes.count).update(from: start, count: bytes.count)
            unsafe text.pointee.count += bytes.count
        }
    }

    /// Text that needs no escapes.
    public func append(plain string: String) {
        var string = string
        string.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe reserve(bytes.count).update(from: start, count: bytes.count)
            unsafe text.pointee.count += bytes.count
        }
    }

    /// A line feed and `spaces` spaces behind it.
    public func appendLine(indentedBy spaces: Int) {
        let target = unsafe reserve(spaces + 1)
        unsafe target.pointee = UInt8(ascii: "\n")
        unsafe (target + 1).update(repeating: UInt8(ascii: " "), count: spaces)
        unsafe text.pointee.count += spaces + 1
    }

    /// An integer, and perhaps a comma.
    @inlinable @inline(__always)
    public func append<I: FixedWidthInteger>(integer value: I, comma: Bool = false) {
        // What is generic here would stay so in a container that is generic itself.
        if I.bitWidth > 64 {
            append(plain: String(value))
            if comma { append(UInt8(ascii: ",")) }
        } else {
            append(
                magnitude: UInt64(truncatingIfNeeded: value.magnitude), isNegative: I.isSigned && value < 0,
                comma: comma)
        }
    }

    public func append(magnitude: UInt64, isNegative: Bool, comma: Bool) {
        let target = unsafe reserve(24)
        let written = unsafe jt_format_integer(magnitude, isNegative, target)
        unsafe target[written] = UInt8(ascii: ",")
        unsafe text.pointee.count += written + (comma ? 1 : 0)
    }

    /// A finite number as the shortest decimal that reads back as the same, and perhaps a comma.
    public func append(_ value: Double, comma: Bool = false) {
        let target = unsafe reserve(48)
        let written = unsafe jt_format_double(value, target)
        if written == 0 {
            append(description: value.description)
            if comma { append(UInt8(ascii: ",")) }
            return
        }
        unsafe target[written] = UInt8(ascii: ",")
        unsafe text.pointee.count += written + (comma ? 1 : 0)
    }

    /// `true` or `false`, and perhaps a comma.
    public func append(_ value: Bool, comma: Bool = false) {
        let target = unsafe reserve(8)
        // All of it at once: there is room for what is too much.
        let word: UInt64 = value ? 0x2C65_7572_74 : 0x2C65_736C_6166
        unsafe UnsafeMutableRawPointer(target).storeBytes(of: word.littleEndian, as: UInt64.self)
        unsafe text.pointee.count += (value ? 4 : 5) + (comma ? 1 : 0)
    }

    /// A finite number as the shortest decimal that reads back as the same, and perhaps a comma.
    public func append(_ value: Float, comma: Bool = false) {
        append(description: value.description)
        if comma { append(UInt8(ascii: ",")) }
    }

    private func append(description: String) {
        append(plain: description.hasSuffix(".0") ? String(description.dropLast(2)) : description)
    }

    /// A string with quotes and escapes, and perhaps a comma.
    public func append(_ string: String, escapingSlashes: Bool, comma: Bool = false) {
        let isWritten = unsafe Self.withBytes(of: string) { start, count in
            unsafe jt_text_string(text, start, count, escapingSlashes, comma)
        }
        if !isWritten { Self.noMemory() }
    }

    @inline(__always)
    private static func withBytes<R>(of string: String, _ body: (UnsafePointer<UInt8>?, Int) -> R) -> R {
        // Without a copy of the string, which would have to be counted.
        let result = unsafe string.utf8.withContiguousStorageIfAvailable { unsafe body($0.baseAddress, $0.count) }
        if let result { return result }
        var string = string
        return string.withUTF8 { unsafe body($0.baseAddress, $0.count) }
    }

    /// Numbers, each with a comma behind it, up to one that is not finite.
    ///
    /// - Returns: How many.
    public func append(elements: [Double]) -> Int {
        for (index, element) in elements.enumerated() {
            if !element.isFinite { return index }
            append(element, comma: true)
        }
        return elements.count
    }

    /// Numbers, each with a comma behind it.
    public func append(elements: [Int]) {
        for element in elements {
            append(integer: element, comma: true)
        }
    }

    /// Strings, each with a comma behind it.
    public func append(elements: [String], escapingSlashes: Bool) {
        for element in elements {
            append(element, escapingSlashes: escapingSlashes, comma: true)
        }
    }

    /// A key with quotes and escapes.
    public func appendKey(_ name: String, escapingSlashes: Bool) -> Key {
        var key = jt_text_name()
        let isWritten = unsafe Self.withBytes(of: name) { start, count in
            unsafe jt_text_key(text, start, count, escapingSlashes, &key)
        }
        if !isWritten { Self.noMemory() }
        // Names that look different can be equal, and then have the same hash.
        let fingerprint = key.is_ascii ? key.fingerprint : UInt32(truncatingIfNeeded: name.hashValue)
        return Key(start: key.start, length: key.length, fingerprint: fingerprint, isASCII: key.is_ascii)
    }

    // MARK: What was written

    /// Whether the bytes at two offsets are the same.
    public func isSame(_ one: Int, _ other: Int, length: Int) -> Bool {
        precondition(one >= 0 && other >= 0 && length >= 0 && max(one, other) <= count - length)
        return unsafe jt_equal(text.pointee.bytes + one, text.pointee.bytes + other, length)
    }

    /// The bytes of a range.
    public func bytes(_ range: Range<Int>) -> [UInt8] {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe Array(UnsafeBufferPointer(start: text.pointee.bytes + range.lowerBound, count: range.count))
    }

    /// Takes the bytes behind an offset away from the end.
    public func cut(from start: Int) -> [UInt8] {
        let tail = bytes(start..<count)
        truncate(to: start)
        return tail
    }

    /// Forgets what stands behind an offset.
    public func truncate(to count: Int) {
        precondition(count >= 0 && count <= self.count)
        unsafe text.pointee.count = count
    }

    /// Replaces the bytes behind `start` by the ranges, in this order; together they are all of them.
    public func permute(from start: Int, _ ranges: [Range<Int>]) {
        var copy: [UInt8] = []
        copy.reserveCapacity(count - start)
        for range in ranges { unsafe copy.append(contentsOf: UnsafeBufferPointer(rebasing: all[range])) }
        precondition(copy.count == count - start)
        truncate(to: start)
        append(copy)
    }

    private var all: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: text.pointee.bytes, count: text.pointee.count)
    }

    /// The text for the duration of a call.
    public func withText<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try unsafe body(UnsafeRawBufferPointer(all))
    }

    /// All bytes, which the buffer then no longer has: with memory for little more than one of the two.
    public func drain() -> [UInt8] {
        let count = count
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { output, written in
            if let start = output.baseAddress { unsafe jt_text_drain(text, start) }
            written = count
        }
    }

    /// Forgets bytes at the beginning; what is behind them moves there.
    public func removeFirst(_ count: Int) {
        precondition(count >= 0 && count <= self.count)
        guard count > 0, let start = unsafe text.pointee.bytes else { return }
        unsafe start.update(from: start + count, count: self.count - count)
        unsafe text.pointee.count -= count
    }

    /// Replaces line ends, which JSON has between tokens only, by spaces.
    public func replaceLineEnds(from start: Int) {
        precondition(start >= 0)
        for index in start..<max(start, count) {
            let byte = unsafe text.pointee.bytes[index]
            if byte == 0x0A || byte == 0x0D { unsafe text.pointee.bytes[index] = 0x20 }
        }
    }

    /// Hands over the memory, with what frees it, and begins anew.
    public func take() -> (bytes: UnsafeMutableRawBufferPointer, free: @Sendable () -> Void) {
        let bytes = unsafe UnsafeMutableRawBufferPointer(start: text.pointee.bytes, count: count)
        nonisolated(unsafe) let taken = unsafe text.pointee
        unsafe text.pointee = jt_text()
        return unsafe (bytes, { if let start = unsafe taken.bytes { unsafe jt_text_release(start, taken.capacity) } })
    }

    /// Index behind the value that begins at `index` of a text that was written here.
    public static func end(of index: Int, in text: [UInt8]) -> Int {
        unsafe text.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            return unsafe jt_text_skip(start, index, bytes.count)
        }
    }

    /// The value of a string, given as its text between the quotes.
    public static func string(_ text: ArraySlice<UInt8>) -> String {
        if !text.contains(UInt8(ascii: "\\")) { return String(decoding: text, as: UTF8.self) }
        return unsafe text.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return "" }
            return unsafe String(unsafeUninitializedCapacity: bytes.count) { output in
                guard let target = output.baseAddress else { return 0 }
                return unsafe jt_string_unescape(start, bytes.count, target)
            }
        }
    }
}
