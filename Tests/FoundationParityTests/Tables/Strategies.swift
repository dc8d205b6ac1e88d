import Foundation
import PolicyJSON

/// Every strategy, and typical closures for custom strategies.
enum Strategies {
    static let dates: [Options] = [
        Options(name: "deferredToDate", dates: .deferredToDate),
        Options(name: "secondsSince1970", dates: .secondsSince1970),
        Options(name: "millisecondsSince1970", dates: .millisecondsSince1970),
        Options(name: "iso8601", dates: .iso8601),
        Options(name: "formatted", dates: .formatted(day)),
        Options(
            name: "custom date from a string",
            dates: .custom { decoder in
                let text = try decoder.singleValueContainer().decode(String.self)
                return Date(timeIntervalSince1970: Double(text.count))
            }),
        Options(
            name: "custom date from an object",
            dates: .custom { decoder in
                let container = try decoder.container(keyedBy: AnyKey.self)
                return Date(timeIntervalSince1970: try container.decode(Double.self, forKey: AnyKey("value")))
            }),
        Options(
            name: "custom date from the path",
            dates: .custom { decoder in
                if try decoder.singleValueContainer().decodeNil() {
                    throw CustomStrategyError(path: decoder.codingPath.map { PathKey($0) })
                }
                return Date(timeIntervalSince1970: Double(decoder.codingPath.count))
            }),
        Options(
            name: "custom date that decodes a date",
            dates: .custom { decoder in
                // Uses the same strategy again, for a nested value.
                if var list = try? decoder.unkeyedContainer() { return try list.decode(Date.self) }
                return Date(timeIntervalSince1970: try decoder.singleValueContainer().decode(Double.self))
            }),
        Options(
            name: "custom date that throws",
            dates: .custom { throw CustomStrategyError(path: $0.codingPath.map { PathKey($0) }) }),
    ]

    static let data: [Options] = [
        Options(name: "base64", data: .base64),
        Options(name: "deferredToData", data: .deferredToData),
        Options(
            name: "custom data from a string",
            data: .custom { decoder in
                Data(try decoder.singleValueContainer().decode(String.self).utf8)
            }),
        Options(
            name: "custom data from an array",
            data: .custom { decoder in
                var container = try decoder.unkeyedContainer()
                var bytes: [UInt8] = []
                while !container.isAtEnd { bytes.append(try container.decode(UInt8.self)) }
                return Data(bytes)
            }),
        Options(
            name: "custom data that throws",
            data: .custom { throw CustomStrategyError(path: $0.codingPath.map { PathKey($0) }) }),
    ]

    static let floats: [Options] = [
        Options(name: "throw", floats: .throw),
        named(positive: "inf", negative: "-inf", nan: "nan"),
        named(positive: "+∞", negative: "-∞", nan: ""),
        named(positive: "1", negative: "2.5", nan: "a"),
        named(positive: "a", negative: "a", nan: "a"),
    ]

    static let keys: [Options] = [
        Options(name: "useDefaultKeys", keys: .useDefaultKeys),
        Options(name: "convertFromSnakeCase", keys: .convertFromSnakeCase),
        Options(name: "custom keys in lower case", keys: .custom { AnyKey(($0.last?.stringValue ?? "").lowercased()) }),
        Options(name: "custom keys all the same", keys: .custom { _ in AnyKey("value") }),
        Options(
            name: "custom keys with the depth",
            keys: .custom { path in
                AnyKey((path.last?.stringValue ?? "") + String(path.count))
            }),
        Options(
            name: "custom keys with the path",
            keys: .custom { path in
                AnyKey(path.map { PathKey($0).description }.joined(separator: "."))
            }),
        Options(
            name: "custom keys with integers",
            keys: .custom { path in
                path.last.map { key in Int(key.stringValue).map { AnyKey(intValue: $0 + 1) } ?? AnyKey(key.stringValue)
                }
                    ?? AnyKey("none")
            }),
    ]

    static let all = dates + data + floats + keys

    private static func named(positive: String, negative: String, nan: String) -> Options {
        Options(
            name: "infinities as \(positive) and \(negative), NaN as \(nan)",
            floats: .convertFromString(positiveInfinity: positive, negativeInfinity: negative, nan: nan))
    }

    private static let day = {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd"
        return formatter
    }()
}

/// An error that a closure throws.
struct CustomStrategyError: Error, Equatable {
    let path: [PathKey]
}
