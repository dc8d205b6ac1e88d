import CJSONTape
import TestSupport
import Testing

/// After an error, `jt_parser_depth` and `jt_parser_max_depth` are those of the preceding slots, regardless of how the
/// document is passed to the parser.
@Suite struct DepthTests {
    private static let texts = [
        "[[1],[[2],3],{\"a\":{\"b\":[]}},[[[[5]]]],6]", "[[],[[]],[[],[[]]]]", "[1,[2,[],3],[[4]]]",
        "{\"a\":{\"b\":1,\"c\":[]},\"d\":{\"e\":{\"f\":{}}}}", "[[1],[2],[[]],[[[]]]]", "[{\"a\":[]},{\"a\":[{}]}]",
        "[[[[1]]],2]]", "[[[1]},2]", "[[[1 2]]]", "{\"a\":[[}", "[[[1]], tru]", "[[\"a\u{1}\"]]", "[[[", "[[1],[[2]",
        "[[[[1]]],[1,2,3,4,5,6]]", "{\"a\":[[[1]]],\"b\":1,\"c\":2,\"d\":3}",
    ]

    /// Limits of each kind, alone and combined.
    private static let limits: [(String, @Sendable (inout jt_limits) -> Void)] = {
        var limits: [(String, @Sendable (inout jt_limits) -> Void)] = [("none", { _ in })]
        for bound: UInt64 in 0...14 {
            limits.append(("depth \(bound)", { $0.depth = bound }))
            limits.append(("elements \(bound)", { $0.elements = bound }))
            limits.append(("members \(bound)", { $0.members = bound }))
            limits.append(("slots \(bound)", { $0.slots = bound }))
            limits.append(("document of \(bound)", { $0.document_bytes = bound }))
            limits.append(("depth \(bound), slots", { ($0.depth, $0.slots) = (bound, bound + 4) }))
            limits.append(("depth \(bound), elements", { ($0.depth, $0.elements) = (bound, 2) }))
        }
        return limits
    }()

    private struct Depths: Equatable {
        let code: UInt32
        let offset: UInt64
        let depth: Int
        let maximum: Int
    }

    /// The depths according to the slots.
    private func expected(_ parser: CParser) -> Depths {
        var depth = 0
        var maximum = 0
        for slot in parser.slots {
            if slot.isStart { depth += 1 } else if slot.isEnd { depth -= 1 }
            maximum = max(maximum, depth)
        }
        let error = parser.error
        return Depths(code: error.code.rawValue, offset: error.offset, depth: depth, maximum: maximum)
    }

    private func found(_ parser: CParser) -> Depths {
        let error = parser.error
        return Depths(
            code: error.code.rawValue, offset: error.offset, depth: Int(parser.depth),
            maximum: Int(parser.maximumDepth))
    }

    @Test(arguments: texts)
    func everyWay(text: String) throws {
        let parser = try CParser()
        let count = text.utf8.count
        for (name, limit) in Self.limits {
            func begin(_ change: (inout jt_options) -> Void = { _ in }) {
                parser.begin {
                    limit(&$0.limits)
                    change(&$0)
                }
            }
            begin()
            _ = parser.scan(text, lengths: [count])
            let whole = expected(parser)
            #expect(found(parser) == whole, "\(name)")
            begin { $0.portable = true }
            _ = parser.scan(text, lengths: [count])
            #expect(found(parser) == whole, "\(name), portable")
            begin { $0.trailing_commas = true }
            _ = parser.scan(text, lengths: [count])
            #expect(found(parser) == whole, "\(name), trailing commas")
            begin { $0.json5 = true }
            _ = parser.scan(text, lengths: [count])
            if parser.error.offset == whole.offset { #expect(found(parser) == whole, "\(name), JSON5") }
            for size in [1, 2, 3, 5, 8, 13] {
                for discarding in [false, true] {
                    begin()
                    var start = text.startIndex
                    var status = JT_OK
                    while status == JT_OK, start < text.endIndex {
                        let end = text.index(start, offsetBy: size, limitedBy: text.endIndex) ?? text.endIndex
                        status = parser.append(String(text[start..<end]))
                        if discarding, status == JT_OK { parser.discard() }
                        start = end
                    }
                    if status == JT_OK { _ = parser.finish() }
                    // The token limit applies only to tokens on the tape.
                    if discarding, name.contains("slots") { continue }
                    #expect(found(parser) == whole, "\(name), chunks of \(size), discarding: \(discarding)")
                }
            }
        }
    }
}
