import Foundation
import PolicyJSON
import Testing

/// The settings that both decoders have, under a name for test output.
struct Options: Sendable, CustomStringConvertible, CustomTestStringConvertible {
    var name: String
    var dates: JSONDecoder.DateDecodingStrategy = .deferredToDate
    var data: JSONDecoder.DataDecodingStrategy = .base64
    var floats: JSONDecoder.NonConformingFloatDecodingStrategy = .throw
    var keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var assumesTopLevelDictionary = false
    var allowsJSON5 = false
    /// PolicyJSON's alone: Foundation always does.
    var allowsTrailingCommas = false
    /// PolicyJSON's alone.
    var policy = DecodingPolicy.strict

    static let `default` = Options(name: "default")

    var description: String { name }
    var testDescription: String { name }

    var foundation: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = dates
        decoder.dataDecodingStrategy = data
        decoder.nonConformingFloatDecodingStrategy = floats
        decoder.keyDecodingStrategy = keys
        decoder.userInfo = userInfo
        // Merely setting it leaves an entry in `userInfo`.
        if assumesTopLevelDictionary { decoder.assumesTopLevelDictionary = true }
        if allowsJSON5 { decoder.allowsJSON5 = true }
        return decoder
    }

    var policyJSON: PolicyJSONDecoder {
        let decoder = PolicyJSONDecoder()
        decoder.dateDecodingStrategy = dates
        decoder.dataDecodingStrategy = data
        decoder.nonConformingFloatDecodingStrategy = floats
        decoder.keyDecodingStrategy = keys
        decoder.userInfo = userInfo
        decoder.assumesTopLevelDictionary = assumesTopLevelDictionary
        decoder.allowsJSON5 = allowsJSON5
        decoder.allowsTrailingCommas = allowsTrailingCommas
        decoder.policy = policy
        return decoder
    }
}
