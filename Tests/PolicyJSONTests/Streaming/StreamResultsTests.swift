import Foundation
import PolicyJSON
import Testing

/// Elements as results: values, and rejections with their text.
@Suite struct StreamResultsTests {
    struct Item: Codable, Equatable, Sendable { let id: Int }

    private static let array = #"{"items":[{"id":1},{"id":"x"},{"id":3},"four", {"id":5}]}"#
    private static let lines = "{\"id\":1}\nnot JSON\n{\"id\":\"x\"}\r\n\n{\"id\":4}\n[\n{\"id\":6}"

    /// The value, or index, location, error and text of a rejection.
    private static func summary(_ result: Result<Item, RejectedElement>) -> String {
        switch result {
        case .success(let item): "\(item.id)"
        case .failure(let rejected):
            "\(rejected.index) at \(rejected.path) \(rejected.location.offset): \(rejected) <\(text(rejected))>"
        }
    }

    private static func text(_ rejected: RejectedElement) -> String {
        String(decoding: rejected.bytes, as: UTF8.self) + (rejected.isTruncated ? "… of \(rejected.byteCount)" : "")
    }

    private static let expectedInArray = [
        "1",
        #"1 at items[1] 19: 1:26: items[1].id: Expected to decode Int but found a string instead. <{"id":"x"}>"#,
        "3",
        "3 at items[3] 39: 1:40: items[3]: Expected to decode Dictionary<String, Any> but found a string instead. "
            + #"<"four">"#,
        "5",
    ]

    private static let expectedInLines = [
        "1",
        "1 at [1] 9: 2:2: The given data was not valid JSON.\nline 2, column 2: invalid literal at 'o'\n"
            + "not JSON\n ^ <not JSON>",
        #"2 at [2] 18: 3:7: [2].id: Expected to decode Int but found a string instead. <{"id":"x"}>"#,
        "4",
        "4 at [4] 40: 6:2: The given data was not valid JSON.\n",
        "6",
    ]

