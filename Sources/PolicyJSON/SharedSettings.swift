internal import Synchronization

/// Settings that decoders have in common, with the memory that they share, so that a decoder that is made for one call costs
/// little more than one that is kept.
final class SharedSettings: Sendable {
    let options: SharedOptions
    let tapes: TapePool
    /// Whether no other settings share the memory.
    private let ownsTapes: Bool

    /// The settings of a new decoder.
    static let standard = SharedSettings(DecodingOptions())

    /// The maximum number of policies whose settings are kept after their decoders have been released.
    static let capacity = 8
    /// The settings for policies that were used last, the most recent one at the end.
    private static let recent = Mutex<[SharedSettings]>([])

    private init(_ options: DecodingOptions) {
        self.options = SharedOptions(options)
        // Many decoders may decode at the same time.
        tapes = TapePool(capacity: 16)
        ownsTapes = true
    }

    /// Settings that use the memory of others.
    init(_ options: SharedOptions, sharing tapes: TapePool) {
        self.options = options
        self.tapes = tapes
        ownsTapes = false
    }

    deinit {
        // Cores that are kept for the next call refer to the pool that keeps them.
        if ownsTapes { tapes.forgetCores() }
    }

    /// The settings of a new decoder with this policy. A policy is identified by the storage of its rules, so that a copy is
    /// recognized, but not a policy that is built again.
    static func with(_ policy: DecodingPolicy) -> SharedSettings {
        if policy.rules.isEmpty { return standard }
        let found = recent.withLock { recent -> SharedSettings? in
            guard let index = recent.lastIndex(where: { $0.options.value.policy.isIdentical(to: policy) }) else {
                return nil
            }
            if index < recent.count - 1 { recent.append(recent.remove(at: index)) }
            return recent.last
        }
        if let found { return found }
        // Resolving calls code of rules, and releasing may, which must not happen under the lock.
        let new = SharedSettings(DecodingOptions(policy: policy))
        _ = recent.withLock { recent in
            recent.append(new)
            return recent.count > capacity ? recent.removeFirst() : nil
        }
        return new
    }
}

extension DecodingPolicy {
    /// Whether two policies have the same storage.
    fileprivate func isIdentical(to other: DecodingPolicy) -> Bool {
        unsafe rules.withUnsafeBufferPointer { left in
            unsafe other.rules.withUnsafeBufferPointer { right in
                unsafe left.baseAddress == right.baseAddress && left.count == right.count
            }
        }
    }
}
