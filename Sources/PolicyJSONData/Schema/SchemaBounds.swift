internal import FoundationImport
internal import PolicyJSON

/// Bounds of numbers, strings and arrays.
struct SchemaBounds: Sendable {
    var minimum: Decimal?
    var maximum: Decimal?
    var exclusiveMinimum: Decimal?
    var exclusiveMaximum: Decimal?
    var minLength: Int?
    var maxLength: Int?
    var minItems: Int?
    var maxItems: Int?

    /// Whether there is a bound of numbers.
    var limitsNumbers: Bool {
        minimum != nil || maximum != nil || exclusiveMinimum != nil || exclusiveMaximum != nil
    }

    /// Narrows the bounds of numbers to a range.
    mutating func limit(to range: ClosedRange<Int32>) {
        let (lower, upper) = (Decimal(range.lowerBound), Decimal(range.upperBound))
        minimum = minimum.map { max($0, lower) } ?? lower
        maximum = maximum.map { min($0, upper) } ?? upper
    }

    /// Whether there is a bound of strings.
    var limitsStrings: Bool { minLength != nil || maxLength != nil }

    /// The bound that a number violates.
    func violation(of number: Decimal) -> String? {
        Self.violation(of: number, minimum, maximum, exclusiveMinimum, exclusiveMaximum)
    }

    /// The bound that a number violates which is too large or too small for `Decimal`.
    func violation(of number: Double) -> String? {
        func double(_ bound: Decimal?) -> Double? { bound.flatMap { Double("\($0)") } }
        return Self.violation(
            of: number, double(minimum), double(maximum), double(exclusiveMinimum), double(exclusiveMaximum))
    }

    private static func violation<Number: Comparable>(
        of number: Number, _ minimum: Number?, _ maximum: Number?, _ exclusiveMinimum: Number?,
        _ exclusiveMaximum: Number?
    ) -> String? {
        if let minimum, number < minimum { return "\(number) is less than the minimum \(minimum)" }
        if let maximum, number > maximum { return "\(number) is greater than the maximum \(maximum)" }
        if let exclusiveMinimum, number <= exclusiveMinimum {
            return "\(number) is not greater than \(exclusiveMinimum)"
        }
        if let exclusiveMaximum, number >= exclusiveMaximum { return "\(number) is not less than \(exclusiveMaximum)" }
        return nil
    }

    /// The bound that a string violates. Lengths are counted in Unicode scalars, as JSON Schema does.
    func violation(of string: String) -> String? {
        if minLength == nil, maxLength == nil { return nil }
        let count = string.unicodeScalars.count
        if let minLength, count < minLength { return "the length \(count) is less than \(minLength)" }
        if let maxLength, count > maxLength { return "the length \(count) is greater than \(maxLength)" }
        return nil
    }

    /// Whether a value other than null is of one of the types, and within the bounds.
    ///
    /// - Parameter kinds: none for any type.
    func allow(_ value: RawJSON, of kinds: [SchemaNode.Kind]) -> Bool {
        guard value.kind != .null, kinds.isEmpty || kinds.contains(where: { value.isKind($0) }) else { return false }
        if let string = value.value.string { return violation(of: string) == nil }
        guard value.kind == .number, limitsNumbers else { return true }
        if let number = Decimal(string: value.text), !number.isNaN { return violation(of: number) == nil }
        return Double(value.text).map { violation(of: $0) == nil } ?? false
    }

    /// The bound that an array violates.
    func violation(ofCount count: Int) -> String? {
        if let minItems, count < minItems { return "\(count) elements are fewer than \(minItems)" }
        if let maxItems, count > maxItems { return "\(count) elements are more than \(maxItems)" }
        return nil
    }
}
