@_spi(Cursor) internal import JSONTape

/// The encodings of a JSON document that Foundation accepts, detected by the byte order mark or by which of the first
/// bytes are zero (RFC 4627 section 3).
enum TextEncoding {
    case utf8(skipping: Int)
    case utf16(bigEndian: Bool, skipping: Int)
    case utf32(bigEndian: Bool, skipping: Int)

    init(of bytes: UnsafeRawBufferPointer) {
        // Detects UTF-8 without a mark, the usual case, by the first two bytes.
        if unsafe bytes.count >= 2 && bytes[0] != 0 && bytes[0] < 0xEF && bytes[1] != 0 {
            self = .utf8(skipping: 0)
            return
        }
        func starts(with mark: [UInt8]) -> Bool { unsafe bytes.starts(with: mark) }
        if starts(with: [0xEF, 0xBB, 0xBF]) {
            self = .utf8(skipping: 3)
        } else if starts(with: [0x00, 0x00, 0xFE, 0xFF]) {
            self = .utf32(bigEndian: true, skipping: 4)
        } else if starts(with: [0xFF, 0xFE, 0x00, 0x00]) {
            self = .utf32(bigEndian: false, skipping: 4)
        } else if starts(with: [0xFE, 0xFF]) {
            self = .utf16(bigEndian: true, skipping: 2)
        } else if starts(with: [0xFF, 0xFE]) {
            self = .utf16(bigEndian: false, skipping: 2)
        } else {
            let isZero = unsafe bytes.prefix(4).map { $0 == 0 }
            switch isZero {
            case [true, true, true, false]: self = .utf32(bigEndian: true, skipping: 0)
            case [false, true, true, true]: self = .utf32(bigEndian: false, skipping: 0)
            // If there are two characters, both must be ASCII, as in Foundation.
            case [true, false, true, false], [true, false, true], [true, false]:
                self = .utf16(bigEndian: true, skipping: 0)
            case [false, true, false, true], [false, true, false], [false, true]:
                self = .utf16(bigEndian: false, skipping: 0)
            default: self = .utf8(skipping: 0)
            }
        }
    }

    /// Whether the first bytes of a stream determine its encoding: four do, and two that can only be UTF-8 without a mark.
    static func isDetermined(by bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count >= 4 || bytes.count >= 2 && bytes.first ?? 0 < 0xEF && !bytes.prefix(2).contains(0)
    }

    /// Whether the first bytes of a stream may be continued to a byte order mark of UTF-8.
    static func isUnfinishedMark(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.first == 0xEF && (bytes.count == 1 || bytes.count == 2 && bytes.last == 0xBB)
    }

    /// The number of bytes before the document of a stream.
    func skippedForStream() throws(JSONSyntaxError) -> Int {
        switch self {
        case .utf8(let skipping): return skipping
        case .utf16: throw .notUTF8("UTF-16")
        case .utf32: throw .notUTF8("UTF-32")
        }
    }

    /// How much is read of a document beyond its limit: enough for the excerpt of the error.
    static let excess = 64

    /// The document in UTF-8; `nil` if it is in UTF-8 already. Of a document that exceeds the limit, more than that many bytes.
    func transcoded(_ bytes: UnsafeRawBufferPointer, limit: Int) throws(JSONSyntaxError) -> String? {
        switch self {
        case .utf8:
            return nil
        case .utf16(let bigEndian, let skipping):
            var units = unsafe Self.units(bytes, skipping, as: UInt16.self, bigEndian, limit)
            // A character of which the second half exceeds the limit.
            if let last = units?.last, UTF16.isLeadSurrogate(last), units?.count ?? 0 > limit { units?.removeLast() }
            guard let units, let text = String(validating: units, as: UTF16.self) else {
                throw JSONSyntaxError.invalidEncoding("UTF-16")
            }
            return text
        case .utf32(let bigEndian, let skipping):
            let units = unsafe Self.units(bytes, skipping, as: UInt32.self, bigEndian, limit)
            guard let units, let text = String(validating: units, as: UTF32.self) else {
                throw JSONSyntaxError.invalidEncoding("UTF-32")
            }
            return text
        }
    }

    private static func units<Unit: FixedWidthInteger>(
        _ bytes: UnsafeRawBufferPointer, _ skipping: Int, as type: Unit.Type, _ bigEndian: Bool, _ limit: Int
    ) -> [Unit]? {
        let width = MemoryLayout<Unit>.size
        guard bytes.count % width == 0 else { return nil }
        // A unit is at least one byte of UTF-8. The last one that is read may be half a character.
        var end = bytes.count
        if (end - skipping) / width > limit { end = min(end, skipping + (limit + excess) * width) }
        return stride(from: skipping, to: end, by: width).map { start in
            let unit = unsafe bytes.loadUnaligned(fromByteOffset: start, as: Unit.self)
            return bigEndian ? Unit(bigEndian: unit) : Unit(littleEndian: unit)
        }
    }
}
