/// For what the instructions of a decode are, by groups of functions.
struct CostShares: Encodable, Sendable {
    let payload: String
    let documentSize: Int
    let instructions: Int
    /// Of each group, in parts of 1.
    let shares: [CostGroup: Double]

    enum CodingKeys: String, CodingKey {
        case payload, instructions, shares
        case documentSize = "bytes"
    }

    init(payload: String, documentSize: Int, profile: CallgrindProfile) {
        self.payload = payload
        self.documentSize = documentSize
        instructions = profile.total
        var shares: [CostGroup: Double] = [:]
        for (function, cost) in profile.instructions {
            shares[CostGroup(of: function), default: 0] += Double(cost) / Double(max(profile.total, 1))
        }
        self.shares = shares
    }

    static func rows(_ all: [CostShares]) -> [[String]] {
        [["payload", "instructions/byte"] + CostGroup.allCases.map(\.rawValue)]
            + all.map { item in
                [item.payload, TableText.decimal(Double(item.instructions) / Double(max(item.documentSize, 1)), 1)]
                    + CostGroup.allCases.map { TableText.decimal((item.shares[$0] ?? 0) * 100, 1) + " %" }
            }
    }
}
