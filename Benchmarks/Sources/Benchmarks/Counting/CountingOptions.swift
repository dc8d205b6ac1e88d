import ArgumentParser

/// The options about what is counted and not timed.
struct CountingOptions: ParsableArguments {
    @Flag(help: "Count calls of the C library's allocation functions in one decode, and measure nothing.")
    var allocations = false

    @Flag(
        help: ArgumentHelp(
            "Count the instructions of one decode, and measure nothing.",
            discussion: """
                With valgrind and strip, which have to be there. Documents of more than 2 MB are replaced by shorter ones. \
                Without --only: \(CountingSession.instructionPayloads.joined(separator: " and ")).
                """))
    var instructions = false

    @Flag(
        help: ArgumentHelp(
            "Show for what the strict decoder's instructions are, and measure nothing.",
            discussion:
                "As with --instructions. Without --only: \(CountingSession.sharePayloads.joined(separator: ", "))."))
    var shares = false

    @Option(
        help: ArgumentHelp(
            "Compare the instructions of a strict decode with those of this executable, and measure nothing.",
            discussion: """
                The executable is one that was built with -Xswiftc -DPROMISED_FACTS_ONLY: Benchmarks/runtime-facts builds it. \
                Without --only: \(FactsGain.usual.joined(separator: ", ")).
                """,
            valueName: "executable"),
        completion: .file())
    var withoutFacts: String?

    @Flag(help: "Fail if there are more allocations or instructions than Thresholds.json allows.")
    var checkThresholds = false

    @Flag(help: "Set Thresholds.json to what is counted.")
    var updateThresholds = false

    /// Whether anything is to be counted.
    var isCounting: Bool { allocations || instructions || shares }

    func validate() throws {
        guard isCounting || !(checkThresholds || updateThresholds) else {
            throw ValidationError("Thresholds are those of --allocations and --instructions.")
        }
    }
}
