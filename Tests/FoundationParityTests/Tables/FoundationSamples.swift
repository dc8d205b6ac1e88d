import Foundation
import Testing

/// Documents that Foundation's types encode, and variations of them, valid or not.
struct FoundationSample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The type by itself, as an element and as a member.
    let cases: [(subject: Subject, documents: [String])]

    init<T: Codable>(_ values: T...) throws {
        testDescription = "\(T.self)"
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.dateEncodingStrategy = .iso8601
        let texts = try values.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        let documents = texts.flatMap { Self.variations(of: $0) }
        cases = [
            (Subject(T.self), documents + ValueTexts.all), (Subject([T].self), documents.map { "[\($0)]" }),
            (Subject([String: T?].self), documents.map { #"{"k":\#($0),"n":null}"# }),
        ]
    }

    /// The document, and for each member, recursively, the document without it and with other values in its place.
    private static func variations(of text: String) -> [String] {
        let others: [Any] = [NSNull(), "x", 7, [Any](), [String: Any](), true]
        func vary(_ value: Any) -> [Any] {
            if let object = value as? [String: Any] {
                return object.keys.sorted().flatMap { key -> [Any] in
                    var without = object
                    without[key] = nil
                    let replaced = (others + vary(object[key] ?? NSNull())).map { other in
                        object.merging([key: other]) { $1 }
                    }
                    return [without] + replaced
                }
            }
            if let array = value as? [Any], let first = array.first {
                return [Array(array.dropFirst()), array + [first]]
                    + (others + vary(first)).map { [$0] + array.dropFirst() }
            }
            return others
        }
        guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) else {
            return []
        }
        return [text]
            + vary(value).compactMap { varied in
                let data = try? JSONSerialization.data(
                    withJSONObject: varied, options: [.fragmentsAllowed, .sortedKeys])
                return data.map { String(decoding: $0, as: UTF8.self) }
            }
    }

    static func all() throws -> [FoundationSample] {
        let day = Date(timeIntervalSince1970: 86_400)
        var components = URLComponents()
        components.scheme = "https"
        components.host = "example.com"
        components.path = "/a"
        components.queryItems = [URLQueryItem(name: "q", value: "é")]
        var name = PersonNameComponents()
        name.givenName = "Ada"
        name.familyName = "Lovelace"
        return try [
            FoundationSample(Locale(identifier: "en_US"), Locale(identifier: "de_DE")),
            FoundationSample(TimeZone(secondsFromGMT: 3600), TimeZone(identifier: "Europe/Berlin")),
            FoundationSample(Calendar(identifier: .gregorian)),
            FoundationSample(DateComponents(year: 2024, month: 2, day: 29)),
            FoundationSample(DateInterval(start: day, duration: 60)),
            FoundationSample(IndexSet([1, 2, 3, 7])), FoundationSample(IndexPath(indexes: [1, 2])),
            FoundationSample(CharacterSet(charactersIn: "abc")), FoundationSample(NSRange(location: 1, length: 2)),
            FoundationSample(components), FoundationSample(name), FoundationSample(CGPoint(x: 1, y: 2.5)),
            FoundationSample(CGSize(width: 1, height: 2)), FoundationSample(CGRect(x: 1, y: 2, width: 3, height: 4)),
            FoundationSample(CGFloat(1.5)), FoundationSample(Measurement(value: 1.5, unit: UnitLength.meters)),
            FoundationSample(AffineTransform(translationByX: 1, byY: 2)), FoundationSample(UUID()),
            FoundationSample(Date(timeIntervalSince1970: 1.5)), FoundationSample(Data([1, 2, 3])),
            FoundationSample(Decimal(1.25)), FoundationSample(1..<3), FoundationSample(1...3), FoundationSample(1...),
            FoundationSample(...3), FoundationSample(..<3), FoundationSample(SIMD4<Int32>(1, 2, 3, 4)),
            FoundationSample(Duration.seconds(1)), FoundationSample([1: "a"]), FoundationSample([1.5: "a"]),
            FoundationSample(Set([1])), FoundationSample(ContiguousArray([1])), FoundationSample(Float16(1.5)),
            FoundationSample(["a", "b"].difference(from: ["b", "c"])), FoundationSample(TaskPriority.high),
            FoundationSample(Date.ISO8601FormatStyle()), FoundationSample(Date.FormatStyle(timeZone: .gmt)),
            FoundationSample(IntegerFormatStyle<Int>().grouping(.never)),
            FoundationSample(Locale.Components(locale: Locale(identifier: "en_US"))),
            FoundationSample(Calendar.RecurrenceRule(calendar: Calendar(identifier: .gregorian), frequency: .daily)),
            FoundationSample(
                URL(string: "https://example.com/a"), URL(string: "b", relativeTo: URL(string: "https://example.com/"))),
        ]
    }
}
