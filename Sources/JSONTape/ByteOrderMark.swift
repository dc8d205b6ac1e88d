extension Sequence<UInt8> {
    /// The length in bytes of the byte order mark of UTF-8 with which the bytes start; 0 if there is none.
    @inlinable package var byteOrderMarkLength: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}
