import FoundationImport
@_spi(Cursor) internal import JSONTape

/// The decoder's settings during one call: read once, when it starts.
struct DecodingOptions: Sendable {
    /// `nil` until it is set: rules may then say what a number means.
    var chosenDates: JSONDecoder.DateDecodingStrategy?
    var dates: JSONDecoder.DateDecodingStrategy { chosenDates ?? .deferredToDate }
    var data: JSONDecoder.DataDecodingStrategy = .base64
    var decodesBase64: Bool { if case .base64 = data { true } else { false } }
    var nonConformingFloats: JSONDecoder.NonConformingFloatDecodingStrategy = .throw
    var keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var allowsJSON5 = false
    var allowsTrailingCommas = false
    var assumesTopLevelDictionary = false
    var limits = JSONLimits.default
    var parsesAhead = false
    var windows = WindowSizes()
    /// Whether a second thread parses windows.
    var usesSecondThread: Bool { parsesAhead && ProcessInfo.processInfo.activeProcessorCount > 1 }
    var reportLimit = 1_000
    var repairLimit = 1_000_000
    var reportRedaction = ReportRedaction.none
    var onReport: (@Sendable (DecodingReport) -> Void)?
    /// Above zero.
    var reportInterval: Int?
    var policy = DecodingPolicy.strict {
        didSet { resolve() }
    }
    /// Rules that precede those of `policy`.
    var callPolicy = DecodingPolicy.strict {
        didSet { resolve() }
    }
    private(set) var resolvedPolicy: ResolvedPolicy?

    init() {}

    /// The default settings, with this policy.
    init(policy: DecodingPolicy) {
        self.policy = policy
        resolvedPolicy = ResolvedPolicy(policy)
    }

    private mutating func resolve() {
        resolvedPolicy =
            callPolicy.rules.isEmpty
            ? SharedSettings.with(policy).options.value.resolvedPolicy : ResolvedPolicy(policy, call: callPolicy)
    }

    /// Whether the settings are for few calls: neither they nor their `userInfo` should be retained for longer.
    var isForCalls = false

    /// Replaces the policy, and the rules that precede it.
    mutating func replacePolicy(by policy: DecodingPolicy) {
        if !callPolicy.rules.isEmpty { callPolicy = .strict }
        self.policy = policy
    }

    /// Whether there is a handler of reports.
    var handlesReports: Bool { onReport != nil }

    /// Passes a report to the handler.
    func handle(_ report: DecodingReport) {
        if report.isEmpty { return }
        onReport?(report)
    }

    /// Values that the document has only placeholders for.
    var exactValues: ExactValues?

    /// The limits for the document. One with such placeholders is made from a value, which is not input and may exceed those for it.
    var documentLimits: JSONLimits {
        if exactValues == nil { return limits }
        var result = JSONLimits.unlimited
        result.depth = max(limits.depth, JSONLimits.default.depth)
        return result
    }

    var syntax: Tape.Syntax {
        if allowsJSON5 { return .json5 }
        return allowsTrailingCommas ? .trailingCommas : .json
    }

    var convertsKeys: Bool {
        if case .useDefaultKeys = keys { return false }
        return true
    }

    var convertsKeysByClosure: Bool {
        if case .custom = keys { return true }
        return false
    }

    var convertsFromSnakeCase: Bool {
        if case .convertFromSnakeCase = keys { return true }
        return false
    }
}

/// Immutable settings, so that a call and its cores only need a reference.
final class SharedOptions: Sendable {
    let value: DecodingOptions
    let handlesReports: Bool
    /// The settings of the decoder that these override in nothing but their `userInfo`.
    let base: SharedOptions?

    init(_ value: DecodingOptions, base: SharedOptions? = nil) {
        self.value = value
        self.base = base
        handlesReports = value.handlesReports
    }

    /// A number that is unique among settings in use.
    var identity: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

    /// A copy with additional `userInfo`.
    func adding(_ userInfo: [CodingUserInfoKey: any Sendable]) -> SharedOptions {
        var value = value
        value.userInfo = value.userInfo.replacing(by: userInfo)
        return SharedOptions(value, base: base ?? self)
    }

    /// A modified copy for one call: what it contains is not retained.
    func changed(_ change: (inout DecodingOptions) -> Void) -> SharedOptions {
        var value = value
        value.isForCalls = true
        change(&value)
        return SharedOptions(value)
    }
}
