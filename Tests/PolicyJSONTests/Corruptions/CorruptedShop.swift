import Foundation
import PolicyJSON
import TestSupport

/// The model of the generated documents.
struct Shop: Codable, Equatable {
    enum Kind: String, Codable, CaseIterable { case cash, card, unknown }
    struct Extra: Codable, Equatable { var a: Int, b: [Int] }
    struct Order: Codable, Equatable {
        var id: Int, big: Int128?, ratio: Double, amount: Decimal, quantity: Int, small: UInt8, note: String, paid: Bool
        var at: Date, kind: Kind, level: Level?, tags: [String], scores: [Int], points: [Point?], link: URL?,
            extra: Extra
    }

    var orders: [Order], prices: [String: Double], flags: [Int: Bool]

    /// A policy that repairs all corruptions of the generator.
    static let policy = DecodingPolicy {
        NumbersFromStrings()
        Rounding(.down)
        StringsFromScalars()
        BooleansFromScalars([.zeroAndOne, .words])
        EmptyStrings(.asNil)
        FallbackDateFormats([.secondsSince1970, .formatted("yyyy-MM-dd"), .formatted("dd.MM.yyyy HH:mm")])
        CaseMatching(caseInsensitive: true)
        For(Level.self) { UnknownCases(.useNil) }
        UnknownCases(.caseNamed("unknown"))
        DefaultValues(template: template, for: [.null, .missingKey])
        SingleValuesAsArrays()
        StringifiedJSON()
        LossyCollections()
    }

    private static let template = Order(
        id: 0, big: nil, ratio: 0.5, amount: 2, quantity: 3, small: 4, note: "none", paid: false,
        at: Date(timeIntervalSinceReferenceDate: 0), kind: .card, level: nil, tags: ["new"], scores: [], points: [],
        link: nil, extra: Extra(a: 1, b: []))
}

/// A corruption by the generator, and the expected entry of the report.
struct Corruption {
    let rule: String
    let kind: DecodingReport.Kind
    let pointer: String
    let found: String
    let result: String
    /// The pointer to the value at the entry's location.
    let location: String
}

/// A corrupted document, its corruptions, and the repaired document.
struct CorruptedShop {
    private(set) var corrupted = JSONTree.text("null")
    private(set) var repaired = JSONTree.text("null")
    private(set) var corruptions: [Corruption] = []
    private(set) var generator: SplitMix64

    /// Generates orders until there are at least `count` corruptions.
    init(seed: UInt64, corruptions count: Int) {
        generator = SplitMix64(seed: seed)
        var corruptedOrders: [JSONTree] = []
        var repairedOrders: [JSONTree] = []
        while corruptions.count < count {
            let (one, other) = order("/orders/\(corruptedOrders.count)")
            corruptedOrders.append(one)
            repairedOrders.append(other)
        }
        let prices = prices(count: corruptedOrders.count)
        let flags = flags(count: corruptedOrders.count)
        corrupted = .object([
            ("orders", .array(corruptedOrders)), ("prices", prices.corrupted), ("flags", flags.corrupted),
        ])
        repaired = .object([("orders", .array(repairedOrders)), ("prices", prices.repaired), ("flags", flags.repaired)])
    }

    private typealias Pair = (corrupted: JSONTree, repaired: JSONTree)

    private mutating func record(
        _ rule: String, _ kind: DecodingReport.Kind, _ pointer: String, _ found: String, _ result: String,
        location: String? = nil
    ) {
        corruptions.append(
            Corruption(
                rule: rule, kind: kind, pointer: pointer, found: found, result: result, location: location ?? pointer))
    }

    /// A value in another form, which a rule converts.
    private mutating func converted(_ rule: String, _ pointer: String, _ found: String, _ result: String) -> Pair {
        record(rule, .converted, pointer, found, result)
        return (.text(found), .text(result == "nil" ? "null" : result))
    }

    private func digits(_ count: Int) -> (inout SplitMix64) -> String {
        { generator in "\(1 + generator.below(9))" + (1..<count).map { _ in "\(generator.below(10))" }.joined() }
    }

    private mutating func number(_ count: Int) -> String { digits(count)(&generator) }

    /// An integer or, if corrupted, a string with one of its spellings.
    private mutating func integer(_ pointer: String, digits: Int = 5, isCorrupted: Bool) -> Pair {
        let text = (generator.oneIn(3) && pointer.hasSuffix("id") ? "-" : "") + number(digits)
        guard isCorrupted else { return (.text(text), .text(text)) }
        let spellings = text.hasPrefix("-") ? [text, text + ".0"] : [text, "+" + text, "00" + text, text + ".000"]
        return converted("NumbersFromStrings", pointer, "\"\(generator.pick(spellings))\"", text)
    }

    // MARK: Orders

