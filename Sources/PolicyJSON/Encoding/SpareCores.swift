import FoundationImport
internal import JSONTape

/// The cores of encoders that have been released, for new encoders with the same settings: an encoder that is made for one call costs
/// little more than one that is kept.
enum SpareCores {
    /// How many are kept, each with the memory that an encoder keeps between two calls.
    private static let capacity = 16

    // The most recent one at the end.
    private static let kept = CheckedMutex<[(settings: ComparableSettings, core: UncheckedTransfer<EncoderCore>)]>([])

    /// Removes a core with these settings; `nil` if there is none, or if the settings cannot be compared.
    static func take(for options: EncodingOptions) -> EncoderCore? {
        guard let settings = ComparableSettings(options) else { return nil }
        return kept.withLock { kept in
            kept.lastIndex { $0.settings == settings }.map { kept.remove(at: $0).core }
        }?.value
    }

    /// Keeps a core without a document.
    static func keep(_ core: UncheckedTransfer<EncoderCore>) {
        guard let settings = ComparableSettings(core.value.options) else { return }
        // Another encoder's documents may be small.
        core.value.expected = 0
        // The oldest one is released without the lock.
        let removed = kept.withLock { kept in
            kept.append((settings, core))
            return kept.count > capacity ? kept.removeFirst().core : nil
        }
        withExtendedLifetime(removed) {}
    }
}

/// Settings without rules, closures, formatters and user values.
private struct ComparableSettings: Equatable {
    private let formatting: UInt
    private let dates: Int
    private let encodesBase64: Bool
    private let convertsToSnakeCase: Bool

    init?(_ options: EncodingOptions) {
        guard options.userInfo.isEmpty, options.policy.rules.isEmpty, !options.keepsExactValues,
            case .throw = options.nonConformingFloats
        else { return nil }
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
