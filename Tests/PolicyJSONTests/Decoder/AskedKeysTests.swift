@_spi(Cursor) import JSONTape
import Testing

@testable import PolicyJSON

/// The members that models have requested, where decoders that models have kept decode on several threads at a time: an end without
/// its beginning finds nothing, and does not trap.
@Suite struct AskedKeysTests {
    private static let positions = Array(sequence(first: TapePosition.root, next: \.firstChild).prefix(9))

    /// Models that begin (`+`) and end (`-`) in an order that nesting does not have, with the number of objects that the last one finds.
    @Test(arguments: [
        ([("+", 1), ("-", 1)], 1),
        ([("+", 1), ("+", 3), ("-", 3)], 1),
        ([("+", 1), ("+", 3), ("-", 1), ("-", 3)], 0),
        // The first one's end has removed both, and there are others at their depths, in front of them and after them.
        ([("+", 1), ("+", 3), ("-", 1), ("+", 5), ("+", 6), ("-", 3)], 0),
        ([("+", 5), ("+", 6), ("-", 5), ("+", 1), ("+", 2), ("-", 6)], 0),
    ])
    func interleavedModels(_ steps: [(String, Int)], _ expected: Int) {
        for isFailure in [false, true] {
            let asked = AskedKeys()
            var frames: [Int: AskedKeys.Frame] = [:]
            var found: Int?
            for (step, number) in steps {
                let position = Self.positions[number]
                if step == "+" {
                    frames[number] = asked.begin(position)
                    asked.open(position)
                } else if let frame = frames[number] {
                    let end = Self.positions[number + 1]
                    found = isFailure ? nil : asked.end(frame, before: end).count
                    if isFailure { asked.abandon(frame, before: end) }
                }
            }
            #expect(found == (isFailure ? nil : expected))
        }
    }
}
