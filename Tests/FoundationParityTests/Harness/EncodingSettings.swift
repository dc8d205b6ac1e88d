import Foundation
import PolicyJSON
import Testing

/// The settings that both encoders have, with a name for test output.
struct EncodingSettings: Sendable, CustomStringConvertible, CustomTestStringConvertible {
    var name: String
    var formatting: JSONEncoder.OutputFormatting = []
    var dates: JSONEncoder.DateEncodingStrategy = .deferredToDate
    var data: JSONEncoder.DataEncodingStrategy = .base64
    var floats: JSONEncoder.NonConformingFloatEncodingStrategy = .throw
    var keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    static let `default` = EncodingSettings(name: "default")
    static let sorted = EncodingSettings(name: "sorted", formatting: .sortedKeys)
    /// Names begin with the lengths of their paths.
    static let depths = EncodingSettings(
        name: "depths",
        keys: .custom { path in AnyName(stringValue: "\(path.count)\(path.last?.stringValue ?? "")") })

    var description: String { name }
    var testDescription: String { name }

    var foundation: JSONEncoder { applied(to: JSONEncoder()) }
    var policyJSON: PolicyJSONEncoder { applied(to: PolicyJSONEncoder()) }

    private func applied<Target: EncoderWithSettings>(to encoder: Target) -> Target {
        encoder.outputFormatting = formatting
        encoder.dateEncodingStrategy = dates
        encoder.dataEncodingStrategy = data
        encoder.nonConformingFloatEncodingStrategy = floats
        encoder.keyEncodingStrategy = keys
        encoder.userInfo = userInfo
        return encoder
    }
}

/// The settings that both encoders have in common.
private protocol EncoderWithSettings: AnyObject {
    var outputFormatting: JSONEncoder.OutputFormatting { get set }
    var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy { get set }
    var dataEncodingStrategy: JSONEncoder.DataEncodingStrategy { get set }
    var nonConformingFloatEncodingStrategy: JSONEncoder.NonConformingFloatEncodingStrategy { get set }
    var keyEncodingStrategy: JSONEncoder.KeyEncodingStrategy { get set }
    var userInfo: [CodingUserInfoKey: any Sendable] { get set }
}

extension JSONEncoder: EncoderWithSettings {}
extension PolicyJSONEncoder: EncoderWithSettings {}

extension EncodingSettings {
    /// All combinations of the three options.
    static let formats: [EncodingSettings] = (0..<8).map { bits in
        let options: [(JSONEncoder.OutputFormatting, String)] = [
            (.prettyPrinted, "pretty"), (.sortedKeys, "sorted"), (.withoutEscapingSlashes, "slashes"),
        ]
        let chosen = (0..<3).filter { bits >> $0 & 1 == 1 }.map { options[$0] }
        return EncodingSettings(
            name: chosen.isEmpty ? "plain" : chosen.map(\.1).joined(separator: " "),
            formatting: JSONEncoder.OutputFormatting(chosen.map(\.0)))
    }

    static let keys: [EncodingSettings] = [
        EncodingSettings(name: "snake case", formatting: .sortedKeys, keys: .convertToSnakeCase),
        EncodingSettings(
            name: "pretty snake case", formatting: [.sortedKeys, .prettyPrinted], keys: .convertToSnakeCase),
        EncodingSettings(
            name: "paths as keys", formatting: .sortedKeys,
            keys: .custom { path in AnyName(stringValue: path.map(\.stringValue).joined(separator: "/")) }),
        EncodingSettings(
            name: "depths as keys", formatting: .sortedKeys,
            keys: .custom { path in AnyName(stringValue: "\(path.count)\(path.last?.stringValue.uppercased() ?? "")") }),
    ]

    static let dates: [EncodingSettings] = [
        EncodingSettings(name: "seconds", dates: .secondsSince1970),
        EncodingSettings(name: "milliseconds", dates: .millisecondsSince1970),
        EncodingSettings(name: "ISO 8601", dates: .iso8601),
        EncodingSettings(name: "years", dates: .formatted(years)),
        EncodingSettings(name: "custom nothing", dates: .custom { _, _ in }),
        EncodingSettings(
            name: "custom object", formatting: .sortedKeys,
            dates: .custom { date, encoder in
                var container = encoder.container(keyedBy: AnyName.self)
                try container.encode(date.timeIntervalSince1970, forKey: AnyName(stringValue: "at"))
                try container.encode(encoder.codingPath.map(\.stringValue), forKey: AnyName(stringValue: "path"))
            }),
        EncodingSettings(
            name: "custom array", formatting: .prettyPrinted,
            dates: .custom { date, encoder in
                var container = encoder.unkeyedContainer()
                try container.encode("\(date.timeIntervalSince1970)")
                try container.encodeNil()
            }),
        EncodingSettings(name: "custom error", dates: .custom { _, _ in throw CustomEncodingError() }),
    ]

    private static var years: DateFormatter {
        let formatter = DateFormatter()
        formatter.dateFormat = "yyyy/MM"
        formatter.timeZone = .gmt
        formatter.locale = Locale(identifier: "en_US_POSIX")
        return formatter
    }

    static let data: [EncodingSettings] = [
        EncodingSettings(name: "deferred", data: .deferredToData),
        EncodingSettings(name: "pretty deferred", formatting: .prettyPrinted, data: .deferredToData),
        EncodingSettings(name: "without slashes", formatting: .withoutEscapingSlashes),
        EncodingSettings(
            name: "counts",
            data: .custom { data, encoder in
                var container = encoder.singleValueContainer()
                try container.encode(data.count)
            }),
        EncodingSettings(name: "nothing", data: .custom { _, _ in }),
        EncodingSettings(name: "error", data: .custom { _, _ in throw CustomEncodingError() }),
    ]

    static let floats: [EncodingSettings] = [
        EncodingSettings(
            name: "strings",
            floats: .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "\"/\u{1}é")),
        EncodingSettings(
            name: "sorted strings", formatting: [.sortedKeys, .prettyPrinted],
            floats: .convertToString(positiveInfinity: "", negativeInfinity: "-∞", nan: "NaN")),
    ]
}

/// A key with any name.
struct AnyName: CodingKey, Hashable {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }
}

extension AnyName: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self.init(stringValue: value) }
}

/// An error that the encoder does not throw itself.
struct CustomEncodingError: Error {}
