internal import JSONTape

/// An enumeration that preserves raw values for which it has no case, so that they are encoded unchanged.
///
/// An enumeration with raw values cannot have a case with an associated value. Conform to this protocol instead:
/// declare the cases, one case for unknown values, and the raw values:
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
/// The conformance makes the enumeration `Codable`, with any decoder and encoder. A policy treats it as a value of its
/// raw type: a rule that repairs an integer repairs it. In the table `Level` is the same as `PaymentType` above, and
/// `Color` has the raw values `"red"` and `"grey"`, with `"gray"` for the latter, too.
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
/// The raw value of an unknown case is read by reflection, which must not be disabled for the module.
///
/// ``UnknownCases`` does not apply to such a type: it has no unknown cases.
public protocol RawValuePreserving: Codable, Equatable {
    /// The type of the raw values.
    associatedtype RawValue: Codable, Equatable

    /// Raw values and their cases: every case except ``unknown(_:)``. If a case is listed more than once, its first raw
    /// value is encoded.
    static var rawValues: KeyValuePairs<RawValue, Self> { get }

    /// A raw value that ``rawValues`` does not list. Declare it as a case.
    ///
    /// - Parameter rawValue: the raw value.
    static func unknown(_ rawValue: RawValue) -> Self
}

extension RawValuePreserving {
    /// Creates the case for a raw value; ``unknown(_:)`` if there is none.
    ///
    /// - Parameter rawValue: the raw value.
    /// - Complexity: O(*n*) in the cases.
    public init(rawValue: RawValue) {
        let wanted = withOrderedMarks(rawValue)
        self = Self.rawValues.first { $0.key == wanted }?.value ?? .unknown(rawValue)
    }

    /// The raw value, also of ``unknown(_:)``; `nil` for a case that is missing from ``rawValues``.
    ///
    /// - Complexity: O(*n*) in the cases.
    public var rawValue: RawValue? {
        if let known = Self.rawValues.first(where: { $0.value == self }) { return known.key }
        // The only case that is not listed: its associated value is the raw value.
        return Mirror(reflecting: self).children.first?.value as? RawValue
    }

    /// Decodes the raw value.
    ///
    /// - Parameter decoder: the decoder of the value.
    /// - Throws: an error of decoding a `RawValue`.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(RawValue.self))
    }

    /// Encodes the raw value.
    ///
    /// - Parameter encoder: the encoder of the value.
    /// - Throws: `EncodingError.invalidValue` for a case that is missing from ``rawValues``, or an error of encoding
    ///   the raw value.
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
