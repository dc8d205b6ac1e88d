import Testing

@testable import JSONText

/// Objects inside each other, each with a member that has to precede the object that was written first.
@Suite struct UnorderedRangesTests {
    private static let depths = [1, 2, 9, 40, 500]

    private func write(_ depth: Int, to text: TextBuffer) {
        let base = text.count
        for _ in 0..<depth { text.append("{z") }
        for level in (0..<depth).reversed() {
            let (start, middle) = (base + 2 * level + 1, text.count)
            text.append("a")
            text.permute(from: start, [middle..<middle + 1, start..<middle])
            text.append("}")
        }
    }

    private func expected(_ depth: Int) -> String {
        String(repeating: "{az", count: depth) + String(repeating: "}", count: depth)
    }

    @Test(arguments: depths) func texts(depth: Int) {
        let text = TextBuffer()
        write(depth, to: text)
        text.order(from: 0)
        #expect(String(decoding: text.bytes(0..<text.count), as: UTF8.self) == expected(depth))
    }

    @Test(arguments: depths) func partsOfTexts(depth: Int) {
        let text = TextBuffer()
        text.append("[")
        write(depth, to: text)
        #expect(String(decoding: text.cut(from: 1), as: UTF8.self) == expected(depth))
        write(depth, to: text)
        text.truncate(to: 1)
        text.append("12345678")
        text.order(from: 0)
        #expect(String(decoding: text.bytes(0..<text.count), as: UTF8.self) == "[12345678")
    }

    /// Each byte is moved a limited number of times, however deep it is.
    @Test(arguments: depths) func moves(depth: Int) {
        var (ranges, count, moved) = (UnorderedRanges(), 2 * depth, 0)
        for level in (0..<depth).reversed() {
            let start = 2 * level + 1
            count += 1
            if ranges.append(start..<count, [count - 1..<count, start..<count - 1]) {
                ranges.removeAll(in: start - 1..<count) { moved += $0.count }
            }
            count += 1
        }
        if ranges.end > 0 { ranges.removeAll(in: 0..<count) { moved += $0.count } }
        #expect(moved <= 12 * count)
        #expect(ranges.end == 0)
    }
}
