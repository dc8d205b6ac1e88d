import Foundation

/// The counts that are not to be exceeded, as they are in the repository: `Benchmarks/Thresholds.json`.
struct Thresholds: Codable {
    /// What built the program that was counted: other compilers and libraries count differently.
    var builtBy: String
    var allocations: [Count] = []
    var instructions: [Count] = []

    enum CodingKeys: String, CodingKey {
        case builtBy = "built_by"
        case allocations, instructions
    }

    private static let file = BenchmarkFolder.file("Thresholds.json")

    /// By how much a count may be larger than its threshold. A few more are taken as rounding where there are few.
    private static let allocationTolerance = 0.02
    private static let instructionTolerance = 0.03

    static func read() throws -> Thresholds {
        try JSONDecoder().decode(Thresholds.self, from: try Data(contentsOf: file))
    }

    /// Writes what was counted into the file; what was not counted stays as it was if it was built by the same.
    static func update(with results: Results) throws {
        let old = try? read()
        var new = Thresholds(builtBy: results.machine.compiler)
        let known = old?.builtBy == new.builtBy ? old : nil
        new.allocations = merged(known?.allocations, allocations(of: results))
        new.instructions = merged(known?.instructions, instructions(of: results))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try (encoder.encode(new) + Data("\n".utf8)).write(to: file, options: .atomic)
    }

    // Those counts have thresholds that can be made everywhere, and that are ours.

    private static func allocations(of results: Results) -> [Count] {
        results.allocations.filter { isOurs($0) && PayloadCatalog.generatedNames.contains($0.payload) }
    }

    private static func instructions(of results: Results) -> [Count] {
        results.instructions.filter { isOurs($0) && CountingSession.instructionPayloads.contains($0.payload) }
    }

    private static func isOurs(_ count: Count) -> Bool {
        [Contestant.strict, .lenient].contains { $0.rawValue == count.decoder }
    }

    private static func merged(_ old: [Count]?, _ new: [Count]) -> [Count] {
        let kept = (old ?? []).filter { old in !new.contains { $0.isOfSame(as: old) } }
        return (kept + new).sorted { ($0.payload, $0.decoder) < ($1.payload, $1.decoder) }
    }

    /// Compares what was counted with the file.
    ///
    /// - Returns: what to tell about it, a line each.
    /// - Throws: ``BenchmarkFailure`` that names what has become too many.
    static func check(_ results: Results) throws -> [String] {
        let thresholds = try read()
        guard thresholds.builtBy == results.machine.compiler else {
            return ["thresholds: not compared, they are those of \(thresholds.builtBy)"]
        }
        let comparisons =
            compare("allocations", allocations(of: results), thresholds.allocations, allocationTolerance)
            + compare("instructions", instructions(of: results), thresholds.instructions, instructionTolerance)
        let failures = comparisons.filter(\.isTooMany).map(\.text)
        guard failures.isEmpty else {
            throw BenchmarkFailure(
                (failures + ["If that is meant to be: \(updateCommand)"]).joined(separator: "\n"))
        }
        try checkRatios(results.overheadInstructions)
        return comparisons.map(\.text)
    }

    /// Ratios have limits of their own, which no file sets.
    private static func checkRatios(_ rows: [PolicyOverhead.InstructionRow]) throws {
        let failures = rows.filter(\.isTooMany).map { row in
            "instructions, \(row.row): \(TableText.decimal(row.ratio, 4)) × those of \(row.against), "
                + "more than the \(TableText.decimal(row.atMost ?? 0, 2)) allowed"
        }
        if !failures.isEmpty { throw BenchmarkFailure(failures.joined(separator: "\n")) }
    }

    /// The command that sets all thresholds.
    private static let updateCommand = "Benchmarks/update-thresholds"

    private static func compare(
        _ what: String, _ counts: [Count], _ thresholds: [Count], _ tolerance: Double
    ) -> [(text: String, isTooMany: Bool)] {
        counts.map { count in
            let name = "\(what), \(count.payload), \(count.decoder): \(TableText.count(count.count))"
            guard let threshold = thresholds.first(where: { $0.isOfSame(as: count) })?.count else {
                return ("\(name), and there is no threshold", true)
            }
            let change = Double(count.count - threshold) / Double(max(threshold, 1)) * 100
            let isTooMany = Double(count.count) > Double(threshold) * (1 + tolerance) + 0.5
            let verdict = isTooMany ? ", more than the \(Int(tolerance * 100)) % allowed" : ""
            let text = String(format: "%+.2f %%", change)
            return ("\(name), threshold \(TableText.count(threshold)): \(text)\(verdict)", isTooMany)
        }
    }
}

/// How much of something one decode of a payload takes.
struct Count: Codable, Sendable {
    let payload: String
    let decoder: String
    let count: Int

    func isOfSame(as other: Count) -> Bool { payload == other.payload && decoder == other.decoder }
}
