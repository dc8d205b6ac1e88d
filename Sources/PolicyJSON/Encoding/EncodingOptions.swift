import Foundation

/// The encoder's settings as one call sees them: read once, at its beginning.
struct EncodingOptions: Sendable {
    var formatting: JSONEncoder.OutputFormatting = []
    var dates: JSONEncoder.DateEncodingStrategy = .deferredToDate
    var data: JSONEncoder.DataEncodingStrategy = .base64
    var nonConformingFloats: JSONEncoder.NonConformingFloatEncodingStrategy = .throw
    var keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    var nils = NilForm.omit
    var policy = EncodingPolicy.strict {
        didSet { resolvedPolicy = ResolvedEncodingPolicy(policy) }
    }
    private(set) var resolvedPolicy: ResolvedEncodingPolicy?
    /// Whether dates, `Data` and numbers that have no text are kept beside the text, in ``EncoderCore/exactValues``.
    var keepsExactValues = false

    var convertsKeys: Bool {
        if case .useDefaultKeys = keys { return false }
        return true
    }
}
