/// What the fuzzers check, one case a fuzzer. The package's ordinary tests run the same over what fuzzers have found.
public enum FuzzCheck: String, CaseIterable, Sendable {
    /// Bytes in any chunking against the whole.
    case chunking = "ChunkingFuzz"
    /// A tree of any JSON against Foundation.
    case differential = "DifferentialFuzz"
    /// Typed models under the strict and the lenient policy, and models that try several readings under any rules.
    case models = "ModelFuzz"
    /// What is written, against Foundation, and read back.
    case roundTrip = "RoundTripFuzz"

    /// Feeds an input to the check: what is wrong, or `nil`. Whatever the input, it must not trap.
    public func complaint(about input: [UInt8]) -> String? {
        switch self {
        case .chunking: ChunkingCheck.complaint(about: input)
        case .differential: DifferentialCheck.complaint(about: input)
        case .models: ModelCheck.complaint(about: input)
        case .roundTrip: RoundTripCheck.complaint(about: input)
        }
    }
}
