import Foundation
import PolicyJSON

/// A custom rule: accepts amounts with a currency symbol, `"€ 249.00"` or `"19.90 €"`.
struct CurrencySymbols: DecodingRule {
    let situations: RepairSituation = .mismatch

    func repair(_ context: DecodingRuleContext) -> Repair {
        guard context.requestedType == Decimal.self, let text = context.string else { return .decline }
        let amount = text.trimmingCharacters(in: CharacterSet(charactersIn: "€$£ "))
        return amount == text ? .decline : .replaceIfDecodable(with: .unchecked(amount))
    }
}
