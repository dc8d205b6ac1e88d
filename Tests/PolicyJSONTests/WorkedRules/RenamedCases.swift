import PolicyJSON

/// Replaces old raw values of an enumeration with `String` raw values by new ones.
struct RenamedCases: DecodingRule {
    let newNames: [String: String]
    let situations: RepairSituation = .unknownCase

    var description: String {
        let pairs = newNames.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value)\"" }
        return "RenamedCases([\(pairs.joined(separator: ", "))])"
    }

    init(_ newNames: [String: String]) {
        self.newNames = newNames
    }

    func repair(_ context: DecodingRuleContext) -> Repair {
        guard let old = context.string, let new = newNames[old] else { return .decline }
        return .replaceIfDecodable(with: .string(new))
    }
}
