import Foundation
import PolicyJSON

/// Reads amounts such as `"$1,234.50"`: a dollar sign, then a number with commas between groups of three digits.
struct CurrencyAmounts: DecodingRule {
    let situations: RepairSituation = .mismatch

    func repair(_ context: DecodingRuleContext) -> Repair {
        guard context.requestedType == Decimal.self, let text = context.string, text.hasPrefix("$") else {
            return .decline
        }
        let parts = text.dropFirst().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let groups = parts[0].split(separator: ",", omittingEmptySubsequences: false)
        guard (1...3).contains(groups[0].count), groups.dropFirst().allSatisfy({ $0.count == 3 }) else {
            return .decline
        }
        let fraction = parts.count == 2 ? "." + parts[1] : ""
        return .replaceIfDecodable(with: .unchecked(groups.joined() + fraction))
    }
}
