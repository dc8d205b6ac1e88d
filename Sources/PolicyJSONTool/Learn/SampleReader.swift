import Foundation
import PolicyJSON
import PolicyJSONData

/// Reads the samples of several inputs.
struct SampleReader {
    let inputs: [Input]
    let format: RecordFormat
    let path: PathPattern?
    let schema: JSONSchema
    let decoder: PolicyJSONDecoder

    var reader: LearningRun.Reader {
        // Pipes can be read only once.
        LearningRun.Reader(isRepeatable: inputs.allSatisfy { $0.fileSize != nil }) { policy, failing in
            var total = (samples: 0, changed: 0)
            for input in inputs {
                let (samples, changed) = try scan(input, policy) { try failing($0, total.samples + $1) }
                total.samples += samples
                total.changed += changed
            }
            return total
        }
    }

    private func scan(
        _ input: Input, _ policy: DecodingPolicy, _ failing: (FailingSample, _ number: Int) throws -> Void
    ) throws -> (samples: Int, changed: Int) {
        var filter = RecordFilter(schema: schema, decoder: decoder.overriding(policy: policy))
        filter.rawLimit = FailingSample.byteLimit
        func pass(on rejected: RejectedRecord) throws {
            let sample = FailingSample(
                bytes: rejected.bytes, byteCount: rejected.byteCount, source: input.label, record: rejected.record,
                location: rejected.location)
            try failing(sample, rejected.record)
        }
        let progress = InputProgress(input)
        defer { progress.erase() }
        let source = try StartedChunks(input, progress)
        switch path == nil ? format.layout(of: source.start, isWhole: source.isWhole) : .elements {
        case .text:
            var (text, omitted) = (source.start, 0)
            var chunks = source.rest
            while true {
                let chunk = try chunks.next()
                if chunk.isEmpty { break }
                let room = JSONLimits.default.elementBytes - text.count
                text += chunk.prefix(room)
                omitted += max(chunk.count - room, 0)
            }
            // As without samples, not a sample that is not JSON.
            if text.allSatisfy(" \t\n\r".utf8.contains) { return (0, 0) }
            let start = JSONLocation(offset: 0, line: 1, column: 1)
            let (result, report) = filter.clean(text, index: 0, at: start, omitted: omitted)
            if case .failure(let rejected) = result { try pass(on: rejected) }
            return (1, report?.isEmpty ?? true ? 0 : 1)
        case .lines: filter.format = .lines
        case .elements: filter.format = .elements(at: path ?? "")
        }
        let summary = try filter.run(from: source) { result in
            if case .failure(let rejected) = result { try pass(on: rejected) }
        }
        if let failure = summary.failure {
            throw failure.underlyingError as? InputProblem ?? InputProblem(failure, in: input.label)
        }
        return (summary.records, summary.changed)
    }
}

/// An input of which the first bytes have been read.
private struct StartedChunks: JSONByteSource {
    private(set) var start: [UInt8] = []
    /// Whether `start` is the whole input.
    private(set) var isWhole = false
    private(set) var rest: Chunks
    private let progress: InputProgress

    init(_ input: Input, _ progress: InputProgress) throws(InputProblem) {
        rest = try Chunks(input)
        self.progress = progress
        while start.count < RecordFormat.recognizedBytes, !isWhole {
            let chunk = try rest.next()
            start += chunk
            isWhole = chunk.isEmpty
        }
    }

    func jsonReader(from offset: Int) -> JSONByteReader {
        var (chunks, first, bytes) = (rest, Optional(start), start.count)
        return JSONByteReader { () throws -> ArraySlice<UInt8>? in
            if let start = first {
                first = nil
                return start[...]
            }
            let chunk = try chunks.next()
            bytes += chunk.count
            progress.draw(bytes)
            return chunk.isEmpty ? nil : chunk
        }
    }
}
