import JSONStream
import Testing

@Suite struct JSONNumberTests {
    @Test(arguments: ["0", "-0", "1", "-1.5", "1e3", "1E-3", "0.1", "123456789012345678901234567890", "1e400"])
    func grammar(text: String) throws {
        let number = try #require(JSONNumber(text))
        #expect(number.text == text)
        #expect(number.description == text)
    }

    @Test(arguments: [
        "", " 1", "1 ", "+1", "01", "-", "1.", ".5", "1e", "1e+", "0x1", "NaN", "Infinity", "1_0", "١", "1,2", "--1",
        "true", "\"1\"",
    ])
    func notNumbers(text: String) {
        #expect(JSONNumber(text) == nil)
    }

    @Test(arguments: [
        ("0", 0.0), ("-1.5", -1.5), ("1e3", 1000), ("0.1", 0.1), ("9007199254740993", 9_007_199_254_740_992),
        ("1.7976931348623157e308", .greatestFiniteMagnitude), ("5e-324", .leastNonzeroMagnitude), ("0e999", 0),
        ("2.5e-5", 2.5e-5),
        ("123456789012345678901234567890", 123_456_789_012_345_677_877_719_597_056),
    ])
    func doubles(text: String, expected: Double) {
        #expect(JSONNumber(text)?.double == expected)
        #expect(JSONNumber("-" + text.trimmingPrefix("-"))?.double == -expected.magnitude)
    }

    @Test func doublesOutOfRange() {
        #expect(JSONNumber("1e400")?.double == nil)
        #expect(JSONNumber("1e-400")?.double == nil)
        #expect(JSONNumber("-0")?.double?.sign == .minus)
    }

    @Test func floats() {
        #expect(JSONNumber("0.1")?.float == 0.1)
        #expect(JSONNumber("16777217")?.float == 16_777_216)
        // Rounded once: conversion from `Double` would give the adjacent value.
        #expect(JSONNumber("1.00000017881393432617187499")?.float == 1.0000001)
        #expect(JSONNumber("3.4028235e38")?.float == .greatestFiniteMagnitude)
        #expect(JSONNumber("1e39")?.float == nil)
        #expect(JSONNumber("1e-50")?.float == nil)
    }

    @Test func integers() {
        #expect(JSONNumber("12")?.integer(as: Int.self) == 12)
        #expect(JSONNumber("1.0")?.integer(as: Int.self) == 1)
        #expect(JSONNumber("1e2")?.integer(as: UInt8.self) == 100)
        #expect(JSONNumber("100e-2")?.integer(as: Int8.self) == 1)
        #expect(JSONNumber("1.5")?.integer(as: Int.self) == nil)
        #expect(JSONNumber("256")?.integer(as: UInt8.self) == nil)
        #expect(JSONNumber("-1")?.integer(as: UInt.self) == nil)
        #expect(JSONNumber("-0")?.integer(as: UInt.self) == 0)
        #expect(JSONNumber("-9223372036854775808")?.integer() == Int.min)
        #expect(JSONNumber("9223372036854775808")?.integer(as: Int.self) == nil)
        #expect(JSONNumber("18446744073709551615")?.integer() == UInt64.max)
        #expect(JSONNumber("9007199254740993.0")?.integer() == 9_007_199_254_740_993)
        #expect(JSONNumber("-170141183460469231731687303715884105728")?.integer() == Int128.min)
        #expect(JSONNumber("170141183460469231731687303715884105728")?.integer(as: Int128.self) == nil)
        #expect(JSONNumber("340282366920938463463374607431768211455")?.integer() == UInt128.max)
        #expect(JSONNumber("340282366920938463463374607431768211456")?.integer(as: UInt128.self) == nil)
        #expect(JSONNumber("1e38")?.integer(as: UInt128.self) == 100_000_000_000_000_000_000_000_000_000_000_000_000)
        #expect(JSONNumber("1e999999999999999999")?.integer(as: Int.self) == nil)
        #expect(JSONNumber("0e999999999999999999")?.integer(as: Int.self) == 0)
    }

    @Test func equality() throws {
        #expect(try #require(JSONNumber("1")) == #require(JSONNumber("1")))
        #expect(try #require(JSONNumber("1")) != #require(JSONNumber("1.0")))
        #expect(Set([JSONNumber("1"), JSONNumber("1"), JSONNumber("1e0")]).count == 2)
    }
}
