import Foundation
import NIOCore
import PolicyJSON
import Testing

/// Decodes elements from a TCP connection.
@Suite(.serialized) struct NetworkTests {
    struct Order: Decodable, Sendable, Equatable {
        let id: Int
        let text: String
    }

    private func json(_ ids: Range<Int>) -> [String] {
        ids.map { #"{"id":\#($0),"text":"é\n\#(String(repeating: "x", count: $0 % 97))"}"# }
    }

    private func pieces(_ text: String, of length: Int) -> [[UInt8]] {
        let bytes = Array(text.utf8)
        return stride(from: 0, to: bytes.count, by: length).map { Array(bytes[$0..<min($0 + length, bytes.count)]) }
    }

    @Test(arguments: [1 << 20, 4096, 777])
    func `an array in bursts`(_ length: Int) async throws {
        let text = #"{"next":null,"data":{"items":["# + json(0..<20_000).joined(separator: ", ") + "]}}"
        let writer = Connection.Writer(pieces: pieces(text, of: length))
        let ids = try await Connection.read(writer) { bytes in
            var ids: [Int] = []
            for try await order in PolicyJSONDecoder().elements(of: Order.self, at: "data.items", from: bytes) {
                ids.append(order.id)
            }
            return ids
        }
        #expect(ids == Array(0..<20_000))
    }

    @Test func `an array on several tasks`() async throws {
        let text = "[" + json(0..<20_000).joined(separator: ",") + "]"
        let ids = try await Connection.read(Connection.Writer(pieces: pieces(text, of: 9999))) { bytes in
            var ids: [Int] = []
            for try await order in PolicyJSONDecoder().elements(of: Order.self, from: bytes).concurrently(tasks: 2) {
                ids.append(order.id)
            }
            return ids
        }
        #expect(ids == Array(0..<20_000))
    }

    @Test func `lines from a slow writer that splits them at arbitrary positions`() async throws {
        let text = json(0..<30).map { $0 + "\n" }.joined()
        let writer = Connection.Writer(pieces: pieces(text, of: 13), pause: .milliseconds(1))
        let ids = try await Connection.read(writer) { bytes in
            var ids: [Int] = []
            for try await order in PolicyJSONDecoder().elements(of: Order.self, in: .lines, from: bytes) {
                ids.append(order.id)
            }
            return ids
        }
        #expect(ids == Array(0..<30))
    }

    @Test(arguments: [1, 2]) func `a slow reader slows the writer down`(_ concurrency: Int) async throws {
        // Much more than the capacity of all buffers on the way, of which those of the sockets are the largest.
        let line = Array((json(96..<97)[0] + "\n").utf8)
        let piece = Array(repeatElement(line, count: (1 << 16) / line.count).joined())
        let writer = Connection.Writer(pieces: Array(repeating: piece, count: 400))
        let (early, count) = try await Connection.read(writer) { bytes in
            let orders = PolicyJSONDecoder().elements(
                of: Order.self, in: .lines, from: bytes
            ).concurrently(tasks: concurrency)
            var early = -1
            var count = 0
            for try await _ in orders {
                count += 1
                if count > 1 { continue }
                // Wait until the writer has stopped.
                while early != writer.written.value {
                    early = writer.written.value
                    try await Task.sleep(for: .milliseconds(300))
                }
            }
            return (early, count)
        }
        #expect(early < 100)
        #expect(count == 400 * piece.count / line.count)
    }

    @Test func `a connection that closes early`() async throws {
        let text = "[" + json(0..<100).joined(separator: ",\n") + ",\n{\"id\":"
        let (ids, error) = try await read(Connection.Writer(pieces: pieces(text, of: 1000)))
        #expect(ids == Array(0..<100))
        #expect(error?.syntaxError?.code == .unexpectedEnd)
        #expect(error?.location == JSONLocation(offset: text.utf8.count, line: 101, column: 7))
    }

    @Test func `a connection that is reset`() async throws {
        let text = "[" + json(0..<100).joined(separator: ",\n") + ",\n{\"id\":"
        let (ids, error) = try await read(Connection.Writer(pieces: pieces(text, of: 1000), resets: true))
        #expect(ids == Array(0..<100))
        #expect(error?.syntaxError == nil || error?.syntaxError?.code == .unexpectedEnd)
        #expect(error?.location == JSONLocation(offset: text.utf8.count, line: 101, column: 7))
    }

    private func read(_ writer: Connection.Writer) async throws -> ([Int], JSONDecodingError?) {
        try await Connection.read(writer) { bytes in
            var ids: [Int] = []
            do {
                for try await order in PolicyJSONDecoder().elements(of: Order.self, from: bytes) {
                    ids.append(order.id)
                }
            } catch let error as JSONDecodingError {
                return (ids, error)
            }
            return (ids, nil)
        }
    }

    @Test func `leaving early closes the connection`() async throws {
        let text = "[" + json(0..<50_000).joined(separator: ",") + "]"
        let resumePoint = try await Connection.read(Connection.Writer(pieces: pieces(text, of: 1 << 16))) { bytes in
            let orders = PolicyJSONDecoder().elements(of: Order.self, from: bytes)
            for try await order in orders where order.id == 20_000 { break }
            return orders.resumePoint
        }
        // The rest is received over another connection.
        let rest = String(decoding: Array(text.utf8)[resumePoint.offset...], as: UTF8.self)
        let ids = try await Connection.read(Connection.Writer(pieces: pieces(rest, of: 1 << 16))) { bytes in
            var ids: [Int] = []
            for try await order in PolicyJSONDecoder().elements(of: Order.self, from: bytes, resumingAt: resumePoint) {
                ids.append(order.id)
            }
            return ids
        }
        #expect(ids == Array(20_001..<50_000))
    }
}
