/// The result of consulting the rules.
enum Repaired<Value> {
    case declined
    case value(Value)
    case null
    case nestedNil
    case dropped

    /// The value that a rule has provided.
    @inline(__always)
    var provided: Value? { if case .value(let value) = self { value } else { nil } }

    /// The value that a rule has provided, or its `nil`; or else the result of `other`.
    @inline(__always)
    func orElse(_ other: () throws -> Value?) rethrows -> Value? {
        switch self {
        case .value(let value): value
        case .null: nil
        case .declined, .nestedNil, .dropped: try other()
        }
    }
}
