import FoundationImport
@_spi(Cursor) internal import JSONTape

/// Settings without closures, formatters and user values, which can be compared: decoders with the same ones share memory
/// (``SharedSettings``).
struct PlainSettings: Equatable {
    /// A change of one setting to a value that can be compared.
    enum Change: Equatable {
        case policy(PolicyIdentity)
        case limits(JSONLimits)
        case dates(Dates)
        case convertsFromSnakeCase(Bool)

        static func policy(_ policy: DecodingPolicy) -> Change { .policy(PolicyIdentity(policy)) }

        static func dates(_ dates: JSONDecoder.DateDecodingStrategy) -> Change? { Dates(dates).map(Change.dates) }

        static func keys(_ keys: JSONDecoder.KeyDecodingStrategy) -> Change? {
            switch keys {
            case .useDefaultKeys: .convertsFromSnakeCase(false)
            case .convertFromSnakeCase: .convertsFromSnakeCase(true)
            default: nil
            }
        }
    }

    enum Dates {
        case unset, deferred, iso8601, seconds, milliseconds

        /// `nil` for a strategy that cannot be compared.
        fileprivate init?(_ strategy: JSONDecoder.DateDecodingStrategy) {
            switch strategy {
            case .deferredToDate: self = .deferred
            case .iso8601: self = .iso8601
            case .secondsSince1970: self = .seconds
            case .millisecondsSince1970: self = .milliseconds
            default: return nil
            }
        }
    }

    private enum Floats: Equatable {
        case rejected
        case strings(String, String, String)
    }

    // What differs most often is compared first.
    private var policy: PolicyIdentity
    private let dates: Dates
    private let convertsFromSnakeCase: Bool
    private let decodesBase64: Bool
    private let allowsJSON5: Bool
    private let allowsTrailingCommas: Bool
    private let assumesTopLevelDictionary: Bool
    private let limits: JSONLimits
    private let reportLimit: Int
    private let repairLimit: Int
    private let floats: Floats

    /// The default settings.
    static let standard = PlainSettings(DecodingOptions())

    /// The default settings, with this policy.
    static func with(_ policy: DecodingPolicy) -> PlainSettings? {
        var settings = standard
        settings?.policy = PolicyIdentity(policy)
        return settings
    }

    /// `nil` if the settings cannot be compared, or are for few calls.
    init?(_ options: DecodingOptions) {
        guard options.userInfo.isEmpty, options.onReport == nil, options.reportInterval == nil, !options.parsesAhead,
            options.callPolicy.rules.isEmpty, !options.isForCalls, options.exactValues == nil,
            options.reportRedaction.isNone, options.windows == WindowSizes()
        else { return nil }
        guard let dates = options.chosenDates.map({ Dates($0) }) ?? .unset else { return nil }
        self.dates = dates
        switch options.data {
        case .base64: decodesBase64 = true
        case .deferredToData: decodesBase64 = false
        default: return nil
        }
        switch options.nonConformingFloats {
        case .throw: floats = .rejected
        case .convertFromString(let positive, let negative, let nan): floats = .strings(positive, negative, nan)
        @unknown default: return nil
        }
        switch options.keys {
        case .useDefaultKeys: convertsFromSnakeCase = false
        case .convertFromSnakeCase: convertsFromSnakeCase = true
        default: return nil
        }
        policy = PolicyIdentity(options.policy)
        allowsJSON5 = options.allowsJSON5
        allowsTrailingCommas = options.allowsTrailingCommas
        assumesTopLevelDictionary = options.assumesTopLevelDictionary
        limits = options.limits
        reportLimit = options.reportLimit
        repairLimit = options.repairLimit
    }
}
