import Foundation

/// Writes results for programs.
struct ResultFile: Encodable {
    /// One measured speed.
    struct Row: Encodable {
        let payload: String
        let decoder: String
        let megabytesPerSecond: Double
        let ratioToFoundation: Double

        enum CodingKeys: String, CodingKey {
            case payload
            case decoder
            case megabytesPerSecond = "mb_per_s"
            case ratioToFoundation = "ratio_to_foundation"
        }
    }

    /// One measured growth of memory.
    struct Memory: Encodable {
        let payload: String
        let decoder: String
        let growth: Int
        let ratio: Double

        enum CodingKeys: String, CodingKey {
            case payload
            case decoder
            case growth = "peak_growth_bytes"
            case ratio = "ratio_to_payload"
        }
    }

    let machine: Machine
    let rounds: Int
    let rows: [Row]
    let memory: [Memory]
    let overhead: [PolicyOverhead.Row]
    let overheadInstructions: [PolicyOverhead.InstructionRow]
    let scaling: [ScalingRow]
    let allocations: [Count]
    let instructions: [Count]
    let shares: [CostShares]

    enum CodingKeys: String, CodingKey {
        case machine, rounds, rows, memory, scaling, allocations, instructions, shares
        case overhead = "policy-overhead"
        case overheadInstructions = "policy-overhead-instructions"
    }

    init(_ results: Results) {
        machine = results.machine
        rounds = results.rounds
        rows = results.measurements.map {
            Row(
                payload: $0.payload, decoder: $0.contestant.rawValue, megabytesPerSecond: $0.megabytesPerSecond,
                ratioToFoundation: $0.ratioToFoundation)
        }
        overhead = results.overhead
        overheadInstructions = results.overheadInstructions
        scaling = results.scaling
        allocations = results.allocations
        instructions = results.instructions
        shares = results.shares
        memory = results.memory.map {
            Memory(payload: $0.payload, decoder: $0.contestant.rawValue, growth: $0.growth, ratio: $0.ratio)
        }
    }

    /// Writes the file; one that is there is replaced.
    func write(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(self).write(to: file, options: .atomic)
    }
}
