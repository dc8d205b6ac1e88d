import FoundationImport

extension EncodingError {
    /// The error of infinity or NaN, which JSON numbers cannot represent.
    @inline(never)
    static func notANumber<T>(_ value: T, at path: [any CodingKey]) -> EncodingError {
        .invalidValue(
            value,
            Context(codingPath: path, debugDescription: "Unable to encode \(T.self).\(value) directly in JSON."))
    }

    /// The error of a rule that ends the call.
    @inline(never)
    static func rejected(
        _ value: Any, by rule: any EncodingRule, _ reason: String, at path: [any CodingKey]
    ) -> EncodingError {
        .invalidValue(value, Context(codingPath: path, debugDescription: "Rejected by \(rule.name): \(reason)"))
    }

    /// The error of a text that is to be written as JSON.
    @inline(never)
    static func notJSON(_ value: any Encodable, _ error: any Error, at path: [any CodingKey]) -> EncodingError {
        .invalidValue(
            value, Context(codingPath: path, debugDescription: "The value is not JSON.", underlyingError: error))
    }

    /// The error of a rule's JSON for an optional property that is `nil`.
    @inline(never)
    static func nilNotJSON(
        _ text: String, by rule: any EncodingRule, _ error: any Error, at path: [any CodingKey]
    ) -> EncodingError {
        .invalidValue(
            text,
            Context(
                codingPath: path, debugDescription: "Rejected by \(rule.name): The JSON for nil is not valid.",
                underlyingError: error))
    }

    @inline(never)
    static func invalidTopLevel<T>(_ value: T, _ reason: String, at path: [any CodingKey]) -> EncodingError {
        .invalidValue(value, Context(codingPath: path, debugDescription: reason))
    }
}
