import Foundation
import PolicyJSON
import Testing

/// Every strategy with simple cases, compared with Foundation.
@Suite struct DecoderStrategiesTests {
    struct Model: Decodable { let firstName: String, _hidden: Int?, url2: String? }

    private func compare(
        _ type: any Decodable.Type, _ json: String, _ expected: String, policy: DecodingPolicy = .strict,
        ours: (PolicyJSONDecoder) -> Void, foundations: (JSONDecoder) -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let decoder = PolicyJSONDecoder(policy: policy)
        ours(decoder)
        let foundation = JSONDecoder()
        foundations(foundation)
        #expect(decoder.outcome(of: type, from: json).text == expected, sourceLocation: sourceLocation)
        if policy.rules.isEmpty {
            #expect(foundation.outcome(of: type, from: json) == expected, sourceLocation: sourceLocation)
        }
    }

    static let dates: [(JSONDecoder.DateDecodingStrategy, String, String)] = [
        (.deferredToDate, "0", "2001-01-01 00:00:00 +0000"), (.deferredToDate, "-1.5", "2000-12-31 23:59:58 +0000"),
        (.secondsSince1970, "1", "1970-01-01 00:00:01 +0000"), (.secondsSince1970, "1e3", "1970-01-01 00:16:40 +0000"),
        (.millisecondsSince1970, "1000", "1970-01-01 00:00:01 +0000"),
        (.iso8601, #""2024-02-29T12:30:45Z""#, "2024-02-29 12:30:45 +0000"),
        (.iso8601, #""2024-02-29T12:30:45+02:00""#, "2024-02-29 10:30:45 +0000"),
        (.custom { _ in Date(timeIntervalSince1970: 5) }, "{}", "1970-01-01 00:00:05 +0000"),
        (
            .custom { try Date(timeIntervalSince1970: $0.singleValueContainer().decode(Double.self) * 60) }, "2",
            "1970-01-01 00:02:00 +0000"
        ),
        (
            .deferredToDate, #""x""#,
            "typeMismatch(Double) at the top: Expected to decode Double but found a string instead."
        ),
        (
            .secondsSince1970, "{}",
            "typeMismatch(Double) at the top: Expected to decode Double but found a dictionary instead."
        ),
        (
            .secondsSince1970, "null",
            "valueNotFound(Date) at the top: Cannot get value of type Date -- found null value instead"
        ),
        (.iso8601, "1", "typeMismatch(String) at the top: Expected to decode String but found number instead."),
        (.iso8601, #""yesterday""#, "dataCorrupted at the top: Expected date string to be ISO8601-formatted."),
        (
            .custom { try Date(timeIntervalSince1970: $0.singleValueContainer().decode(Double.self)) }, #""x""#,
            "typeMismatch(Double) at the top: Expected to decode Double but found a string instead."
        ),
    ]

    @Test(arguments: dates.indices)
    func date(index: Int) {
        let (strategy, json, expected) = Self.dates[index]
        compare(
            Date.self, json, expected, ours: { $0.dateDecodingStrategy = strategy },
            foundations: { $0.dateDecodingStrategy = strategy })
        let isDate = expected.hasSuffix("+0000")
        if isDate {
            compare(
                [String: Date?].self, "{\"a\":\(json)}", "[\"a\": Optional(\(expected))]",
                ours: { $0.dateDecodingStrategy = strategy }, foundations: { $0.dateDecodingStrategy = strategy })
        }
    }

    @Test func formattedDate() {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "dd.MM.yyyy"
        for (json, expected) in [
            (#""24.12.2024""#, "2024-12-24 00:00:00 +0000"),
            (#""x""#, "dataCorrupted at the top: Date string does not match format expected by formatter."),
        ] {
            compare(
                Date.self, json, expected, ours: { $0.dateDecodingStrategy = .formatted(formatter) },
                foundations: { $0.dateDecodingStrategy = .formatted(formatter) })
        }
    }

    static let blobs: [(JSONDecoder.DataDecodingStrategy, String, String)] = [
        (.base64, #""AQI=""#, "2 bytes"), (.base64, #""""#, "0 bytes"),
        (.base64, #""!""#, "dataCorrupted at the top: Encountered Data is not valid Base64."),
        (.base64, "1", "typeMismatch(String) at the top: Expected to decode String but found number instead."),
        (.deferredToData, "[1,2,255]", "3 bytes"),
        (
            .deferredToData, "{}",
            "typeMismatch(Array<Any>) at the top: Expected to decode Array<Any> but found a dictionary instead."
        ),
        (
            .custom { _ in Data([7]) }, "null",
            "valueNotFound(Data) at the top: Cannot get value of type Data -- found null value instead"
        ),
        (.custom { _ in Data([7]) }, "{}", "1 bytes"),
    ]

    @Test(arguments: blobs.indices)
    func data(index: Int) {
        let (strategy, json, expected) = Self.blobs[index]
        compare(
            Data.self, json, expected, ours: { $0.dataDecodingStrategy = strategy },
            foundations: { $0.dataDecodingStrategy = strategy })
    }

    @Test(arguments: [
        (#""inf""#, "inf"), (#""-inf""#, "-inf"), (#""nan""#, "nan"), ("1.5", "1.5"),
    ])
    func nonConformingFloats(json: String, expected: String) {
        let strategy = JSONDecoder.NonConformingFloatDecodingStrategy.convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        for type in [Double.self, Float.self] as [any Decodable.Type] {
            compare(
                type, json, expected, ours: { $0.nonConformingFloatDecodingStrategy = strategy },
                foundations: { $0.nonConformingFloatDecodingStrategy = strategy })
        }
    }

    @Test func nonConformingFloatsThrowByDefault() {
        compare(
            Double.self, #""inf""#,
            "typeMismatch(Double) at the top: Expected to decode Double but found a string instead.",
            ours: { _ in }, foundations: { _ in })
    }

    private struct UpperKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(_ text: String) { stringValue = text }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test(arguments: [
        (
            #"{"first_name":"A","_hidden":1,"url_2":"u"}"#,
            #"Model(firstName: "A", _hidden: Optional(1), url2: Optional("u"))"#
        ),
        (#"{"firstName":"A"}"#, #"Model(firstName: "A", _hidden: nil, url2: nil)"#),
        (#"{"FIRST_NAME":"A"}"#, #"Model(firstName: "A", _hidden: nil, url2: nil)"#),
        (
            #"{"First":1}"#,
            #"keyNotFound(firstName) at the top: No value associated with key CodingKeys(stringValue: "firstName", intValue: nil) ("firstName")."#
        ),
    ])
    func snakeCase(json: String, expected: String) {
        compare(
            Model.self, json, expected, ours: { $0.keyDecodingStrategy = .convertFromSnakeCase },
            foundations: { $0.keyDecodingStrategy = .convertFromSnakeCase })
    }

    @Test func customKeys() {
        let strategy = JSONDecoder.KeyDecodingStrategy.custom { path in
            UpperKey(path.map(\.stringValue).joined(separator: "-").lowercased())
        }
        compare(
            Box<Box<Int>>.self, #"{"VALUE":{"x":1}}"#,
            #"keyNotFound(value) at value: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#,
            ours: { $0.keyDecodingStrategy = strategy }, foundations: { $0.keyDecodingStrategy = strategy })
        compare(
            Box<Int>.self, #"{"VALUE":1}"#, "Box<Int>(value: 1)", ours: { $0.keyDecodingStrategy = strategy },
            foundations: { $0.keyDecodingStrategy = strategy })
    }

    @Test(arguments: [
        (#""a":1"#, #"["a": 1]"#), (#"{"a":1}"#, #"["a": 1]"#), ("", "[:]"), (" \n", "[:]"),
    ])
    func topLevelDictionary(json: String, expected: String) {
        compare(
            [String: Int].self, json, expected, ours: { $0.assumesTopLevelDictionary = true },
            foundations: { $0.assumesTopLevelDictionary = true })
    }

    struct Informed: Decodable {
        let info: String
        init(from decoder: any Decoder) throws {
            info =
                decoder.userInfo.keys.map(\.rawValue).sorted().joined(separator: ",") + " \(decoder.codingPath.count)"
        }
    }

    @Test func userInfo() throws {
        let key = try #require(CodingUserInfoKey(rawValue: "key"))
        compare(
            [Informed].self, "[1]", #"[Informed(info: "key 1")]"#, ours: { $0.userInfo = [key: 1] },
            foundations: { $0.userInfo = [key: 1] })
    }
}
