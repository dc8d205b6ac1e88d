import Foundation
import PolicyJSON
import Testing

/// The settings that both decoders have, with a name for test output.
struct Options: Sendable, CustomStringConvertible, CustomTestStringConvertible {
    var name: String
    var dates: JSONDecoder.DateDecodingStrategy = .deferredToDate
    var data: JSONDecoder.DataDecodingStrategy = .base64
    var floats: JSONDecoder.NonConformingFloatDecodingStrategy = .throw
    var keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var assumesTopLevelDictionary = false
    var allowsJSON5 = false
    /// Only in PolicyJSON; Foundation always accepts trailing commas.
    var allowsTrailingCommas = false
    /// Only in PolicyJSON.
    var policy = DecodingPolicy.strict

    static let `default` = Options(name: "default")

    var description: String { name }
    var testDescription: String { name }

    var foundation: JSONDecoder {
        let decoder = applied(to: JSONDecoder())
        // Setting the property adds an entry to `userInfo`.
        if assumesTopLevelDictionary { decoder.assumesTopLevelDictionary = true }
        if allowsJSON5 { decoder.allowsJSON5 = true }
        return decoder
    }

    var policyJSON: PolicyJSONDecoder {
        let decoder = applied(to: PolicyJSONDecoder())
        decoder.assumesTopLevelDictionary = assumesTopLevelDictionary
        decoder.allowsJSON5 = allowsJSON5
        decoder.allowsTrailingCommas = allowsTrailingCommas
        decoder.policy = policy
        return decoder
    }

    private func applied<Target: DecoderWithSettings>(to decoder: Target) -> Target {
        decoder.dateDecodingStrategy = dates
        decoder.dataDecodingStrategy = data
        decoder.nonConformingFloatDecodingStrategy = floats
        decoder.keyDecodingStrategy = keys
        decoder.userInfo = userInfo
        return decoder
    }
}

/// The settings that both decoders have in common.
private protocol DecoderWithSettings: AnyObject {
    var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy { get set }
    var dataDecodingStrategy: JSONDecoder.DataDecodingStrategy { get set }
    var nonConformingFloatDecodingStrategy: JSONDecoder.NonConformingFloatDecodingStrategy { get set }
    var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy { get set }
    var userInfo: [CodingUserInfoKey: any Sendable] { get set }
}

extension JSONDecoder: DecoderWithSettings {}
extension PolicyJSONDecoder: DecoderWithSettings {}
