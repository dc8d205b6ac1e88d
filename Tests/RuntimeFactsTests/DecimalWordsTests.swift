import Foundation
import RuntimeFacts
import Testing

@Suite struct DecimalWordsTests {
    @Test(arguments: [0, 1, 15, 65_535, 65_536, 1_234_567_890_123_456_789, UInt64.max])
    func significands(_ significand: UInt64) {
        for exponent in [-20, -1, 0, 1, 30] {
            for sign in [FloatingPointSign.plus, .minus] {
                let value = Decimal(sign: sign, exponent: exponent, significand: Decimal(significand))
                let expected = RuntimeFacts.areUsed ? significand : nil
                #expect(DecimalWords.significand(of: value) == expected)
            }
        }
    }

    /// A type of another size is not read.
    @Test func otherSizes() {
        #expect(DecimalWords.significand(of: 1) == nil)
        #expect(DecimalWords.significand(of: "text") == nil)
    }
}
