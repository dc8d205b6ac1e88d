import PolicyJSON
import TestSupport
import Testing

/// Elements that are too long, and wrong in another way, too: what is reported does not depend on how the input is cut.
@Suite struct ElementLengthTests {
    /// The elements, rejections as `location <text> code`, and the error at the end.
    private static func read(
        _ text: [UInt8], at path: PathPattern?, chunks size: Int, _ limits: JSONLimits, rejects: Bool = false,
        requestsMembers: Bool = false
    ) -> [String] {
        let decoder = PolicyJSONDecoder()
        decoder.limits = limits
        func describe(_ error: any Error) -> String {
            var cause = (error as? JSONDecodingError)?.underlyingError ?? error
            if case DecodingError.dataCorrupted(let context) = cause { cause = context.underlyingError ?? cause }
            return (cause as? JSONSyntaxError).map { "\($0.offset) \($0.code) \($0.message)" } ?? "\(error)"
        }
        var found: [String] = []
        let source = Chunks(text, length: size)
        do {
            if requestsMembers, let path {
                let members = try decoder.members(of: RawJSON.self, at: path, from: source)
                while let (key, value) = try members.next() { found.append("\(key): \(value.text)") }
                return found
            }
            let elements =
                if let path {
                    try decoder.elements(of: RawJSON.self, at: path, from: source)
                } else {
                    try decoder.elements(of: RawJSON.self, in: .concatenated, from: source)
                }
            if rejects {
                let results = elements.results(keeping: 100)
                while let result = try results.next() {
                    switch result {
                    case .success(let value): found.append(value.text)
                    case .failure(let rejected):
                        let text = String(decoding: rejected.bytes, as: UTF8.self)
                        found.append("\(rejected.location.offset) <\(text)> \(describe(rejected.error))")
                    }
                }
            } else {
                while let value = try elements.next() { found.append(value.text) }
            }
        } catch {
            found.append(describe(error))
        }
        return found
    }

    private static let tooLong = "elementBytesLimit element longer than the limit of an element's bytes"

