@_spi(Cursor) import JSONTape
import Testing

@testable import PolicyJSON

/// The members that models have requested, where decoders that models have kept decode on several threads at a time: an end without
/// its beginning finds nothing, and does not trap.
@Suite struct AskedKeysTests {
    /// Of objects inside each other: the value of an object's only member follows the key.
    private static let positions = Array(sequence(first: TapePosition.root, next: \.firstChild.firstChild).prefix(9))

    private static func tape() throws -> Tape {
        let tape = try Tape()
        let document = String(repeating: #"{"a":"#, count: 9) + "1" + String(repeating: "}", count: 9)
        try tape.parse(copying: Array(document.utf8), limits: .default, syntax: .json)
        return tape
    }

    /// Models that begin (`+`) and end (`-`) in an order that nesting does not have, with the number of objects that the last one finds.
    @Test(arguments: [
        ([("+", 1), ("-", 1)], 1),
        ([("+", 1), ("+", 3), ("-", 3)], 1),
        ([("+", 1), ("+", 3), ("-", 1), ("-", 3)], 0),
        // The first one's end has removed both, and there are others at their depths, in front of them and after them.
        ([("+", 1), ("+", 3), ("-", 1), ("+", 5), ("+", 6), ("-", 3)], 0),
        ([("+", 5), ("+", 6), ("-", 5), ("+", 1), ("+", 2), ("-", 6)], 0),
    ])
    func interleavedModels(_ steps: [(String, Int)], _ expected: Int) throws {
        let tape = try Self.tape()
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
                    found = isFailure ? nil : asked.end(frame, before: end, in: tape).count
                    if isFailure { asked.abandon(frame, before: end) }
                }
            }
            #expect(found == (isFailure ? nil : expected))
        }
    }

    /// Nothing is found if all members have been requested, in any order and however often.
    @Test(arguments: [
        ([1, 2, 3], 0), ([3, 1, 2], 0), ([2, 1, 2, 3, 1], 0), ([], 1), ([1, 3], 1), ([1, 2, 2], 1), ([1, 2, 3, 4], 1),
    ])
    func requests(_ numbers: [Int], _ expected: Int) throws {
        let tape = try Tape()
        try tape.parse(copying: Array(#"{"a":1,"b":2,"c":3}"#.utf8), limits: .default, syntax: .json)
        var values: [TapePosition] = [.root]
        tape.forEachKey(in: .root) {
            values.append($0.value)
            return true
        }
        values.append(tape.end)
        let asked = AskedKeys()
        // The first model's requests are not those of the second.
        for _ in 0..<2 {
            let frame = asked.begin(.root)
            asked.open(.root)
            for number in numbers { asked.ask(for: values[number]) }
            let found = asked.end(frame, before: tape.end, in: tape)
            #expect(found.count == expected)
            asked.forget()
        }
    }
}
