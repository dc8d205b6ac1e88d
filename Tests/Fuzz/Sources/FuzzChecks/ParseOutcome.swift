@_spi(Slots) @_spi(Cursor) import JSONTape

/// How a document is passed to the parser.
enum Feeding {
    case whole
    case growing(Int)
    case chunks(Int)
    /// In chunks, after each of which the tokens are discarded.
    case discarding(Int)
}

/// The settings that the options of an input select.
struct Setup {
    var limits = JSONLimits.default
    let manyDocuments: Bool
    let boundsTokens: Bool

    init(options: UInt8, bound: Int) {
        manyDocuments = options & 1 != 0
        boundsTokens = options & 16 != 0
        if options & 2 != 0 { limits.depth = bound % 5 }
        if options & 4 != 0 { limits.stringBytes = bound % 17 }
        if options & 8 != 0 { limits.numberBytes = bound % 9 }
        if boundsTokens { limits.tokens = bound % 37 }
        if options & 64 != 0 { limits.members = bound % 7 }
        if options & 128 != 0 { limits.elements = bound % 11 }
        if options & 32 != 0 { limits.documentBytes = bound }
    }
}

/// The result of parsing.
struct ParseOutcome: Equatable {
    var heads: [UInt64] = []
    var bodies: [UInt64] = []
    var failure: JSONSyntaxError?

    init(
        _ document: [UInt8], _ setup: Setup, _ feeding: Feeding, syntax: Tape.Syntax = .json, portable: Bool = false,
        on tape: Tape
    ) {
        unsafe document.withUnsafeBufferPointer { text in
            do throws(JSONSyntaxError) {
                try tape.begin(
                    limits: setup.limits, syntax: syntax, portable: portable, manyDocuments: setup.manyDocuments)
                switch feeding {
                case .whole: break
                case .growing(let step):
                    for end in stride(from: step, to: text.count, by: step) {
                        try unsafe tape.scan(UnsafeBufferPointer(rebasing: text[..<end]), final: false)
                    }
                case .chunks(let step), .discarding(let step):
                    for start in stride(from: 0, to: text.count, by: step) {
                        let end = min(start + step, text.count)
                        try unsafe tape.append(UnsafeBufferPointer(rebasing: text[start..<end]))
                        if case .discarding = feeding {
                            take(tape)
                            tape.discard()
                        }
                    }
                    try tape.finish()
                    take(tape)
                    return
                }
                try unsafe tape.scan(text, final: true)
            } catch {
                failure = error
            }
            take(tape)
        }
    }

    private mutating func take(_ tape: Tape) {
        var position = TapePosition.root
        while position < tape.end {
            let words = tape.words(ofSlotAt: position)
            heads.append(words.head)
            bodies.append(words.body)
            position = tape.position(afterTokenAt: position)
        }
    }

    /// The outcome without the fields that are unknown for containers whose start has been discarded.
    var withoutDiscarded: ParseOutcome {
        var result = self
        for place in heads.indices where heads[place] & 0xF >= 6 {
            result.heads[place] &= ~0xF0
            result.bodies[place] = 0
        }
        return result
    }

    /// The difference between two outcomes that should be equal; `nil` if there is none.
    func complaint(about other: ParseOutcome, _ name: String, otherSyntax: Bool = false) -> String? {
        let isSameFailure =
            failure?.code == other.failure?.code && failure?.location == other.failure?.location
            && failure?.expected == other.failure?.expected
        // A word that ends at the document limit may be the beginning of a longer one in JSON5.
        if isSameFailure, otherSyntax, failure?.code == .documentLimit { return nil }
        if isSameFailure, heads == other.heads, bodies == other.bodies { return nil }
        return "\(name): \(other.heads.count) slots, \(other.failure?.description ?? "accepted")\n"
            + "instead of \(heads.count) slots, \(failure?.description ?? "accepted")"
    }
}

extension JSONSyntaxError {
    /// Whether another syntax, such as JSON5, may accept the document, or report another error. The text before a
    /// bracket that exceeds the depth limit, or before the document limit, is valid in all syntaxes.
    var dependsOnSyntax: Bool { code != .depthLimit && code != .documentLimit }
}
