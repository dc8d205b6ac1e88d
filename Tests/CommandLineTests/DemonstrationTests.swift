import Foundation
import PolicyJSON
import Testing

@testable import PolicyJSONTool

@Suite struct DemonstrationTests {
    private func order(replacing part: String, with other: String) -> Data {
        Data(DemoTranscript.cleanOrders.replacing(part, with: other).utf8)
    }

    @Test(arguments: [
        (
            "\"paid\": true", "\"paid\": 1",
            "a.json:6:11: error: [0].paid: Expected to decode Bool but found number instead."
        ),
        (
            "\"paid\": true", "\"paid\": null",
            "a.json:6:11: error: [0].paid: Expected to decode Bool but found null instead."
        ),
        (
            "\"note\": null", "\"memo\": null",
            "a.json:1:2: error: there is no value at [0].note"
        ),
        (
            "\"status\": \"open\"", "\"status\": \"on_hold\"",
            "a.json:8:13: error: [0].status: Cannot initialize OrderStatus from invalid String value on_hold"
        ),
    ])
    func `a strict error has a location`(_ part: String, _ other: String, _ expected: String) {
        let demonstration = Demonstration(label: "a.json", data: order(replacing: part, with: other))
        #expect(demonstration.strictProblem()?.text(.plain) == expected)
    }

    @Test func `clean orders decode strictly`() throws {
        let demonstration = Demonstration(label: "a.json", data: Data(DemoTranscript.cleanOrders.utf8))
        #expect(demonstration.strictProblem() == nil)
        let outcome = try demonstration.outcome()
        #expect(outcome.report.isEmpty)
        #expect(outcome.value.map(\.id) == [1])
    }

    @Test func `the wrapper trims strings and decodes blank ones as nil`() throws {
        for (json, note) in [("\"  a \"", "a"), ("\" \\n\"", nil), ("\"\"", nil), ("null", nil)] as [(String, String?)]
        {
            let data = order(replacing: "\"note\": null", with: "\"note\": \(json)")
            #expect(try Demonstration(label: "", data: data).outcome().value.first?.note == note, "\(json)")
        }
        var wrapper = BlankAsNil(wrappedValue: nil)
        wrapper.wrappedValue = " b "
        #expect(wrapper.wrappedValue == "b")
        #expect(try JSONEncoder().encode([wrapper]) == Data("[\"b\"]".utf8))
    }

    @Test(arguments: [
        ("\"€ 249.00\"", "249"), ("\"19.90 €\"", "19.9"), ("\"$5\"", "5"),
    ])
    func `amounts may have a currency symbol`(_ json: String, _ total: String) throws {
        let data = order(replacing: "\"total\": 59.90", with: "\"total\": \(json)")
        #expect(try Demonstration(label: "", data: data).outcome().value.first?.total == Decimal(string: total))
    }

    @Test(arguments: ["\"€ 1,000.00\"", "\"€\"", "\"five\"", "\"1 € 50\""])
    func `an order with another amount is dropped`(_ json: String) throws {
        let data = order(replacing: "\"total\": 59.90", with: "\"total\": \(json)")
        let outcome = try Demonstration(label: "", data: data).outcome()
        #expect(outcome.value.isEmpty)
        #expect(outcome.report.entries.map(\.kind) == [.dropped])
    }
}
