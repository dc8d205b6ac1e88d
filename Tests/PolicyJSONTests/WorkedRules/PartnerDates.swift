import Foundation
import PolicyJSON

/// Reads the dates of a partner: `"24.12.2025"`, day, month and year in digits, as midnight in UTC.
struct PartnerDates: DecodingRule {
    let situations: RepairSituation = .mismatch

    func repair(_ context: DecodingRuleContext) -> Repair {
        guard context.requestedType == Date.self, let text = context.string else { return .decline }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [2, 2, 4], parts.joined().utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else {
            return .decline
        }
        let numbers = parts.compactMap { Int($0) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let components = DateComponents(calendar: calendar, year: numbers[2], month: numbers[1], day: numbers[0])
        // Rejects dates that do not exist, such as 30.02.
        guard components.isValidDate, let date = components.date else { return .decline }
        return .use(date)
    }
}
