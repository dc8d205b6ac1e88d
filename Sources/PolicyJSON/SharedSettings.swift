internal import Synchronization

/// Settings that decoders have in common, with the memory that they share, so that a decoder that is made for one call costs
/// little more than one that is kept.
final class SharedSettings: Sendable {
    let options: SharedOptions
    let tapes: TapePool
    private let plain: PlainSettings?
    /// Whether no other settings share the memory.
    private let ownsTapes: Bool

    /// The settings of a new decoder.
    static let standard = SharedSettings(DecodingOptions(), PlainSettings.standard, reserve: nil)

    /// The maximum number of settings that are kept after their decoders have been released.
    static let capacity = 16
    /// The settings that were used last, the most recent ones at the end.
    private static let recent = Mutex<[SharedSettings]>([])

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

    /// The settings of a new decoder with this policy.
    static func with(_ policy: DecodingPolicy) -> SharedSettings {
        if policy.rules.isEmpty { return standard }
        return with(PlainSettings.with(policy), DecodingOptions(policy: policy))
    }

    /// These settings, with memory for them; `nil` if they cannot be compared with others.
    static func with(_ options: DecodingOptions) -> SharedSettings? {
        guard let plain = PlainSettings(options) else { return nil }
        return with(plain, options)
    }

    private static func with(
        _ plain: PlainSettings?, _ options: @autoclosure () -> DecodingOptions
    ) -> SharedSettings {
        if plain == standard.plain { return standard }
        let found = recent.withLock { recent -> SharedSettings? in
            guard let index = recent.lastIndex(where: { $0.plain == plain }) else { return nil }
            if index < recent.count - 1 { recent.append(recent.remove(at: index)) }
            return recent.last
        }
        if let found { return found }
        // Resolving calls code of rules, and releasing may, which must not happen under the lock.
        let new = SharedSettings(options(), plain, reserve: standard.tapes)
        _ = recent.withLock { recent in
            recent.append(new)
            return recent.count > capacity ? recent.removeFirst() : nil
        }
        return new
    }
}