    private static func source(_ text: String, _ size: Int) -> AsyncStream<[UInt8]> {
        let bytes = Array(text.utf8)
        return AsyncStream { continuation in
            for start in stride(from: 0, to: bytes.count, by: size) {
                continuation.yield(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            continuation.finish()
        }
    }

    @Test(arguments: [1, 7, 1_000], [1, 3])
    func arrays(_ size: Int, _ tasks: Int) async throws {
        let elements = PolicyJSONDecoder().elements(
            of: Item.self, at: "items", from: Self.source(Self.array, size)
        ).concurrently(tasks: tasks)
        let results = elements.results()
        var found: [String] = []
        for try await result in results { found.append(Self.summary(result)) }
        #expect(found == Self.expectedInArray)
        #expect(results.progress.elements == 5)
        #expect(results.progress.rejections == 2)
        #expect(results.report.isEmpty)
    }

    @Test(arguments: [1, 7, 1_000], [1, 3])
    func records(_ size: Int, _ tasks: Int) async throws {
        let elements = PolicyJSONDecoder(policy: .lenient).elements(
            of: Item.self, in: .lines, from: Self.source(Self.lines, size)
        ).concurrently(tasks: tasks)
        let results = elements.results()
        var found: [String] = []
        for try await result in results { found.append(Self.summary(result)) }
        #expect(found.count == Self.expectedInLines.count)
        for (found, expected) in zip(found, Self.expectedInLines) { #expect(found.hasPrefix(expected)) }
        #expect(results.progress.elements == 6)
        #expect(results.progress.rejections == 3)
        #expect(results.report.isEmpty)
    }

    @Test func readers() throws {
        let source = InputStream(data: Data(Self.array.utf8))
        let reader = try PolicyJSONDecoder().elements(of: Item.self, at: "items", from: source).results()
        var found: [String] = []
        while let result = try reader.next() { found.append(Self.summary(result)) }
        #expect(found == Self.expectedInArray)
    }

    @Test func members() throws {
        let source = InputStream(data: Data(#"{"a":{"id":1},"b":2}"#.utf8))
        let reader = try PolicyJSONDecoder().members(of: Item.self, from: source).results()
        #expect(try reader.next()?.get().key == "a")
        let rejected = #expect(throws: RejectedElement.self) { try reader.next()?.get() }
        #expect(rejected?.path == "b")
        #expect(try reader.next() == nil)
    }

    /// Nothing is lost and nothing is delivered twice when a stream is resumed after any element.
    @Test(arguments: [Self.lines, Self.lines + "\n"], [1, 9, 1_000])
    func resuming(_ text: String, _ size: Int) throws {
        let decoder = PolicyJSONDecoder()
        func reader(_ point: JSONResumePoint?) throws -> JSONElementReader<Result<Item, RejectedElement>> {
            let bytes = Array(text.utf8)
            var offset = point?.offset ?? 0
            return try decoder.elements(
                of: Item.self, in: .lines,
                from: TestChunks { () -> [UInt8]? in
                    guard offset < bytes.count else { return nil }
                    defer { offset += size }
                    return Array(bytes[offset..<min(offset + size, bytes.count)])
                }, resumingAt: point
            ).results()
        }
        var whole: [String] = []
        let all = try reader(nil)
        while let result = try all.next() { whole.append(Self.summary(result)) }
        #expect(whole.count == 6)
        var point: JSONResumePoint?
        var parts: [String] = []
        while true {
            let part = try reader(point)
            guard let next = try part.next() else { break }
            parts.append(Self.summary(next))
            point = part.resumePoint
        }
        #expect(parts == whole)
    }

    private struct TestChunks: JSONByteSource {
        let next: () -> [UInt8]?
        func jsonReader(from offset: Int) -> JSONByteReader { JSONByteReader(next) }
    }

    /// The kept bytes do not depend on chunks, also of lines that exceed the limit.
    @Test(arguments: [1, 3, 10, 1_000], [1, 3])
    func truncation(_ size: Int, _ tasks: Int) async throws {
        let decoder = PolicyJSONDecoder()
        decoder.limits.elementBytes = 12
        let text = "[\"abcdef\"]\n{\"id\":\"0123456789\"}\r\n{\"id\":3}\n\"\(String(repeating: "x", count: 30))"
        let elements = decoder.elements(of: Item.self, in: .lines, from: Self.source(text, size)).concurrently(
            tasks: tasks)
        var found: [String] = []
        for try await result in elements.results(keeping: 7) {
            switch result {
            case .success(let item): found.append("\(item.id)")
            case .failure(let rejected): found.append(Self.text(rejected))
            }
        }
        #expect(found == [#"["abcde… of 10"#, #"{"id":"… of 19"#, "3", #""xxxxxx… of 31"#])
    }

    @Test func encoding() throws {
        let bytes = Array("[1]\n".utf8) + [0x22, 0xFF, 0x22, 0x0A] + Array("{\"id\":\"long text\"}".utf8)
        let reader = try PolicyJSONDecoder().elements(
            of: Item.self, in: .lines, from: InputStream(data: Data(bytes))
        ).results(keeping: 9)
        var lines: [String] = []
        while let result = try reader.next() {
            guard case .failure(let rejected) = result else { continue }
            lines.append(try DecodingProblemTests.encoded(rejected))
        }
        #expect(
            lines == [
                #"{"column":1,"error":{"code":"type_mismatch","column":1,"expected":"an object","found":"array","line":1,"#
                    + #""message":"Expected to decode Dictionary<String, Any> but found an array instead.","offset":0,"#
                    + #""pointer":"/0"},"index":0,"line":1,"offset":0,"pointer":"/0","raw":"[1]"}"#,
                #"{"column":1,"error":{"code":"syntax","column":2,"line":2,"#
                    + #""message":"The document is not valid JSON: invalid UTF-8.","offset":5,"pointer":"/1"},"#
                    + #""index":1,"line":2,"offset":4,"pointer":"/1","rawBase64":"Iv8i"}"#,
                #"{"byteCount":18,"column":1,"error":{"code":"type_mismatch","column":7,"expected":"an integer","#
                    + #""found":"string","line":3,"#
                    + #""message":"Expected to decode Int but found a string instead.","offset":14,"pointer":"/2/id"},"#
                    + #""index":2,"line":3,"offset":8,"pointer":"/2","raw":"{\"id\":\"lo"}"#,
            ])
    }

    @Test(arguments: [(true, "/1/id"), (false, "/0/id")])
    func `text of a rule that is not JSON`(_ isLater: Bool, _ pointer: String) throws {
        struct Nested: Decodable { let id: Item }
        let text = (isLater ? #"{"id":{"id":1}}"# + "\n" : "") + #"{"id":"{bad"}"#
        let reader = try PolicyJSONDecoder(policy: DecodingPolicy { StringifiedJSON() }).elements(
            of: Nested.self, in: .lines, from: InputStream(data: Data(text.utf8))
        ).results(keeping: 9)
        if isLater { _ = try reader.next() }
        guard case .failure(let rejected) = try reader.next() else {
            return #expect(Bool(false), "It is not rejected.")
        }
        let problem = rejected.problem(includingValues: true)
        #expect("\(problem.code.rawValue) \(problem.jsonPointer)" == "invalid_value \(pointer)")
        #expect(problem.message == "The replacement {bad is not valid JSON.")
    }

    /// Rejections that have been written as lines are decoded again, by another policy.
    @Test func feedingBack() throws {
        struct DeadLetter: Decodable { let index: Int, raw: Item }
        let source = InputStream(data: Data("{\"id\":1}\n{\"id\":\"2\"}\n{\"id\":\"3\"}".utf8))
        var file = ""
        let reader = try PolicyJSONDecoder().elements(of: Item.self, in: .lines, from: source).results()
        while let result = try reader.next() {
            if case .failure(let rejected) = result { file += try DecodingProblemTests.encoded(rejected) + "\n" }
        }
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                At("[*].raw") { StringifiedJSON() }
                NumbersFromStrings()
            })
        var letters: [DeadLetter] = []
        let stored = InputStream(data: Data(file.utf8))
        let again = try decoder.elements(of: DeadLetter.self, in: .lines, from: stored)
        while let letter = try again.next() { letters.append(letter) }
        #expect(letters.map(\.index) == [1, 2])
        #expect(letters.map(\.raw.id) == [2, 3])
    }

    /// An undecodable element is a rejection also if the policy drops such elements, and its repairs are not reported.
    @Test func policies() throws {
        struct Pair: Decodable { let first: Int, second: Int }
        let source = InputStream(data: Data(#"[{"first":"1","second":"2"},{"first":"3"}]"#.utf8))
        let reader = try PolicyJSONDecoder(policy: .lenient).elements(of: Pair.self, from: source).results()
        #expect(try reader.next()?.get().second == 2)
        #expect(throws: RejectedElement.self) { try reader.next()?.get() }
        #expect(try reader.next() == nil)
        #expect(reader.report.count == 2)
    }

    // MARK: Bounds

    @Test(arguments: [1, 3])
    func countBound(_ tasks: Int) async throws {
        let text = #"[1,{"id":2},"three",{"id":4},5]"#
        let elements = PolicyJSONDecoder().elements(of: Item.self, from: Self.source(text, 5)).concurrently(
            tasks: tasks)
        let results = elements.results(within: LossBounds(count: 2))
        var delivered = 0
        let error = await #expect(throws: JSONDecodingError.self) {
            for try await _ in results { delivered += 1 }
        }
        #expect(delivered == 4)
        let text2 = "Expected to decode Dictionary<String, Any> but found"
        #expect(
            error?.description
                == "1:30: 3 of 5 elements are undecodable, more than the stream allows. "
                + "[0]: \(text2) number instead.; [2]: \(text2) a string instead.; [4]: \(text2) number instead.")
        // The rejection that is one too many has not been delivered.
        #expect(results.resumePoint.elements == 4)
        #expect(
            DecodingProblem.problems(in: try #require(error)).map(\.code) == [.tooManyInvalidElements])
    }

    @Test(arguments: [1, 3])
    func percentBoundAtTheEnd(_ tasks: Int) async throws {
        func read(_ percent: Double) async throws -> Int {
            let source = Self.source("{\"id\":1}\nx\n{\"id\":3}\n{\"id\":4}\n", 4)
            let elements = PolicyJSONDecoder().elements(of: Item.self, in: .lines, from: source).concurrently(
                tasks: tasks)
            var delivered = 0
            for try await _ in elements.results(within: LossBounds(percent: percent)) { delivered += 1 }
            return delivered
        }
        #expect(try await read(25) == 4)
        let error = await #expect(throws: JSONDecodingError.self) { try await read(24) }
        #expect(error?.description.hasPrefix("2:1: 1 of 4 elements are undecodable, more than") == true)
    }

    @Test func percentBoundBeforeTheEnd() throws {
        let good = Array(repeating: #"{"id":1}"#, count: 990)
        let source = InputStream(data: Data((good + Array(repeating: "x", count: 5_000)).joined(separator: "\n").utf8))
        let reader = try PolicyJSONDecoder().elements(of: Item.self, in: .lines, from: source)
            .results(within: LossBounds(percent: 2))
        var delivered = 0
        let error = #expect(throws: JSONDecodingError.self) {
            while try reader.next() != nil { delivered += 1 }
        }
        #expect(delivered == 1_010)
        #expect(error?.description.contains("21 of 1011 elements are undecodable") == true)
    }

    /// Elements are `.` if they can be decoded and `x` if not. The result is the number of delivered elements, and the number of
    /// losses where the stream fails.
    @Test(arguments: [
        (LossBounds(count: 2), 4, "x..x..x..x..x", 13, nil),
        (LossBounds(count: 1), 4, "x..x..x", 3, "2 of 4"),
        (LossBounds(count: 1), 3, "x..x..xx", 7, "2 of 3"),
        (LossBounds(count: 0), 1, "..x", 2, "1 of 1"),
        (LossBounds(count: 0), -5, "x", 0, "1 of 1"),
        (LossBounds(percent: 50), 4, "xx..xx..x.xx", 11, "3 of 4"),
        // Less than a window is checked at the end.
        (LossBounds(percent: 50), 4, "xxx", 3, "3 of 3"),
        (LossBounds(percent: 50), 4, "xx.", 3, "2 of 3"),
        (LossBounds(percent: 50), 4, "xx..", 4, nil),
        (LossBounds(count: 64), 128, String(repeating: "x.", count: 500), 1_000, nil),
        (LossBounds(count: 63), 128, String(repeating: "x.", count: 500), 126, "64 of 127"),
        (LossBounds(count: 3), .max, "xxx" + String(repeating: ".", count: 100) + "x", 103, "4 of 104"),
    ])
    func boundsOfTheLastElements(
        bounds: LossBounds, window: Int, text: String, delivered: Int, losses: String?
    ) async throws {
        let lines = text.map { $0 == "x" ? "x\n" : "{\"id\":1}\n" }.joined()
        for tasks in [1, 2] {
            let results = PolicyJSONDecoder()
                .elements(of: Item.self, in: .lines, from: Self.source(lines, 100)).concurrently(tasks: tasks)
                .results(within: bounds, ofLast: window)
            var count = 0
            var failure: JSONDecodingError?
            do {
                for try await _ in results { count += 1 }
            } catch let error as JSONDecodingError {
                failure = error
            }
            #expect(count == delivered)
            #expect(
                failure?.description.contains(": \(losses ?? "") elements are undecodable") == losses.map { _ in true })
        }
    }

    @Test func examplesOfAWindowAreTheLast() throws {
        let text = String(repeating: "{}\n", count: 30)
        let reader = try PolicyJSONDecoder().elements(
            of: Item.self, in: .lines, from: InputStream(data: Data(text.utf8))
        ).results(within: LossBounds(percent: 90), ofLast: 15)
        let error = #expect(throws: JSONDecodingError.self) { while try reader.next() != nil {} }
        guard case .dataCorrupted(let context)? = error?.underlyingError as? DecodingError else {
            Issue.record("\(String(describing: error))")
            return
        }
        let losses = try #require(context.underlyingError as? ElementLosses)
        #expect(losses.examples.map { "\($0.path)" } == (5..<15).map { "[\($0)]" })
    }
}
