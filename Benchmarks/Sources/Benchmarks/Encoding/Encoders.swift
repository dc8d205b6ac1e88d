import Foundation
import PolicyJSON

/// What takes part in a measurement of encoding; the raw values are the names that the results use.
enum EncodingContestant: String, CaseIterable, Sendable {
    case foundation = "Foundation"
    case policyJSON = "PolicyJSON"
    /// To an array of bytes in place of `Data`.
    case policyJSONBytes = "PolicyJSON-bytes"

    func makeEncoder(
        _ settings: CoderSettings, formatting: JSONEncoder.OutputFormatting = []
    ) -> any MeasuredEncoder {
        switch self {
        case .foundation:
            let encoder = JSONEncoder()
            encoder.outputFormatting = formatting
            if settings.contains(.dates) { encoder.dateEncodingStrategy = .iso8601 }
            if settings.contains(.snakeCase) { encoder.keyEncodingStrategy = .convertToSnakeCase }
            return encoder
        case .policyJSON, .policyJSONBytes:
            let encoder = PolicyJSONEncoder()
            encoder.outputFormatting = formatting
            if settings.contains(.dates) { encoder.dateEncodingStrategy = .iso8601 }
            if settings.contains(.snakeCase) { encoder.keyEncodingStrategy = .convertToSnakeCase }
            return self == .policyJSON ? encoder : BytesEncoder(encoder: encoder)
        }
    }
}

/// What the encoders have in common.
protocol MeasuredEncoder {
    func encode<Value: Encodable>(_ value: Value) throws -> Data
    /// What is measured.
    func work<Value: Encodable>(on value: Value) throws
}

extension MeasuredEncoder {
    func work<Value: Encodable>(on value: Value) throws { blackHole(try encode(value)) }
}

private struct BytesEncoder: MeasuredEncoder {
    let encoder: PolicyJSONEncoder

    func encode<Value: Encodable>(_ value: Value) throws -> Data { Data(try encoder.encodeBytes(value)) }
    func work<Value: Encodable>(on value: Value) throws { blackHole(try encoder.encodeBytes(value)) }
}

extension JSONEncoder: MeasuredEncoder {}
extension PolicyJSONEncoder: MeasuredEncoder {}
