import Foundation

/// What reliance on facts about Swift's runtime that are not promised gains: the instructions of one strict decode by this
/// executable, and by one that was built without that reliance. `Benchmarks/runtime-facts` builds both.
struct FactsGain {
    /// The payloads that are counted unless others are requested.
    static let usual = ["small-page", "orders", "logs"]

    let payloads: [any Payload]
    /// The executable that was built with `-Xswiftc -DPROMISED_FACTS_ONLY`.
    let without: URL

    /// The table: for each payload the instructions of both executables.
    ///
    /// - Throws: ``BenchmarkFailure`` if a tool or the other executable is missing or fails.
    func table(inMarkdown: Bool) throws -> String {
        var rows = [["payload", "with all facts", "with promised facts only", "difference"]]
        for payload in payloads {
            Session.note("\(payload.name): counting instructions with and without facts")
            guard let with = try InstructionCounter.profile(of: payload, .strict)?.total,
                let less = try InstructionCounter.profile(of: payload, .strict, by: without)?.total
            else { continue }
            let difference = (Double(less) / Double(with) - 1) * 100
            rows.append(
                [payload.name, TableText.count(with), TableText.count(less)]
                    + [(difference < 0 ? "" : "+") + TableText.decimal(difference, 1) + " %"])
        }
        return inMarkdown ? TableText.markdown(rows) : TableText.lines(rows)
    }
}
