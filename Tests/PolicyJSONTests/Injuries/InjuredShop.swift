import Foundation
import PolicyJSON
import TestSupport

/// What the generator breaks.
struct Shop: Codable, Equatable {
    enum Kind: String, Codable { case cash, card, unknown }
    struct Extra: Codable, Equatable { var a: Int, b: [Int] }
    struct Order: Codable, Equatable {
        var id: Int, big: Int128?, ratio: Double, amount: Decimal, quantity: Int, small: UInt8, note: String, paid: Bool
        var at: Date, kind: Kind, level: Level?, tags: [String], scores: [Int], points: [Point?], link: URL?,
            extra: Extra
    }

    var orders: [Order], prices: [String: Double], flags: [Int: Bool]

    /// A policy with an answer to everything that the generator does.
    static let policy = DecodingPolicy {
        NumericStrings()
        Rounding(.down)
        StringsFromScalars()
        Booleans([.zeroAndOne, .words])
        EmptyStrings(.asNil)
        Dates([.secondsSince1970, .formatted("yyyy-MM-dd"), .formatted("dd.MM.yyyy HH:mm")])
        CaseNames(.caseInsensitive)
        For(Level.self) { UnknownCases(.useNil) }
        UnknownCases(.caseNamed("unknown"))
        Defaults(template: template, for: [.missingKey, .null])
        SingleValuesAsArrays()
        NestedJSON()
        LossyCollections()
    }

    private static let template = Order(
        id: 0, big: nil, ratio: 0.5, amount: 2, quantity: 3, small: 4, note: "none", paid: false,
        at: Date(timeIntervalSinceReferenceDate: 0), kind: .card, level: nil, tags: ["new"], scores: [], points: [],
        link: nil, extra: Extra(a: 1, b: []))
}

/// One thing that the generator broke, and what the report has to say about it.
struct Injury {
    let rule: String
    let kind: DecodingReport.Kind
    let pointer: String
    let found: String
    let result: String
    /// Where the entry's location is, as a pointer.
    let place: String
}

/// A document, what was broken in it, and the same document with everything mended.
struct InjuredShop {
    private(set) var injured = JSONTree.text("null")
    private(set) var mended = JSONTree.text("null")
    private(set) var injuries: [Injury] = []
    private(set) var generator: SplitMix64

    /// Orders until at least so many injuries have been done.
    init(seed: UInt64, injuries count: Int) {
        generator = SplitMix64(seed: seed)
        var broken: [JSONTree] = []
        var whole: [JSONTree] = []
        while injuries.count < count {
            let (one, other) = order("/orders/\(broken.count)")
            broken.append(one)
            whole.append(other)
        }
        let prices = prices(count: broken.count)
        let flags = flags(count: broken.count)
        injured = .object([("orders", .array(broken)), ("prices", prices.broken), ("flags", flags.broken)])
        mended = .object([("orders", .array(whole)), ("prices", prices.whole), ("flags", flags.whole)])
    }

    private typealias Pair = (broken: JSONTree, whole: JSONTree)

    private mutating func note(
        _ rule: String, _ kind: DecodingReport.Kind, _ pointer: String, _ found: String, _ result: String,
        place: String? = nil
    ) {
        injuries.append(
            Injury(rule: rule, kind: kind, pointer: pointer, found: found, result: result, place: place ?? pointer))
    }

    /// A value of another form, which a rule converts.
    private mutating func converted(_ rule: String, _ pointer: String, _ found: String, _ result: String) -> Pair {
        note(rule, .converted, pointer, found, result)
        return (.text(found), .text(result == "nil" ? "null" : result))
    }

    private func digits(_ count: Int) -> (inout SplitMix64) -> String {
        { generator in "\(1 + generator.below(9))" + (1..<count).map { _ in "\(generator.below(10))" }.joined() }
    }

    private mutating func number(_ count: Int) -> String { digits(count)(&generator) }

    /// An integer, or that as a string in one of its ways.
    private mutating func integer(_ pointer: String, digits: Int = 5, isHurt: Bool) -> Pair {
        let text = (generator.oneIn(3) && pointer.hasSuffix("id") ? "-" : "") + number(digits)
        guard isHurt else { return (.text(text), .text(text)) }
        let ways = text.hasPrefix("-") ? [text, text + ".0"] : [text, "+" + text, "00" + text, text + ".000"]
        return converted("NumericStrings", pointer, "\"\(generator.pick(ways))\"", text)
    }

    // MARK: Orders

