import Foundation

extension EncodingError {
    /// Infinity or NaN, for which JSON has no number.
    @inline(never)
    static func notANumber<T>(_ value: T, at path: [any CodingKey]) -> EncodingError {
        .invalidValue(
            value,
            Context(codingPath: path, debugDescription: "Unable to encode \(T.self).\(value) directly in JSON."))
    }

    /// A rule ends the call.
    @inline(never)
    static func refused(
        _ value: any Encodable, by rule: any EncodingRule, _ reason: String, at path: [any CodingKey]
    ) -> EncodingError {
        .invalidValue(value, Context(codingPath: path, debugDescription: "Refused by \(rule.name): \(reason)"))
    }

    @inline(never)
    static func invalidTopLevel<T>(_ value: T, _ reason: String) -> EncodingError {
        .invalidValue(value, Context(codingPath: [], debugDescription: reason))
    }
}
