/// One run that counts.
struct CountingSession {
    let options: CountingOptions
    /// What the user has asked for; empty for what is usual.
    let only: [String]

    /// Whose instructions have thresholds: a small body and 2 MB of objects.
    static let instructionPayloads = ["small-page", "orders"]

    static let sharePayloads = [
        "twitter", "canada", "citm_catalog", "github_events", "orders", "logs", "small-token", "small-page",
    ]

    /// Counts everything that was requested.
    func run() throws -> Results {
        var results = Results(machine: .current, rounds: 1)
        if options.allocations {
            Session.note("counting allocations")
            results.allocations = try AllocationCounter.counts(payloads: payloads([]))
        }
        if options.instructions {
            for payload in try payloads(Self.instructionPayloads) {
                for contestant in [Contestant.strict, .lenient] {
                    Session.note("\(payload.name): counting instructions of \(contestant.rawValue)")
                    guard let profile = try InstructionCounter.profile(of: payload, contestant) else { continue }
                    results.instructions.append(
                        Count(payload: payload.name, decoder: contestant.rawValue, count: profile.total))
                }
            }
        }
        if options.instructions, only.isEmpty || only.contains(PolicyOverhead.name) {
            results.overheadInstructions = try PolicyOverhead.countInstructions(limitedOnly: only.isEmpty)
        }
        if options.shares {
            for payload in try payloads(Self.sharePayloads) {
                Session.note("\(payload.name): counting instructions")
                guard let document = try payload.makeShortDocument(),
                    let profile = try InstructionCounter.profile(of: payload, .strict)
                else { continue }
                results.shares.append(
                    CostShares(payload: payload.name, documentSize: document.count, profile: profile))
            }
        }
        return results
    }

    /// Checks and sets thresholds as the options say; what there is to tell about it.
    func finish(_ results: Results) throws -> [String] {
        var lines = options.checkThresholds ? try Thresholds.check(results) : []
        if options.updateThresholds {
            try Thresholds.update(with: results)
            lines.append("thresholds: set")
        }
        return lines
    }

    private func payloads(_ usual: [String]) throws -> [any Payload] {
        if only.isEmpty { return try PayloadCatalog.payloads(named: usual) }
        let names = only.filter { $0 != PolicyOverhead.name }
        return names.isEmpty ? [] : try PayloadCatalog.payloads(named: names)
    }
}