    private mutating func order(_ path: String) -> Pair {
        var broken: [(key: String, value: JSONTree)] = []
        var whole: [(key: String, value: JSONTree)] = []
        let fields = [
            "id", "big", "ratio", "amount", "quantity", "small", "note", "paid", "at", "kind", "level", "tags",
            "scores",
            "points", "link", "extra",
        ]
        for field in fields.shuffled(using: &generator) {
            let pointer = "\(path)/\(field)"
            let isHurt = generator.oneIn(2)
            let defaults = ["ratio": "0.5", "quantity": "3", "note": #""none""#, "paid": "false", "tags": #"["new"]"#]
            if isHurt, let text = defaults[field], generator.oneIn(3) {
                whole.append((field, .text(text)))
                if generator.oneIn(2) {
                    note("Defaults", .missingKey, pointer, "nothing", text, place: path)
                } else {
                    note("Defaults", .nullReplaced, pointer, "null", text)
                    broken.append((field, .text("null")))
                }
                continue
            }
            let value = value(field, pointer, isHurt)
            broken.append((field, value.broken))
            whole.append((field, value.whole))
        }
        return (.object(broken), .object(whole))
    }

    private mutating func value(_ field: String, _ pointer: String, _ isHurt: Bool) -> Pair {
        switch field {
        case "id": return integer(pointer, isHurt: isHurt)
        case "big":
            if !isHurt { return same(generator.pick(["null", number(38)])) }
            return generator.oneIn(2)
                ? converted("EmptyStrings", pointer, "\"\"", "nil") : integer(pointer, digits: 38, isHurt: true)
        case "ratio", "amount":
            let text = "\(number(3)).\(number(2))" + (generator.oneIn(2) ? "e-2" : "")
            return isHurt ? converted("NumericStrings", pointer, "\"\(text)\"", text) : same(text)
        case "quantity":
            let text = number(4)
            return isHurt ? converted("Rounding", pointer, "\(text).\(number(3))", text) : same(text)
        case "small": return integer(pointer, digits: 2, isHurt: isHurt)
        case "note":
            if !isHurt { return same(generator.pick([#""a\"b""#, #""größer ☃""#, #""""#, #""12""#])) }
            let found = generator.pick(["12.50", "true", "false", "-0", "1e3"])
            return converted("StringsFromScalars", pointer, found, "\"\(found)\"")
        case "paid":
            if !isHurt { return same(generator.pick(["true", "false"])) }
            let (found, result) = generator.pick([
                ("0", "false"), ("1", "true"), (#""Yes""#, "true"), (#""off""#, "false"),
            ])
            return converted("Booleans", pointer, found, result)
        case "at": return date(pointer, isHurt)
        case "kind": return kind(pointer, isHurt)
        case "level": return level(pointer, isHurt)
        case "tags":
            return isHurt ? converted("SingleValuesAsArrays", pointer, #""one""#, #"["one"]"#) : same(#"["a", "b"]"#)
        case "scores": return scores(pointer, isHurt)
        case "points": return points(pointer, isHurt)
        case "link":
            return isHurt
                ? converted("EmptyStrings", pointer, "\"\"", "nil")
                : same(generator.pick(["null", #""https://a.example/\#(number(3))""#]))
        default: return extra(pointer, isHurt)
        }
    }

    private func same(_ text: String) -> Pair { (.text(text), .text(text)) }

    private mutating func date(_ pointer: String, _ isHurt: Bool) -> Pair {
        let (found, result) = generator.pick([
            ("1700000000", "2023-11-14T22:13:20Z"), (#""2024-02-29""#, "2024-02-29T00:00:00Z"),
            (#""01.05.2024 12:30""#, "2024-05-01T12:30:00Z"), ("0.25", "1970-01-01T00:00:00.250Z"),
        ])
        guard isHurt else { return same("\"\(result)\"") }
        note("Dates", .converted, pointer, found, result)
        return (.text(found), .string(result))
    }

    private mutating func kind(_ pointer: String, _ isHurt: Bool) -> Pair {
        guard isHurt else { return same(generator.pick([#""cash""#, #""card""#])) }
        let (rule, found, result) = generator.pick([
            ("CaseNames", "CASH", "cash"), ("CaseNames", "Card", "card"), ("UnknownCases", "barter", "unknown"),
            ("UnknownCases", "", "unknown"),
        ])
        note(rule, .unknownCase, pointer, "\"\(found)\"", result)
        return (.string(found), .string(result))
    }

    private mutating func level(_ pointer: String, _ isHurt: Bool) -> Pair {
        guard isHurt else { return same(generator.pick(["1", "2", "null"])) }
        switch generator.below(3) {
        case 0: return converted("NumericStrings", pointer, #""2""#, "2")
        case 1: return converted("EmptyStrings", pointer, "\"\"", "nil")
        default:
            note("UnknownCases", .unknownCase, pointer, "0", "nil")
            return (.text("0"), .text("null"))
        }
    }

    /// Good elements and, if hurt, one to three bad ones among them.
    private mutating func scores(_ pointer: String, _ isHurt: Bool) -> Pair {
        var broken: [JSONTree] = []
        var whole: [JSONTree] = []
        let hurt = isHurt ? 1 + generator.below(3) : 0
        let bad = Set((0..<8).shuffled(using: &generator).prefix(hurt))
        for index in 0..<(isHurt ? 8 : generator.below(4)) {
            let element = "\(pointer)/\(index)"
            guard bad.contains(index) else {
                let text = number(2)
                broken.append(.text(text))
                whole.append(.text(text))
                continue
            }
            if generator.oneIn(3) {
                let value = integer(element, isHurt: true)
                broken.append(value.broken)
                whole.append(value.whole)
            } else {
                let found = generator.pick(["{}", "null", #""x""#, "true", "[]", "\(number(20))"])
                note("LossyCollections", .dropped, element, found, "dropped")
                broken.append(.text(found))
            }
        }
        return (.array(broken), .array(whole))
    }

    private mutating func points(_ pointer: String, _ isHurt: Bool) -> Pair {
        let good = generator.pick([#"{"x":1,"y":2}"#, "null"])
        guard isHurt else { return (.array([.text(good)]), .array([.text(good)])) }
        let found = generator.pick([#"{"x":1}"#, #""p""#, "7", #"{"x":1,"y":true}"#])
        note("LossyCollections", .elementNil, "\(pointer)/1", found, "nil")
        return (.array([.text(good), .text(found)]), .array([.text(good), .text("null")]))
    }

    /// JSON in a string, and perhaps something broken inside it.
    private mutating func extra(_ pointer: String, _ isHurt: Bool) -> Pair {
        let whole = #"{"a":1,"b":[2,3]}"#
        guard isHurt else { return same(whole) }
        let (text, inner): (String, Int) = generator.pick([
            (whole, 0), (#"{"a":"1","b":[2,3]}"#, 1), (#"{"a":1,"b":[2,"x",3]}"#, 2),
        ])
        if inner == 1 { note("NumericStrings", .converted, "\(pointer)/a", #""1""#, "1", place: pointer) }
        if inner == 2 { note("LossyCollections", .dropped, "\(pointer)/b/1", #""x""#, "dropped", place: pointer) }
        note("NestedJSON", .converted, pointer, JSONTree.quoted(text), text)
        return (.string(text), .text(whole))
    }

    // MARK: Dictionaries

    private mutating func prices(count: Int) -> Pair {
        var broken: [(key: String, value: JSONTree)] = []
        var whole: [(key: String, value: JSONTree)] = []
        for index in 0..<count {
            let key = generator.pick(["a/b~", "ä.", "x[0]\"", "plain"]) + "\(index)"
            let pointer = "/prices/" + key.replacing("~", with: "~0").replacing("/", with: "~1")
            let text = "\(number(2)).\(number(2))"
            var pair = same(text)
            if generator.oneIn(3) { pair = converted("NumericStrings", pointer, "\"\(text)\"", text) }
            if generator.oneIn(5), case .text(text) = pair.broken {
                let found = generator.pick(["{}", "null", #""x""#, "true"])
                note("LossyCollections", .dropped, pointer, found, "dropped")
                broken.append((key, .text(found)))
                continue
            }
            broken.append((key, pair.broken))
            whole.append((key, pair.whole))
        }
        return (.object(broken), .object(whole))
    }

    private mutating func flags(count: Int) -> Pair {
        var broken: [(key: String, value: JSONTree)] = []
        var whole: [(key: String, value: JSONTree)] = []
        for index in 0..<count {
            if generator.oneIn(4) {
                // A key that is no number.
                note("LossyCollections", .dropped, "/flags/k\(index)", "true", "dropped")
                broken.append(("k\(index)", .text("true")))
                continue
            }
            let pair = generator.oneIn(3) ? converted("Booleans", "/flags/\(index)", "1", "true") : same("false")
            broken.append(("\(index)", pair.broken))
            whole.append(("\(index)", pair.whole))
        }
        return (.object(broken), .object(whole))
    }
}
