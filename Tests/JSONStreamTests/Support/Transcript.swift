import JSONStream

/// The result of a stream: its events with their offsets, and its error.
struct Transcript: Equatable, Sendable {
    var events: [String] = []
    var error: JSONSyntaxError?

    /// The error's location and message, without the excerpt, which depends on chunks.
    var failure: String? { error.map { "\($0.code) \($0.location)+\($0.offset): \($0.message)" } }
}

extension JSONEvent {
    /// A short description of the event.
    var word: String {
        switch self {
        case .beginObject: "{"
        case .endObject: "}"
        case .beginArray: "["
        case .endArray: "]"
        case .key(let name): "key \(name)"
        case .string(let text): "string \(text)"
        case .number(let number): "number \(number)"
        case .bool(let value): "\(value)"
        case .null: "null"
        }
    }
}

/// Parses a stream.
///
/// - Parameters:
///   - chunk: the number of bytes in a chunk.
///   - isEager: whether events are consumed after each chunk instead of at the end.
func transcript(
    of bytes: [UInt8], chunk: Int = .max, isEager: Bool = true, documents: JSONStreamParser.Documents = .one,
    limits: JSONLimits = .default
) -> Transcript {
    var parser = JSONStreamParser(limits: limits, documents: documents)
    var result = Transcript()
    func drain(_ parser: inout JSONStreamParser) {
        do throws(JSONSyntaxError) {
            while let event = try parser.next() { result.events.append("\(parser.offset) \(event.word)") }
        } catch {
            result.error = error
        }
    }
    var start = 0
    while start < bytes.count {
        let end = chunk < bytes.count - start ? start + chunk : bytes.count
        parser.append(Array(bytes[start..<end]))
        if isEager { drain(&parser) }
        start = end
    }
    parser.finish()
    drain(&parser)
    return result
}
