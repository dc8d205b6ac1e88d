internal import CJSONTape

// Strings that represent bytes.
extension Tape {
    /// The bytes of a UUID, as Foundation's `uuid_t`.
    @_spi(Cursor) public typealias UUIDBytes = (
        UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
    )

    /// The bytes of the UUID at `position`; `nil` for a value that is not a string of 36 characters without escapes, with digits of
    /// either case and hyphens in their places.
    @_spi(Cursor) public func uuid(at position: TapePosition) -> UUIDBytes? {
        let token = self[position]
        guard token.is(.string), token.stringLength == 36, !token.hasEscapes else { return nil }
        let text = unsafe bytes(at: token.offset, length: 36)
        guard let start = text.baseAddress, text.count == 36 else { return nil }
        var bytes: UUIDBytes = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let isUUID = unsafe withUnsafeMutableBytes(of: &bytes) { bytes in
            guard let target = bytes.baseAddress else { return false }
            return unsafe jt_uuid_parse(start, target.assumingMemoryBound(to: UInt8.self))
        }
        return isUUID ? bytes : nil
    }

    /// Calls `body` with the bytes that the string at `position` represents in Base64.
    ///
    /// - Returns: whether `body` was called. It is not for a value that is not a string, for a string of more than 1,024 bytes, and for
    ///   text that is not Base64 with the usual alphabet, padding and nothing else.
    @_spi(Cursor) public func withBytes(ofBase64At position: TapePosition, _ body: (Span<UInt8>) -> Void) -> Bool {
        let token = self[position]
        // A constant number of bytes is always on the stack.
        let room = 1024
        guard token.is(.string), token.stringLength <= room else { return false }
        let text = unsafe bytes(at: token.offset, length: token.stringLength)
        guard let start = text.baseAddress else { return false }
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { output in
            guard let target = output.baseAddress else { return false }
            let count =
                if token.hasEscapes {
                    unsafe jt_base64_decode(target, jt_string_unescape(start, text.count, target), target)
                } else {
                    unsafe jt_base64_decode(start, text.count, target)
                }
            // SIZE_MAX is -1 here.
            guard count >= 0, count <= room else { return false }
            unsafe body(UnsafeBufferPointer(start: target, count: count).span)
            return true
        }
    }
}
