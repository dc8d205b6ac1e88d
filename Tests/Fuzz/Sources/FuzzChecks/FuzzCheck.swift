/// The checks of the fuzzers, one case per fuzzer. The tests of the root package apply them to the findings of fuzzers.
public enum FuzzCheck: String, CaseIterable, Sendable {
    /// A document in chunks against the whole document.
    case chunking = "ChunkingFuzz"
    /// A tree of any JSON against Foundation.
    case differential = "DifferentialFuzz"
    /// Typed models under the strict and the lenient policy, and models that try several types under any rules.
    case models = "ModelFuzz"
    /// Encoded text against Foundation's, and decoded again.
    case roundTrip = "RoundTripFuzz"

    /// Checks an input. Must not trap for any input.
    ///
    /// - Returns: the failure; `nil` if the check succeeds.
    public func complaint(about input: [UInt8]) -> String? {
        switch self {
        case .chunking: ChunkingCheck.complaint(about: input)
        case .differential: DifferentialCheck.complaint(about: input)
        case .models: ModelCheck.complaint(about: input)
        case .roundTrip: RoundTripCheck.complaint(about: input)
        }
    }
}
