import FoundationImport

/// The encoder's settings for one call, read once at its start.
struct EncodingOptions: Sendable {
    var formatting: JSONEncoder.OutputFormatting = []
    var dates: JSONEncoder.DateEncodingStrategy = .deferredToDate
    var data: JSONEncoder.DataEncodingStrategy = .base64
    var nonConformingFloats: JSONEncoder.NonConformingFloatEncodingStrategy = .throw
    var keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    var policy = EncodingPolicy.default {
        didSet { resolvedPolicy = nil }
    }
    /// The policy, once ``resolve()`` has been called; `nil` for a policy without rules.
    private(set) var resolvedPolicy: ResolvedEncodingPolicy?
    /// Whether dates, `Data` and numbers without a JSON representation are stored in ``EncoderCore/exactValues``.
    var keepsExactValues = false

    /// Prepares the policy, if that has not been done: calls code of rules.
    ///
    /// - Parameter call: rules that are consulted before it.
    mutating func resolve(after call: EncodingPolicy = .default) {
        if resolvedPolicy == nil, !policy.rules.isEmpty || !call.rules.isEmpty {
            resolvedPolicy = ResolvedEncodingPolicy(policy, after: call)
        }
    }

    var convertsKeys: Bool {
        if case .useDefaultKeys = keys { return false }
        return true
    }
}
