import Foundation
import PolicyJSON
import TestSupport
import Testing

/// An error that a source throws.
struct ConnectionReset: Error, Equatable {}

/// A source of bytes in chunks, optionally followed by an error, for synchronous and asynchronous reading.
struct Chunks: JSONByteSource, Sendable {
    let chunks: [[UInt8]]
    var error: (any Error)?

    init(_ chunks: [[UInt8]], error: (any Error)? = nil) {
        self.chunks = chunks
        self.error = error
    }

    init(_ bytes: [UInt8], cutAt ends: [Int] = [], error: (any Error)? = nil) {
        let ends = [0] + ends + [bytes.count]
        self.init(zip(ends, ends.dropFirst()).map { Array(bytes[$0..<$1]) }, error: error)
    }

    init(_ bytes: [UInt8], length: Int) {
        self.init(bytes, cutAt: Array(stride(from: length, to: Swift.max(bytes.count, length), by: length)))
    }

    func jsonReader(from offset: Int) throws -> JSONByteReader {
        var (left, skipped) = (chunks[...], offset)
        while let first = left.first, skipped > 0 {
            left[left.startIndex] = Array(first.dropFirst(skipped))
            skipped -= first.count
            if skipped >= 0 { left.removeFirst() }
        }
        return JSONByteReader {
            if let error, left.isEmpty { throw error }
            return left.popFirst()
        }
    }

    /// The chunks for asynchronous reading.
    var async: AsyncChunks { AsyncChunks(left: chunks[...], error: error) }
}

struct AsyncChunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
    var left: ArraySlice<[UInt8]>
    let error: (any Error)?

    mutating func next() async throws -> [UInt8]? {
        if let error, left.isEmpty { throw error }
        return left.popFirst()
    }

    func makeAsyncIterator() -> AsyncChunks { self }
}

/// The result of a stream as text.
struct Delivery: Equatable, CustomStringConvertible {
    var elements: [String] = []
    var failure: String?
    var report: [String] = []
    var offset = 0

    var description: String { "\(elements) \(failure ?? "") \(report) \(offset)" }

    /// Reads a stream to its end.
    init<E>(_ reader: JSONElementReader<E>) {
        do {
            while let element = try reader.next() { elements.append("\(element)") }
            #expect(try reader.next() == nil)
        } catch {
            failure = Self.describe(error)
            #expect(throws: Never.self) { if try reader.next() != nil { Issue.record("an element after an error") } }
        }
        report = reader.report.entries.map { "\($0) \($0.reason)" }
        offset = reader.resumePoint.offset
        #expect(reader.progress.elements == elements.count)
    }

    init<E, B>(_ stream: JSONElements<E, B>) async {
        do {
            for try await element in stream { elements.append("\(element)") }
        } catch {
            failure = Self.describe(error)
        }
        report = stream.report.entries.map { "\($0) \($0.reason)" }
        offset = stream.resumePoint.offset
        #expect(stream.progress.elements == elements.count)
    }

    /// Describes an error without the excerpt, which depends on chunks.
    static func describe(_ error: any Error) -> String {
        guard let error = error as? JSONDecodingError else { return "\(error)" }
        let index = error.index.map { " element \($0)" } ?? ""
        if let syntaxError = error.syntaxError, let location = error.location {
            return "\(location) (\(location.offset)) \(syntaxError.code): \(syntaxError.message)\(index)"
        }
        return "\(error)\(index)"
    }
}
