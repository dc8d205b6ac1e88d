import TestSupport

/// What JSON a type mostly decodes from, for making documents at random.
indirect enum ProbingShape {
    case number, text, bool
    case list(ProbingShape)
    /// An object of any keys.
    case dictionary(ProbingShape)
    /// An object of these members, in this order. Optional ones may be missing or `null`.
    case members([(name: String, shape: ProbingShape, isOptional: Bool)])
    case oneOf([ProbingShape])
    /// Written as is.
    case literal([String])
    case anything

    static func optional(_ shape: ProbingShape) -> ProbingShape { .oneOf([shape, shape, shape, .literal(["null"])]) }
}

/// A type that documents can be made for.
protocol ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape
}

/// Makes documents of shapes, whose scalars are those that rules repair: numbers and Booleans in strings, blank
/// strings, nested JSON, dates, cases that are written differently. Now and then something else stands in for a value.
struct ProbingDocuments {
    var generator: SplitMix64
    /// Once in how many values something else stands in for one.
    var disorder = 60

    private static let strings = [
        "12", "007", "1.5", " 3", "+4", "0", "1", "true", "no", "yes", "", " ", "\t", "a", "novel", "Poem", "POEM",
        "poem",
        "null", "[1]", "{}", "20240229", "2024-02-29T00:00:00Z", "1709164800", "é", "x y", "Infinity", "-", "1e2",
    ]
    private static let keys = ["a", "b", "id", "value", "items", "0", "1", "first", "genre", "A", "", "é"]

    mutating func document(of shape: ProbingShape) -> String {
        if generator.oneIn(disorder) { return anything(depth: 2) }
        switch shape {
        case .number: return number()
        case .text: return string()
        case .bool: return generator.pick(["true", "false"])
        case .literal(let texts): return generator.pick(texts)
        case .anything: return anything(depth: 4)
        case .oneOf(let shapes): return document(of: generator.pick(shapes))
        case .list(let element):
            let count = generator.below(4)
            return "[" + (0..<count).map { _ in document(of: element) }.joined(separator: ",") + "]"
        case .dictionary(let value):
            let keys = distinctKeys(generator.below(4))
            return "{" + keys.map { "\(Self.quoted($0)):\(document(of: value))" }.joined(separator: ",") + "}"
        case .members(let members):
            var texts: [String] = []
            for (name, shape, isOptional) in members {
                if isOptional, generator.oneIn(4) { continue }
                let value = isOptional && generator.oneIn(6) ? "null" : document(of: shape)
                texts.append("\(Self.quoted(name)):\(value)")
            }
            if generator.oneIn(8) { texts.append("\"extra\":\(anything(depth: 1))") }
            if generator.oneIn(4) { texts.reverse() }
            return "{" + texts.joined(separator: ",") + "}"
        }
    }

    private mutating func number() -> String {
        if generator.oneIn(6) { return RandomJSON.number(&generator) }
        return generator.pick(["0", "1", "7", "-3", "12", "1.5", "2.0", "1e2", "255", "300", "1709164800"])
    }

    private mutating func string() -> String {
        if generator.oneIn(8) {
            return "\"" + String(decoding: RandomJSON.stringContents(&generator), as: UTF8.self) + "\""
        }
        return Self.quoted(generator.pick(Self.strings))
    }

    private mutating func anything(depth: Int) -> String {
        switch generator.below(depth > 0 ? 9 : 6) {
        case 0: "null"
        case 1: generator.pick(["true", "false"])
        case 2, 3: number()
        case 4, 5: string()
        case 6, 7:
            "[" + (0..<generator.below(4)).map { _ in anything(depth: depth - 1) }.joined(separator: ",") + "]"
        default:
            "{"
                + distinctKeys(generator.below(4)).map { "\(Self.quoted($0)):\(anything(depth: depth - 1))" }
                .joined(separator: ",") + "}"
        }
    }

    private mutating func distinctKeys(_ count: Int) -> [String] {
        var keys: [String] = []
        for _ in 0..<count {
            let key = generator.pick(Self.keys)
            if !keys.contains(key) { keys.append(key) }
        }
        return keys
    }

    static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\t", with: "\\t") + "\""
    }
}
