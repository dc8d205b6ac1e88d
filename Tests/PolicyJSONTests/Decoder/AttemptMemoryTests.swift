import Testing

@_spi(Cursor) @testable import JSONTape
@testable import PolicyJSON

/// Failed attempts are found until they are forgotten, however many others have been noted and forgotten before.
@Suite struct AttemptMemoryTests {
    private struct Failure: Error, Equatable { let number: Int }

    private static func attempt(_ number: Int) -> AttemptMemory.Attempt {
        AttemptMemory.Attempt(
            value: TapePosition(UInt32(number)), type: ObjectIdentifier(Int.self), isRepairing: false, isReplaced: false
        )
    }

    @Test(arguments: [2, 20]) func theFirstOfEqualFailures(count: Int) {
        let memory = AttemptMemory(keepsAll: false)
        for number in 0..<count { memory.note(Self.attempt(0), Failure(number: number)) }
        #expect(memory.error(of: Self.attempt(0)) as? Failure == Failure(number: 0))
    }

    @Test(arguments: [0, 3, 15, 16, 17, 20], [1, 10, 13, 30])
    func everyFailureIsFound(kept: Int, added: Int) {
        let memory = AttemptMemory(keepsAll: false)
        func failure(_ number: Int) -> Int? { (memory.error(of: Self.attempt(number)) as? Failure)?.number }
        for number in 0..<22 { memory.note(Self.attempt(number), Failure(number: number)) }
        // One of them again: its first failure is found, and stays when the second is forgotten.
        memory.note(Self.attempt(0), Failure(number: 1_000))
        #expect(failure(0) == 0)
        memory.forget(after: kept)
        for number in 100..<(100 + added) { memory.note(Self.attempt(number), Failure(number: number)) }
        for number in 0..<22 { #expect(failure(number) == (number < kept ? number : nil)) }
        for number in 100..<(100 + added) { #expect(failure(number) == number) }
    }
}
