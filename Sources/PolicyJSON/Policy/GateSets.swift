/// The rules of each situation (``ResolvedPolicy/gates``) as bit sets, one for each group of last steps.
///
/// A policy with rules for many paths has few for any one of them: a walk over a set passes over the others without
/// looking at them, which was half of its time.
struct GateSets: Sendable {
    /// The number of rules in a set. The rules of a situation need several sets if there are more.
    private static let size = UInt64.bitWidth

    /// The index in ``ResolvedPolicy/gates`` of the first rule of each set.
    private(set) var firstGates: ContiguousArray<Int> = []
    /// For each set, the rules that can apply to values whose last step is in each group, and then all rules.
    private var members: ContiguousArray<UInt64> = []
    /// The first set of each situation; one more for the end.
    private(set) var starts: ContiguousArray<Int> = [0]
    private var gateCount = 0

    /// Ends a situation.
    ///
    /// - Parameter gates: the rules of all situations up to this one.
    mutating func endSituation(_ gates: ContiguousArray<ResolvedPolicy.Gate>) {
        while gateCount < gates.count {
            let set = gates[gateCount..<min(gates.count, gateCount + Self.size)]
            firstGates.append(gateCount)
            for group in 0..<PathMatcher.LastStep.groups {
                members.append(Self.bits(of: set) { $0.lastStep.group == nil || $0.lastStep.group == group })
            }
            members.append(Self.bits(of: set) { _ in true })
            gateCount += set.count
        }
        starts.append(firstGates.count)
    }

    private static func bits(
        of set: ArraySlice<ResolvedPolicy.Gate>, _ isMember: (ResolvedPolicy.Gate) -> Bool
    ) -> UInt64 {
        zip(0..., set).reduce(0) { isMember($1.1) ? $0 | 1 << UInt64($1.0) : $0 }
    }

    /// The rules of a set that can apply to a value whose last step is in this group; `nil`: to any value.
    @inline(__always)
    func members(of set: Int, _ group: Int?) -> UInt64 {
        members[set * (PathMatcher.LastStep.groups + 1) + (group ?? PathMatcher.LastStep.groups)]
    }
}
