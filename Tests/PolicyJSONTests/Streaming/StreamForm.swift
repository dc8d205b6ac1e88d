import PolicyJSON
import TestSupport

/// A way to read a stream. Records its elements and its failure in the log of the handlers' calls.
enum StreamForm: CaseIterable, Sendable {
    case synchronous, asynchronous, singleBytes, twoTasks, fiveTasks

    /// The values of a text that are read.
    enum Source: Sendable {
        case elements(PathPattern)
        case pairs(PathPattern)
        case records(JSONStreamFormat)
    }

    func read<E: Decodable & Sendable>(
        _ type: E.Type, _ source: Source, of chunks: Chunks, _ decoder: PolicyJSONDecoder, _ log: EventLog,
        resumingAt point: JSONResumePoint? = nil
    ) async {
        do {
            switch self {
            case .synchronous: try consume(type, source, chunks, decoder, log, point)
            case .asynchronous: try await consume(type, source, chunks.async, decoder, log, point)
            case .singleBytes: try await consume(type, source, bytes: chunks.async, decoder, log, point)
            case .twoTasks: try await consume(type, source, chunks.async, decoder, log, point, concurrency: 2)
            case .fiveTasks: try await consume(type, source, chunks.async, decoder, log, point, concurrency: 5)
            }
        } catch {
            log.add("failed: \(Delivery.describe(error))")
        }
    }

    private func consume<E: Decodable>(
        _ type: E.Type, _ source: Source, _ chunks: Chunks, _ decoder: PolicyJSONDecoder, _ log: EventLog,
        _ point: JSONResumePoint?
    ) throws {
        switch source {
        case .elements(let path):
            let reader = try decoder.elements(of: type, at: path, from: chunks, resumingAt: point)
            while let element = try reader.next() { log.add("> \(element)") }
        case .records(let format):
            let reader = try decoder.elements(of: type, in: format, from: chunks, resumingAt: point)
            while let element = try reader.next() { log.add("> \(element)") }
        case .pairs(let path):
            let reader = try decoder.members(of: type, at: path, from: chunks, resumingAt: point)
            while let pair = try reader.next() { log.add("> \(pair.value)") }
        }
    }

    private func consume<E: Decodable & Sendable>(
        _ type: E.Type, _ source: Source, _ chunks: AsyncChunks, _ decoder: PolicyJSONDecoder, _ log: EventLog,
        _ point: JSONResumePoint?, concurrency: Int? = nil
    ) async throws {
        switch (source, concurrency) {
        case (.elements(let path), let concurrency?):
            try await log.add(
                decoder.elements(of: type, at: path, from: chunks, resumingAt: point).concurrently(tasks: concurrency))
        case (.elements(let path), nil):
            try await log.add(decoder.elements(of: type, at: path, from: chunks, resumingAt: point))
        case (.records(let format), let concurrency?):
            try await log.add(
                decoder.elements(of: type, in: format, from: chunks, resumingAt: point).concurrently(tasks: concurrency)
            )
        case (.records(let format), nil):
            try await log.add(decoder.elements(of: type, in: format, from: chunks, resumingAt: point))
        case (.pairs(let path), let concurrency?):
            try await log.add(
                decoder.members(of: type, at: path, from: chunks, resumingAt: point).concurrently(tasks: concurrency)
            ) { $0.value }
        case (.pairs(let path), nil):
            try await log.add(decoder.members(of: type, at: path, from: chunks, resumingAt: point)) { $0.value }
        }
    }

    private func consume<E: Decodable>(
        _ type: E.Type, _ source: Source, bytes chunks: AsyncChunks, _ decoder: PolicyJSONDecoder, _ log: EventLog,
        _ point: JSONResumePoint?
    ) async throws {
        let bytes = JSONByteBatches(SingleBytes(chunks: chunks))
        switch source {
        case .elements(let path):
            try await log.add(decoder.elements(of: type, at: path, from: bytes, resumingAt: point))
        case .records(let format):
            try await log.add(decoder.elements(of: type, in: format, from: bytes, resumingAt: point))
        case .pairs(let path):
            try await log.add(decoder.members(of: type, at: path, from: bytes, resumingAt: point)) { $0.value }
        }
    }
}

extension EventLog {
    /// Records the elements of a stream as they are delivered.
    fileprivate func add<E, B>(_ stream: JSONElements<E, B>, _ shown: (E) -> Any = { $0 }) async throws {
        for try await element in stream { add("> \(shown(element))") }
    }
}

/// The single bytes of chunks.
struct SingleBytes: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private var chunks: AsyncChunks
    private var left: ArraySlice<UInt8> = []

    init(chunks: AsyncChunks) { self.chunks = chunks }

    mutating func next() async throws -> UInt8? {
        while left.isEmpty {
            guard let chunk = try await chunks.next() else { return nil }
            left = chunk[...]
        }
        return left.popFirst()
    }

    func makeAsyncIterator() -> SingleBytes { self }
}
