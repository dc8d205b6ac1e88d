import JSONStream
import Testing

/// Limits of a stream: each has its code and its location, regardless of chunks.
@Suite struct StreamLimitsTests {
    static let cases: [(JSONLimits, String, Int, String)] = [
        (JSONLimits(depth: 1), "[1,\n[2]]", 2, "depthLimit 2:1+4: nesting deeper than the depth limit"),
        (JSONLimits(depth: 0), "{}", 0, "depthLimit 1:1+0: nesting deeper than the depth limit"),
        (JSONLimits(documentBytes: 4), "[1,2]", 2, "documentLimit 1:5+4: more bytes than the document limit"),
        (JSONLimits(stringBytes: 3), #"["abc","abcd"]"#, 2, "stringLimit 1:8+7: string longer than the string limit"),
        (JSONLimits(stringBytes: 5), #"["\u0041"]"#, 1, "stringLimit 1:2+1: string longer than the string limit"),
        (JSONLimits(stringBytes: 0), #"{"":"","a":1}"#, 3, "stringLimit 1:8+7: string longer than the string limit"),
        (JSONLimits(numberBytes: 3), "[123,-123]", 2, "numberLimit 1:6+5: number longer than the number limit"),
        (
            JSONLimits(members: 2), #"{"a":{"x":1,"y":2},"b":2,"c":3}"#, 10,
            "memberLimit 1:26+25: object of more members than the member limit"
        ),
        (
            JSONLimits(elements: 2), "[[1,2],[],3]", 7,
            "elementLimit 1:11+10: array of more elements than the element limit"
        ),
        (JSONLimits(elements: 2), "[1,2,[3]]", 3, "elementLimit 1:6+5: array of more elements than the element limit"),
    ]

    @Test(arguments: cases.indices)
    func limit(index: Int) {
        let (limits, text, count, failure) = Self.cases[index]
        for chunk in [1, 2, 3, 7, .max] {
            let result = transcript(of: Array(text.utf8), chunk: chunk, limits: limits)
            #expect(result.failure == failure, "chunks of \(chunk)")
            #expect(result.events.count == count, "chunks of \(chunk)")
        }
        #expect(transcript(of: Array(text.utf8)).error == nil)
    }

    /// A character at which the document is not JSON, and which the document limit cuts: the error is thrown once there are more
    /// bytes than the limit, and not only at the end of the input.
    @Test(
        arguments: [
            ([0x5B, 0x31, 0x2C, 0xC3, 0xA9, 0x5D], 4), ([0x5B, 0xF0, 0x9F, 0x8E, 0x88, 0x5D], 2),
            ([0x5B, 0xF0, 0x9F, 0x8E, 0x88, 0x5D], 3), ([0x5B, 0xF0, 0x9F, 0x8E, 0x88, 0x5D], 4),
        ] as [([UInt8], Int)])
    func characterAtTheLimit(bytes: [UInt8], limit: Int) {
        let limits = JSONLimits(documentBytes: limit)
        let whole = #expect(throws: JSONSyntaxError.self) { try JSONSummary(validating: bytes, limits: limits) }
        for chunk in 1...bytes.count {
            var parser = JSONStreamParser(limits: limits)
            var validator = JSONValidator(limits: limits)
            var parsed: JSONSyntaxError?
            var validated: JSONSyntaxError?
            for start in stride(from: 0, through: limit, by: chunk) {
                let piece = Array(bytes[start..<min(start + chunk, bytes.count)])
                parser.append(piece)
                do throws(JSONSyntaxError) { while try parser.next() != nil {} } catch { parsed = error }
                do throws(JSONSyntaxError) { try validator.append(piece) } catch { validated = error }
            }
            for error in [parsed, validated] {
                #expect(error?.offset == whole?.offset, "chunks of \(chunk)")
                #expect(error?.message == whole?.message, "chunks of \(chunk)")
            }
        }
    }

    @Test func tokens() {
        func check(chunk: Int, isEager: Bool) {
            let result = transcript(
                of: Array("[1,2,3]".utf8), chunk: chunk, isEager: isEager, limits: JSONLimits(tokens: 3))
            #expect(result.failure == "tokenLimit 1:6+5: more values than the token limit", "chunks of \(chunk)")
            #expect(result.events.count == 3, "chunks of \(chunk)")
        }
        for chunk in [1, 2, 3, 7, .max] { check(chunk: chunk, isEager: false) }
        check(chunk: .max, isEager: true)
        // Consumed tokens do not count: the limit bounds memory, not the length of a stream.
        for chunk in [1, 2, 3] {
            let result = transcript(
                of: Array("[1,2,3]".utf8), chunk: chunk, isEager: true, limits: JSONLimits(tokens: 3))
            #expect(result.failure == nil, "chunks of \(chunk)")
            #expect(result.events.count == 5, "chunks of \(chunk)")
        }
    }

    @Test(arguments: [
        (JSONLimits(depth: 2), "[[1]]"), (JSONLimits(documentBytes: 5), "[1,2]"),
        (JSONLimits(stringBytes: 6), #"["\u0041"]"#),
        (JSONLimits(numberBytes: 4), "[-123]"), (JSONLimits(tokens: 5), "[1,2,3]"),
        (JSONLimits(members: 2, elements: 3), #"[{"a":1,"b":{"c":0}},[1,2,3],4]"#),
    ])
    func exactlyAtTheLimit(limits: JSONLimits, text: String) {
        for chunk in [1, 2, 3, 7, .max] {
            #expect(transcript(of: Array(text.utf8), chunk: chunk, limits: limits).failure == nil, "chunks of \(chunk)")
        }
    }

    @Test func defaults() {
        let limits = JSONLimits.default
        #expect(limits == JSONLimits())
        #expect(limits.depth == 512)
        #expect(limits.documentBytes == (1 << 40) - 1)
        #expect(limits.stringBytes == (1 << 32) - 1)
        #expect(limits.numberBytes == 1 << 20)
        #expect(limits.tokens == (1 << 32) - 4_100)
        #expect(limits.members == (1 << 32) - 1)
        #expect(limits.elements == (1 << 32) - 1)
    }

    /// A negative limit counts as 0, and the maximum as no limit, for whole documents and chunks.
    @Test func extremes() {
        let fields: [WritableKeyPath<JSONLimits, Int>] = [
            \.depth, \.documentBytes, \.stringBytes, \.numberBytes, \.tokens, \.members, \.elements, \.elementBytes,
        ]
        let texts = [#"{"a":[1,"b",{}],"c":null}"#, #"[1,2,{"a":]"#, "1", "", #"["abc"#, "[12", "[1] [2]"]
        func outcomes(_ limits: JSONLimits, _ text: String) -> [String] {
            var outcomes: [String] = []
            for chunk in [1, 2, 1_000] {
                for documents in [JSONStreamParser.Documents.one, .many] {
                    let result = transcript(of: Array(text.utf8), chunk: chunk, documents: documents, limits: limits)
                    outcomes.append("\(result.events) \(result.failure ?? "none")")
                }
            }
            do throws(JSONSyntaxError) {
                outcomes.append("\(try JSONSummary(validating: Array(text.utf8), limits: limits))")
            } catch {
                outcomes.append("\(error)")
            }
            return outcomes
        }
        for field in fields {
            for text in texts {
                func limits(_ value: Int) -> JSONLimits {
                    var limits = JSONLimits.default
                    limits[keyPath: field] = value
                    return limits
                }
                for value in [Int.min, Int.min + 1, -1] {
                    #expect(outcomes(limits(value), text) == outcomes(limits(0), text), "\(field) \(value) \(text)")
                }
                _ = outcomes(limits(1), text)
                for value in [Int.max, Int.max - 1] {
                    #expect(outcomes(limits(value), text) == outcomes(.default, text), "\(field) \(value) \(text)")
                }
            }
        }
    }

    @Test func depthStartsAgainInEachDocument() {
        let result = transcript(of: Array("[[]] [[]] [[]]".utf8), documents: .many, limits: JSONLimits(depth: 2))
        #expect(result.failure == nil)
        #expect(result.events.count == 12)
    }

    @Test func longTokensOverManyChunks() {
        let text = "[\"" + String(repeating: "é", count: 5000) + "\"," + String(repeating: "7", count: 3000) + "]"
        let whole = transcript(of: Array(text.utf8))
        #expect(whole.events.count == 4)
        for chunk in [1, 13, 4096] { #expect(transcript(of: Array(text.utf8), chunk: chunk) == whole) }
        let limited = transcript(of: Array(text.utf8), chunk: 13, limits: JSONLimits(stringBytes: 9999))
        #expect(limited.error?.code == .stringLimit)
        #expect(limited.error?.offset == 1)
    }
}
