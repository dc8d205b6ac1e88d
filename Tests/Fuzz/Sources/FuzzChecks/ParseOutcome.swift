@_spi(Slots) @_spi(Tape) import JSONTape

/// How a document reaches the parser.
enum Feeding {
    case whole
    case growing(Int)
    case chunks(Int)
    /// In chunks, and what has been read is forgotten after each.
    case forgotten(Int)
}

/// What the options of an input ask for.
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

/// What parsing came to.
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
                case .chunks(let step), .forgotten(let step):
                    for start in stride(from: 0, to: text.count, by: step) {
                        let end = min(start + step, text.count)
                        try unsafe tape.append(UnsafeBufferPointer(rebasing: text[start..<end]))
                        if case .forgotten = feeding {
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

    /// The same without what is unknown of containers whose start has been forgotten.
    var forgotten: ParseOutcome {
        var result = self
        for place in heads.indices where heads[place] & 0xF >= 6 {
            result.heads[place] &= ~0xF0
            result.bodies[place] = 0
        }
        return result
    }

    /// What differs between two outcomes that should be the same.
    func complaint(about other: ParseOutcome, _ name: String, otherSyntax: Bool = false) -> String? {
        let isSameFailure =
            failure?.code == other.failure?.code && failure?.location == other.failure?.location
            && failure?.expected == other.failure?.expected
        // A word that ends where the document limit cuts may be the beginning of a longer one in JSON5.
        if isSameFailure, otherSyntax, failure?.code == .documentLimit { return nil }
        if isSameFailure, heads == other.heads, bodies == other.bodies { return nil }
        return "\(name): \(other.heads.count) slots, \(other.failure?.description ?? "accepted")\n"
            + "instead of \(heads.count) slots, \(failure?.description ?? "accepted")"
    }
}

extension JSONSyntaxError {
    /// Whether what is wrong in JSON may be right in JSON5, or wrong in another way or place. What stands before a bracket
    /// that is too deep, or before the end that a limit has made, is right in all syntaxes.
    var mayBeRightElsewhere: Bool { code != .depthLimit && code != .documentLimit }
}
