@_spi(Tape) internal import JSONTape

extension JSONReplacement {
    /// Whether there are settings under which the replacement can be parsed.
    var isWellFormed: Bool {
        switch self {
        case .null, .bool, .string: true
        case .number(let text): JSONNumber(text) != nil
        case .document(let text): Self.isJSON5(text)
        }
    }

    /// Whether a text is JSON, or what the most tolerant settings accept as JSON.
    private static func isJSON5(_ text: String) -> Bool {
        // Without memory it is not known.
        guard let tape = try? Tape() else { return true }
        return (try? tape.parse(copying: Array(text.utf8), limits: .unbounded, syntax: .json5)) != nil
    }
}

extension JSONLimits {
    fileprivate static let unbounded = JSONLimits(
        depth: .max, documentBytes: .max, stringBytes: .max, numberBytes: .max, tokens: .max, members: .max,
        elements: .max, elementBytes: .max)
}
