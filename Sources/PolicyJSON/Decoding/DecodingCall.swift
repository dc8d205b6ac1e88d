/// What all decoders of one call share: the settings, the rules and the report.
///
/// Immutable during the call but for caches, which several threads may use.
final class DecodingCall: Sendable {
    /// Changes between the calls that the core in a pool serves, and only in the `userInfo`. No decoder that has been kept has this
    /// call then: the cores that share it keep the one that would go back to the pool.
    @safe @exclusivity(unchecked) nonisolated(unsafe) private(set) var sharedOptions: SharedOptions
    var options: DecodingOptions {
        @inline(__always) _read { yield sharedOptions.value }
    }
    /// `nil` in strict decoding.
    let policy: ResolvedPolicy?
    /// There whenever ``policy`` is, unless problems of a strict decode are collected.
    let collector: ReportCollector?
    /// ``policy`` and ``collector``, for use with each repaired value.
    let repairing: (rules: Uncounted<ResolvedPolicy>, report: Uncounted<ReportCollector>)?
    /// The situations that at least one rule lists.
    let situations: RepairSituation
    /// Memory for documents that stand in for values.
    let tapes: TapePool
    /// There if a rule watches for absent keys.
    let keyMatches: KeyMatches?
    let convertsKeys: Bool
    /// Whether rules watch for values, or may turn all rules off for a value, or whether problems are collected and rules
    /// may replace collections.
    let examinesValues: Bool
    /// Whether rules watch for the keys that models do not request, or for values that have been decoded.
    let examinesModels: Bool

    /// Whether rules can do nothing but drop elements of collections, or make them `nil`: a value that fails is decoded again only
    /// if an element of a collection in it has.
    let onlyDropsElements: Bool

    /// A call with the rules of its settings.
    ///
    /// - Parameter entryLimit: how many changes are listed, if it is not the settings' limit.
    convenience init(_ options: SharedOptions, _ tapes: TapePool, listsChanges: Bool, entryLimit: Int? = nil) {
        let policy = options.value.resolvedPolicy
        let collector = policy.map { _ in
            ReportCollector(
                listsChanges: listsChanges, entryLimit: entryLimit ?? options.value.reportLimit,
                repairLimit: options.value.repairLimit)
        }
        self.init(options, tapes, policy, collector)
    }

    private init(
        _ options: SharedOptions, _ tapes: TapePool, _ policy: ResolvedPolicy?, _ collector: ReportCollector?,
        isCollecting: Bool = false
    ) {
        sharedOptions = options
        self.tapes = tapes
        self.policy = policy
        self.collector = collector
        repairing =
            if let policy, let collector { (Uncounted(policy), Uncounted(collector)) } else { nil }
        var situations = policy?.situations ?? []
        if options.value.chosenDates != nil { situations.remove(.numericDate) }
        self.situations = situations
        keyMatches = situations.contains(.absentKey) ? KeyMatches() : nil
        convertsKeys = options.value.convertsKeys
        examinesValues =
            !situations.isDisjoint(with: [.value, .variant]) || policy?.turnsAllRulesOff == true
            || isCollecting && situations.contains(.unrepaired)
        onlyDropsElements = policy?.onlyDropsElements == true && !isCollecting
        examinesModels = !situations.isDisjoint(with: .ofUnknownKeys) || situations.contains(.decoded)
    }

    /// Whether a call with these options is the same but for its `userInfo`. If so, it is that call from now on.
    func becomes(_ options: SharedOptions) -> Bool {
        if sharedOptions === options { return true }
        guard options.base === sharedOptions else { return false }
        sharedOptions = options
        return true
    }

    /// Forgets the `userInfo` of an overriding decoder; false if the call can serve no other.
    func forgetUserInfo() -> Bool {
        if let base = sharedOptions.base { sharedOptions = base }
        return !options.isForCalls
    }

    /// The same call without rules, for what a rule has provided.
    var withoutRules: DecodingCall { policy == nil ? self : DecodingCall(sharedOptions, tapes, nil, nil) }

    /// The same call with rules, if there are none: strict decoding takes shortcuts on which no problem can be collected.
    var collecting: DecodingCall {
        DecodingCall(sharedOptions, tapes, policy ?? .empty, collector, isCollecting: true)
    }
}

extension DecodingCall {
    /// Whether there are rules that can be consulted.
    var hasRules: Bool { !situations.isEmpty }

    /// Whether a rule replaces values that no other rule has repaired.
    var replacesUnrepaired: Bool { situations.contains(.unrepaired) }

    /// Whether rules watch for absent keys, or for the members that models do not request.
    var watchesKeys: Bool { situations.contains(.absentKey) || !situations.isDisjoint(with: .ofUnknownKeys) }

    /// Whether rules keep the members that models do not request.
    var keepsMembers: Bool { situations.contains(.extraMembers) }

    /// Whether rules watch for values before they are decoded.
    var watchesValues: Bool { situations.contains(.value) }

    /// Whether rules select the case or the type that a value is decoded as.
    var selectsVariants: Bool { situations.contains(.variant) }

    /// Whether rules watch for values that have been decoded.
    var watchesDecoded: Bool { situations.contains(.decoded) }

    /// Whether rules say what numbers mean as dates.
    var watchesDates: Bool { situations.contains(.numericDate) }

    /// Whether rules watch for values that are requested as optionals, for `null` and for missing keys.
    var watchesOptionals: Bool { !situations.isDisjoint(with: .ofOptionals) }

    /// Whether rules watch for values that are requested as optionals, and are there.
    var watchesPresentOptionals: Bool { !situations.isDisjoint(with: [.blankString, .optionalScalar]) }

    /// Whether rules watch for optionals that are missing or null.
    var watchesNils: Bool { !situations.isDisjoint(with: [.missingOptional, .nullOptional]) }

    /// Whether rules may answer for an optional that is decoded as `nil`.
    var answersNils: Bool { !situations.isDisjoint(with: .ofOptionals.union(.nestedNull)) }

    /// Whether rules watch for URLs.
    var watchesURLs: Bool { situations.contains(.url) }
}
