/// An enumeration that keeps the raw values it has no case for, so that nothing is lost on the way back.
///
/// An enumeration with raw values cannot have a case with an associated value; this protocol stands in. Write the cases,
/// one more for unknown values, and the raw values once:
///
/// ```swift
/// enum PaymentType: RawValuePreserving {
///     case cash, card
///     case unknown(Int)
///
///     static let rawValues: KeyValuePairs<Int, PaymentType> = [1: .cash, 2: .card]
/// }
/// ```
///
/// The conformance makes it `Codable`, with any coder. To a policy it is a value of its raw type: what mends an integer
/// mends it. In the table `Level` is the same as `PaymentType` above, and `Color` has the raw values `"red"` and
/// `"grey"`, with `"gray"` for the latter, too.
///
/// | property | in the JSON | `.strict` | `.lenient` | written |
/// |---|---|---|---|---|
/// | `Level` | `1` | `.cash` | the same | `1` |
/// | `Level` | `7` | `.unknown(7)` | the same | `7` |
/// | `Level` | `2.0` | `.card` | the same | `2` |
/// | `Level` | `"2"` | fails: Expected to decode Int but found a string instead. | `.card` | `2` |
/// | `Level` | `"7"` | fails: Expected to decode Int but found a string instead. | `.unknown(7)` | `7` |
/// | `Level` | `1.5` | fails: Parsed JSON number <1.5> does not fit in Int. | the same | |
/// | `Level` | `99999999999999999999` | fails: Parsed JSON number <99999999999999999999> does not fit in Int. | the same | |
/// | `Level` | `""` | fails: Expected to decode Int but found a string instead. | the same | |
/// | `Level` | `{}` | fails: Expected to decode Int but found a dictionary instead. | the same | |
/// | `Level` | `null` | fails: Cannot get value of type Int -- found null value instead | the same | |
/// | `Level` | no key | fails: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value"). | the same | |
/// | `Color` | `"red"` | `.red` | the same | `"red"` |
/// | `Color` | `"gray"` | `.grey` | the same | `"grey"` |
/// | `Color` | `"RED"` | `.unknown("RED")` | the same | `"RED"` |
/// | `Color` | `""` | `.unknown("")` | the same | `""` |
/// | `Color` | `" red"` | `.unknown(" red")` | the same | `" red"` |
/// | `Color` | `7` | fails: Expected to decode String but found number instead. | `.unknown("7")` | `"7"` |
/// | `Level?` | `null` | `nil` | the same | no key |
/// | `Level?` | no key | `nil` | the same | no key |
/// | `Level?` | `7` | `Optional(.unknown(7))` | the same | `7` |
/// | `Level??` | `1` | `Optional(Optional(.cash))` | the same | `1` |
/// | `Presence<Level>` | `null` | `.null` | the same | `null` |
/// | `[Level]` | `[1, 7]` | `[.cash, .unknown(7)]` | the same | `[1,7]` |
/// | `[Level]` | `[1, {}]` | fails: Expected to decode Int but found a dictionary instead. | `[.cash]` | `[1]` |
/// | `[Level?]` | `[7, null]` | `[Optional(.unknown(7)), nil]` | the same | `[7,null]` |
/// | `[String: Level]` | `{"a": 7}` | `["a": .unknown(7)]` | the same | `{"a":7}` |
///
/// What an unknown case keeps is found by reflection, which must not have been switched off for the module.
///
/// ``UnknownCases`` has nothing to do for such a type: there are no unknown cases.
public protocol RawValuePreserving: Codable, Equatable {
    associatedtype RawValue: Codable, Equatable

    /// Raw values and the cases that they stand for: every case but ``unknown(_:)``. Where a case is listed more than
    /// once, its first raw value is the one that is written.
    static var rawValues: KeyValuePairs<RawValue, Self> { get }

    /// A raw value that ``rawValues`` does not list. Write it as a case.
    static func unknown(_ rawValue: RawValue) -> Self
}

extension RawValuePreserving {
    /// The case for a raw value; ``unknown(_:)`` where there is none.
    ///
    /// - Complexity: O(*n*) in the cases.
    public init(rawValue: RawValue) {
        self = Self.rawValues.first { $0.key == rawValue }?.value ?? .unknown(rawValue)
    }

    /// The raw value, an unknown one, too; `nil` for a case that was forgotten in ``rawValues``.
    ///
    /// - Complexity: O(*n*) in the cases.
    public var rawValue: RawValue? {
        if let known = Self.rawValues.first(where: { $0.value == self }) { return known.key }
        // The one case that is not listed: what it keeps is the raw value.
        return Mirror(reflecting: self).children.first?.value as? RawValue
    }

    /// Decodes the raw value.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(RawValue.self))
    }

    /// Encodes the raw value.
    ///
    /// - Throws: `EncodingError.invalidValue` for a case that was forgotten in ``rawValues``.
    public func encode(to encoder: any Encoder) throws {
        guard let rawValue else {
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "\(Self.self).rawValues does not list \(self)."))
        }
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