    private static let rows: [(path: PathPattern?, text: String, limits: JSONLimits, expected: String)] = [
        ("", "[[0,       0,0,0]]", JSONLimits(tokens: 3, elementBytes: 4), "1 \(tooLong)"),
        (
            "", "[[0,0,0,0       ]]", JSONLimits(tokens: 3, elementBytes: 8),
            "6 tokenLimit more values than the token limit"
        ),
        ("", #"[{"\u07x":1}]"#, JSONLimits(elementBytes: 5), "1 \(tooLong)"),
        ("", #"[{"\u07x":1}]"#, JSONLimits(elementBytes: 7), "3 invalidEscape invalid escape sequence"),
        ("", #"[["\ud800\u0041"]]"#, JSONLimits(elementBytes: 8), "1 \(tooLong)"),
        ("", #"["\ud800\u0041"]"#, JSONLimits(elementBytes: 8), "1 \(tooLong)"),
        ("", #"[[   "\u0062"]]"#, JSONLimits(stringBytes: 1, elementBytes: 6), "1 \(tooLong)"),
        (nil, #"[      "abcdefgh" , 8]"#, JSONLimits(elements: 0, elementBytes: 9), "0 \(tooLong)"),
        ("", "[1, xxxxxxxx]", JSONLimits(elementBytes: 4), "4 unexpectedByte unexpected 'x'"),
        (
            "a", #"{"b":"xxxxxx","a":[[1,é]]}"#, JSONLimits(elementBytes: 4),
            "22 unexpectedByte unexpected 'é'"
        ),
        ("a", #"{"b":"xxxxxx","a":[[1,é]]}"#, JSONLimits(elementBytes: 3), "19 \(tooLong)"),
        ("", #"[1,[2,"345"]]"#, JSONLimits(documentBytes: 8, elementBytes: 4), "3 \(tooLong)"),
        (
            "", #"[1,[2,"345"]]"#, JSONLimits(documentBytes: 7, elementBytes: 4),
            "7 documentLimit more bytes than the document limit"
        ),
    ]

    @Test(arguments: rows.indices) func errors(index: Int) {
        let row = Self.rows[index]
        for size in [1, 2, 5, 100] {
            let found = Self.read(Array(row.text.utf8), at: row.path, chunks: size, row.limits, rejects: false)
            #expect(found.last == row.expected, "\(row.text) in pieces of \(size)")
        }
    }

    /// The limit of the stream applies inside of invalid elements, too.
    @Test(arguments: [
        (7, ["1", "7 documentLimit more bytes than the document limit"]),
        (10, ["1", "10 documentLimit more bytes than the document limit"]),
        (
            12,
            ["1", "3 <xxxxxxx> 3 unexpectedByte unexpected 'x'", "12 documentLimit more bytes than the document limit"]
        ),
        (13, ["1", "3 <xxxxxxx> 3 unexpectedByte unexpected 'x'", "2"]),
    ])
    func limitOfTheStream(_ bytes: Int, _ expected: [String]) {
        for size in [1, 2, 5, 100] {
            let limits = JSONLimits(documentBytes: bytes)
            let found = Self.read(Array("[1,xxxxxxx,2]".utf8), at: "", chunks: size, limits, rejects: true)
            #expect(found == expected, "in pieces of \(size)")
        }
    }

    @Test(arguments: [
        (JSONLimits(tokens: 0), ["7 tokenLimit more values than the token limit"]),
        (JSONLimits(tokens: 3, elementBytes: 9), ["ab: [1]", "11 \(tooLong)"]),
        (
            JSONLimits(members: 1, elementBytes: 9),
            ["ab: [1]", "11 memberLimit object of more members than the member limit"]
        ),
    ])
    func members(_ limits: JSONLimits, _ expected: [String]) {
        for size in [1, 2, 5, 100] {
            let found = Self.read(
                Array(#"{"ab" :[1],"c" : "345678"}"#.utf8), at: "", chunks: size, limits, requestsMembers: true)
            #expect(found == expected, "in pieces of \(size)")
        }
    }

    @Test(arguments: 0..<12 as Range<UInt64>) func randomCuts(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "[", "]", ",", ",", "{", "}", "\"a\":", "\"\\u0062\"", "\"\\ud83d\\ude00\"", "\"\\ud800\\u0041\"",
            "\"\\u00x\"", "\"ab\"",
            "\"\u{1}\"", "1", "12345", "-", "1.", "true", "tru", "  ", "é", "\"é\"", "[1,2]", "{\"b\":[3]}", "\"",
        ]
        for _ in 0..<150 {
            let path: PathPattern? = random.oneIn(3) ? nil : ""
            var text = path == nil ? "" : "["
            for _ in 0..<(1 + random.below(9)) { text += random.pick(pieces) }
            if path != nil { text += "]" }
            var limits = JSONLimits(elementBytes: random.below(18))
            if random.oneIn(4) { limits.documentBytes = random.below(text.utf8.count + 2) }
            if random.oneIn(3) { limits.tokens = random.below(5) }
            if random.oneIn(3) { limits.stringBytes = random.below(6) }
            if random.oneIn(4) { limits.numberBytes = random.below(5) }
            if random.oneIn(4) { limits.depth = 1 + random.below(3) }
            if random.oneIn(4) { limits.elements = random.below(4) }
            if random.oneIn(4) { limits.members = random.below(2) }
            for rejects in [false, true] {
                let whole = Self.read(Array(text.utf8), at: path, chunks: 1_000, limits, rejects: rejects)
                for size in [1, 2, 3, 7] {
                    let cut = Self.read(Array(text.utf8), at: path, chunks: size, limits, rejects: rejects)
                    #expect(
                        cut == whole, "\(text) \(path.map { "at \"\($0)\"" } ?? "many") in pieces of \(size), \(limits)"
                    )
                }
            }
        }
    }
}
