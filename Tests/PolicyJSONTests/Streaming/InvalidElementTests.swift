import Foundation
import PolicyJSON
import TestSupport
import Testing

/// Elements that are not JSON, as rejections.
@Suite struct InvalidElementTests {
    /// The values, rejections as `index at path offset-line:column <text>`, and the error that ended the stream.
    private static func read(
        _ bytes: [UInt8], at path: PathPattern?, chunks size: Int = 1 << 16, tasks: Int = 1,
        limits: JSONLimits = .default,
        keeping limit: Int = 1_000
    ) async -> [String] {
        let source = AsyncStream<[UInt8]> { continuation in
            for start in stride(from: 0, to: bytes.count, by: size) {
                continuation.yield(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            continuation.finish()
        }
        let decoder = PolicyJSONDecoder()
        decoder.limits = limits
        let elements =
            path.map { decoder.elements(of: RawJSON.self, at: $0, from: source) }
            ?? decoder.elements(of: RawJSON.self, in: .concatenated, from: source)
        let results = elements.concurrently(tasks: tasks).results(keeping: limit)
        var found: [String] = []
        do {
            for try await result in results {
                switch result {
                case .success(let value): found.append(value.text)
                case .failure(let rejected):
                    let text = String(decoding: rejected.bytes, as: UTF8.self)
                    let location = "\(rejected.location.offset)-\(rejected.location)"
                    let rest = rejected.isTruncated ? "… of \(rejected.byteCount)" : ""
                    found.append("\(rejected.index) at \(rejected.path) \(location) <\(text)\(rest)>")
                }
            }
            #expect(results.progress.elements == found.count)
        } catch let error as JSONDecodingError {
            found.append(error.syntaxError.map { "\($0.location) \($0.message)" } ?? "\(error)")
        } catch {
            found.append("\(error)")
        }
        return found
    }

    private static let rows: [(path: PathPattern?, text: String, expected: [String])] = [
        ("", "[1,tru,2]", ["1", "1 at [1] 3-1:4 <tru>", "2"]),
        ("", #"[{"a":x},2]"#, [#"0 at [0] 1-1:2 <{"a":x}>"#, "2"]),
        ("", #"[1, {"a":[1,2}, "b":"],\""} , [3]]"#, ["1", #"1 at [1] 4-1:5 <{"a":[1,2}, "b":"],\""}>"#, "[3]"]),
        ("", "[1,\"a\u{1}\",\n 2, 03,4]", ["1", "1 at [1] 3-1:4 <\"a\u{1}\">", "2", "3 at [3] 13-2:5 <03>", "4"]),
        ("", #"["\ud800","\x",1]"#, [#"0 at [0] 1-1:2 <"\ud800">"#, #"1 at [1] 10-1:11 <"\x">"#, "1"]),
        // A comma is missing.
        ("", "[1 {\"a\":2},3]", ["1", "1 at [1] 3-1:4 <{\"a\":2}>", "3"]),
        // A quote or a bracket is missing.
        ("", #"[1,"a,2]"#, ["1", #"1 at [1] 3-1:4 <"a,2]>"#, "1:4 string without closing quote"]),
        ("", "[1,[2,3]", ["1", "[2,3]", "1:9 unexpected end of document, expected ',' or ']'"]),
        ("", "[1,[2,3", ["1", "1 at [1] 3-1:4 <[2,3>", "1:8 unexpected end of document, expected ',' or ']'"]),
        ("", "[1,tru", ["1", "1 at [1] 3-1:4 <tru>", "1:7 unexpected end of document, expected a value"]),
        // Between elements, and outside of arrays.
        ("", "[1,,2]", ["1", "1:4 unexpected ',', expected a value"]),
        ("", "[1,]", ["1", "1:4 unexpected ']', expected a value"]),
        ("", "[1,", ["1", "1:4 unexpected end of document, expected a value"]),
        ("a", #"{"b":tru,"a":[1]}"#, ["1:9 invalid literal at ','"]),
        ("a", #"{"a":[1],"b":tru}"#, ["1", "1:17 invalid literal at '}'"]),
        (
            "*.a", #"{"x":{"a":[1,x, 2]},"y":{"a":[y],"b":[z]}}"#,
            ["1", "1 at x.a[1] 13-1:14 <x>", "2", "0 at y.a[0] 30-1:31 <y>", "1:39 unexpected 'z'"]
        ),
        // Concatenated values.
        (nil, "{\"a\":}[1]\n{\"a\" 2}", [#"0 at [0] 0-1:1 <{"a":}>"#, "[1]", #"2 at [2] 10-2:1 <{"a" 2}>"#]),
        (
            nil, "1 x \"\u{1}\"2, {",
            [
                "1", "1 at [1] 2-1:3 <x>", "2 at [2] 4-1:5 <\"\u{1}\">", "2", "4 at [4] 8-1:9 <,>",
                "5 at [5] 10-1:11 <{>",
            ]
        ),
    ]

    /// A stream of fewer than four bytes, and one that starts with an invalid element, are not different because the encoding is
    /// determined from the first bytes.
    private static let starts: [(path: PathPattern?, text: String, expected: [String])] = [
        (nil, "@ 7 8", ["0 at [0] 0-1:1 <@>", "7", "8"]),
        (nil, "@[]{}", ["0 at [0] 0-1:1 <@>", "[]", "{}"]),
        (nil, "- 7", ["0 at [0] 0-1:1 <->", "7"]),
        (nil, "1. 7", ["0 at [0] 0-1:1 <1.>", "7"]),
        (nil, "[} 7 8", ["0 at [0] 0-1:1 <[}>", "7", "8"]),
        (nil, "7}8", ["7", "1 at [1] 1-1:2 <}>", "8"]),
        (nil, "7[}", ["7", "1 at [1] 1-1:2 <[}>"]),
        (nil, "@", ["0 at [0] 0-1:1 <@>"]),
        (nil, "\u{FEFF}@ 7", ["0 at [0] 3-1:1 <@>", "7"]),
        ("", "[@,7]", ["0 at [0] 1-1:2 <@>", "7"]),
        ("", "[@]", ["0 at [0] 1-1:2 <@>"]),
        ("", "[-]", ["0 at [0] 1-1:2 <->"]),
        ("", "[1.,@]", ["0 at [0] 1-1:2 <1.>", "1 at [1] 4-1:5 <@>"]),
        ("", "[}", ["1:2 unexpected '}', expected a value or ']'"]),
        ("", "@", ["1:1 unexpected '@'"]),
    ]

    @Test(arguments: [1, 2, 3, 4, 5, 1_000], [1, 3])
    func elements(_ size: Int, _ tasks: Int) async {
        for row in Self.rows + Self.starts {
            let found = await Self.read(Array(row.text.utf8), at: row.path, chunks: size, tasks: tasks)
            #expect(found == row.expected, "\(row.text)")
        }
    }

    /// All texts of up to three of these characters, which fail and end elements in all ways, are read as they are after white space,
    /// where nothing is held back.
    @Test(arguments: [nil, ""] as [PathPattern?])
    func `any start of a stream`(_ path: PathPattern?) async {
        let characters = Array("@ 7[},\"-]")
        var texts = [""]
        for _ in 1...3 { texts += texts.flatMap { text in characters.map { text + String($0) } } }
        for text in Set(texts) {
            let text = (path == nil ? "" : "[") + text
            let bytes = Array(text.utf8)
            let shifted = await Self.read(Array("    \(text)".utf8), at: path)
            let found = await Self.read(bytes, at: path)
            let location = /(\d+-)?\d+:\d+/
            #expect(
                found.map { $0.replacing(location, with: "") } == shifted.map { $0.replacing(location, with: "") },
                "\(text)")
            for size in 1..<max(bytes.count, 1) {
                #expect(await Self.read(bytes, at: path, chunks: size) == found, "\(text), chunks of \(size)")
            }
        }
    }

    @Test(arguments: [1, 3, 1_000])
    func `limits and kept bytes`(_ size: Int) async {
        let limits = JSONLimits(depth: 3, elementBytes: 20)
        let text = #"[1,"0123456789012345678901",[[[]]],2]"#
        let found = await Self.read(Array(text.utf8), at: "", chunks: size, limits: limits, keeping: 5)
        #expect(found == ["1", #"1 at [1] 3-1:4 <"0123… of 24>"#, "2 at [2] 28-1:29 <[[[]]… of 6>", "2"])
        // White space that follows an element is not part of it.
        for (limit, kept) in [(8, #"{"a":tru… of 9"#), (9, #"{"a":tru}"#), (10, #"{"a":tru}"#)] {
            let found = await Self.read(Array("[{\"a\":tru}\n  ]".utf8), at: "", chunks: size, keeping: limit)
            #expect(found == ["0 at [0] 1-1:2 <\(kept)>"])
        }
    }

    /// Each byte of an array is replaced in turn. Whatever that does, elements before it are delivered, all bytes after them are in an
    /// element or in a rejection unless there is an error, and nothing depends on the chunks.
    @Test(arguments: [
        UInt8(ascii: "\""), UInt8(ascii: "x"), UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "{"), 0xFF, 0,
    ])
    func `any corrupted byte`(_ byte: UInt8) async {
        let elements = [#"{"a":[1,"x\"]"]}"#, "12", #""text""#, "[[],{}]", "null"]
        let whole = Array("[\(elements.joined(separator: ","))]".utf8)
        for index in whole.indices {
            var bytes = whole
            bytes[index] = byte
            let found = await Self.read(bytes, at: "")
            for size in [1, 3] {
                let again = await Self.read(bytes, at: "", chunks: size)
                #expect(again == found, "byte \(index), chunks of \(size)")
            }
            var end = 1
            let intact = elements.prefix { element in
                end += element.utf8.count + 1
                return end <= index
            }
            #expect(found.starts(with: intact), "byte \(index): \(found)")
        }
    }

    /// What follows an invalid element is not read again and again.
    @Test func `many invalid elements`() async {
        let count = 50_000
        let text = "[" + String(repeating: "x,0,", count: count) + "1]"
        let found = await Self.read(Array(text.utf8), at: "")
        #expect(found.count == 2 * count + 1)
        #expect(found.count { $0 == "0" } == count)
        #expect(found.last == "1")
    }

    @Test func resuming() throws {
        let bytes = Array(#"{"i":[1,x,{"a":y},2]}"#.utf8)
        var point: JSONResumePoint?
        var found: [String] = []
        while true {
            let source = InputStream(data: Data(bytes))
            let reader = try PolicyJSONDecoder().elements(of: Int.self, at: "i", from: source, resumingAt: point)
                .results()
            guard let result = try reader.next() else { break }
            switch result {
            case .success(let value): found.append("\(value)")
            case .failure(let rejected): found.append("\(rejected.path) \(rejected.location)")
            }
            point = reader.resumePoint
        }
        #expect(found == ["1", "i[1] 1:9", "i[2] 1:11", "2"])
    }
}
