import CJSONText
import Testing

@Suite struct SkippedValueTests {
    @Test("skipping a value never leaves the text")
    func skippedValues() {
        func skip(_ text: String, from index: Int, to end: Int) -> Int {
            unsafe Array(text.utf8).withUnsafeBufferPointer { bytes in
                unsafe bytes.baseAddress.map { unsafe jt_text_skip($0, index, end) } ?? 0
            }
        }
        let text = #"{"a\"":[1,"b\\",{}],"c":-1.5e10,"d":null}"#
        #expect(skip(text, from: 0, to: text.utf8.count) == text.utf8.count)
        #expect(skip(text, from: 1, to: text.utf8.count) == 6)
        #expect(skip(text, from: 7, to: text.utf8.count) == 19)
        for text in [text, #""\"#, #"""#, #""a\"#, #"["\"#, "12", "[", "}", #""\\\"#] {
            let count = text.utf8.count
            for end in 0...count {
                for index in 0...end {
                    let next = skip(text, from: index, to: end)
                    #expect(index <= next && next <= end, "\(text.prefix(end)), \(index)")
                }
            }
        }
    }
}
