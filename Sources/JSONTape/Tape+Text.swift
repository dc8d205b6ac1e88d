internal import CJSONTape
public import RuntimeFacts

extension Tape {
    /// The string value at `position`.
    @_spi(Cursor) public func string(at position: TapePosition) -> String {
        guard let string = stringIfPresent(at: position) else { preconditionFailure("The value is not a string.") }
        return string
    }

    /// The string value at `position`; `nil` for a value of another kind.
    @inlinable
    @inline(__always)
    @_spi(Cursor) public func stringIfPresent(at position: TapePosition) -> String? {
        let slot = self[position]
        guard slot.is(.string) else { return nil }
        if !slot.hasEscapes, let small = small(slot, length: slot.stringLength, isASCII: slot.isASCII) { return small }
        return longString(slot)
    }

    /// The text of a string's token.
    @inline(never)
    @usableFromInline
    func longString(_ slot: TapeToken) -> String {
        string(offset: slot.offset, length: slot.stringLength, escaped: slot.hasEscapes)
    }

    /// The short text of a token, read as two words; `nil` if it is long or too close to the end of the document.
    @inlinable
    @inline(__always)
    func small(_ slot: TapeToken, length: Int, isASCII: Bool) -> String? {
        guard length <= SmallString.limit, makesSmallStrings, !textMayChange, let words = words(of: slot) else {
            return nil
        }
        return SmallString.make(words.0, words.1, count: length, isASCII: isASCII)
    }

    /// The key at `position`. Hashing it, and comparing it, takes linear time.
    @_spi(Cursor) public func key(at position: TapePosition) -> String {
        let slot = self[position]
        precondition(slot.is(.key))
        if !slot.hasEscapes, let small = small(slot, length: slot.keyLength, isASCII: slot.isASCII) { return small }
        let key = string(offset: slot.offset, length: slot.keyLength, escaped: slot.hasEscapes)
        return slot.isASCII && !slot.hasEscapes ? key : key.withOrderedMarks()
    }

    @inline(__always)
    private func string(offset: UInt64, length: Int, escaped: Bool) -> String {
        let raw = unsafe bytes(at: offset, length: length)
        guard escaped, let start = raw.baseAddress else { return unsafe validated(raw) }
        if raw.count > 1024 { return unsafe StringText.unescaped(raw) }
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: raw.count) { output in
            guard let target = output.baseAddress else { return "" }
            let written = unsafe jt_string_unescape(start, raw.count, target)
            return unsafe validated(UnsafeBufferPointer(start: target, count: written))
        }
    }

    /// A string of bytes that the scanner has validated as UTF-8. They are not validated again, which makes reading
    /// strings cheap (Docs/Decisions/0004), unless the text may have been modified.
    @inline(__always)
    func validated(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard !textMayChange, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return unsafe String(decoding: bytes, as: UTF8.self)
        }
        return unsafe String(copying: UTF8Span(unchecked: bytes.span))
    }

    /// The characters of the number at `position`.
    @_spi(Cursor) public func numberText(at position: TapePosition) -> String {
        let bytes = unsafe numberBytes(at: position)
        if let small = small(self[position], length: bytes.count, isASCII: true) { return small }
        return unsafe validated(bytes)
    }

    func numberBytes(at position: TapePosition) -> UnsafeBufferPointer<UInt8> {
        let rest = unsafe bytes(at: self[position].offset, length: .max)
        guard let start = rest.baseAddress else { return unsafe rest }
        let length = unsafe syntax == .json5 ? jt_number_extent(start, rest.count) : jt_number_length(start, rest.count)
        return unsafe UnsafeBufferPointer(rebasing: rest[..<length])
    }

    /// The extent of the value's text, including quotes and brackets: offset of the first byte and number of bytes.
    @_spi(Cursor) public func extent(of position: TapePosition) -> (offset: Int, length: Int) {
        let slot = self[position]
        let start = Int(slot.tokenOffset)
        switch slot.kind {
        case .null, .true: return (start, 4)
        case .false: return (start, 5)
        case .number: return (start, unsafe numberBytes(at: position).count)
        case .string: return (start, slot.stringLength + 2)
        case .key:
            // In JSON5 a key may have no quotes.
            return (start, slot.keyLength + 2 * (Int(slot.offset) - start))
        case .object, .array, .emptiedArray: return (start, Int(self[TapePosition(slot.next - 1)].offset) + 1 - start)
        case .objectEnd, .arrayEnd: return (start, 1)
        }
    }

    /// The source text of the value at `position`, truncated to `limit` bytes.
    @_spi(Cursor) public func source(of position: TapePosition, limit: Int = .max) -> String {
        let extent = extent(of: position)
        return unsafe String(
            decoding: bytes(at: UInt64(extent.offset), length: min(extent.length, limit)), as: UTF8.self)
    }

    /// The bytes of the value at `position`, truncated to `limit`.
    @_spi(Cursor) public func sourceBytes(of position: TapePosition, limit: Int) -> [UInt8] {
        let extent = extent(of: position)
        return unsafe Array(bytes(at: UInt64(extent.offset), length: min(extent.length, limit)))
    }

    /// Calls `body` with the text of a value, including quotes and brackets.
    @_spi(Cursor) public func withText<R>(of position: TapePosition, _ body: (Span<UInt8>) -> R) -> R {
        let extent = extent(of: position)
        return unsafe body(bytes(at: UInt64(extent.offset), length: extent.length).span)
    }

    /// Calls `body` with the text between two offsets into the document, as far as it is available.
    @_spi(Cursor) public func withText<R>(from start: Int, to end: Int, _ body: (Span<UInt8>) -> R) -> R {
        unsafe body(bytes(at: UInt64(max(start, 0)), length: end - start).span)
    }

    /// Calls `body` with the bytes of the string at `position`.
    ///
    /// - Returns: `nil` if the string is written with escapes.
    @inline(__always)
    @_spi(Cursor) public func withBytes<R>(ofStringAt position: TapePosition, _ body: (Span<UInt8>) -> R) -> R? {
        let token = self[position]
        precondition(token.is(.string))
        if token.hasEscapes { return nil }
        return unsafe body(bytes(at: token.offset, length: token.stringLength).span)
    }

    /// Calls `body` with the text. `body` must not keep the pointer.
    func withText<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        unsafe body(UnsafeBufferPointer(start: text, count: textLength))
    }
}
