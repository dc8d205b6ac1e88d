@_spi(Cursor) internal import JSONTape
internal import PolicyJSON

/// Tapes for texts that have been parsed before. Several threads may read at the same time.
final class SchemaTapes: Sendable {
    private final class Slot: Sendable {
        let tape = CheckedMutex<Tape?>(nil)
    }

    /// Larger tapes are trimmed: the slots live as long as their filter.
    private static let keptBytes = 1 << 20
    private let slots = (0..<8).map { _ in Slot() }

    /// Calls `body` with the tape of a text, and returns its result; `nil` if the text is not JSON, or all tapes are in
    /// use.
    func reading<Result: Sendable>(_ text: String, _ body: @Sendable (Tape) -> Result) -> Result? {
        for slot in slots {
            let result = slot.tape.withLockIfAvailable { tape -> Result? in
                if tape == nil { tape = try? Tape() }
                guard let tape else { return nil }
                return Self.read(text, tape, body)
            }
            if let result { return result }
        }
        return nil
    }

    private static func read<Result>(_ text: String, _ tape: Tape, _ body: (Tape) -> Result) -> Result? {
        var text = text
        return text.withUTF8 { bytes -> Result? in
            defer {
                if tape.footprint > keptBytes { tape.trim() } else { tape.forget() }
            }
            do throws(JSONSyntaxError) {
                try unsafe tape.parse(bytes, limits: .default)
                return body(tape)
            } catch {
                return nil
            }
        }
    }
}
