import FoundationImport
internal import JSONTape

/// The cores of encoders that have been released, for new encoders with the same settings: an encoder that is made for one call costs
/// little more than one that is kept.
enum SpareCores {
    /// How many are kept, each with the memory that an encoder keeps between two calls.
    private static let capacity = 16

    private struct Spare {
        let settings: ComparableSettings
        let core: UncheckedTransfer<EncoderCore>
    }

    // The most recent one at the end.
    private static let kept = CheckedMutex<[Spare]>([])

    /// Removes a core with these settings; `nil` if there is none, or if the settings cannot be compared.
    static func take(for options: EncodingOptions) -> EncoderCore? {
        guard let settings = ComparableSettings(options) else { return nil }
        let core = kept.withLock { kept in
            kept.lastIndex { $0.settings == settings }.map { kept.remove(at: $0).core }
        }?.value
        core?.serve(userInfo: options.userInfo)
        core?.hasServedAgain = true
        return core
    }

    /// Keeps a core without a document.
    ///
    /// One more than there is room for removes the oldest that has served one encoder only, as those with a policy that is built for
    /// one call do, or the oldest.
    static func keep(_ core: UncheckedTransfer<EncoderCore>) {
        guard let settings = ComparableSettings(core.value.options) else { return }
        core.value.serve(userInfo: [:])
        // Released without the lock: that releases rules.
        let removed = kept.withLock { kept -> Spare? in
            defer { kept.append(Spare(settings: settings, core: core)) }
            if kept.count < capacity { return nil }
            return kept.remove(at: kept.firstIndex { !$0.core.value.hasServedAgain } ?? 0)
        }
        withExtendedLifetime(removed) {}
    }
}

/// Settings without closures and formatters, but for the `userInfo`.
private struct ComparableSettings: Equatable {
    private let policy: PolicyIdentity
    private let formatting: UInt
    private let dates: Int
    private let encodesBase64: Bool
    private let convertsToSnakeCase: Bool

    init?(_ options: EncodingOptions) {
        guard !options.keepsExactValues, case .throw = options.nonConformingFloats else { return nil }
        policy = PolicyIdentity(options.policy)
        switch options.dates {
        case .deferredToDate: dates = 0
        case .iso8601: dates = 1
        case .secondsSince1970: dates = 2
        case .millisecondsSince1970: dates = 3
        default: return nil
        }
        switch options.data {
        case .base64: encodesBase64 = true
        case .deferredToData: encodesBase64 = false
        default: return nil
        }
        switch options.keys {
        case .useDefaultKeys: convertsToSnakeCase = false
        case .convertToSnakeCase: convertsToSnakeCase = true
        default: return nil
        }
        formatting = options.formatting.rawValue
    }
}
