import Foundation

/// Everything that a run has found out.
struct Results: Sendable {
    var machine: Machine
    var rounds: Int
    var measurements: [Measurement] = []
    var memory: [MemoryGrowth] = []
    var overhead: [PolicyOverhead.Row] = []
    var overheadInstructions: [PolicyOverhead.InstructionRow] = []
    var scaling: [ScalingRow] = []
    var allocations: [Count] = []
    var instructions: [Count] = []
    var shares: [CostShares] = []

    /// The peak memory growth of a contestant on a payload as a multiple of the document's size.
    func memoryRatio(payload: String, contestant: Contestant) -> Double? {
        memory.first { $0.payload == payload && $0.contestant == contestant }?.ratio
    }
}

/// How much memory decoding a document once took.
struct MemoryGrowth: Sendable {
    let payload: String
    let contestant: Contestant

    /// In bytes.
    let growth: Int

    /// In bytes.
    let documentSize: Int

    /// The growth as a multiple of the document's size.
    var ratio: Double {
        Double(growth) / Double(documentSize)
    }
}
