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
        let progress = InputProgress(input)
        defer { progress.erase() }
        var chunks = try Chunks(input)
        let (start, isWhole) = try chunks.readAhead()
        let layout = path == nil ? format.layout(of: start, isWhole: isWhole) : .elements
        func pass(on rejected: RejectedRecord) throws {
            try failing(FailingSample(rejected, source: input.label, isLine: layout == .lines), rejected.record)
        }
        switch layout {
        case .text:
            var (text, omitted) = ([UInt8](), 0)
            while true {
                let chunk = try chunks.next()
                if chunk.isEmpty { break }
                let room = JSONLimits.default.elementBytes - text.count
                text += chunk.prefix(room)
                omitted += max(chunk.count - room, 0)
            }
            // As without samples, not a sample that is not JSON.
            if RecordFormat.isBlank(text.dropFirst(text.byteOrderMarkLength)) { return (0, 0) }
            let start = JSONLocation.start
            let (result, report) = filter.clean(text, index: 0, at: start, omitted: omitted)
            if case .failure(let rejected) = result { try pass(on: rejected) }
            return (1, report?.isEmpty ?? true ? 0 : 1)
        case .lines: filter.format = .lines
        case .elements: filter.format = .elements(at: path ?? "")
        }
        let source = ObservedChunks(chunks: chunks, beforeReading: progress.draw)
        let summary = try filter.run(from: source) { result in
            if case .failure(let rejected) = result { try pass(on: rejected) }
        }
        if let failure = summary.failure {
            throw failure.underlyingError as? InputProblem ?? InputProblem(failure, in: input.label)
        }
        return (summary.records, summary.changed)
    }
}
