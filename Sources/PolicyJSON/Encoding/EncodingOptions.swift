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
        didSet { resolvedPolicy = ResolvedEncodingPolicy(policy) }
    }
    private(set) var resolvedPolicy: ResolvedEncodingPolicy?
    /// Whether dates, `Data` and numbers without a JSON representation are stored in ``EncoderCore/exactValues``.
    var keepsExactValues = false

    var convertsKeys: Bool {
        if case .useDefaultKeys = keys { return false }
        return true
    }
}
