import Foundation
import PolicyJSON
import PolicyJSONData
import Testing

@Suite struct PolicyLearningTests {
    private enum Status: String, Codable, CaseIterable {
        case packed, sent, unknown
        case inTransit = "in_transit"
    }
    private enum Size: String, Codable, CaseIterable { case small, large }
    private struct Item: Codable { let price: Decimal, count: Int }
    private struct Order: Codable {
        var orderId = 1
        var isPaid = false
        var name = "n"
        var status = Status.packed
        var size: Size?
        var date = Date(timeIntervalSince1970: 0)
        var total: Double = 1
        var note: Int?
        var items: [Item] = []
        var tags: [String] = []
    }

    private static let base = [
        "orderId": "1", "isPaid": "true", "name": #""n""#, "status": #""sent""#, "date": #""2024-05-01T00:00:00Z""#,
        "total": "1.5", "items": "[]", "tags": "[]",
    ]

    /// An order with these members instead of its own.
    private static func order(_ members: [String: String?]) -> String {
        let all = base.merging(members.compactMapValues { $0 }) { $1 }.filter { members[$0.key] != .some(nil) }
        return "{\(all.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
    }

    private static func learn(
        _ samples: [String], _ change: (inout PolicyLearningOptions) -> Void = { _ in }
    ) -> LearnedPolicy {
        let decoder = PolicyJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        var options = PolicyLearningOptions()
        options.heldBack = 0
        change(&options)
        return DecodingPolicy.learned(for: Order.self, from: samples, decoder: decoder, options: options)
    }

    private static func counts(_ counts: LearnedPolicy.Counts) -> [Int] {
        [counts.samples, counts.failing, counts.unrepaired]
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let member: String
        /// `nil` for no member.
        let values: [String?]
        let rules: [String]
        var loss = LearnedPolicy.Loss.none
        var testDescription: String { "\(member): \(values.map { $0 ?? "no key" }.joined(separator: " "))" }
    }

