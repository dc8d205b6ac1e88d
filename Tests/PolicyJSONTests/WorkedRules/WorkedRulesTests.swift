import Foundation
import PolicyJSON
import Testing

/// The rules of Docs/CustomRules.md: the page contains the files that are compiled here.
@Suite struct WorkedRulesTests {
    @Test(arguments: ["CurrencyAmounts", "PartnerDates", "RenamedCases"]) func pageShowsTheFile(name: String) throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let file = try String(contentsOf: here.appending(path: "\(name).swift"), encoding: .utf8)
        let page = try String(contentsOf: here.appending(path: "../../../Docs/CustomRules.md"), encoding: .utf8)
        #expect(file.contains("struct \(name): DecodingRule {"))
        #expect(page.contains("```swift\n" + file))
    }

    @Test(arguments: [
        Row(
            Decimal.self, #""$1,234.50""#, "1234.5",
            #"CurrencyAmounts, converted, '' '', 1:1+0, Decimal: "$1,234.50" → 1234.50, \#(otherKind)"#),
        Row(
            Decimal.self, #""$7""#, "7", #"CurrencyAmounts, converted, '' '', 1:1+0, Decimal: "$7" → 7, \#(otherKind)"#),
        Row(Decimal.self, #""$12,34""#, "typeMismatch(Decimal) at the top: "),
        Row(Decimal.self, #""$1234,567""#, "typeMismatch(Decimal) at the top: "),
        Row(Decimal.self, #""1,234.50""#, "typeMismatch(Decimal) at the top: "),
        Row(Decimal.self, #""$""#, "typeMismatch(Decimal) at the top: "),
        Row(Decimal.self, #""$abc""#, "typeMismatch(Decimal) at the top: "),
        Row(Decimal.self, #""$1.""#, "typeMismatch(Decimal) at the top: "),
        Row(Decimal.self, "1.5", "1.5"),
        Row(Int.self, #""$7""#, "typeMismatch(Int) at the top: Expected to decode Int but found a string instead."),
    ])
    func currencyAmounts(row: Row) { row.check(DecodingPolicy { CurrencyAmounts() }) }

    struct Shipment: Decodable { let due: Date, sent: Date? }

    @Test(
        arguments: [
            ("24.12.2025", "2025-12-24 00:00:00 +0000"), ("29.02.2024", "2024-02-29 00:00:00 +0000"),
            ("29.02.2025", nil),
            ("30.02.2024", nil), ("00.01.2024", nil), ("24.13.2025", nil), ("4.12.2025", nil), ("24.12.25", nil),
            ("24-12-2025", nil), ("24.12.2025 ", nil), ("٢٤.١٢.2025", nil), ("+4.12.2025", nil), ("", nil), ("..", nil),
        ] as [(String, String?)])
    func partnerDates(text: String, date: String?) throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { At("[*].due") { PartnerDates() } })
        decoder.dateDecodingStrategy = .iso8601
        let due = try? decoder.decode([Shipment].self, from: #"[{"due": "\#(text)"}]"#).first?.due
        #expect(due?.description == date)
        let clean = #""due": "2025-12-01T08:00:00Z""#
        #expect(throws: DecodingError.self) {
            try decoder.decode([Shipment].self, from: #"[{"sent": "24.12.2025", \#(clean)}]"#)
        }
        #expect(try decoder.decode([Shipment].self, from: "[{\(clean)}]").count == 1)
    }

    enum Status: String, Decodable, CaseIterable { case packed, sent }
    enum Carrier: String, Decodable, CaseIterable { case post, shipped }

    @Test(arguments: [
        Row(
            Status.self, #""shipped""#, "sent",
            #"RenamedCases, case replaced, '' '', 1:1+0, Status: "shipped" → "sent", Cannot initialize Status from invalid String value shipped"#
        ),
        Row(Carrier.self, #""shipped""#, "shipped"),
        Row(
            Carrier.self, #""sent""#,
            "dataCorrupted at the top: Cannot initialize Carrier from invalid String value sent"),
        Row(
            Status.self, #""lost""#,
            "dataCorrupted at the top: Cannot initialize Status from invalid String value lost"),
    ])
    func renamedCases(row: Row) {
        row.check(DecodingPolicy { For(Status.self) { RenamedCases(["shipped": "sent"]) } })
    }

    @Test func descriptions() {
        #expect("\(RenamedCases(["b": "2", "a": "1"]))" == #"RenamedCases(["a": "1", "b": "2"])"#)
    }
}
