import Foundation
import PolicyJSON
import Testing

@Suite struct ElementsTests {
    struct Row: Codable, Equatable, Sendable {
        var id: Int
        var name: String
    }

    private static let rows = (0..<3).map { Row(id: $0, name: "n\n\($0)") }
    private static let lines =
        "{\"id\":0,\"name\":\"n\\n0\"}\n{\"id\":1,\"name\":\"n\\n1\"}\n{\"id\":2,\"name\":\"n\\n2\"}\n"

    private static func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    @Test func wholeTexts() throws {
        let encoder = PolicyJSONEncoder()
        #expect(Self.text(try encoder.encode(contentsOf: Self.rows, as: .lines)) == Self.lines)
        #expect(Self.text(try encoder.encode(contentsOf: [Row](), as: .lines)) == "")
        for formatting: PolicyJSONEncoder.OutputFormatting in [[], .prettyPrinted, .sortedKeys] {
            encoder.outputFormatting = formatting
            for count in 0...3 {
                let rows = Array(Self.rows.prefix(count))
                #expect(try encoder.encode(contentsOf: rows, as: .array) == encoder.encode(rows))
                #expect(try encoder.encodeBytes(rows) == Array(encoder.encode(rows)))
            }
        }
        // Line breaks are removed from fragments.
        encoder.outputFormatting = .prettyPrinted
        #expect(Self.text(try encoder.encode(contentsOf: Self.rows, as: .lines)) == Self.lines)
        let fragment = try RawJSON(parsing: "[1,\r\n2, \"\\n\"]")
        #expect(Self.text(try encoder.encode(contentsOf: [fragment], as: .lines)) == "[1,  2, \"\\n\"]\n")
    }

    @Test(arguments: [JSONStreamFormat.lines, .array])
    func chunks(_ format: JSONStreamFormat) async throws {
        let encoder = PolicyJSONEncoder()
        let whole = try encoder.encode(contentsOf: Self.rows, as: format)
        for size in [1, 20, 30, 1000] {
            var joined = Data()
            for try await chunk in encoder.chunks(of: Self.rows, as: format, chunkSize: size) {
                #expect(!chunk.isEmpty)
                joined += chunk
            }
            #expect(joined == whole)
        }
        var joined = Data()
        let stream = AsyncStream { continuation in
            for row in Self.rows { continuation.yield(row) }
            continuation.finish()
        }
        for try await chunk in encoder.chunks(of: stream, as: format) { joined += chunk }
        #expect(joined == whole)
    }

    /// Memory does not depend on the number of elements: chunks have a fixed size, and elements are requested one by
    /// one.
    @Test func bounded() async throws {
        var asked = 0
        var written = 0
        var largest = 0
        let rows = (0..<50_000).lazy.map { number -> Row in
            asked += 1
            return Row(id: number, name: "row")
        }
        for try await chunk in PolicyJSONEncoder().chunks(of: rows, as: .lines, chunkSize: 4096) {
            written += chunk.count
            largest = max(largest, chunk.count)
            // Elements are not created in advance: the shortest line has 22 bytes.
            #expect(asked * 22 <= written)
        }
        #expect(asked == 50_000)
        #expect(largest < 4096 + 64)
    }

