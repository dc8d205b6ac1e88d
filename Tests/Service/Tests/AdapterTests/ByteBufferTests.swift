import Foundation
import NIOCore
import PolicyJSON
import PolicyJSONNIO
import Testing

@Suite struct ByteBufferTests {
    struct Order: Codable, Equatable, Sendable { let id: Int, text: String }

    /// A buffer with bytes before and after the readable ones.
    private func buffer(_ text: String) -> ByteBuffer {
        var buffer = ByteBuffer(string: "[[[" + text)
        buffer.moveReaderIndex(forwardBy: 3)
        buffer.reserveCapacity(buffer.capacity + 100)
        return buffer
    }

    private static let clean = #"[{"id":1,"text":"é\n"}]"#
    private static let messy = #"[{"id":"1","text":"a"}]"#
    private static let broken = #"[{"id":"x"},{"id":1}]"#

    @Test func `every way to decode`() throws {
        let strict = PolicyJSONDecoder()
        let lenient = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
        let expected = [Order(id: 1, text: "a")]
        #expect(try strict.decode([Order].self, from: buffer(Self.clean)) == [Order(id: 1, text: "é\n")])
        #expect(try strict.decode([Order].self, from: buffer(Self.messy), policy: .lenient) == expected)
        let outcome = try lenient.decodeReporting([Order].self, from: buffer(Self.messy))
        #expect(outcome.value == expected)
        #expect(outcome.report == (try lenient.decodeReporting([Order].self, from: Self.messy).report))
        #expect(try lenient.decodeCollectingErrors([Order].self, from: buffer(Self.messy)) == expected)
        let audit = strict.audit([Order].self, from: buffer(Self.messy), policy: lenient.policy)
        #expect(throws: DecodingError.self) { try audit.value }
        #expect(audit.report == outcome.report)

        #expect(throws: DecodingError.self) { try strict.decode([Order].self, from: buffer(Self.messy)) }
        #expect(throws: JSONDecodingError.self) {
            try strict.decodeReporting([Order].self, from: buffer(Self.messy))
        }
        let errors = #expect(throws: JSONDecodingError.self) {
            try lenient.decodeCollectingErrors([Order].self, from: buffer(Self.broken))
        }
        #expect(errors.map { DecodingProblem.problems(in: $0).map(\.jsonPointer) } == ["/0/text", "/0/id", "/1/text"])
    }

    @Test func `userInfo of a call`() throws {
        struct Reader: Decodable {
            let value: String?
            init(from decoder: any Decoder) throws { value = decoder.userInfo[.test] as? String }
        }
        let read = try PolicyJSONDecoder().decode(Reader.self, from: buffer("{}"), userInfo: [.test: "yes"])
        #expect(read.value == "yes")
    }

    @Test func `encoding appends, and appends nothing after an error`() throws {
        let encoder = PolicyJSONEncoder()
        var buffer = ByteBuffer(string: "data: ")
        try encoder.encode(Order(id: 1, text: "é"), into: &buffer)
        #expect(String(buffer: buffer) == #"data: {"id":1,"text":"é"}"#)
        #expect(throws: EncodingError.self) { try encoder.encode([1, Double.nan], into: &buffer) }
        #expect(String(buffer: buffer) == #"data: {"id":1,"text":"é"}"#)
        #expect(String(buffer: try encoder.encodeAsByteBuffer([1, 2])) == "[1,2]")
    }

    @Test(arguments: [JSONStreamFormat.lines, .array]) func `chunks as buffers`(format: JSONStreamFormat) async throws {
        let orders = (0..<1_000).map { Order(id: $0, text: "text") }
        let encoder = PolicyJSONEncoder()
        var text = ByteBuffer()
        var count = 0
        for try await var buffer in encoder.chunks(of: orders, as: format, chunkSize: 1_000).buffers {
            #expect(buffer.readableBytes >= 1_000 || text.readableBytes > 20_000)
            text.writeBuffer(&buffer)
            count += 1
        }
        #expect(count > 20)
        #expect(Data(text.readableBytesView) == (try encoder.encode(contentsOf: orders, as: format)))
    }

    @Test func `chunks before an element that cannot be encoded`() async throws {
        var text = ""
        await #expect(throws: EncodingError.self) {
            for try await buffer in PolicyJSONEncoder().chunks(of: [1, .nan, 2], as: .lines).buffers {
                text += String(buffer: buffer)
            }
        }
        #expect(text == "1\n")
    }

    @Test(arguments: [1, 2]) func `a body as a stream of elements`(concurrency: Int) async throws {
        let body = NIOAsyncSequenceProducer.makeSequence(
            elementType: ByteBuffer.self,
            backPressureStrategy: NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark(
                lowWatermark: 1, highWatermark: 10),
            finishOnDeinit: false, delegate: NoDelegate())
        for id in 0..<100 { _ = body.source.yield(buffer(#"{"id":\#(id),"text":""}"# + "\n")) }
        body.source.finish()
        var ids: [Int] = []
        let orders = PolicyJSONDecoder().elements(
            of: Order.self, in: .lines, from: body.sequence
        ).concurrently(tasks: concurrency)
        for try await order in orders { ids.append(order.id) }
        #expect(ids == Array(0..<100))
    }

    private struct NoDelegate: NIOAsyncSequenceProducerDelegate {
        func produceMore() {}
        func didTerminate() {}
    }
}

extension CodingUserInfoKey {
    fileprivate static let test = CodingUserInfoKey(rawValue: "test")!
}
