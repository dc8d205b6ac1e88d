@_spi(Tape) internal import JSONTape

extension JSONReplacement {
    /// Whether the replacement can be parsed under some settings of the decoder.
    var isWellFormed: Bool {
        switch self {
        case .null, .bool, .string: true
        case .number(let text): JSONNumber(text) != nil
        case .document(let text): Self.isJSON5(text)
        }
    }

    /// Whether the most tolerant settings accept a text.
    private static func isJSON5(_ text: String) -> Bool {
        // Undecided if allocation fails.
        guard let tape = try? Tape() else { return true }
        return (try? tape.parse(copying: Array(text.utf8), limits: .unbounded, syntax: .json5)) != nil
    }
}

extension JSONLimits {
    fileprivate static let unbounded = JSONLimits(
        depth: .max, documentBytes: .max, stringBytes: .max, numberBytes: .max, tokens: .max, members: .max,
        elements: .max, elementBytes: .max)
}
