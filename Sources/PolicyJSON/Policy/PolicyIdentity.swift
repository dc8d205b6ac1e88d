/// Identifies a policy in use by the storage of its rules, so that a copy is recognized, but not a policy that is built again.
struct PolicyIdentity: Equatable {
    private let address: UInt
    private let count: Int

    init<Rule>(_ policy: Policy<Rule>) {
        count = policy.rules.count
        address = count == 0 ? 0 : unsafe policy.rules.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
}
