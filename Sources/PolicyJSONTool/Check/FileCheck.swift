import Foundation
import JSONStream
import PolicyJSON

/// The result of checking one input.
struct FileCheck {
    /// A valid file.
    struct Document {
        /// What has been counted in a file.
        enum Counts {
            case document(JSONSummary)
            /// JSON texts on lines.
            case texts(Int)
            /// Elements at a path.
            case elements(Int)
        }

        let counts: Counts
        /// Bytes of the input, including a byte order mark.
        let bytes: Int
        let seconds: Double

        /// Millions of bytes per second; `nil` if no time was measured.
        var megabytesPerSecond: Double? { seconds > 0 ? Double(bytes) / seconds / 1e6 : nil }
    }

    let input: Input
    let outcome: Result<Document, InputProblem>

    /// Reads and checks an input in chunks: memory does not grow with the input. A progress bar is drawn on standard
    /// error if that is a terminal.
    ///
    /// - Parameter path: the path to the elements of a document that are counted.
    init(of input: Input, _ format: InputFormat = .document, at path: PathPattern? = nil) {
        self.input = input
        let draw = StandardStream.error.isTerminal() ? StandardStream.error.draw : nil
        outcome = Result { () throws(InputProblem) in
            var chunks = try Chunks(input)
            let next = { () throws(InputProblem) in try chunks.next() }
            return if format == .lines {
                try Self.checkElements(of: .lines, label: input.label, total: input.fileSize, draw: draw, next)
            } else if let path {
                try Self.checkElements(of: .path(path), label: input.label, total: input.fileSize, draw: draw, next)
            } else {
                try Self.check(label: input.label, total: input.fileSize, draw: draw, next)
            }
        }
    }

    /// Checks bytes in memory.
    ///
    /// - Parameter draw: draws the text of a progress bar.
    static func check(
        _ data: Data, label: String, draw: ((String) -> Void)? = nil
    ) throws(InputProblem) -> Document {
        var left = data[...]
        return try check(label: label, total: data.count, draw: draw) { () throws(InputProblem) in
            let next = left.prefix(1 << 16)
            left = left.dropFirst(1 << 16)
            return ArraySlice(next)
        }
    }

    /// What is counted.
    private enum Elements {
        case lines
        case path(PathPattern)
    }

    /// Checks the elements in the chunks that `next` returns, until one is empty, and what surrounds them.
    private static func checkElements(
        of elements: Elements, label: String, total: Int?, draw: ((String) -> Void)?,
        _ next: @escaping () throws(InputProblem) -> ArraySlice<UInt8>
    ) throws(InputProblem) -> Document {
        let seconds = stopwatch()
        var bar = ProgressBar(label: label, total: total)
        var bytes = 0
        defer { if let draw { bar.erase().map(draw) } }
        do {
            let source = ReadChunks {
                let chunk = try next()
                bytes += chunk.count
                if let draw { bar.update(done: bytes, seconds: seconds()).map(draw) }
                return chunk.isEmpty ? nil : chunk
            }
            let decoder = PolicyJSONDecoder()
            let reader =
                switch elements {
                case .lines: try decoder.elements(of: AnyText.self, in: .lines, from: source)
                case .path(let path): try decoder.elements(of: AnyText.self, at: path, from: source)
                }
            while try reader.next() != nil {}
            let count = reader.progress.elements
            let counts: Document.Counts = if case .lines = elements { .texts(count) } else { .elements(count) }
            return Document(counts: counts, bytes: bytes, seconds: seconds())
        } catch let error as JSONDecodingError {
            if let problem = error.underlyingError as? InputProblem { throw problem }
            let problem = InputProblem(error, in: label)
            if case .path(let path) = elements { throw problem.hinting(after: error, at: path) }
            throw problem
        } catch {
            throw .unreadable(label, because: error)
        }
    }

    /// A function that returns the seconds since now.
    private static func stopwatch() -> () -> Double {
        let begin = ContinuousClock.now
        return { (ContinuousClock.now - begin) / .seconds(1) }
    }

    /// Checks the chunks that `next` returns, until one is empty.
    private static func check(
        label: String, total: Int?, draw: ((String) -> Void)?, _ next: () throws(InputProblem) -> ArraySlice<UInt8>
    ) throws(InputProblem) -> Document {
        var start: [UInt8] = []
        while start.count < 4 {
            let chunk = try next()
            if chunk.isEmpty { break }
            start += chunk
        }
        guard case .utf8(let skipped) = DocumentStart(of: start) else { throw .notUTF8(label) }
        let seconds = Self.stopwatch()
        var bar = ProgressBar(label: label, total: total)
        var bytes = start.count
        var checker = JSONValidator()
        defer { if let draw { bar.erase().map(draw) } }
        do {
            try checker.append(Array(start.dropFirst(skipped)))
            while true {
                let chunk = try next()
                if chunk.isEmpty { break }
                try unsafe chunk.withUnsafeBytes { try unsafe checker.append($0.bytes) }
                bytes += chunk.count
                if let draw { bar.update(done: bytes, seconds: seconds()).map(draw) }
            }
            return Document(counts: .document(try checker.finish()), bytes: bytes, seconds: seconds())
        } catch let error as JSONSyntaxError {
            throw InputProblem(error, in: label, skipped: skipped).hinting(atLinesAfter: error)
        } catch let error as InputProblem {
            throw error
        } catch {
            throw .unreadable(label, because: error)
        }
    }
}

/// A JSON text that is only checked.
private struct AnyText: Decodable {
    init(from decoder: any Decoder) {}
}

/// Chunks that a closure returns.
private struct ReadChunks: JSONByteSource {
    let next: () throws -> ArraySlice<UInt8>?

    func jsonReader(from offset: Int) -> JSONByteReader { JSONByteReader(next) }
}

/// How a document starts, as far as it matters for reading UTF-8 (RFC 8259 section 8.1).
private enum DocumentStart {
    /// UTF-8, after a byte order mark of 0 or 3 bytes.
    case utf8(mark: Int)
    /// A mark or the zero bytes of UTF-16 or UTF-32.
    case other

    init(of data: [UInt8]) {
        let isWide = data.starts(with: [0xFE, 0xFF]) || data.starts(with: [0xFF, 0xFE])
        if isWide || (data.count > 1 && data.prefix(2).contains(0)) {
            self = .other
        } else {
            self = .utf8(mark: data.byteOrderMarkLength)
        }
    }
}
