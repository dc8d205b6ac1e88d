import PolicyJSON

/// The elements of a stream, its error and its report must not depend on how it is divided into chunks.
enum StreamCheck {
    private static let paths: [PathPattern] = ["", "[*]", "*", "**.a", "*.*", "[1].*"]
    private static let formats: [JSONStreamFormat] = [
        .concatenated, .lines, .lines(skippingInvalid: true), .sequence, .sequence(skippingInvalid: true),
    ]

    /// The result of a stream.
    private struct Outcome: Equatable, CustomStringConvertible {
        var elements: [String] = []
        var failure: String?
        var changes: [String] = []
        var resumePoint = JSONResumePoint.start

        var description: String { "\(elements) \(failure ?? "") \(changes) \(resumePoint)" }

        init(_ elements: JSONElementReader<RawJSON>) {
            do {
                while let element = try elements.next() { self.elements.append(element.text) }
            } catch {
                // Without the excerpt, which ends with the chunk.
                let what = error.syntaxError.map { "\($0.code) \($0.message)" } ?? "\(error)"
                failure = "\(String(describing: error.location)) \(error.index ?? -1) \(what)"
            }
            changes = elements.report.entries.map { "\($0.location) \($0.path) \($0.kind) \($0.reason)" }
            resumePoint = elements.resumePoint
        }
    }

    static func complaint(about document: [UInt8], _ setup: Setup, step: Int, bound: Int) -> String? {
        let decoder = PolicyJSONDecoder()
        decoder.limits = setup.limits
        let format = formats[bound % formats.count]
        // For a scalar that is both too long and invalid, either error may be detected first (Docs/Streaming.md).
        if setup.manyDocuments, format != .concatenated, bound % 3 == 0 { decoder.limits.elementBytes = bound % 23 }
        func outcome(_ length: Int) throws -> Outcome {
            let source = Pieces(bytes: document, length: length)
            if setup.manyDocuments {
                return Outcome(try decoder.elements(of: RawJSON.self, in: format, from: source))
            }
            let path = paths[bound % paths.count]
            return Outcome(try decoder.elements(of: RawJSON.self, at: path, from: source))
        }
        do {
            let whole = try outcome(.max)
            let pieces = try outcome(step)
            return whole == pieces ? nil : "stream: \(whole) in pieces: \(pieces)"
        } catch {
            return "stream: \(error)"
        }
    }

    private struct Pieces: JSONByteSource {
        let bytes: [UInt8]
        let length: Int

        func jsonReader(from offset: Int) -> JSONByteReader {
            var left = bytes.dropFirst(offset)
            return JSONByteReader { () -> ArraySlice<UInt8>? in
                if left.isEmpty { return nil }
                let piece = left.prefix(length)
                left = left.dropFirst(length)
                return piece
            }
        }
    }
}
