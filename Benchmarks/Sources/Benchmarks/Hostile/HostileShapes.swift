import Foundation
import PolicyJSON

extension HostileShape {
    static let all: [HostileShape] =
        nesting + [
            escapes, repeatedMembers, repeatedKey, emptyObjects, reversedMembers, collidingKeys, markedKey, snakeKeys,
            probes,
        ]
        + numbers + [badElements] + convertedMembers

    static let unlimited = JSONLimits(depth: .max)

    static func text(_ parts: (String, Int)...) -> Data {
        var data = Data(capacity: parts.reduce(0) { $0 + $1.0.utf8.count * $1.1 })
        for (part, count) in parts { data.append(contentsOf: repeatElement(part.utf8, count: count).joined()) }
        return data
    }

    /// `start`, then for each number below `count` what `element` makes of it, separated by commas, then `end`.
    static func list(
        _ start: String, _ count: Int, _ end: String, _ element: (Int) -> String
    ) -> Data {
        var data = Data(start.utf8)
        for number in 0..<count {
            if number > 0 { data.append(UInt8(ascii: ",")) }
            data.append(contentsOf: element(number).utf8)
        }
        data.append(contentsOf: end.utf8)
        return data
    }

    private static let nesting = [
        HostileShape(name: "[ without end", largest: 10_000_000) {
            text(("[", $0))
        } work: {
            try refuse(Unread.self, $0, .depthLimit)
        },
        HostileShape(name: "[ without end, any depth", largest: 10_000_000) {
            text(("[", $0))
        } work: {
            try refuse(Unread.self, $0, .unexpectedEnd, limits: unlimited)
        },
        HostileShape(name: "[…], any depth", largest: 10_000_000) {
            text(("[", $0), ("]", $0))
        } work: {
            let decoder = PolicyJSONDecoder()
            decoder.limits = unlimited
            _ = try decoder.decode(Unread.self, from: $0)
        },
        HostileShape(name: #"{"a": without end"#, largest: 10_000_000) {
            text((#"{"a":"#, $0))
        } work: {
            try refuse(Unread.self, $0, .depthLimit)
        },
        HostileShape(name: #"{"a":, any depth"#, largest: 4_000_000) {
            text((#"{"a":"#, $0))
        } work: {
            try refuse(Unread.self, $0, .unexpectedEnd, limits: unlimited)
        },
    ]

    private static let escapes = HostileShape(name: "a string of escapes", largest: 200_000_000) {
        text(("\"", 1), (#"\u00e9\n"#, $0 / 8), ("\"", 1))
    } work: {
        let text = try PolicyJSONDecoder().decode(String.self, from: $0)
        try check(text.utf8.count == ($0.count - 2) / 8 * 3, "not all escapes")
    }

    private static let repeatedMembers = HostileShape(name: "repeated keys, dictionary", largest: 1_000_000) {
        list("{", $0, "}") { #""k":\#($0 == 0 ? 1 : 2)"# }
    } work: {
        try check(try PolicyJSONDecoder().decode([String: Int].self, from: $0) == ["k": 1], "not the first")
    }

    private static let repeatedKey = HostileShape(name: "repeated keys, model", largest: 1_000_000) {
        list("{", $0, "}") { #""k":\#($0 == 0 ? 1 : 2)"# }
    } work: {
        try check(try PolicyJSONDecoder().decode(RepeatedMember.self, from: $0).isRight, "not the first")
    }

    private static let emptyObjects = HostileShape(name: "empty objects", largest: 10_000_000) {
        list("[", $0, "]") { _ in "{}" }
    } work: {
        _ = try PolicyJSONDecoder().decode([EmptyObject].self, from: $0)
    }

    private static let reversedMembers = HostileShape(name: "keys, last first", largest: 1_000_000) {
        list("{", $0, "}") { #""key\#($0)":1"# }
    } work: {
        _ = try PolicyJSONDecoder().decode(ReversedMembers.self, from: $0)
    }

    /// Combining marks of several classes, which the standard library sorts by insertion.
    private static let markedKey = HostileShape(name: "a key of combining marks", largest: 1_000_000) {
        text((#"{"e"#, 1), ("\u{300}\u{316}\u{327}", $0 / 6), (#"":1,"a":2}"#, 1))
    } work: {
        _ = try PolicyJSONDecoder().decode(ReversedMembers.self, from: $0)
        _ = try PolicyJSONDecoder().decode([String: Int].self, from: $0)
        guard try JSONValue(parsing: $0)["a"].int == 2 else { throw BenchmarkFailure("The key was not found.") }
    }

    /// The same length, the same eight bytes at both ends: the same fingerprint.
    private static let collidingKeys = HostileShape(name: "keys made to collide", largest: 400_000) {
        list("{", $0, "}") { #""collides\#(10_000_000 + $0)collides":1"# }
    } work: {
        _ = try PolicyJSONDecoder().decode(ReversedMembers.self, from: $0)
        _ = try PolicyJSONDecoder().decode([String: Int].self, from: $0)
    }

    private static let snakeKeys = HostileShape(name: "keys to be converted", largest: 400_000) {
        list("{", $0, "}") { #""some_key_\#($0)":1"# }
    } work: {
        let decoder = PolicyJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        _ = try decoder.decode(ReversedMembers.self, from: $0)
    }

    /// 200 levels down, elements for which several types are tried.
    private static let probes = HostileShape(name: "probes, 200 deep", largest: 40_000) {
        list(String(repeating: "[", count: 200), $0, String(repeating: "]", count: 200)) { #""\#($0)""# }
    } work: {
        _ = try PolicyJSONDecoder().decode(Probed.self, from: $0)
    }

    private static let numbers = [
        digits("digits as Double", Double.self), digits("digits as Float", Float.self),
        digits("digits as Decimal", Decimal.self), digits("digits as Int", Int.self),
        digits("digits as Int128", Int128.self),
        HostileShape(name: "zeros as Int128", largest: 1_000_000) {
            text(("[1.", 1), ("0", $0), ("]", 1))
        } work: {
            try check(try PolicyJSONDecoder().decode([Int128].self, from: $0) == [1], "not one")
        },
    ]

    /// A number of very many digits: too large for some types, and rounded by others.
    private static func digits<T: Decodable & SendableMetatype>(_ name: String, _ type: T.Type) -> HostileShape {
        HostileShape(name: name, largest: 1_000_000) {
            text(("[0.", 1), ("7", $0), (",", 1), ("7", $0), ("]", 1))
        } work: {
            _ = try? PolicyJSONDecoder().decode([T].self, from: $0)
            _ = try PolicyJSONDecoder().decode([T?].self, from: Data("[null]".utf8))
        }
    }

    private static let badElements = HostileShape(name: "bad elements, reported", largest: 400_000) {
        list("[", $0, "]") { #"{"sku":\#($0),"quantity":"no"}"# }
    } work: {
        struct Item: Decodable {
            let sku: String
            let quantity: Int
        }
        let decoder = PolicyJSONDecoder(policy: .lenient)
        let outcome = try decoder.decodeReporting([Item].self, from: $0)
        try check(outcome.value.isEmpty && outcome.report.count > 0, "elements were not dropped")
    }

    /// Dictionaries under a key strategy: the tape does not tell their keys as they are. Members of one, and of many below a
    /// long key.
    private static let convertedMembers = [
        convertedMembers("bad members, keys converted", [String: Int].self) { count in
            list("{", count, "}") { #""some_key_\#($0)":"no""# }
        },
        convertedMembers("bad members below a long key", [String: [String: [String: Int]]].self) { count in
            list(#"{"\#(String(repeating: "k", count: count))":{"#, count, "}}") { #""key_\#($0)":{"a":"no"}"# }
        },
    ]

    private static func convertedMembers<T: Decodable & SendableMetatype>(
        _ name: String, _ type: T.Type, _ make: @escaping @Sendable (Int) -> Data
    ) -> HostileShape {
        HostileShape(name: name, largest: 100_000, document: make) {
            let decoder = PolicyJSONDecoder(policy: .lenient)
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            let report = try decoder.decodeReporting(type, from: $0).report
            try check(report.count > 0, "members were not dropped")
        }
    }
}
