/// Examines values of a type after they have been decoded: rejects those that are invalid, or normalizes them.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `Validate(Point.self)` | `Point` | `{"x":1,"y":2}` | `Point(x: 1, y: 2)` |
/// | `Validate(Point.self)` | `Point` | `{"x":-1,"y":2}` | fails: The point is left of the origin. |
/// | `Validate(Point.self)` | `Point` | `{"x":300,"y":2}` | `Point(x: 100, y: 2)` |
/// | `Validate(Point.self)` | `Point` | `{"x":"1","y":2}`, `[]`, `null` | declines |
/// | `Validate(Point.self)` | `Entry` | `{"id":-1}` | `Entry(id: -1, note: nil)` |
///
/// In the table the closure is, with an error of the program,
///
/// ```swift
/// Validate { (point: inout Point) in
///     if point.x < 0 { throw OutOfBounds("The point is left of the origin.") }
///     point.x = min(point.x, 100)
/// }
/// ```
///
/// The rule applies to models and enumerations: types that are decoded by their own `init(from:)`. All rules of this kind for
/// a type are consulted, in order, each with the result of the one before. A rejected value counts as one that cannot be
/// decoded, as if `init(from:)` had thrown: ``LossyCollections`` drops such an element, ``Fallbacks`` replaces the value,
/// and without such a rule decoding fails, with the path of the value. A normalized value is in the report if it is not
/// equal to the decoded one.
///
/// The rule watches for values that strict decoding accepts. The closure may be called more than once for a value, on any
/// thread, and also for values that are then discarded.
public struct Validate: DecodingRule, RuleForType {
    let type: Any.Type
    /// The value to use, if it is another; throws if the value is rejected.
    private let examine: @Sendable (Any) throws -> Any?

    static let ruleName = "Validate"

    /// Rejects values for which a closure throws. The error's description is the reason.
    ///
    /// - Parameter check: throws if the value is invalid.
    public init<Value: Decodable & SendableMetatype>(_ check: @escaping @Sendable (Value) throws -> Void) {
        type = Value.self
        examine = { value in
            if let value = value as? Value { try check(value) }
            return nil
        }
    }

    /// Rejects values that do not meet a requirement.
    ///
    /// - Parameters:
    ///   - requirement: the reason for rejecting others, in words.
    ///   - isMet: whether a value is valid.
    public init<Value: Decodable & SendableMetatype>(
        _ requirement: String, _ isMet: @escaping @Sendable (Value) -> Bool
    ) {
        self.init { (value: Value) in
            if !isMet(value) { throw Rejection(description: requirement) }
        }
    }

    /// Changes values, and rejects those for which the closure throws. The error's description is the reason.
    ///
    /// - Parameter normalize: changes the value, or throws if it is invalid.
    public init<Value: Decodable & Equatable & SendableMetatype>(
        _ normalize: @escaping @Sendable (inout Value) throws -> Void
    ) {
        type = Value.self
        examine = { value in
            guard let decoded = value as? Value else { return nil }
            var value = decoded
            try normalize(&value)
            return value == decoded ? nil : value
        }
    }

    var sourceText: String { "Validate(\(type).self)" }

    let listedSituations: RepairSituation = .decoded

    func answer(to context: DecodingRuleContext) -> Repair {
        guard context.requestedType == type, let value = context.decodedValue else { return .decline }
        do {
            return try examine(value).map { .use($0) } ?? .decline
        } catch {
            return .reject("\(error)")
        }
    }
}

/// Why a value does not meet a requirement.
private struct Rejection: Error, CustomStringConvertible {
    let description: String
}