    private static let cases = [
        Case(member: "orderId", values: [#""1""#], rules: ["NumbersFromStrings()"]),
        Case(member: "orderId", values: [#""1""#, #"" 2 ""#], rules: ["NumbersFromStrings(trimmingWhitespace: true)"]),
        Case(
            member: "total", values: [#""1,234.5""#, #""1""#],
            rules: [#"NumbersFromStrings(groupingSeparator: ",")"#]),
        Case(member: "orderId", values: ["true", #""2""#], rules: ["NumbersFromStrings()", "IntegersFromBooleans()"]),
        Case(member: "orderId", values: ["1.5"], rules: ["Rounding(.toNearestOrAwayFromZero)"], loss: .values),
        Case(member: "orderId", values: [nil], rules: ["DefaultValues(.zero, for: .missingKey)"], loss: .values),
        Case(member: "orderId", values: ["null"], rules: ["DefaultValues(.zero, for: .null)"], loss: .values),
        Case(member: "isPaid", values: ["0", #""yes""#], rules: ["BooleansFromScalars([.zeroAndOne, .words])"]),
        Case(member: "isPaid", values: [#""1""#], rules: ["BooleansFromScalars(.zeroAndOneStrings)"]),
        Case(member: "name", values: ["12", "true"], rules: ["StringsFromScalars()"]),
        Case(member: "status", values: [#""SENT""#], rules: ["CaseMatching(caseInsensitive: true)"]),
        Case(
            member: "status", values: [#""SENT""#, #""in-transit""#],
            rules: ["CaseMatching(caseInsensitive: true, separatorInsensitive: true)"]),
        Case(member: "status", values: [#""lost""#], rules: [#"UnknownCases(.caseNamed("unknown"))"#], loss: .values),
        Case(member: "size", values: [#""huge""#], rules: ["UnknownCases(.useNil)"], loss: .values),
        Case(
            member: "date", values: [#""2024-05-01""#, #""13/04/2024""#, #""03/04/2024""#],
            rules: [#"FallbackDateFormats([.formatted("yyyy-MM-dd"), .formatted("dd/MM/yyyy")])"#]),
        Case(member: "date", values: ["1700000000"], rules: ["FallbackDateFormats([.secondsSince1970])"]),
        Case(member: "date", values: ["1700000000000"], rules: ["FallbackDateFormats([.millisecondsSince1970])"]),
        Case(member: "note", values: [#""""#], rules: ["EmptyStrings(.asNil)"]),
        Case(
            member: "note", values: [#""N/A""#, #""-""#], rules: [#"Sentinels(.asNil, strings: ["N/A", "-"])"#],
            loss: .values),
        Case(member: "items", values: [#""[]""#], rules: ["StringifiedJSON()"]),
        Case(member: "tags", values: [#""a,b""#, #""c,d""#], rules: ["SeparatedStrings()"]),
        Case(member: "tags", values: [#""a""#], rules: ["SingleValuesAsArrays()"]),
        Case(member: "items", values: [#"{"price":1,"count":2}"#], rules: ["SingleValuesAsArrays()"]),
    ]

    @Test(arguments: cases) func `the narrowest rules`(_ row: Case) throws {
        let samples = [Self.order([:])] + row.values.map { Self.order([row.member: $0]) }
        let learned = Self.learn(samples)
        #expect(learned.rules.map { "\($0.rule)" } == row.rules)
        #expect(learned.rules.allSatisfy { "\($0.scope)" == row.member && $0.loss == row.loss && $0.needed > 0 })
        #expect(learned.rules.reduce(0) { $0 + $1.count } == row.values.count)
        #expect(learned.unrepaired.isEmpty)
        #expect(learned.conflicts.isEmpty)
        #expect(learned.changedCleanSamples == 0)
        let file = try PolicyFile(learned.policy.json())
        #expect(file.policy.description == learned.policy.description)
        #expect(learned.policy.lint().isEmpty)
    }

    /// A rule that loses something could also repair what another one repairs without a loss.
    @Test(arguments: [
        (
            "status", [#""SENT""#, #""lost""#],
            ["CaseMatching(caseInsensitive: true)", #"UnknownCases(.caseNamed("unknown"))"#]
        ),
        ("note", [#""""#, #""N/A""#], ["EmptyStrings(.asNil)", #"Sentinels(.asNil, strings: ["N/A"])"#]),
        ("orderId", ["1.5", #""2""#], ["NumbersFromStrings()", "Rounding(.toNearestOrAwayFromZero)"]),
        // Two rules of the same name are counted separately.
        ("orderId", [nil, "null"], ["DefaultValues(.zero, for: .null)", "DefaultValues(.zero, for: .missingKey)"]),
    ])
    func `nothing is lost that need not be`(_ member: String, _ values: [String?], _ rules: [String]) {
        let learned = Self.learn(values.map { Self.order([member: $0]) })
        #expect(learned.rules.map { "\($0.rule)" } == rules)
        #expect(learned.rules.map(\.count) == [1, 1])
        #expect(learned.rules.map(\.needed) == [1, 1])
    }

    @Test func `failures that appear when others are repaired`() {
        let items = #""[{\"PRICE\":\"1\",\"count\":2}]""#
        let learned = Self.learn([Self.order(["items": items])])
        #expect(
            learned.rules.map { "\($0.scope): \($0.rule)" } == [
                "items: StringifiedJSON()", "items[*].price: KeyMatching(.screamingSnakeCase)",
                "items[*].price: NumbersFromStrings()",
            ])
        #expect(learned.rules.allSatisfy { $0.count == 1 && $0.needed == 1 })
        #expect(Self.counts(learned.learning) == [1, 1, 0])
    }

    @Test func evidence() throws {
        let learned = Self.learn([
            Self.order([:]), Self.order(["items": "[\n {\"price\":1,\"count\":\"7\"},{\"price\":1,\"count\":\"8\"}]"]),
            Self.order(["orderId": "[]", "total": #""12""#]), "nope",
        ])
        let rule = try #require(learned.rules.first)
        // A sample that fails anyway is evidence, too.
        let rules = learned.rules.map { "\($0.scope): \($0.rule)" }
        #expect(rules == ["items[*].count: NumbersFromStrings()", "total: NumbersFromStrings()"])
        #expect(rule.count == 2)
        #expect(rule.needed == 1)
        let example = try #require(rule.example)
        #expect(example.record == 1)
        #expect(
            "\(example.path) \(example.location) \(example.found) \(example.result ?? "")"
                == #"items[0].count 2:21 "7" 7"#)
        #expect(
            learned.unrepaired.map { "\($0.scope) \($0.code.rawValue) \($0.count) \($0.example.found)" } == [
                " syntax 1 nope", "orderId type_mismatch 1 []",
            ])
        #expect(Self.counts(learned.learning) == [4, 3, 2])
    }

    @Test(arguments: [
        ([#""03/04/2024""#], "All of them can be read in both ways"),
        ([#""13/04/2024""#, #""04/13/2024""#], "No reading fits all of them"),
    ])
    func `contradicting readings`(_ dates: [String], _ reason: String) {
        let learned = Self.learn(dates.map { Self.order(["date": $0]) })
        #expect(learned.rules.isEmpty)
        #expect(
            learned.conflicts.map { "\($0.scope): \($0.message) \($0.example.found)" } == [
                "date: Contradicting readings: day first and month first. \(reason). \(dates[0])"
            ])
        #expect(learned.unrepaired.map(\.count) == [dates.count])
    }

    @Test func `held back samples`() {
        var samples = (0..<100).map { Self.order(["orderId": "\"\($0)\""]) }
        let learned = Self.learn(samples) { $0.heldBack = 0.2 }
        let (learning, held) = (Self.counts(learned.learning), Self.counts(learned.heldBack))
        #expect(learning[0] + held[0] == 100)
        #expect((10...30).contains(held[0]))
        #expect(learning[1...] == [learning[0], 0])
        #expect(held[1...] == [held[0], 0])
        // Each sample is either learned from, or only used for the check.
        samples = samples.map { $0.replacing(#""orderId":"#, with: #""orderId":[],"x":"#) }
        let failing = Self.learn(samples) { $0.heldBack = 0.2 }
        #expect(Self.counts(failing.heldBack) == [held[0], held[0], held[0]])
        let all = Self.learn(samples) { $0.heldBack = 1 }
        #expect(Self.counts(all.heldBack) == [100, 100, 100])
        #expect(Self.counts(all.learning) == [0, 0, 0])
    }

    /// Of each kind of problem only some samples are kept; the others must be repaired nevertheless.
    @Test func `samples that were not kept`() {
        let samples =
            (0..<60).map { Self.order(["orderId": "\"\($0)\"", "date": #""2024-05-01""#]) }
            + [Self.order(["orderId": #"" 61 ""#]), Self.order(["date": #""2024-05-32""#])]
        let learned = Self.learn(samples)
        #expect(
            learned.rules.map { "\($0.scope): \($0.rule) \($0.count)" } == [
                #"date: FallbackDateFormats([.formatted("yyyy-MM-dd")]) 60"#,
                "orderId: NumbersFromStrings(trimmingWhitespace: true) 61",
            ])
        #expect(Self.counts(learned.learning) == [62, 62, 1])
        #expect(learned.unrepaired.map { "\($0.example.record) \($0.example.found)" } == [#"61 "2024-05-32""#])
        #expect(!learned.isPartial)
    }

    @Test func `samples that may fail`() {
        let samples =
            (0..<8).map { Self.order(["orderId": "\"\($0)\""]) }
            + [Self.order(["name": "1"]), Self.order(["isPaid": "1"])]
        let scopes = { (share: Double) in Self.learn(samples) { $0.allowedFailures = share }.rules.map { "\($0.scope)" }
        }
        #expect(scopes(0) == ["isPaid", "name", "orderId"])
        #expect(scopes(0.1).count == 2)
        #expect(scopes(0.2) == ["orderId"])
        #expect(scopes(1) == [])
    }

    @Test func `what rules may lose`() {
        let samples = [Self.order(["items": #"[{"price":1,"count":1.5},{"price":[],"count":1}]"#])]
        let rules = { (loss: LearnedPolicy.Loss) in
            Self.learn(samples) { $0.allowedLoss = loss }.rules.map { "\($0.scope): \($0.rule)" }
        }
        #expect(rules(.none) == [])
        #expect(rules(.values) == ["items[*].count: Rounding(.toNearestOrAwayFromZero)"])
        // Dropping both elements would take one rule fewer, but lose more.
        #expect(
            rules(.elements) == [
                "items[*]: LossyCollections()", "items[*].count: Rounding(.toNearestOrAwayFromZero)",
            ])
    }

    /// Samples are read as the decoder reads them.
    @Test(arguments: [
        (#"{"a":"1","d":"x"}"#, false), (#"{a:'1',d:'x'}"#, true), (#"{"a":"1",/**/"d":"x",}"#, true),
        (#"{a:'1',d:'x',/*"*/ big:{n:[[[[]]]]}}"#, true),
    ])
    func `samples in JSON5`(_ sample: String, _ isJSON5: Bool) {
        struct Row: Codable { let a: Int, d: String }
        let decoder = PolicyJSONDecoder()
        decoder.allowsJSON5 = isJSON5
        var options = PolicyLearningOptions()
        options.heldBack = 0
        let learned = DecodingPolicy.learned(for: Row.self, from: [sample], decoder: decoder, options: options)
        #expect(learned.rules.map { "\($0.scope): \($0.rule)" } == ["a: NumbersFromStrings()"])
    }

    // As an array of one object, which needs a number, the sample would fail for the date, for which there is no default. The rule for
    // the number is needed as long as there is the one for the array, which is not.
    @Test func `no rule without a sample that needs it`() {
        struct Row: Codable { let a: Int, d: Date }
        struct Page: Codable { let r: [Row] }
        let decoder = PolicyJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        var options = PolicyLearningOptions()
        options.heldBack = 0
        for loss in [LearnedPolicy.Loss.none, .values, .elements] {
            options.allowedLoss = loss
            let learned = DecodingPolicy.learned(
                for: Page.self, from: [#"{"r":{}}"#], decoder: decoder, options: options)
            #expect(learned.rules.map { "\($0.scope): \($0.rule)" } == [])
        }
    }
}
