internal import JSONTape
internal import Synchronization

/// Settings that decoders have in common, with the memory that they share, so that a decoder that is made for one call costs
/// little more than one that is kept.
final class SharedSettings: Sendable {
    let options: SharedOptions
    let tapes: TapePool
    private let plain: PlainSettings?
    /// Whether no other settings share the memory.
    private let ownsTapes: Bool

    /// Whether the settings have been used since they were last considered for removal.
    private let isUsed = Atomic<Bool>(true)

    /// The settings of a new decoder.
    static let standard = SharedSettings(DecodingOptions(), PlainSettings.standard, reserve: nil)

    /// The maximum number of settings that are kept after their decoders have been released.
    static let capacity = 16

    /// One setting changed: found without making the settings anew, which costs as much as decoding a small document.
    private struct Step {
        /// The identity of the settings that are changed.
        let from: UInt
        let change: PlainSettings.Change
    }

    /// Settings that are kept.
    private struct Recent {
        /// In the order in which they are considered for removal.
        var settings: [SharedSettings] = []
        /// The most recent ones at the end. Between settings that are kept, or from the standard ones.
        var steps: [Step] = []
        /// What the steps lead from and to. Not in `steps`, so that searching counts no references.
        var ends: [(from: SharedSettings, to: SharedSettings)] = []

        func index(ofStepFrom from: UInt, _ change: PlainSettings.Change) -> Int? {
            for index in steps.indices where steps[index].from == from && steps[index].change == change {
                ends[index].to.isUsed.store(true, ordering: .relaxed)
                return index
            }
            return nil
        }

        mutating func removeStep(at index: Int) {
            steps.remove(at: index)
            ends.remove(at: index)
        }

        /// The settings with these options, if they are kept.
        private func settings(_ options: SharedOptions) -> SharedSettings? {
            options === standard.options ? standard : settings.last { $0.options === options }
        }

        mutating func add(_ from: SharedOptions, _ change: PlainSettings.Change, _ to: SharedOptions) {
            guard let start = settings(from), let end = settings(to),
                index(ofStepFrom: from.identity, change) == nil
            else { return }
            if steps.count >= 2 * capacity { removeStep(at: 0) }
            steps.append(Step(from: from.identity, change: change))
            ends.append((start, end))
        }

        /// Adds settings, and removes others that have not been used for a while. Those are returned, because releasing them
        /// releases rules, which must not happen under the lock.
        mutating func add(_ new: SharedSettings) -> SharedSettings? {
            settings.append(new)
            while settings.count > capacity {
                let oldest = settings.removeFirst()
                if oldest.isUsed.exchange(false, ordering: .relaxed) {
                    settings.append(oldest)
                } else {
                    for index in steps.indices.reversed()
                    where ends[index].from === oldest || ends[index].to === oldest {
                        removeStep(at: index)
                    }
                    return oldest
                }
            }
            return nil
        }
    }

    private static let recent = CheckedMutex(Recent())

    private init(_ options: DecodingOptions, _ plain: PlainSettings?, reserve: TapePool?) {
        self.options = SharedOptions(options)
        self.plain = plain
        // Many decoders may decode at the same time.
        tapes = TapePool(capacity: 16, reserve: reserve)
        ownsTapes = true
    }

    /// Settings that use the memory of others.
    init(_ options: SharedOptions, sharing tapes: TapePool) {
        self.options = options
        self.tapes = tapes
        plain = nil
        ownsTapes = false
    }

    deinit {
        // Cores that are kept for the next call refer to the pool that keeps them.
        if ownsTapes { tapes.close() }
    }

    /// The settings of a new decoder with this policy and these limits.
    static func with(_ policy: DecodingPolicy, _ limits: JSONLimits = .default) -> SharedSettings {
        let hasLimits = limits != .default
        if policy.rules.isEmpty && !hasLimits { return standard }
        let found = recent.withLock { recent -> SharedSettings? in
            var settings = standard
            if !policy.rules.isEmpty {
                guard let step = recent.index(ofStepFrom: standard.options.identity, .policy(policy)) else {
                    return nil
                }
                settings = recent.ends[step].to
            }
            if !hasLimits { return settings }
            return recent.index(ofStepFrom: settings.options.identity, .limits(limits)).map { recent.ends[$0].to }
        }
        return found ?? made(with: policy, limits)
    }

    private static func made(with policy: DecodingPolicy, _ limits: JSONLimits) -> SharedSettings {
        var settings = standard
        if !policy.rules.isEmpty {
            let plain = PlainSettings.with(policy)
            settings = kept(plain) ?? add(plain, DecodingOptions(policy: policy))
            remember(standard.options, .policy(policy), settings)
        }
        if limits == .default { return settings }
        var options = settings.options.value
        options.limits = limits
        let plain = PlainSettings(options)
        let limited = kept(plain) ?? add(plain, options)
        remember(settings.options, .limits(limits), limited)
        return limited
    }

    /// These settings, with memory for them; `nil` if they cannot be compared with others.
    static func with(_ options: DecodingOptions) -> SharedSettings? {
        guard let plain = PlainSettings(options) else { return nil }
        return kept(plain) ?? add(plain, options)
    }

    /// The settings that compare equal to these, if they are kept.
    private static func kept(_ plain: PlainSettings?) -> SharedSettings? {
        if plain == standard.plain { return standard }
        let found = recent.withLock { recent in recent.settings.last { $0.plain == plain } }
        found?.isUsed.store(true, ordering: .relaxed)
        return found
    }

    private static func add(_ plain: PlainSettings?, _ options: DecodingOptions) -> SharedSettings {
        // Resolving calls code of rules, which must not happen under the lock.
        let new = SharedSettings(options, plain, reserve: standard.tapes)
        let removed = recent.withLock { $0.add(new) }
        withExtendedLifetime(removed) {}
        return new
    }

    // MARK: Steps

    /// The settings with this identity, and what they become by a change, if that is known.
    static func step(
        from identity: UInt, _ change: PlainSettings.Change
    ) -> (from: SharedSettings, to: SharedSettings)? {
        recent.withLock { recent in recent.index(ofStepFrom: identity, change).map { recent.ends[$0] } }
    }

    /// Remembers what settings become by a change.
    static func remember(_ from: SharedOptions, _ change: PlainSettings.Change, _ to: SharedSettings) {
        recent.withLock { $0.add(from, change, to.options) }
    }
}
