import PolicyJSON

extension RawJSON {
    /// The value of a text that is JSON.
    static func document(_ text: String) -> RawJSON {
        guard let raw = try? RawJSON(parsing: text) else { preconditionFailure("not JSON: \(text)") }
        return raw
    }

    /// The number of a text that is one.
    static func number(_ text: String) -> RawJSON {
        guard let number = JSONNumber(text) else { preconditionFailure("not a number: \(text)") }
        return .number(number)
    }
}
