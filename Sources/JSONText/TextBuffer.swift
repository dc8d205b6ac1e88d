internal import CJSONText

/// JSON text that is being written: one growing buffer, for one thread at a time.
///
/// Traps on allocation failure, as the standard library's collections do.
@safe
package final class TextBuffer {
    /// A key as it was written.
    package struct Key {
        /// Offset of the first byte between the quotes.
        package let start: Int
        /// Bytes between the quotes.
        package let length: Int
        /// A hash of the bytes. Keys that are not ASCII can be equal (canonical equivalence) and differ in it.
        package let fingerprint: UInt32
        /// Whether the key is ASCII. Then another one that is ASCII is equal only if it has the same bytes.
        package let isASCII: Bool
    }

    // On the heap and not a stored struct, because exclusivity checks would slow down each append.
    let text: UnsafeMutablePointer<jt_text>
    // Unchecked, because each value that is truncated would take a check.
    @safe @exclusivity(unchecked) var unordered = UnorderedRanges()

    package init() {
        unsafe text = .allocate(capacity: 1)
        unsafe text.initialize(to: jt_text())
    }

    deinit {
        unsafe jt_text_free(text)
        unsafe text.deallocate()
    }

    /// Bytes written.
    package var count: Int { unsafe text.pointee.count }

    /// The number of bytes that fit without another allocation.
    package var capacity: Int { unsafe text.pointee.capacity }

    /// The byte at an offset.
    package subscript(offset: Int) -> UInt8 {
        precondition(offset >= 0 && offset < count)
        return unsafe text.pointee.bytes[offset]
    }

    // Encoding traps here as an array that cannot grow does. (Decoding allocates in proportion to untrusted input, and throws.)
    static func failAllocation() -> Never { fatalError("no memory for JSON text") }

    @inline(__always)
    func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        if unsafe !jt_text_reserve(text, count) { Self.failAllocation() }
        return unsafe text.pointee.bytes + text.pointee.count
    }

    // MARK: Appending

    package func append(_ byte: UInt8) {
        unsafe reserve(1).pointee = byte
        unsafe text.pointee.count += 1
    }

    package func append(_ literal: StaticString) {
        let count = literal.utf8CodeUnitCount
        unsafe reserve(count).update(from: literal.utf8Start, count: count)
        unsafe text.pointee.count += count
    }

    package func append(_ bytes: [UInt8]) { append(bytes[...]) }

    package func append(_ bytes: ArraySlice<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
    }

    package func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        // An empty text has no memory yet.
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
        unsafe reserve(bytes.count).update(from: start, count: bytes.count)
        unsafe text.pointee.count += bytes.count
    }

    /// Appends text that needs no escapes.
    package func append(plain string: String) {
        var string = string
        string.withUTF8 { unsafe append($0) }
    }

    /// Appends a line feed and then `spaces` spaces.
    package func appendLine(indentedBy spaces: Int) {
        let target = unsafe reserve(spaces + 1)
        unsafe target.pointee = UInt8(ascii: "\n")
        unsafe (target + 1).update(repeating: UInt8(ascii: " "), count: spaces)
        unsafe text.pointee.count += spaces + 1
    }

    /// Appends an integer, and optionally a comma.
    package func append(magnitude: UInt64, isNegative: Bool, comma: Bool) {
        let target = unsafe reserve(32)
        let written = unsafe jt_format_integer(magnitude, isNegative, target)
        unsafe target[written] = UInt8(ascii: ",")
        unsafe text.pointee.count += written + (comma ? 1 : 0)
    }

    /// Appends a finite number as the shortest decimal that reads back as the same value, and optionally a comma.
    package func append(_ value: Double, comma: Bool = false) {
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

    /// Appends `true` or `false`, and optionally a comma.
    package func append(_ value: Bool, comma: Bool = false) {
        let target = unsafe reserve(8)
        // One store of eight bytes; the count says how many of them belong to the text.
        let word: UInt64 = value ? 0x2C65_7572_74 : 0x2C65_736C_6166
        unsafe UnsafeMutableRawPointer(target).storeBytes(of: word.littleEndian, as: UInt64.self)
        unsafe text.pointee.count += (value ? 4 : 5) + (comma ? 1 : 0)
    }

    /// Appends a finite number as the shortest decimal that reads back as the same value, and optionally a comma.
    package func append(_ value: Float, comma: Bool = false) {
        append(description: value.description)
        if comma { append(UInt8(ascii: ",")) }
    }

    private func append(description: String) { append(plain: Self.number(description)) }

    /// The text of a number, from its description.
    package static func number(_ description: String) -> String {
        description.hasSuffix(".0") ? String(description.dropLast(2)) : description
    }

    /// Appends a string with quotes and escapes, and optionally a comma.
    package func append(_ string: String, escapingSlashes: Bool, comma: Bool = false) {
        let isWritten = unsafe Self.withBytes(of: string) { start, count in
            unsafe jt_text_string(text, start, count, escapingSlashes, comma)
        }
        if !isWritten { Self.failAllocation() }
    }

    @inline(__always)
    static func withBytes<R>(of string: String, _ body: (UnsafePointer<UInt8>?, Int) -> R) -> R {
        // Avoids a copy of the string, which would be retained and released.
        let result = unsafe string.utf8.withContiguousStorageIfAvailable { unsafe body($0.baseAddress, $0.count) }
        if let result { return result }
        var string = string
        return string.withUTF8 { unsafe body($0.baseAddress, $0.count) }
    }

    /// Appends numbers, each with a comma after it, up to the first that is not finite.
    ///
    /// - Returns: the number of elements appended.
    package func append(elements: [Double]) -> Int {
        var index = 0
        while true {
            let appended = unsafe elements.withUnsafeBufferPointer { elements in
                guard let start = elements.baseAddress else { return 0 }
                return unsafe jt_text_doubles(text, start + index, elements.count - index)
            }
            if appended < 0 { Self.failAllocation() }
            index += appended
            guard index < elements.count, elements[index].isFinite else { return index }
            // The C code does not write the smallest numbers.
            append(elements[index], comma: true)
            index += 1
        }
    }

    /// Appends numbers, each with a comma after it.
    package func append(elements: [Int]) {
        let isWritten = unsafe elements.withUnsafeBufferPointer { elements in
            guard let start = elements.baseAddress else { return true }
            #if _pointerBitWidth(_64)
                return unsafe UnsafeRawPointer(start).withMemoryRebound(to: Int64.self, capacity: elements.count) {
                    unsafe jt_text_integers(text, $0, elements.count)
                }
            #else
                let wide = unsafe elements.map(Int64.init)
                return unsafe jt_text_integers(text, wide, wide.count)
            #endif
        }
        if !isWritten { Self.failAllocation() }
    }

    /// Appends strings, each with a comma after it.
    package func append(elements: [String], escapingSlashes: Bool) {
        for element in elements {
            append(element, escapingSlashes: escapingSlashes, comma: true)
        }
    }

    /// Appends a key with quotes and escapes.
    package func appendKey(_ name: String, escapingSlashes: Bool) -> Key {
        var key = jt_text_name()
        let isWritten = unsafe Self.withBytes(of: name) { start, count in
            unsafe jt_text_key(text, start, count, escapingSlashes, &key)
        }
        if !isWritten { Self.failAllocation() }
        return Key(start: key.start, length: key.length, fingerprint: key.fingerprint, isASCII: key.is_ascii)
    }

    // MARK: Reading and editing

    /// Whether the bytes at two offsets are equal.
    package func isSame(_ one: Int, _ other: Int, length: Int) -> Bool {
        precondition(one >= 0 && other >= 0 && length >= 0 && max(one, other) <= count - length)
        return unsafe jt_equal(text.pointee.bytes + one, text.pointee.bytes + other, length)
    }

    /// Whether the name of one key precedes that of another, by their bytes; `nil` if that depends on an escape.
    package func key(_ one: Range<Int>, precedes other: Range<Int>) -> Bool? {
        precondition(one.lowerBound >= 0 && other.lowerBound >= 0 && max(one.upperBound, other.upperBound) <= count)
        let bytes = unsafe text.pointee.bytes!
        let order = unsafe jt_compare_keys(
            bytes + one.lowerBound, one.count, bytes + other.lowerBound, other.count)
        return order == JT_KEY_HAS_ESCAPE ? nil : order == JT_KEY_PRECEDES
    }

    /// The bytes of a range.
    package func bytes(_ range: Range<Int>) -> [UInt8] {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe Array(UnsafeBufferPointer(start: text.pointee.bytes + range.lowerBound, count: range.count))
    }

    /// Removes the bytes from an offset to the end, and returns them.
    package func cut(from start: Int) -> [UInt8] {
        order(from: start)
        let tail = bytes(start..<count)
        truncate(to: start)
        return tail
    }

    /// Removes the bytes from an offset to the end.
    package func truncate(to count: Int) {
        precondition(count >= 0 && count <= self.count)
        if unordered.end > count { unordered.removeAll(after: count) }
        unsafe text.pointee.count = count
    }

    var all: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: text.pointee.bytes, count: text.pointee.count)
    }

    /// The text for the duration of a call.
    package func withText<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try unsafe body(UnsafeRawBufferPointer(all))
    }

    /// Moves all bytes out of the buffer, without having all of them in memory twice.
    package func drain() -> [UInt8] {
        let count = count
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { output, written in
            if let start = output.baseAddress { unsafe jt_text_drain(text, start) }
            written = count
        }
    }

    /// Calls `write`, which writes a text to the buffer, and moves the bytes out of it. A text that needs no more than
    /// `capacity` bytes of memory is written to that of the result, and not copied.
    package func drained(capacity: Int, _ write: () throws -> Void) rethrows -> [UInt8] {
        guard capacity > self.capacity, count == 0 else {
            try write()
            return drain()
        }
        let own = unsafe text.pointee
        let result = try unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, written in
            unsafe text.pointee = jt_text(
                bytes: output.baseAddress, count: 0, capacity: output.count, is_borrowed: true)
            defer {
                if unsafe text.pointee.is_borrowed {
                    written = count
                    unsafe text.pointee = own
                } else if let start = unsafe own.bytes {
                    unsafe jt_text_release(start, own.capacity)
                }
            }
            try write()
        }
        if count > 0 { return drain() }
        // Not with much more memory than it needs.
        return result.count < capacity / 2 ? unsafe result.withUnsafeBufferPointer { unsafe Array($0) } : result
    }

    /// Removes all bytes, and frees the memory unless it is at most `capacity` bytes.
    package func removeAll(keeping capacity: Int) {
        unordered.removeAll(after: 0)
        unsafe text.pointee.count = 0
        guard self.capacity > capacity else { return }
        unsafe jt_text_free(text)
        unsafe text.pointee = jt_text()
    }

    /// Makes room for a text of `count` bytes, which is likely to follow.
    package func expect(_ count: Int) { _ = unsafe reserve(count) }

    /// Removes bytes at the start.
    package func removeFirst(_ count: Int) {
        precondition(count >= 0 && count <= self.count)
        guard count > 0, let start = unsafe text.pointee.bytes else { return }
        unsafe start.update(from: start + count, count: self.count - count)
        unsafe text.pointee.count -= count
    }

    /// Replaces line ends, which occur only between tokens, with spaces.
    package func replaceLineEnds(from start: Int) {
        precondition(start >= 0)
        for index in start..<max(start, count) {
            let byte = unsafe text.pointee.bytes[index]
            if byte == 0x0A || byte == 0x0D { unsafe text.pointee.bytes[index] = 0x20 }
        }
    }

    /// Replaces the bytes of a range, which must have room for the text, with the text and spaces.
    package func overwrite(_ range: Range<Int>, with literal: StaticString) {
        let length = literal.utf8CodeUnitCount
        precondition(range.lowerBound >= 0 && range.upperBound <= count && length <= range.count)
        let target = unsafe text.pointee.bytes + range.lowerBound
        unsafe target.update(from: literal.utf8Start, count: length)
        unsafe (target + length).update(repeating: UInt8(ascii: " "), count: range.count - length)
    }

    /// Moves the memory out of the buffer, with a closure that frees it. The buffer is empty afterwards.
    package func take() -> (bytes: UnsafeMutableRawBufferPointer, free: @Sendable () -> Void) {
        let bytes = unsafe UnsafeMutableRawBufferPointer(start: text.pointee.bytes, count: count)
        // From here on only the closure refers to the memory.
        nonisolated(unsafe) let taken = unsafe text.pointee
        unsafe text.pointee = jt_text()
        return unsafe (bytes, { if let start = unsafe taken.bytes { unsafe jt_text_release(start, taken.capacity) } })
    }
}
