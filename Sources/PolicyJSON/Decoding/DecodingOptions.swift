import Foundation
@_spi(Tape) internal import JSONTape

/// The decoder's settings as one call sees them: read once, at its beginning.
struct DecodingOptions: Sendable {
    var dates: JSONDecoder.DateDecodingStrategy = .deferredToDate
    var data: JSONDecoder.DataDecodingStrategy = .base64
    var nonConformingFloats: JSONDecoder.NonConformingFloatDecodingStrategy = .throw
    var keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var allowsJSON5 = false
    var allowsTrailingCommas = false
    var assumesTopLevelDictionary = false
    var limits = JSONLimits.default
    var parsesAhead = false
    var windows = WindowSizes()
    var reportLimit = 1_000
    var repairLimit = 1_000_000
    var reportRedaction = ReportRedaction.none
    var onRepair: (@Sendable (DecodingReport.Entry) -> Void)?
    var onReport: (@Sendable (DecodingReport) -> Void)?
    /// Above zero.
    var reportInterval: Int?
    var policy = DecodingPolicy.strict {
        didSet { resolvedPolicy = ResolvedPolicy(policy, call: callPolicy) }
    }
    /// Rules that are asked before those of `policy`.
    var callPolicy = DecodingPolicy.strict {
        didSet { resolvedPolicy = ResolvedPolicy(policy, call: callPolicy) }
    }
    private(set) var resolvedPolicy: ResolvedPolicy?
    /// Whether they are those of a few calls only: nothing should keep them, and the `userInfo` in them, for longer.
    var isForCalls = false

    /// Whether somebody wants to see the report of each call.
    var handlesReports: Bool { onRepair != nil || onReport != nil }

    /// Shows a report to the handlers.
    func handle(_ report: DecodingReport) {
        if report.isEmpty { return }
        if let onRepair { report.entries.forEach(onRepair) }
        onReport?(report)
    }

    /// Values that the document has placeholders for.
    var exactValues: ExactValues?

    var syntax: Tape.Syntax {
        if allowsJSON5 { return .json5 }
        return allowsTrailingCommas ? .trailingCommas : .json
    }

    var convertsKeys: Bool {
        if case .useDefaultKeys = keys { return false }
        return true
    }
}

/// Settings that nothing changes any more: a reference is all that a call takes of them, and each of its cores.
final class SharedOptions: Sendable {
    let value: DecodingOptions
    let handlesReports: Bool

    init(_ value: DecodingOptions) {
        self.value = value
        handlesReports = value.handlesReports
    }

    /// A number that no other settings have while these are in use.
    var identity: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

    /// The same settings with a change.
    func changed(_ change: (inout DecodingOptions) -> Void) -> SharedOptions {
        var value = value
        change(&value)
        return SharedOptions(value)
    }
}
