@_spi(Cursor) import JSONTape

/// The result of parsing, and of decoding elements as they arrive, must not depend on how a document is divided into
/// chunks, nor on the instruction set of the scanner.
///
/// The first three bytes of an input are options, the length of chunks, and a bound; the rest is the document.
enum ChunkingCheck {
    static func complaint(about input: [UInt8]) -> String? {
        guard input.count >= 3 else { return nil }
        let setup = Setup(options: input[0], bound: Int(input[2]))
        let document = Array(input[3...])
        let step = 1 + Int(input[1] % 97)
        do {
            let tape = try Tape()
            let whole = ParseOutcome(document, setup, .whole, on: tape)
            let others = [
                ("portable", ParseOutcome(document, setup, .whole, portable: true, on: tape)),
                ("growing", ParseOutcome(document, setup, .growing(step), on: tape)),
                ("chunks", ParseOutcome(document, setup, .chunks(step), on: tape)),
                ("portable chunks", ParseOutcome(document, setup, .chunks(step), portable: true, on: tape)),
            ]
            for (name, other) in others {
                if let complaint = whole.complaint(about: other, name) { return complaint }
            }
            if !setup.manyDocuments, whole.failure?.dependsOnSyntax != true {
                for syntax in [Tape.Syntax.trailingCommas, .json5] {
                    let other = ParseOutcome(document, setup, .whole, syntax: syntax, on: tape)
                    if let complaint = whole.complaint(about: other, "\(syntax)", otherSyntax: true) {
                        return complaint
                    }
                }
            }
            // The token limit applies to the tokens on the tape, so that it has another meaning if tokens are
            // discarded.
            if !setup.boundsTokens {
                let discarding = ParseOutcome(document, setup, .discarding(step), on: tape).withoutDiscarded
                if let complaint = whole.withoutDiscarded.complaint(about: discarding, "discarding") {
                    return complaint
                }
            }
            if let complaint = StreamCheck.complaint(about: document, setup, step: step, bound: Int(input[2])) {
                return complaint
            }
            if !setup.manyDocuments, let complaint = ValueCheck.complaint(about: document, setup) { return complaint }
            return whole.failure == nil && !setup.manyDocuments ? read(document, setup, on: tape) : nil
        } catch {
            return "out of memory"
        }
    }

    /// Reads everything on a tape, which must not trap.
    private static func read(_ document: [UInt8], _ setup: Setup, on tape: Tape) -> String? {
        var complaint: String?
        for syntax in [Tape.Syntax.json, .json5] {
            guard (try? tape.parse(copying: document, limits: setup.limits, syntax: syntax)) != nil else { continue }
            var index = TapePosition.root
            while index < tape.end {
                let slot = tape[index]
                switch slot.kind {
                case .number:
                    _ = (tape.double(at: index), tape.float(at: index))
                    _ = (tape.integer(at: index, as: Int8.self), tape.integer(at: index, as: UInt128.self))
                    _ = tape.jsonNumber(at: index).double
                case .string: _ = tape.string(at: index).count
                case .key: _ = tape.key(at: index).count
                case .object:
                    tape.forEachKey(in: index) { key in
                        guard !tape[index].hasUnusualKeys else { return true }
                        let found = tape.find(tape.key(at: key), from: key, in: index, ObjectTable())
                        if found != key.value { complaint = "the key at \(key) is not found" }
                        return complaint == nil
                    }
                default: break
                }
                _ = tape.source(of: index, limit: 20)
                index = tape.position(afterTokenAt: index)
            }
            _ = tape.location(ofOffset: document.count)
        }
        return complaint
    }
}
