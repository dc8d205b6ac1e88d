import Foundation
import PolicyJSON
import Testing

@Suite struct DurationsTests {
    @Test(arguments: DocumentedTable.cases(of: "Durations")) func table(row: DocumentedCase) {
        let rules: [any DecodingRule] = [
            Durations(.iso8601), Durations(.clock), Durations(.seconds), Durations(.milliseconds),
            Durations([.iso8601, .clock]),
        ]
        row.check(rules)
    }

    @Test func sameTable() { expectSameTable("Durations") }

    /// Inside a scope, the rule applies to `TimeInterval`, too.
    @Test(arguments: [
        (#""PT1H30M""#, "5400.0"), (#""-0:01:00.5""#, "-60.5"), (#""1 days 10:10""#, "123000.0"), (#""90""#, "90.0"),
        (#""PT0.1S""#, "0.1"), (#""0:00""#, "0.0"),
    ])
    func timeInterval(json: String, expected: String) {
        Row(
            Box<TimeInterval>.self, #"{"value":\#(json)}"#, "Box<Double>(value: \(expected))",
            "Durations, converted, 'value' '/value', 1:10+9, Double: \(json) → "
                + (expected.hasSuffix(".0") ? String(expected.dropLast(2)) : expected)
                + ", Expected to decode Double but found a string instead."
        ).check(DecodingPolicy { At("value") { Durations() } })
    }

    /// Reports have the nearest number of seconds, which a duration's own description does not.
    @Test(arguments: [
        ("3601", "3601.0"), ("-3601", "-3601.0"), (#""P1DT2H""#, "93600.0"), ("0.1", "0.1"), ("-0.25", "-0.25"),
        ("1e-18", "1e-18"),
    ])
    func report(json: String, seconds: String) throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Durations() })
        let report = try decoder.decodeReporting(Duration?.self, from: json).report
        #expect(
            report.entries.map(\.description) == [
                "1:1 : Durations: converted, \(json) → \(seconds) seconds (Duration?)"
            ])
    }

    /// What Swift encodes is decoded strictly.
    @Test func encodedBySwift() throws {
        let json = try PolicyJSONEncoder().encode(Duration.seconds(90))
        let outcome = try PolicyJSONDecoder(policy: DecodingPolicy { Durations() }).decodeReporting(
            Duration.self, from: json)
        #expect(outcome.value == .seconds(90))
        #expect(outcome.report.isEmpty)
    }

    /// The longest duration does not become longer by rounding its fraction, and can be written.
    @Test(arguments: ["", "-"]) func longest(sign: String) throws {
        let json = "\(sign)9223372036854775807.9999999999999999995"
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Durations() })
        let duration = try decoder.decode(Duration.self, from: json)
        #expect(abs(duration.components.attoseconds) < 1_000_000_000_000_000_000)
        let written = try PolicyJSONEncoder().encode(duration)
        #expect(try JSONDecoder().decode(Duration.self, from: written) == duration)
    }

    @Test(arguments: ["\"PT9223372036854775808S\"", "\"P9223372036854775807W\"", "\"9223372036854775807:00\""])
    func tooLarge(json: String) {
        let text = PolicyJSONDecoder(policy: DecodingPolicy { Durations() }).outcome(of: Duration.self, from: json).text
        #expect(
            text == "typeMismatch(Array<Any>) at the top: Expected to decode Array<Any> but found a string instead.")
    }
}
