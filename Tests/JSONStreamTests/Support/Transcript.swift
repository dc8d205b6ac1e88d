import JSONStream

/// What a stream came to: its events with their offsets, and the error it ended with.
struct Transcript: Equatable, Sendable {
    var events: [String] = []
    var error: JSONSyntaxError?

    /// The error's place and message, without the excerpt, which ends where a chunk does.
    var failure: String? { error.map { "\($0.code) \($0.location)+\($0.offset): \($0.message)" } }
}

extension JSONEvent {
    /// The event in a word.
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

/// Runs a stream through a parser.
///
/// - Parameters:
///   - chunk: bytes fed at a time.
///   - isEager: whether events are taken after each chunk, or all of them at the end.
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
