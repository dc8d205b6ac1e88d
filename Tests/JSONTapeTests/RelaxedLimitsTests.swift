import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// Limits with trailing commas and JSON5: the same as with JSON, for every document limit.
@Suite("Tape: limits of other syntaxes") struct RelaxedLimitsTests {
    private static func outcome(_ text: String, _ syntax: Tape.Syntax, _ limits: JSONLimits) throws -> String {
        let tape = try Tape()
        do throws(JSONSyntaxError) {
            try tape.parse(copying: Array(text.utf8), limits: limits, syntax: syntax)
            return "\(tape.slotCount) slots"
        } catch {
            return "\(error.code) at \(error.offset), expected \(error.expected ?? "-")"
        }
    }

    /// Documents that are valid in all syntaxes, and documents that are invalid at the same offset in all.
    @Test(arguments: [
        #"{"key":[1,-2.5e3,true,false,null,"aé\n\u20ac"],"other":{}}"#, "[12345]", "  [ 1 , 2 ]  ", #""text""#, "-12",
        "[1,,2,3,4]", #"{"a":1,,"b":2}"#, "[1 2,3,4,5]", #"{"a" 1,"b":2}"#, "[}],[1]", #"["\q","abc"]"#,
        #"["\ud800x","abc"]"#, "[\"a\u{1}\", 1, 2]", "[1,2]]  ", "[1]@   ", "[@,1,2]", "[01,2,3]", "[1,2", #"["abc"#,
        "[", "", "[1ee,2]",
    ])
    func cuts(text: String) throws {
        for limit in 0...text.utf8.count + 1 {
            let limits = JSONLimits(documentBytes: limit)
            let strict = try Self.outcome(text, .json, limits)
            #expect(try Self.outcome(text, .trailingCommas, limits) == strict, "\(limit)")
            let relaxed = strict.replacing("a key in double quotes or '}'", with: "a key or '}'")
                .replacing("a key in double quotes", with: "a key or '}'")
            #expect(try Self.outcome(text, .json5, limits) == relaxed, "\(limit)")
        }
    }

    /// A token that is incomplete at the limit may continue after it.
    @Test(arguments: [
        "/* comment */[1]", "[1]// comment", "{key:1}", "{true:1}", "[Infinity,-Infinity,NaN]", "['it\\'s \\\nfine']",
        "[0x1F,+1,.5,5.]", "[1,2,]", "{'a':1,}", "[/**/]", "{\\u0061b:0}", "{é:0}",
    ])
    func cutsOfJSON5(text: String) throws {
        for limit in 0..<text.utf8.count {
            let outcome = try Self.outcome(text, .json5, JSONLimits(documentBytes: limit))
            #expect(outcome == "documentLimit at \(limit), expected -", "\(limit)")
        }
        #expect(try Self.outcome(text, .json5, JSONLimits(documentBytes: text.utf8.count)).hasSuffix(" slots"))
    }

    @Test(
        "errors before the limit",
        arguments: [("{key:1,,b:2}", 7), ("[fals,1,2]", 1), ("{a:1 b:2}", 5), ("['\\u12']", 2)])
    func errorsBeforeTheLimit(text: String, offset: Int) throws {
        let whole = try Self.outcome(text, .json5, .default)
        #expect(whole.contains(" at \(offset),"))
        var found: [String] = []
        for limit in 0..<text.utf8.count {
            let outcome = try Self.outcome(text, .json5, JSONLimits(documentBytes: limit))
            if outcome != "documentLimit at \(limit), expected -" { found.append(outcome) }
        }
        // The same error for all limits after it.
        #expect(!found.isEmpty && Set(found) == [whole])
    }

    /// What is wrong with a string after the byte that exceeds the limit does not matter.
    @Test(arguments: [
        #""abcd"#, #""abcde"#, #""abcdef""#, "\"abcd\u{1}\"", "\"abcde\u{1}\"", "\"abc\u{1}\"", #""abcd\q""#,
        #""abc\q""#, #""abc\"#,
        #""abcd\"#, #""\u0061"#, #""\u00""#, #""abcé""#, "[1,\"abcde\u{1}\"]",
    ])
    func strings(text: String) throws {
        for limit in 0...10 {
            let limits = JSONLimits(stringBytes: limit)
            let strict = try Self.outcome(text, .json, limits)
            #expect(try Self.outcome(text, .trailingCommas, limits) == strict, "\(limit)")
            #expect(try Self.outcome(text, .json5, limits) == strict, "\(limit)")
            let single = text.replacing("\"", with: "'")
            #expect(try Self.outcome(single, .json5, limits) == strict, "\(limit)")
        }
    }

    @Test(arguments: [Tape.Syntax.trailingCommas, .json5])
    func others(syntax: Tape.Syntax) throws {
        let text = #"{"abc":[1,22,[]],"d":{"e":"fghi"},"j":[]}"#
        for (fitting, tight) in [
            (JSONLimits(depth: 3), JSONLimits(depth: 2)), (JSONLimits(stringBytes: 4), JSONLimits(stringBytes: 3)),
            (JSONLimits(stringBytes: 4), JSONLimits(stringBytes: 2)),
            (JSONLimits(numberBytes: 2), JSONLimits(numberBytes: 1)), (JSONLimits(tokens: 17), JSONLimits(tokens: 16)),
            (JSONLimits(members: 3), JSONLimits(members: 2)), (JSONLimits(elements: 3), JSONLimits(elements: 2)),
            (JSONLimits(elements: 3), JSONLimits(elements: 0)),
        ] {
            #expect(try Self.outcome(text, syntax, fitting) == Self.outcome(text, .json, fitting))
            let strict = try Self.outcome(text, .json, tight)
            #expect(strict.contains("Limit at "))
            #expect(try Self.outcome(text, syntax, tight) == strict)
        }
    }
}
