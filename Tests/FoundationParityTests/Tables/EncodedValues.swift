import Foundation

/// Values of the types that encoders treat specially, and some models.
enum EncodedValues {
    static let all = scalars + strings + containers + models + configured

    static let scalars: [EncodingSubject] =
        doubles.map { EncodingSubject(nil, $0) } + floats.map { EncodingSubject(nil, $0) }
        + decimals.map { EncodingSubject("Decimal \($0)", Decimal(string: $0)) } + [
            EncodingSubject(nil, true), EncodingSubject(nil, false), EncodingSubject("nil", Int?.none),
            EncodingSubject("nil inside", Int??.some(nil)), EncodingSubject(nil, Optional(Optional(3))),
            EncodingSubject(nil, Int.max), EncodingSubject(nil, Int.min), EncodingSubject(nil, UInt64.max),
            EncodingSubject(nil, Int128.min), EncodingSubject(nil, UInt128.max), EncodingSubject(nil, Int8(-7)),
            EncodingSubject(nil, UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
            EncodingSubject(nil, EncodedLetter.a), EncodingSubject(nil, 1..<3), EncodingSubject(nil, (-2)...5),
        ] + urls.map { EncodingSubject("URL \($0)", URL(string: $0)) }

    static let doubles: [Double] = [
        0, -0.0, 1, -1, 0.1, 0.3, 100, 1e15, 1e16, 123_456_789_012_345_680, 9_007_199_254_740_992,
        9_007_199_254_740_994, 9.5e15, 18_014_398_509_481_984,
        18_014_398_509_481_988, 1e17, 1e21, 1e22, 1e23, 1e100, 1.7976931348623157e308, .leastNonzeroMagnitude,
        2.2250738585072014e-308,
        1e-300, 1e-5, 0.0001, 0.00012345, 1e-7, 123e-9, 1.0 / 3, -2.5e-3, 4.35, 0.1 + 0.2, 65.613616999999977, .pi,
        .infinity, -.infinity, .nan, 1e15 + 0.5, 4_503_599_627_370_497.5,
    ]

    static let floats: [Float] = [
        0, -0.0, 1, 0.1, 16_777_216, 16_777_218, 1e10, 3.4028235e38, .leastNonzeroMagnitude, 1e-5, 0.0001, .pi,
        .infinity, .nan,
    ]

    private static let decimals = [
        "0", "1", "-1.50", "1e10", "1e127", "1e-128", "99999999999999999999999999999999999999", "0.1", "-0.000001",
    ]

    private static let urls = ["http://a.b/c?d=e&f#g", "a/b", "file:///x%20y", "http://[::1]/"]

    static let strings: [EncodingSubject] = [
        "", "a", "/", "</script>", "\"", "\\", "\u{0}", "\u{8}\u{9}\u{A}\u{B}\u{C}\u{D}", "\u{1F} \u{7F}\u{80}",
        "\u{2028}\u{2029}", "é", "e\u{301}", "日本語", "😀👨‍👩‍👧", "\r\n",
        "0123456789abcde", "0123456789abcdef", "0123456789abcdef/", "0123456789abcde\"f0123456789abcde\\f",
        String(repeating: "long text without anything special; ", count: 40),
        String(repeating: "\u{1}", count: 300), String(repeating: "é/", count: 300),
        String(String.UnicodeScalarView((0..<0x180).compactMap(Unicode.Scalar.init))),
    ].map { EncodingSubject("text \(EncodedValues.shown($0))", $0) }

    /// Strings of all short lengths, with each special character at each position: as values, and as keys.
    static let positionsInStrings: [EncodingSubject] = ["/", "\"", "\\", "\u{1F}", "é"].flatMap { special in
        let strings = (0...36).flatMap { length in
            (0...length).map {
                String(repeating: "a", count: $0) + special + String(repeating: "b", count: length - $0)
            }
        }
        return [
            EncodingSubject("\(shown(special)) at all positions", strings),
            EncodingSubject(
                "\(shown(special)) at all positions of keys",
                Scripted { encoder in
                    var container = encoder.container(keyedBy: AnyName.self)
                    for (index, name) in strings.enumerated() {
                        try container.encode(index, forKey: AnyName(stringValue: name))
                    }
                }),
        ]
    }

    /// Integers of all lengths.
    static let digits: [EncodingSubject] = {
        let powers = (0...19).map { (0..<$0).reduce(UInt64(1)) { power, _ in power * 10 } }
        let edges = powers.flatMap { [$0 - 1, $0, $0 + 1, $0 &* 9] }
        return [
            EncodingSubject("digits", edges), EncodingSubject("signed digits", edges.map { -Int64($0 / 2) }),
            EncodingSubject("optional digits", edges.map(Optional.some)),
        ]
    }()

    /// Values that need a configuration.
    static let configured: [EncodingSubject] = {
        let configuration = Scaled.Configuration(factor: 2)
        return [
            EncodingSubject("configured", Dish(), configuration: configuration),
            EncodingSubject("configured array", [Dish(), Dish(extra: nil)], configuration: configuration),
            EncodingSubject("configured optional", Optional(Dish()), configuration: configuration),
            EncodingSubject("configured, none", Dish?.none, configuration: configuration),
            EncodingSubject("configured scalar", Measured(value: 1.5), configuration: configuration),
            EncodingSubject("configured, not finite", Dish(amount: .nan), configuration: configuration),
            EncodingSubject("configured, encodes nothing", EmptyDish(), configuration: configuration),
            EncodingSubject("configured elements that encode nothing", [EmptyDish()], configuration: configuration),
        ]
    }()

    private static func shown(_ text: String) -> String {
        text.unicodeScalars.prefix(40).map { String($0.value, radix: 16) }.joined(separator: " ")
    }

    static let containers: [EncodingSubject] = [
        EncodingSubject(nil, [Int]()), EncodingSubject(nil, [1, 2, 3]), EncodingSubject(nil, [[Int]]()),
        EncodingSubject(nil, [[], [1], [[]].flatMap(\.self)]), EncodingSubject(nil, ["a", "/"]),
        EncodingSubject(nil, [1.5, 2, -0.0]), EncodingSubject(nil, [1, nil, 3]), EncodingSubject(nil, [true, false]),
        EncodingSubject("bytes", [UInt8](0...255)), EncodingSubject(nil, [Float(1.5), .infinity]),
        EncodingSubject(nil, [Double.nan]), EncodingSubject(nil, [Int128.max]), EncodingSubject(nil, Set(["one"])),
        EncodingSubject(nil, ContiguousArray([1, 2])), EncodingSubject(nil, Set([1.5])),
        EncodingSubject("empty dictionary", [String: Int]()), EncodingSubject("one member", ["a": 1]),
        EncodingSubject(
            "members", ["b": 1, "a": 2, "C": 3, "é": 4, "/": 5, "0": 6, "\"": 7, "\\": 8, "": 9, "aa": 10]),
        EncodingSubject("dictionary of nil", ["a": Int?.none, "b": 2]),
        EncodingSubject("integer keys", [10: "a", 9: "b", -1: "c"]), EncodingSubject("number keys", [1.5: "a"]),
        EncodingSubject("represented keys", [Named(name: "one"): 1, Named(name: "two"): 2]),
        EncodingSubject("nested dictionaries", ["a": ["b": ["c": [1, 2]]], "d": [:]]),
        EncodingSubject("dictionary of values that encode nothing", ["a": EncodesNothing()]),
        EncodingSubject("array of values that encode nothing", [EncodesNothing(), EncodesNothing()]),
        EncodingSubject("value that encodes nothing", EncodesNothing()),
        EncodingSubject("optional that encodes nothing", Optional(EncodesNothing())),
        EncodingSubject("keys of all kinds", KeysOfAllKinds()),
        EncodingSubject("camel case keys", ["oneTwo": ["threeFour": [CamelCase()]]]),
        EncodingSubject("dates", dates), EncodingSubject("date", dates[1]), EncodingSubject("dated", ["a": dates[0]]),
        EncodingSubject("optional date", Optional(dates[2])), EncodingSubject("data", Data([0, 255, 254, 63])),
        EncodingSubject("no data", Data()), EncodingSubject("data in data", ["x": [Data([1, 2, 3]), Data([4])]]),
        EncodingSubject("infinite date", Date(timeIntervalSinceReferenceDate: .infinity)),
        EncodingSubject("lossy dates", [Date(timeIntervalSince1970: 1.0 / 3)]),
    ]

    private static let dates: [Date] = [
        0.0, 0.5, -0.001, 1e9, -1e9, 11_111_111.111, -12_219_292_800, 64_092_211_200, 1e11, -1e11,
    ]
    .map { Date(timeIntervalSince1970: $0) }

    static let models: [EncodingSubject] = [
        EncodingSubject("camel case", CamelCase()), EncodingSubject("subclass", Subclass()),
        EncodingSubject("optional members", Optionals(a: nil, b: 1, c: .some(nil), d: ["x"], e: nil)),
        EncodingSubject("no optional members", Optionals(a: nil, b: nil, c: nil, d: nil, e: nil)),
        EncodingSubject("case with values", [EncodedShape.circle(radius: 1.5), .square(2), .empty]),
        EncodingSubject("generic", EncodedPair(first: "a", second: EncodedPair(first: 1, second: [EncodedLetter.b]))),
        EncodingSubject(
            "result of a failure", EncodedPair(first: 1, second: EncodedPair(first: "x", second: Double.nan))),
        EncodingSubject("tree", EncodedTree(depth: 4)),
        EncodingSubject("date components", DateComponents(year: 2020, month: 2)),
        EncodingSubject("range of dates", dates[0]..<dates[1]), EncodingSubject("locale", Locale(identifier: "de_DE")),
    ]
}

enum EncodedLetter: String, Encodable {
    case a
    case b = "b/"
}

enum EncodedShape: Encodable {
    case circle(radius: Double)
    case square(Int)
    case empty
}

struct CamelCase: Encodable {
    var simple = 1
    var oneTwo = 2
    var myURLProperty = 3
    var uRLFirst = 4
    var imageURL = 5
    var _private = 6
    var three3 = 7
    var a1B2 = 9
    var veryLongNAMES = 10
    var nestedValue = ["keptKey": [1]]
}

/// Names for key strategies.
struct KeysOfAllKinds: Encodable {
    private static let names = [
        "URLFirst", "trailing_", "_Leading", "already_snake", "with_URLInside", "élanVital", "ÉlanVital", "a", "A",
        "AB",
        "aB", "ABc", "aBC", "", "_", "__", "a b", "aÀB", "ǅungla", "x1Y2z", "日本A語b", "ABCDEFg", "éÀ", "İx", "ßA",
    ]

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyName.self)
        for (index, name) in Self.names.enumerated() {
            try container.encode(index, forKey: AnyName(stringValue: name))
        }
    }
}

struct Optionals: Encodable {
    var a: Int?
    var b: Int?
    var c: Int??
    var d: [String]?
    var e: CamelCase?
}

class Superclass: Encodable, @unchecked Sendable {
    var inherited = "x"
}

final class Subclass: Superclass, @unchecked Sendable {
    private enum CodingKeys: CodingKey { case own }
    var own = [1: true]

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(own, forKey: .own)
        try super.encode(to: container.superEncoder())
    }
}

struct EncodedPair<First: Encodable & Sendable, Second: Encodable & Sendable>: Encodable, Sendable {
    var first: First
    var second: Second
}

struct EncodedTree: Encodable {
    var name: String
    var children: [EncodedTree]

    init(depth: Int) {
        name = "depth/\(depth)"
        children = depth == 0 ? [] : [EncodedTree(depth: depth - 1), EncodedTree(depth: depth - 2 < 0 ? 0 : depth - 2)]
    }
}

/// A dictionary key with a custom coding key.
struct Named: Hashable, Encodable, CodingKeyRepresentable {
    let name: String
    var codingKey: any CodingKey { AnyName(stringValue: "nameOf \(name)") }

    init(name: String) { self.name = name }
    init?(codingKey: some CodingKey) { nil }
}
