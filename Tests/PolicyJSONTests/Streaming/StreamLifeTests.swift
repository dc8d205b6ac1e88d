import Foundation
import PolicyJSON
import Synchronization
import TestSupport
import Testing

/// Resuming, abandoning, cancelling, several tasks, and sources of streams.
@Suite("Lifetime of a stream") struct StreamLifeTests {
    // MARK: Resuming

    @Test(
        arguments: [
            (
                "data[*].items",
                #"{"x":1,"data":[{"items":[1,2]},{"y":{},"items":[3 , 4,5]},{"items":[]}, {"items":[6]}],"z":0}"#, "5"
            ),
            ("data[1].items", #"{"data":[{"items":[1,2]},{"items":[3,4]}]}"#, "4"),
            ("", "[1,\n 2, 3 ]", "3"),
            (#"a."b\"c".**"#, #"{"a":{"b\"c":[1,2,3]}}"#, "3"),
        ] as [(PathPattern, String, String)])
    func `an array is resumed after the last element`(_ path: PathPattern, _ text: String, _ bad: String) throws {
        let bytes = Array(text.utf8)
        let decoder = PolicyJSONDecoder()
        let whole = Delivery(try decoder.elements(of: Int.self, at: path, from: Chunks(bytes)))
        #expect(whole.failure == nil)
        for count in 0...whole.elements.count {
            for length in [1, 1000] {
                let first = try decoder.elements(of: Int.self, at: path, from: Chunks(bytes, length: length))
                var elements: [String] = []
                for _ in 0..<count { if let element = try first.next() { elements.append("\(element)") } }
                let json = try JSONEncoder().encode(first.resumePoint)
                let point = try JSONDecoder().decode(JSONResumePoint.self, from: json)
                #expect(point == first.resumePoint)
                let rest = Delivery(
                    try decoder.elements(of: Int.self, at: path, from: Chunks(bytes), resumingAt: point))
                #expect(rest.failure == nil, "after \(count)")
                #expect(elements + rest.elements == whole.elements, "after \(count)")
            }
        }
        // Lines, columns, indexes and offsets continue, too.
        let broken = Array(text.replacing(bad, with: "\"\(bad)\"").utf8)
        let failure = Delivery(try decoder.elements(of: Int.self, at: path, from: Chunks(broken)))
        let first = try decoder.elements(of: Int.self, at: path, from: Chunks(broken))
        _ = try first.next()
        let rest = Delivery(
            try decoder.elements(of: Int.self, at: path, from: Chunks(broken, length: 5), resumingAt: first.resumePoint)
        )
        #expect(rest.failure == failure.failure)
        #expect(failure.failure?.contains("found a string instead") == true)
    }

    @Test(arguments: [JSONStreamFormat.lines, .concatenated, .sequence])
    func `records are resumed after the last one`(_ format: JSONStreamFormat) throws {
        let mark = format == .sequence ? "\u{1E}" : ""
        let text = (1...9).map { mark + "[\($0)]\n" }.joined() + mark + "x\n"
        let decoder = PolicyJSONDecoder()
        let bytes = Array(text.utf8)
        let whole = Delivery(try decoder.elements(of: [Int].self, in: format, from: Chunks(bytes)))
        for count in 0...9 {
            let first = try decoder.elements(of: [Int].self, in: format, from: Chunks(bytes, length: 7))
            for _ in 0..<count { _ = try first.next() }
            let rest = Delivery(
                try decoder.elements(of: [Int].self, in: format, from: Chunks(bytes), resumingAt: first.resumePoint))
            #expect(rest.elements == Array(whole.elements.dropFirst(count)))
            #expect(rest.failure == whole.failure)
        }
    }

    @Test func `a resume point that does not match is an error`() throws {
        let decoder = PolicyJSONDecoder()
        let bytes = Array(#"{"a":[1,2]}"#.utf8)
        let reader = try decoder.elements(of: Int.self, at: "a", from: Chunks(bytes))
        _ = try reader.next()
        let point = reader.resumePoint
        let message = "1:8: The resume point is inside \"a\", which does not match the request."
        let other = Delivery(try decoder.elements(of: Int.self, at: "b", from: Chunks(bytes), resumingAt: point))
        #expect(other.failure == message)
        for format in [JSONStreamFormat.lines, .sequence, .concatenated, .array] {
            let other = Delivery(try decoder.elements(of: Int.self, in: format, from: Chunks(bytes), resumingAt: point))
            #expect(other.failure == message)
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                JSONResumePoint.self, from: Data(#"{"offset":-2,"line":1,"column":1,"elements":1,"path":[]}"#.utf8))
        }
    }

    // MARK: Abandoning

    /// Counts requested chunks. A weak reference shows whether it has been released.
    final class Watched: AsyncSequence, AsyncIteratorProtocol, Sendable {
        let asked = Atomic<Int>(0)
        let chunk: [UInt8]

        init(_ chunk: String) { self.chunk = Array(chunk.utf8) }

        func next() async throws -> [UInt8]? {
            asked.add(1, ordering: .relaxed)
            return chunk
        }

        func makeAsyncIterator() -> Watched { self }
    }

    @Test func `only required chunks are read, and leaving the loop releases the source`() async throws {
        weak var gone: Watched?
        do {
            let source = Watched("1\n2\n")
            gone = source
            let numbers = PolicyJSONDecoder().elements(of: Int.self, in: .lines, from: source)
            var count = 0
            for try await _ in numbers {
                count += 1
                #expect(source.asked.load(ordering: .relaxed) == (count + 1) / 2)
                if count == 5 { break }
            }
            #expect(numbers.resumePoint.offset == 9)
            #expect(numbers.progress.elements == 5)
        }
        #expect(gone == nil)
    }

    @Test(arguments: [0, 2]) func `cancelling stops`(_ concurrency: Int) async throws {
        let source = Watched("[1]\n")
        let task = Task {
            let decoder = PolicyJSONDecoder()
            let numbers =
                concurrency == 0
                ? decoder.elements(of: [Int].self, in: .lines, from: source)
                : decoder.elements(of: [Int].self, in: .lines, from: source).concurrently(tasks: concurrency)
            var count = 0
            for try await _ in numbers {
                count += 1
                if count == 10 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
            }
            return count
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        if concurrency == 0 { #expect(source.asked.load(ordering: .relaxed) == 10) }
    }

    @Test func `cancelling stops in the middle of a long chunk`() async throws {
        let source = Watched(String(repeating: "[1]\n", count: 100_000))
        let numbers = PolicyJSONDecoder().elements(of: [Int].self, in: .lines, from: source)
        let task = Task {
            for try await _ in numbers { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(numbers.progress.bytes == 1 << 16 && numbers.progress.elements == 1 << 14)
    }

    // MARK: Several tasks

    @Test(arguments: [1, 2, 5])
    func `order, errors and reports are the same on several tasks`(_ concurrency: Int) async throws {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        for bad in [-1, 70, 19_999] {
            let values = (0..<20_000).map { index in
                index == bad ? "[\(index)" : index % 100 == 7 ? "\"\(index)\"" : index % 1000 == 3 ? "{}" : "\(index)"
            }
            let text = Array(("[" + values.joined(separator: ", ") + "]").utf8)
            let chunks = Chunks(text, length: 3001)
            let serial = await Delivery(decoder.elements(of: Int.self, from: chunks.async))
            let parallel = await Delivery(
                decoder.elements(of: Int.self, from: chunks.async).concurrently(tasks: concurrency))
            #expect(serial.elements.count > 60)
            #expect(parallel == serial)
        }
        let whole = #"{"n":3,"items":[1,2,3]}"#
        let stream = decoder.elements(
            of: Int.self, at: "items", from: Chunks(Array(whole.utf8), length: 2).async, keepingEnvelope: true
        ).concurrently(tasks: concurrency)
        var sum = 0
        for try await number in stream { sum += number }
        #expect(sum == 6)
        #expect(try stream.envelope(as: RawJSON.self) == RawJSON(parsing: #"{"n":3,"items":[]}"#))
    }

    /// Records the maximum number of instances that are decoded at the same time.
    struct Busy: Decodable, Sendable {
        static let now = Atomic<Int>(0)
        static let maximum = Atomic<Int>(0)

        init(from decoder: any Decoder) {
            Self.maximum.max(Self.now.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
            for _ in 0..<100 { _ = decoder.codingPath }
            Self.now.subtract(1, ordering: .relaxed)
        }
    }

    @Test func `concurrency limits the decoding tasks and the chunks read ahead`() async throws {
        for concurrency in [-1, 1, 2, 4] {
            let source = Watched("1\n2\n3\n")
            let busy = PolicyJSONDecoder().elements(
                of: Busy.self, in: .lines, from: source
            ).concurrently(tasks: concurrency)
            Busy.maximum.store(0, ordering: .relaxed)
            var iterator = busy.makeAsyncIterator()
            #expect(try await iterator.next() != nil)
            // The batch being consumed, and those being made; each is a chunk.
            let ahead = concurrency > 1 ? concurrency + 1 : 1
            for _ in 0..<10_000 where source.asked.load(ordering: .relaxed) < ahead { await Task.yield() }
            for _ in 0..<500 where source.asked.load(ordering: .relaxed) < ahead {
                try await Task.sleep(for: .milliseconds(10))
            }
            try await Task.sleep(for: .milliseconds(20))
            #expect(source.asked.load(ordering: .relaxed) == ahead, "\(concurrency)")
            for _ in 0..<300 { #expect(try await iterator.next() != nil) }
            #expect(Busy.maximum.load(ordering: .relaxed) <= max(concurrency, 1))
        }
    }

    @Test func `leaving the loop early ends all tasks`() async throws {
        weak var released: Watched?
        do {
            let source = Watched(String(repeating: "[1]\n", count: 100))
            released = source
            var count = 0
            for try await _ in PolicyJSONDecoder().elements(of: [Int].self, in: .lines, from: source).concurrently(
                tasks: 3)
            {
                count += 1
                if count == 150 { break }
            }
        }
        // The reading task ends at its next check.
        for _ in 0..<10_000 where released != nil { await Task.yield() }
        for _ in 0..<200 where released != nil { try await Task.sleep(for: .milliseconds(10)) }
        #expect(released == nil)
    }

    // MARK: Sources

    private func file(_ text: String) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appending(path: "elements-\(UUID()).json")
        try Data(text.utf8).write(to: url)
        return url
    }

    @Test func `files, handles and input streams`() throws {
        let text = #"{"items":["# + (0..<30_000).map { "\($0)" }.joined(separator: ",") + "]}"
        let url = try file(text)
        defer { try? FileManager.default.removeItem(at: url) }
        let decoder = PolicyJSONDecoder()
        let expected = (0..<30_000).map { "\($0)" }
        #expect(Delivery(try decoder.elements(of: Int.self, at: "items", from: url)).elements == expected)
        let handle = try FileHandle(forReadingFrom: url)
        #expect(Delivery(try decoder.elements(of: Int.self, at: "items", from: handle)).elements == expected)
        let stream = try #require(InputStream(url: url))
        let first = try decoder.elements(of: Int.self, at: "items", from: stream)
        for _ in 0..<1000 { _ = try first.next() }
        let sources: [any JSONByteSource] = [
            url, try FileHandle(forReadingFrom: url), try #require(InputStream(url: url)),
        ]
        for source in sources {
            func rest(_ source: some JSONByteSource) throws -> Delivery {
                Delivery(try decoder.elements(of: Int.self, at: "items", from: source, resumingAt: first.resumePoint))
            }
            #expect(try rest(source).elements == Array(expected.dropFirst(1000)))
        }
        #expect(throws: (any Error).self) {
            try decoder.elements(of: Int.self, from: URL(filePath: "/nowhere/at.json"))
        }
        let folder = Delivery(try decoder.elements(of: Int.self, from: FileManager.default.temporaryDirectory))
        #expect(folder.elements == [] && folder.failure != nil)
    }

    /// The path of a URL of another scheme is not that of a file, and a source that fails does not end the process.
    @Test func `sources that cannot be read`() throws {
        let url = try file("[1]")
        defer { try? FileManager.default.removeItem(at: url) }
        let decoder = PolicyJSONDecoder()
        let remote = try #require(URL(string: "https://example.com\(url.path)"))
        let error = #expect(throws: CocoaError.self) { try decoder.elements(of: Int.self, from: remote) }
        #expect(error?.code == .fileReadUnsupportedScheme)

        let handle = try FileHandle(forReadingFrom: url)
        try handle.close()
        let stream = try #require(InputStream(url: url))
        stream.open()
        stream.close()
        let missing = try #require(InputStream(fileAtPath: "/nowhere/at.json"))
        #expect(Delivery(try decoder.elements(of: Int.self, from: handle)).failure != nil)
        #expect(Delivery(try decoder.elements(of: Int.self, from: stream)).failure != nil)
        #expect(Delivery(try decoder.elements(of: Int.self, from: missing)).failure != nil)
    }

    /// Writes in bursts, from a thread of its own. A task would get its turn after the other tests that are due, and until then
    /// a reader would keep one of their threads waiting.
    private static func write(_ pieces: [Data], to pipe: Pipe) {
        Thread.detachNewThread {
            for piece in pieces {
                try? pipe.fileHandleForWriting.write(contentsOf: piece)
                Thread.sleep(forTimeInterval: 0.002)
            }
            try? pipe.fileHandleForWriting.close()
        }
    }

    @Test func `a pipe with a writer that writes in bursts`() async throws {
        let pipe = Pipe()
        let text = #"{"items":["# + (0..<50_000).map { "\($0)" }.joined(separator: ", ") + "]}"
        var (rest, pieces) = (Data(text.utf8)[...], [Data]())
        for length in [1, 3000, 0, 5, 100_000, 1, .max] {
            pieces.append(Data(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        Self.write(pieces, to: pipe)
        let numbers = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let source = pipe.fileHandleForReading
                        let elements = try PolicyJSONDecoder().elements(of: Int.self, at: "items", from: source)
                        var numbers: [Int] = []
                        while let number = try elements.next() { numbers.append(number) }
                        return numbers
                    })
            }
        }
        #expect(numbers == Array(0..<50_000))
    }

    @Test func `single bytes, as in AsyncBytes, from a pipe with a slow writer`() async throws {
        let pipe = Pipe()
        Self.write(
            (0..<40).flatMap { [Data(#"{"id":\#($0),"text":"é"#.utf8), Data("\"}\n".utf8)] }, to: pipe)
        struct Bytes: AsyncSequence, AsyncIteratorProtocol {
            let handle: FileHandle
            mutating func next() async throws -> UInt8? { try handle.read(upToCount: 1)?.first }
            func makeAsyncIterator() -> Bytes { self }
        }
        struct Entry: Decodable { let id: Int }
        var ids: [Int] = []
        let bytes = JSONByteBatches(Bytes(handle: pipe.fileHandleForReading))
        for try await entry in PolicyJSONDecoder().elements(of: Entry.self, in: .lines, from: bytes) {
            ids.append(entry.id)
        }
        #expect(ids == Array(0..<40))
    }

    @Test func `chunks of all kinds`() async throws {
        func sum<S: AsyncSequence>(_ chunks: S) async throws -> Int where S.Element: JSONBytes {
            var sum = 0
            for try await number in PolicyJSONDecoder().elements(of: Int.self, from: chunks) { sum += number }
            return sum
        }
        func stream<C: Sendable>(_ chunks: [C]) -> AsyncStream<C> {
            AsyncStream { continuation in
                for chunk in chunks { continuation.yield(chunk) }
                continuation.finish()
            }
        }
        let parts = ["[1,", "", "20,3", "00]"].map { Array($0.utf8) }
        #expect(try await sum(stream(parts)) == 321)
        #expect(try await sum(stream(parts.map { Data($0) })) == 321)
        #expect(try await sum(stream(parts.map { $0[...] })) == 321)
        #expect(try await sum(stream(parts.map { ContiguousArray($0) })) == 321)
        #expect(try await sum(JSONByteBatches(stream(Array(parts.joined())))) == 321)
    }
}
