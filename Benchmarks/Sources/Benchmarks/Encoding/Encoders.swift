import Foundation
import PolicyJSON

/// What takes part in a measurement of encoding; the raw values are the names that the results use.
enum EncodingContestant: String, CaseIterable, Sendable {
    case foundation = "Foundation"
    case policyJSON = "PolicyJSON"

    func makeEncoder(usesDates: Bool, formatting: JSONEncoder.OutputFormatting = []) -> any MeasuredEncoder {
        switch self {
        case .foundation:
            let encoder = JSONEncoder()
            encoder.outputFormatting = formatting
            if usesDates { encoder.dateEncodingStrategy = .iso8601 }
            return encoder
        case .policyJSON:
            let encoder = PolicyJSONEncoder()
            encoder.outputFormatting = formatting
            if usesDates { encoder.dateEncodingStrategy = .iso8601 }
            return encoder
        }
    }
}

/// What the encoders have in common.
protocol MeasuredEncoder {
    func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension JSONEncoder: MeasuredEncoder {}
extension PolicyJSONEncoder: MeasuredEncoder {}
