import CJSONTape
import CTapeInternals
import Testing

/// Counts of more than 32 bits, and limits near 2^32. The tests create states that otherwise only documents of many
/// gigabytes reach.
@Suite struct CountLimitsTests {
    private static let elements = ["1", "[2]", "\"3\"", "{}", "null", "[[4]]", "6", "{\"a\":[]}", "[]", "9"]

    /// Parses a container of which `count` elements or members have been read and discarded. Returns the offsets of the
    /// values that follow.
    private func feed(_ parser: CParser, isObject: Bool, count: UInt64) -> (offsets: [Int], status: jt_status) {
        parser.append(isObject ? "{" : "[")
        parser.discard()
        unsafe jt_test_set_count(parser.parser, count)
        var text = ""
        var offsets: [Int] = []
        for element in Self.elements {
            offsets.append(1 + text.utf8.count)
            text += (isObject ? "\"k\":" : "") + element + ","
        }
        text.removeLast()
        return (offsets, parser.append(text + (isObject ? "}" : "]")))
    }

    @Test(
        "limits just below 2^32",
        arguments: [1 << 32 - 2, 1 << 32 - 3, 1 << 32 - 4097, 1 << 31] as [UInt64], [false, true])
    func below(limit: UInt64, isObject: Bool) throws {
        let parser = try CParser()
        for portable in [false, true] {
            for left in 0...Self.elements.count {
                parser.begin {
                    $0.portable = portable
                    $0.limits.elements = isObject ? .max : limit
                    $0.limits.members = isObject ? limit : .max
                }
                let (offsets, status) = feed(parser, isObject: isObject, count: limit - UInt64(left))
                if left == Self.elements.count {
                    #expect(status == JT_OK)
                    #expect(parser.finish() == JT_OK)
                } else {
                    #expect(status == JT_SYNTAX_ERROR)
                    #expect(parser.error.code == (isObject ? JT_ERROR_MEMBER_LIMIT : JT_ERROR_ELEMENT_LIMIT))
                    #expect(parser.error.offset == UInt64(offsets[left]), "\(left) left")
                }
            }
        }
    }

    /// Limits from 2^32 - 1 on mean no limit. The ordinals of containers have 32 bits, and do not wrap around.
    @Test("no limit", arguments: [1 << 32 - 1, 1 << 32, .max] as [UInt64], [false, true])
    func none(limit: UInt64, isObject: Bool) throws {
        let parser = try CParser()
        let last = UInt64(UInt32.max)
        for portable in [false, true] {
            for count in [0, last - 12, last - 6, last - 1, last, last + 1, last * 8] {
                parser.begin {
                    $0.portable = portable
                    $0.limits.elements = limit
                    $0.limits.members = limit
                }
                let (_, status) = feed(parser, isObject: isObject, count: count)
                #expect(status == JT_OK)
                let ordinals = parser.slots.filter { $0.isEnd && UInt32(truncatingIfNeeded: $0.body) == .max }
                    .dropLast().map(\.ordinal)
                #expect(ordinals == [1, 3, 5, 7, 8].map { min(count + $0, last) }, "\(count)")
                #expect(parser.finish() == JT_OK)
            }
        }
    }

    @Test("a tape with the maximum number of tokens", arguments: [.max, 1 << 32 - 1, 1 << 32 - 3] as [UInt64])
    func fullTape(limit: UInt64) throws {
        for (json5, portable) in [(false, false), (false, true), (true, false)] {
            let parser = try CParser()
            parser.begin {
                $0.json5 = json5
                $0.portable = portable
                $0.limits.slots = limit
            }
            unsafe jt_test_fill_slots(parser.parser)
            // There is memory for another block of tokens, so that the limit is reached before memory runs out.
            #expect(parser.append("    ") == JT_OK)
            if json5 {
                #expect(parser.finish() == JT_SYNTAX_ERROR)
                #expect(parser.error.code == JT_ERROR_UNEXPECTED_END)
            }
        }
    }

    @Test("a key of 2^32 bytes", arguments: [(false, 1), (true, 1)])
    func longKey(unquoted: Bool, offset: UInt64) throws {
        let parser = try CParser()
        for length in [UInt64(UInt32.max) + 1, 1 << 40] {
            parser.begin { $0.json5 = unquoted }
            #expect(unsafe jt_test_show_key(parser.parser, length, unquoted) == JT_SYNTAX_ERROR)
            #expect(parser.error.code == JT_ERROR_STRING_LIMIT)
            #expect(parser.error.offset == offset)
        }
    }
}
