@_spi(Cursor) internal import JSONTape

extension RawJSON {
    private static let tapes = TapePool()
    /// Larger tapes are not kept: values are usually small, and the pool lives as long as the process.
    private static let keptBytes = 1 << 20

    /// Calls `body` with a tape of the value, which is at the root, and returns the result; `nil` also if memory is
    /// exhausted.
    func reading<R>(_ body: (Tape) -> R?) -> R? {
        do throws(JSONSyntaxError) {
            return try Self.read(text, .unlimited, body)
        } catch {
            return nil
        }
    }

    /// Whether a text is JSON.
    static func isJSON(_ text: String) -> Bool {
        RawJSON(checked: text).reading { _ in true } ?? false
    }

    static func read<R>(_ text: String, _ limits: JSONLimits, _ body: (Tape) -> R) throws(JSONSyntaxError) -> R {
        let tape = try tapes.take()
        defer {
            if tape.footprint > keptBytes { tape.trim() }
            tapes.put(tape)
        }
        var text = text
        let result = text.withUTF8 { bytes in
            Result { () throws(JSONSyntaxError) -> R in
                try unsafe tape.parse(bytes, limits: limits)
                return body(tape)
            }
        }
        return try result.get()
    }
}