    private mutating func order(_ path: String) -> Pair {
        var corrupted: [(key: String, value: JSONTree)] = []
        var repaired: [(key: String, value: JSONTree)] = []
        let fields = [
            "id", "big", "ratio", "amount", "quantity", "small", "note", "paid", "at", "kind", "level", "tags",
            "scores",
            "points", "link", "extra",
        ]
        for field in fields.shuffled(using: &generator) {
            let pointer = "\(path)/\(field)"
            let isCorrupted = generator.oneIn(2)
            let defaults = ["ratio": "0.5", "quantity": "3", "note": #""none""#, "paid": "false", "tags": #"["new"]"#]
            if isCorrupted, let text = defaults[field], generator.oneIn(3) {
                repaired.append((field, .text(text)))
                if generator.oneIn(2) {
                    record("DefaultValues", .keySupplied, pointer, "nothing", text, location: path)
                } else {
                    record("DefaultValues", .nullReplaced, pointer, "null", text)
                    corrupted.append((field, .text("null")))
                }
                continue
            }
            let value = value(field, pointer, isCorrupted)
            corrupted.append((field, value.corrupted))
            repaired.append((field, value.repaired))
        }
        return (.object(corrupted), .object(repaired))
    }

    private mutating func value(_ field: String, _ pointer: String, _ isCorrupted: Bool) -> Pair {
        switch field {
        case "id": return integer(pointer, isCorrupted: isCorrupted)
        case "big":
            if !isCorrupted { return unchanged(generator.pick(["null", number(38)])) }
            return generator.oneIn(2)
                ? converted("EmptyStrings", pointer, "\"\"", "nil") : integer(pointer, digits: 38, isCorrupted: true)
        case "ratio", "amount":
            let text = "\(number(3)).\(number(2))" + (generator.oneIn(2) ? "e-2" : "")
            return isCorrupted ? converted("NumbersFromStrings", pointer, "\"\(text)\"", text) : unchanged(text)
        case "quantity":
            let text = number(4)
            return isCorrupted ? converted("Rounding", pointer, "\(text).\(number(3))", text) : unchanged(text)
        case "small": return integer(pointer, digits: 2, isCorrupted: isCorrupted)
        case "note":
            if !isCorrupted { return unchanged(generator.pick([#""a\"b""#, #""größer ☃""#, #""""#, #""12""#])) }
            let found = generator.pick(["12.50", "true", "false", "-0", "1e3"])
            return converted("StringsFromScalars", pointer, found, "\"\(found)\"")
        case "paid":
            if !isCorrupted { return unchanged(generator.pick(["true", "false"])) }
            let (found, result) = generator.pick([
                ("0", "false"), ("1", "true"), (#""Yes""#, "true"), (#""off""#, "false"),
            ])
            return converted("BooleansFromScalars", pointer, found, result)
        case "at": return date(pointer, isCorrupted)
        case "kind": return kind(pointer, isCorrupted)
        case "level": return level(pointer, isCorrupted)
        case "tags":
            return isCorrupted
                ? converted("SingleValuesAsArrays", pointer, #""one""#, #"["one"]"#) : unchanged(#"["a", "b"]"#)
        case "scores": return scores(pointer, isCorrupted)
        case "points": return points(pointer, isCorrupted)
        case "link":
            return isCorrupted
                ? converted("EmptyStrings", pointer, "\"\"", "nil")
                : unchanged(generator.pick(["null", #""https://a.example/\#(number(3))""#]))
        default: return extra(pointer, isCorrupted)
        }
    }

    private func unchanged(_ text: String) -> Pair { (.text(text), .text(text)) }

    private mutating func date(_ pointer: String, _ isCorrupted: Bool) -> Pair {
        let (found, result) = generator.pick([
            ("1700000000", "2023-11-14T22:13:20Z"), (#""2024-02-29""#, "2024-02-29T00:00:00Z"),
            (#""01.05.2024 12:30""#, "2024-05-01T12:30:00Z"), ("0.25", "1970-01-01T00:00:00.250Z"),
        ])
        guard isCorrupted else { return unchanged("\"\(result)\"") }
        record("FallbackDateFormats", .converted, pointer, found, result)
        return (.text(found), .string(result))
    }

    private mutating func kind(_ pointer: String, _ isCorrupted: Bool) -> Pair {
        guard isCorrupted else { return unchanged(generator.pick([#""cash""#, #""card""#])) }
        let (rule, found, result) = generator.pick([
            ("CaseMatching", "CASH", "cash"), ("CaseMatching", "Card", "card"), ("UnknownCases", "barter", "unknown"),
            ("UnknownCases", "", "unknown"),
        ])
        record(rule, .caseReplaced, pointer, "\"\(found)\"", result)
        return (.string(found), .string(result))
    }

    private mutating func level(_ pointer: String, _ isCorrupted: Bool) -> Pair {
        guard isCorrupted else { return unchanged(generator.pick(["1", "2", "null"])) }
        switch generator.below(3) {
        case 0: return converted("NumbersFromStrings", pointer, #""2""#, "2")
        case 1: return converted("EmptyStrings", pointer, "\"\"", "nil")
        default:
            record("UnknownCases", .caseReplaced, pointer, "0", "nil")
            return (.text("0"), .text("null"))
        }
    }

    /// Valid elements and, if corrupted, one to three corrupted ones among them.
    private mutating func scores(_ pointer: String, _ isCorrupted: Bool) -> Pair {
        var corrupted: [JSONTree] = []
        var repaired: [JSONTree] = []
        let corruptedCount = isCorrupted ? 1 + generator.below(3) : 0
        let corruptedIndexes = Set((0..<8).shuffled(using: &generator).prefix(corruptedCount))
        for index in 0..<(isCorrupted ? 8 : generator.below(4)) {
            let element = "\(pointer)/\(index)"
            guard corruptedIndexes.contains(index) else {
                let text = number(2)
                corrupted.append(.text(text))
                repaired.append(.text(text))
                continue
            }
            if generator.oneIn(3) {
                let value = integer(element, isCorrupted: true)
                corrupted.append(value.corrupted)
                repaired.append(value.repaired)
            } else {
                let found = generator.pick(["{}", "null", #""x""#, "true", "[]", "\(number(20))"])
                record("LossyCollections", .dropped, element, found, "dropped")
                corrupted.append(.text(found))
            }
        }
        return (.array(corrupted), .array(repaired))
    }

    private mutating func points(_ pointer: String, _ isCorrupted: Bool) -> Pair {
        let valid = generator.pick([#"{"x":1,"y":2}"#, "null"])
        guard isCorrupted else { return (.array([.text(valid)]), .array([.text(valid)])) }
        let found = generator.pick([#"{"x":1}"#, #""p""#, "7", #"{"x":1,"y":true}"#])
        record("LossyCollections", .elementNil, "\(pointer)/1", found, "nil")
        return (.array([.text(valid), .text(found)]), .array([.text(valid), .text("null")]))
    }

    /// JSON inside a string, possibly corrupted itself.
    private mutating func extra(_ pointer: String, _ isCorrupted: Bool) -> Pair {
        let repaired = #"{"a":1,"b":[2,3]}"#
        guard isCorrupted else { return unchanged(repaired) }
        let (text, inner): (String, Int) = generator.pick([
            (repaired, 0), (#"{"a":"1","b":[2,3]}"#, 1), (#"{"a":1,"b":[2,"x",3]}"#, 2),
        ])
        if inner == 1 { record("NumbersFromStrings", .converted, "\(pointer)/a", #""1""#, "1", location: pointer) }
        if inner == 2 { record("LossyCollections", .dropped, "\(pointer)/b/1", #""x""#, "dropped", location: pointer) }
        record("StringifiedJSON", .converted, pointer, JSONTree.quoted(text), text)
        return (.string(text), .text(repaired))
    }

    // MARK: Dictionaries

    private mutating func prices(count: Int) -> Pair {
        var corrupted: [(key: String, value: JSONTree)] = []
        var repaired: [(key: String, value: JSONTree)] = []
        for index in 0..<count {
            let key = generator.pick(["a/b~", "ä.", "x[0]\"", "plain"]) + "\(index)"
            let pointer = "/prices/" + key.replacing("~", with: "~0").replacing("/", with: "~1")
            let text = "\(number(2)).\(number(2))"
            var pair = unchanged(text)
            if generator.oneIn(3) { pair = converted("NumbersFromStrings", pointer, "\"\(text)\"", text) }
            if generator.oneIn(5), case .text(text) = pair.corrupted {
                let found = generator.pick(["{}", "null", #""x""#, "true"])
                record("LossyCollections", .dropped, pointer, found, "dropped")
                corrupted.append((key, .text(found)))
                continue
            }
            corrupted.append((key, pair.corrupted))
            repaired.append((key, pair.repaired))
        }
        return (.object(corrupted), .object(repaired))
    }

    private mutating func flags(count: Int) -> Pair {
        var corrupted: [(key: String, value: JSONTree)] = []
        var repaired: [(key: String, value: JSONTree)] = []
        for index in 0..<count {
            if generator.oneIn(4) {
                // A key that is not a number.
                record("LossyCollections", .dropped, "/flags/k\(index)", "true", "dropped")
                corrupted.append(("k\(index)", .text("true")))
                continue
            }
            let pair =
                generator.oneIn(3)
                ? converted("BooleansFromScalars", "/flags/\(index)", "1", "true") : unchanged("false")
            corrupted.append(("\(index)", pair.corrupted))
            repaired.append(("\(index)", pair.repaired))
        }
        return (.object(corrupted), .object(repaired))
    }
}
