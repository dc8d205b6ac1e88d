import Foundation
import PolicyJSON
import Testing

/// Rules of the library that watch are consulted only about what may concern them: about absent keys, about optionals, about types. Values,
/// errors, collected errors and reports are those which they give beside a rule that has to be consulted about everything, and inside
/// `At("**")`.
@Suite struct ConsultedDecodingRulesTests {
    private static let rules: [any DecodingRule] = [
        KeyMatching([.caseInsensitive, .separatorInsensitive]), KeyMatching(.snakeCase),
        KeyMatching(aliases: ["fullName": ["name"], "count": ["total", "zähler"], "list": ["items"]]),
        KeyMatching([
            "fullName": ["deep.name", "deep.names[1]"], "count": "deep.count", "day": "deep.day", "inner": "deep",
        ]),
        UnknownKeys(.report), UnknownKeys(.keep), UnknownKeys(.fail), RequiredKeys(), NestedOptionals(),
        DefaultValues([.zero, .emptyString, .emptyArray], for: [.missingOptional, .nullOptional]),
        DefaultValues(json: .number("7"), for: .nullOptional),
        EmptyStrings(.asNil, includingBlank: true, includingOptionalStrings: true), EmptyStrings(.asNull),
        Sentinels(.asNil, strings: ["N/A"], numbers: [-1]), Sentinels(.asNull, strings: ["N/A"]),
        Validate { (_: Inner) in throw CancellationError() }, Validate { (day: inout Day) in day = .second },
        Validate { (_: Car) in throw CancellationError() }, Validate { (_: [Int]) in throw CancellationError() },
        Variants(of: Figure.self, .internally(by: "type")),
        Variants(of: Vehicle.self, .internally(by: "type"), types: ["car": Car.self]),
        Envelope("deep", isRequired: false), Envelope("deep.inner"), DuplicateKeys(.last), DuplicateKeys(.fail),
        For(Inner.self) { KeyMatching(.snakeCase) }, For(Inner.self) { Envelope("inner", isRequired: false) },
        At("inner") { RequiredKeys() }, For(Int.self) { Sentinels(.asNil, numbers: [-1]) },
    ]

    private enum Day: String, Codable { case first, second }

    private struct Inner: Decodable {
        var count: Int?, day: Day?, fullName: String?, list: [Int]?, double: Double?, isOpen: Bool?, twice: Int??
    }

    private struct Everything: Decodable {
        var count: Int, small: UInt8?, fullName: String?, day: Day?, list: [Int]?, double: Double?, isOpen: Bool?
        var twice: Int??, inner: Inner?, inners: [Inner?]?, figures: [Figure]?, vehicle: Vehicle?, car: Car?
        var byName: [String: Int?]?, byNumber: [Int: Inner]?, link: URL?, presence: Presence<Int>, extra: ExtraMembers
        var byHand: ByHand?
    }

    /// Opens several containers over an object, and catches errors.
    private struct ByHand: Decodable {
        private enum Key: CodingKey { case count, fullName, list, inner }

        var log: [String] = []

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let names = try decoder.container(keyedBy: AnyKey.self)
            note { container.contains(.fullName) }
            note { try container.decodeNil(forKey: .count) }
            note { try names.decodeIfPresent(Int.self, forKey: AnyKey("count")) }
            note { try container.decodeIfPresent(String.self, forKey: .fullName) }
            note { try names.decodeIfPresent([Int].self, forKey: AnyKey("list")) }
            note { try container.nestedContainer(keyedBy: Key.self, forKey: .inner).decode(Int.self, forKey: .count) }
            note { try container.superDecoder(forKey: .list).codingPath.map(\.stringValue) }
            note { try container.superDecoder(forKey: .inner).singleValueContainer().decode(Inner.self) }
            note { try decoder.container(keyedBy: Key.self).decodeIfPresent(String.self, forKey: .fullName) }
            note { names.allKeys.map(\.stringValue).sorted() }
        }

        private mutating func note<T>(_ value: () throws -> T) {
            do { log.append("\(try value())") } catch { log.append("\(error)") }
        }
    }

    private static let members = [
        #""count":-1,"fullName":"N/A","list":[1],"double":-1.0,"isOpen":null,"twice":null"#,
        #""COUNT":5,"full_name":" ","LIST":null,"day":"","Double":"N/A","is-open":true,"twice":"""#,
        #""total":5,"name":"n","items":[],"day":"first","double":"","count ":1"#,
        #""zähler":5,"deep":{"name":"n","count":3,"day":"second","inner":{"count":2}},"day":"N/A""#,
        #""\u0063ount":5,"deep":{"names":["a",""],"count":null},"fullName":"","fullName":"b","list":"""#,
        "", #""count":null,"fullName":null,"day":null,"list":null,"double":null"#,
    ]

    private static let documents: [String] = members.flatMap { inside in
        members.map { outside in
            let others = #"""
                "inner":{\#(inside)},"inners":[{\#(inside)},null],"figures":[{"none":{}},{"type":"note","_0":"N/A"}],
                "vehicle":{"name":"v","wheels":4,"type":"car"},"car":{"name":"","wheels":-1},"byName":{"a":-1},
                "byNumber":{"1":{\#(inside)}},"link":"","presence":null,"byHand":{\#(inside)},"other":1
                """#
            return "{\(outside.isEmpty ? others : "\(outside),\(others)")}"
        }
    }

    /// Objects with many members, of which a table is made.
    private static let large = documents.map { text in
        "{\((0..<150).map { "\"member\($0)\":null," }.joined())\(text.dropFirst())"
    }

    /// The values, errors and reports of all documents, of a decoder that is used again.
    private static func outcomes(_ policy: DecodingPolicy, _ keys: JSONDecoder.KeyDecodingStrategy) -> [String] {
        let decoder = PolicyJSONDecoder(policy: policy)
        decoder.keyDecodingStrategy = keys
        return (documents + large).flatMap { text -> [String] in
            do {
                let outcome = try decoder.decodeReporting([Everything].self, from: "[\(text)]")
                let single = try decoder.decode(Everything.self, from: text)
                return ["\(outcome.value)", "\(single)"] + outcome.report.entries.map { "\($0)" }
            } catch {
                let problems = Result { try decoder.decodeCollectingErrors(Everything.self, from: text) }
                return ["\(error)", "\(problems)"]
            }
        }
    }

    @Test(arguments: rules.indices, [false, true]) func consulted(_ index: Int, convertsKeys: Bool) {
        let rule = Self.rules[index]
        let keys: JSONDecoder.KeyDecodingStrategy = convertsKeys ? .convertFromSnakeCase : .useDefaultKeys
        let fast = Self.outcomes(DecodingPolicy { rule }, keys)
        let watching = DecodingPolicy {
            rule
            ClosureRule("Declining", in: RepairSituation.watching.union(.repairs)) { context in
                _ = (context.codingPath, context.key)
                return .decline
            }
        }
        #expect(Self.outcomes(watching, keys) == fast)
        // Inside a scope, an envelope applies to each value, and default values of other kinds are used.
        if !(rule is Envelope), !(rule is DefaultValues), !"\(rule)".contains("{") {
            #expect(Self.outcomes(DecodingPolicy { At("**") { rule } }, keys) == fast)
        }
    }
}