    @Test func errors() async throws {
        let encoder = PolicyJSONEncoder()
        let values = [1, 2, .nan, 4]
        do {
            _ = try encoder.encode(contentsOf: values, as: .lines)
            Issue.record("no error")
        } catch EncodingError.invalidValue(_, let context) {
            #expect(DecodingPath(context.codingPath).description == "[2]")
        }
        var joined = Data()
        await #expect(throws: EncodingError.self) {
            for try await chunk in encoder.chunks(of: values, as: .array) { joined += chunk }
        }
        #expect(Self.text(joined) == "[1,2")
    }

    private struct Silent: Encodable {
        func encode(to encoder: any Encoder) throws {}
    }

    private struct Twice: Encodable {
        func encode(to encoder: any Encoder) throws {
            for _ in 0..<2 {
                var container = encoder.singleValueContainer()
                try container.encode(1)
            }
        }
    }

    private struct Zeros: EncodingRule {
        let encodingSituations: EncodingSituation = .value

        func represent(_ context: EncodingRuleContext) -> Representation {
            context.value as? Int == 0 ? .omit : .decline
        }
    }

    /// An array of elements is that of the array.
    @Test(arguments: [[], .prettyPrinted] as [PolicyJSONEncoder.OutputFormatting])
    func omittedElements(_ formatting: PolicyJSONEncoder.OutputFormatting) throws {
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { Zeros() })
        encoder.outputFormatting = formatting
        for elements in [[], [0], [0, 1], [1, 0], [0, 0, 2, 0, 3, 0]] {
            #expect(try encoder.encode(contentsOf: elements, as: .array) == encoder.encode(elements))
        }
        #expect(
            try encoder.encode(contentsOf: [Silent(), Silent()], as: .array) == encoder.encode([Silent(), Silent()]))
    }

    /// The index of the element is that in the sequence.
    @Test func errorsOfElements() {
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { Zeros() })
        func message(_ elements: [some Encodable], _ format: JSONStreamFormat) -> String? {
            let error = #expect(throws: EncodingError.self) { try encoder.encode(contentsOf: elements, as: format) }
            guard case .invalidValue(_, let context)? = error else { return nil }
            return "\(DecodingPath(context.codingPath)): \(context.debugDescription)"
        }
        #expect(message([1, 0], .lines) == "[1]: Top-level Int did not encode any values.")
        #expect(message([Silent()], .sequence) == "[0]: Top-level Silent did not encode any values.")
        #expect(message([0, 1, .nan], .array) == "[2]: Unable to encode Double.nan directly in JSON.")
        #expect(
            message([Twice()], .array)
                == "[0]: Attempt to encode value through single value container when previously value already encoded.")
    }

    /// One element, and an end when the task is cancelled, as `AsyncStream` has it.
    private struct EndsWhenCancelled: AsyncSequence, AsyncIteratorProtocol {
        let isWaiting: AsyncStream<Void>.Continuation
        var count = 0

        func makeAsyncIterator() -> Self { self }

        mutating func next() async -> Int? {
            count += 1
            if count == 1 { return 1 }
            isWaiting.finish()
            try? await Task.sleep(for: .seconds(600))
            return nil
        }
    }

    /// A sequence that ends because the task is cancelled does not end the text.
    @Test(arguments: [(.array, "[1"), (.lines, "1\n"), (.sequence, "\u{1E}1\n")] as [(JSONStreamFormat, String)])
    func cancellation(_ format: JSONStreamFormat, _ text: String) async throws {
        let (waiting, isWaiting) = AsyncStream.makeStream(of: Void.self)
        let writing = Task {
            var joined = Data()
            let elements = EndsWhenCancelled(isWaiting: isWaiting)
            await #expect(throws: CancellationError.self) {
                for try await chunk in PolicyJSONEncoder().chunks(of: elements, as: format) { joined += chunk }
            }
            return joined
        }
        for await _ in waiting {}
        writing.cancel()
        #expect(Self.text(await writing.value) == text)
    }

    #if !FoundationEssentials
        @Test func files() throws {
            let url = FileManager.default.temporaryDirectory.appending(path: "elements-\(UUID().uuidString).json")
            #expect(FileManager.default.createFile(atPath: url.path, contents: nil))
            defer { try? FileManager.default.removeItem(at: url) }
            let file = try FileHandle(forWritingTo: url)
            let encoder = PolicyJSONEncoder()
            try encoder.encode(contentsOf: Self.rows, as: .lines, to: file, chunkSize: 10)
            try encoder.encode(Self.rows[0], to: file)
            #expect(throws: EncodingError.self) { try encoder.encode(contentsOf: [1, .nan], as: .lines, to: file) }
            #expect(throws: EncodingError.self) { try encoder.encode(Double.nan, to: file) }
            try file.close()
            #expect(Self.text(try Data(contentsOf: url)) == Self.lines + "{\"id\":0,\"name\":\"n\\n0\"}1\n")
        }
    #endif
}
