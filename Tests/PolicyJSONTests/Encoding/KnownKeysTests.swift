import Foundation
import PolicyJSON
import TestSupport
import Testing

/// The keys of objects of one type are written from the keys of earlier ones. Each object must get its own, whatever the
/// order in which they are written, and each only once.
@Suite struct KnownKeysTests {
    /// A key of one byte. Two cases have the same name.
    enum ByteKey: CodingKey, CaseIterable, ScriptKey {
        case a, b, sameAsA, slash, long, letters, empty, quote, c, d, e, f

        var stringValue: String {
            switch self {
            case .a, .sameAsA: "a"
            case .b: "b"
            case .c: "c"
            case .d: "d"
            case .e: "e"
            case .f: "f"
            case .slash: "a/b"
            case .long: "a key of thirty characters, or so"
            case .letters: "größe"
            case .empty: ""
            case .quote: #"say "b""#
            }
        }

        static func numbered(_ number: Int) -> Self { allCases[number % allCases.count] }
    }

    /// A key that has its name.
    struct NameKey: CodingKey, ScriptKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
        /// 90 names: more than are kept.
        static func numbered(_ number: Int) -> Self {
            Self(stringValue: number % 3 == 0 ? "name \(number % 90)" : "k\(number % 90)")
        }
    }

    /// What an object writes, step by step.
    struct Object<Key: ScriptKey>: Encodable {
        enum Step {
            case number, text, double, null, absent, failure
            /// Through another container of the same object.
            case again
            /// An object of the same type.
            case nested([(Int, Step)])
        }

        var steps: [(key: Int, step: Step)]

        struct Failing: Encodable {
            struct Failure: Error {}
            func encode(to encoder: any Encoder) throws { throw Failure() }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for (number, step) in steps {
                let key = Key.numbered(number)
                switch step {
                case .number: try container.encode(number, forKey: key)
                case .text: try container.encode("\(number)", forKey: key)
                case .double: try container.encode(Double(number) / 4, forKey: key)
                case .null: try container.encodeNil(forKey: key)
                case .absent: try container.encodeIfPresent(String?.none, forKey: key)
                case .failure: try? container.encode(Failing(), forKey: key)
                case .again:
                    var other = encoder.container(keyedBy: Key.self)
                    try other.encode(-number, forKey: key)
                case .nested(let steps): try container.encode(Object(steps: steps), forKey: key)
                }
            }
        }
    }

    private static func objects<Key>(_ generator: inout SplitMix64, depth: Int = 0) -> [Object<Key>] {
        // Most objects have the keys of a common list, in its order.
        let common = (0..<Int(generator.next() % 24)).map { _ in Int(generator.next() % 256) }
        return (0..<Int(generator.next() % 12)).map { _ in
            var keys = common.filter { _ in generator.next() % 8 != 0 }
            if generator.next() % 4 == 0 { keys.append(Int(generator.next() % 256)) }
            if generator.next() % 6 == 0 { keys.shuffle(using: &generator) }
            if generator.next() % 40 == 0 { keys = Array(0..<200) }
            return Object(steps: keys.map { ($0, step(&generator, depth)) })
        }
    }

    private static func step<Key>(_ generator: inout SplitMix64, _ depth: Int) -> Object<Key>.Step {
        switch generator.next() % 24 {
        case 0: .again
        case 1: .failure
        case 2 where depth < 3:
            .nested((objects(&generator, depth: depth + 1) as [Object<Key>]).first?.steps ?? [])
        case 3: .absent
        case 4: .null
        case 5...9: .text
        case 10: .double
        default: .number
        }
    }

    private static func compare<Key>(
        _ objects: [Object<Key>], _ encoder: PolicyJSONEncoder, _ foundation: JSONEncoder, _ seed: UInt64
    ) throws {
        let text = String(decoding: try encoder.encode(objects), as: UTF8.self)
        let expected = String(decoding: try foundation.encode(objects), as: UTF8.self)
        #expect(text == expected, "seed \(seed)")
    }

    @Test(arguments: [JSONEncoder.OutputFormatting.sortedKeys, [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]])
    func random(_ formatting: JSONEncoder.OutputFormatting) throws {
        // One encoder, which keeps what it knows of the keys.
        let (encoder, foundation) = (PolicyJSONEncoder(), JSONEncoder())
        (encoder.outputFormatting, foundation.outputFormatting) = (formatting, formatting)
        for seed: UInt64 in 1...250 {
            var generator = SplitMix64(seed: seed)
            try Self.compare(Self.objects(&generator) as [Object<ByteKey>], encoder, foundation, seed)
            try Self.compare(Self.objects(&generator) as [Object<NameKey>], encoder, foundation, seed)
        }
    }

    /// Members are in the order in which they are encoded, in the first object and in later ones.
    @Test func order() throws {
        let encoder = PolicyJSONEncoder()
        func text(_ keys: [[Int]]) throws -> String {
            String(
                decoding: try encoder.encode(keys.map { Object<ByteKey>(steps: $0.map { ($0, .number) }) }),
                as: UTF8.self)
        }
        let expected = #"[{"a":0,"b":1},{"a":0,"b":1,"c":8},{"b":1,"a":0},{"a":0,"c":8},{"c":8,"a":0,"b":1}]"#
        for _ in 0..<3 { #expect(try text([[0, 1], [0, 1, 8], [1, 0], [0, 8], [8, 0, 1]]) == expected) }
        #expect(
            try text([[0, 1], [0, 1], [0, 2, 0], [2, 1], [2, 0]]).hasPrefix(#"[{"a":0,"b":1},{"a":0,"b":1},{"a":0"#))
    }

    /// The names of one call are not those of the next, if they have changed.
    @Test func changedNames() throws {
        struct Named: Encodable {
            enum Key: CodingKey {
                case one, two
                @TaskLocal static var prefix = ""
                var stringValue: String { Self.prefix + (self == .one ? "one" : "two") }
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(1, forKey: .one)
                try container.encode(2, forKey: .two)
            }
        }
        let encoder = PolicyJSONEncoder()
        for prefix in ["", "x", "", "y"] {
            let object = #"{"\#(prefix)one":1,"\#(prefix)two":2}"#
            let text = try Named.Key.$prefix.withValue(prefix) { try encoder.encode([Named(), Named(), Named()]) }
            #expect(String(decoding: text, as: UTF8.self) == "[\(object),\(object),\(object)]")
        }
    }
}

protocol ScriptKey: CodingKey {
    static func numbered(_ number: Int) -> Self
}
