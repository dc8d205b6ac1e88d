internal import CJSONTape

/// The source text of a JSON string between its quotes.
@_spi(Cursor) public enum StringText {
    /// The string that a text represents. The text must be well-formed: all escapes complete, no lone surrogate.
    @_spi(Cursor) public static func string(_ text: ArraySlice<UInt8>) -> String {
        if !text.contains(UInt8(ascii: "\\")) { return String(decoding: text, as: UTF8.self) }
        return unsafe text.withUnsafeBufferPointer { unsafe unescaped($0) }
    }

    /// The string that a well-formed text with escapes represents.
    static func unescaped(_ text: UnsafeBufferPointer<UInt8>) -> String {
        guard let start = text.baseAddress else { return "" }
        return unsafe String(unsafeUninitializedCapacity: text.count) { output in
            guard let target = output.baseAddress else { return 0 }
            return unsafe jt_string_unescape(start, text.count, target)
        }
    }
}
