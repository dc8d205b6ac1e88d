import Foundation

extension PolicyOverhead {
    /// A counted ratio.
    struct InstructionRow: Encodable, Sendable {
        let row: String
        let against: String
        /// The instructions of one decode.
        let instructions: Int
        /// Divided by those of the base.
        let ratio: Double
        /// What the ratio may be; `nil`: it is not limited.
        let atMost: Double?

        enum CodingKeys: String, CodingKey {
            case row, against, instructions, ratio
            case atMost = "at_most"
        }

        var isTooMany: Bool { atMost.map { ratio > $0 } ?? false }

        static let header = ["row", "instructions", "×", "at most", "those of"]

        var cells: [String] {
            let isBase = row == against
            return [
                row, TableText.count(instructions), isBase ? "" : TableText.decimal(ratio, 4),
                atMost.map { TableText.decimal($0, 2) } ?? "", isBase ? "" : against,
            ]
        }
    }

    /// The option that makes this executable the process whose instructions are counted.
    static let childOption = "--child-overhead"

    /// Counts the instructions of rows, on documents a tenth as large.
    ///
    /// - Parameter limitedOnly: whether to count only rows that have a limit, and their bases.
    static func countInstructions(limitedOnly: Bool) throws -> [InstructionRow] {
        let overhead = PolicyOverhead(rounds: 1, isShort: true)
        return try overhead.groups.flatMap { makeGroup in
            let group = makeGroup()
            let others = group.others.filter { !limitedOnly || $0.instructionsAtMost != nil }
            guard group.isCounted, !others.isEmpty else { return [InstructionRow]() }
            let steps = [group.base] + others
            let counts = try steps.map { step in
                Session.note("\(name): counting instructions of \(step.name)")
                return try InstructionCounter.profile([childOption, step.name]).total
            }
            return zip(steps, counts).map { step, count in
                InstructionRow(
                    row: step.name, against: group.base.name, instructions: count,
                    ratio: Double(count) / Double(max(counts[0], 1)), atMost: step.instructionsAtMost)
            }
        }
    }

    /// What the other process does.
    static func runChild(_ row: String) throws {
        let step = try PolicyOverhead(rounds: 1, isShort: true).step(row)
        try InstructionCounter.runChild { repetitions in for _ in 0..<repetitions { try step.run() } }
    }
}
