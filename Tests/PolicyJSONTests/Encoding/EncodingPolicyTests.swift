import Foundation
import PolicyJSON
import Testing

@Suite struct EncodingPolicyTests {
    enum PaymentType: Int, Codable, CaseIterable {
        case cash = 1
        case card
    }

    struct Order: Codable {
        var payment: PaymentType?
        var subtotal = 1000
        var imageURL: String?
        var createdAt = Date(timeIntervalSince1970: 0)
        var items: [Item] = []
    }

    struct Item: Codable {
        var price = 1.5
        var note: String?
        var kind = PaymentType.card
    }

    private static func text(
        _ value: some Encodable, nils: NilValues.Form = .omit,
        @PolicyBuilder<any EncodingRule> _ rules: () -> [any EncodingRule]
    ) throws -> String {
        let encoder = PolicyJSONEncoder(
            policy: EncodingPolicy(rules).followed(by: EncodingPolicy { NilValues(nils) }))
        encoder.outputFormatting = [.withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .secondsSince1970
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private static let order = Order(items: [Item(), Item(price: 2, note: "x", kind: .cash)])

    @Test func noRuleIsConsulted() throws {
        let text = try Self.text(Self.order) {}
        #expect(
            text
                == #"{"subtotal":1000,"createdAt":0,"items":[{"price":1.5,"kind":2},{"price":2,"note":"x","kind":1}]}"#)
    }

    struct Bill: Codable {
        var payment: PaymentType?
        var subtotal = 1000
    }

    @Test func nils() throws {
        let null = #"{"payment":null,"subtotal":1000}"#
        let omitted = #"{"subtotal":1000}"#
        #expect(try Self.text(Bill()) {} == omitted)
        #expect(try Self.text(Bill(), nils: .null) {} == null)
        #expect(try Self.text(Bill()) { NilValues(.null) } == null)
        #expect(try Self.text(Bill(), nils: .null) { NilValues(.omit) } == omitted)
        #expect(try Self.text(Bill()) { For(Bill.self) { NilValues(.null) } } == null)
        #expect(try Self.text(Bill()) { For(PaymentType.self) { NilValues(.null) } } == null)
        #expect(try Self.text(Bill()) { For(Item.self) { NilValues(.null) } } == omitted)
        #expect(try Self.text(Bill()) { At("payment") { NilValues(.null) } } == null)
        #expect(try Self.text(Bill()) { At("subtotal") { NilValues(.null) } } == omitted)
        #expect(
            try Self.text(["a": [Bill()]], nils: .null) { At("a[*].payment") { NilValues(.omit) } }
                == #"{"a":[\#(omitted)]}"#)
        // And decoded again.
        #expect(try PolicyJSONDecoder().decode(Bill.self, from: null).payment == nil)
    }

    @Test func nilsOfAllTypes() throws {
        struct All: Encodable {
            var a: Bool?, b: String?, c: Double?, d: Float?, e: Int?, f: Int8?, g: Int16?, h: Int32?, i: Int64?,
                j: Int128?
            var k: UInt?, l: UInt8?, m: UInt16?, n: UInt32?, o: UInt64?, p: UInt128?, q: [Int]?, r: Int??
        }
        let text = try Self.text(All(r: .some(nil)), nils: .null) {}
        let expected = "abcdefghijklmnopqr".map { "\"\($0)\":null" }.joined(separator: ",")
        #expect(text == "{\(expected)}")
        #expect(try Self.text(All(r: .some(nil))) {} == #"{"r":null}"#)
    }

    @Test func numbers() throws {
        struct Numbers: Encodable {
            var int = -3, big = UInt128.max, double = 2.0, float = Float(0.1), decimal = Decimal(string: "1.10")
            var bool = true, text = "1", list = [1, 2], date = Date(timeIntervalSince1970: 5)
        }
        #expect(
            try Self.text(Numbers()) { NumbersAsStrings() }
                == #"{"int":"-3","big":"340282366920938463463374607431768211455","double":"2","float":"0.1","decimal":"1.1","#
                + #""bool":true,"text":"1","list":["1","2"],"date":5}"#)
        #expect(
            try Self.text(Self.order) { At("items[*].price") { NumbersAsStrings() } }
                == #"{"subtotal":1000,"createdAt":0,"items":[{"price":"1.5","kind":2},{"price":"2","note":"x","kind":1}]}"#
        )
        // The raw value of an enumeration is a number of its raw type.
        #expect(
            try Self.text([PaymentType.card]) { For(PaymentType.self) { NumbersAsStrings() } } == #"["2"]"#)
    }

    @Test func turningOff() throws {
        #expect(
            try Self.text([1, 2]) {
                NumbersAsStrings()
                At("[1]") { Without(NumbersAsStrings.self) }
            } == #"["1",2]"#)
        // Only rules that follow.
        #expect(
            try Self.text([1, 2]) {
                NumbersAsStrings()
                Without(NumbersAsStrings.self)
            } == #"["1","2"]"#)
        #expect(
            try Self.text(Bill()) {
                For(Bill.self) {
                    NilValues(.null)
                    Without(named: "NilValues")
                }
            }
                == #"{"payment":null,"subtotal":1000}"#)
        // Rules in more scopes precede.
        #expect(
            try Self.text(Bill()) {
                For(Bill.self) { NilValues(.null) }
                For(Bill.self) { For(PaymentType.self) { NilValues(.omit) } }
            } == #"{"subtotal":1000}"#)
    }

    @Test func omittedValues() throws {
        struct Part: Encodable { var id = 0 }
        struct Model: Encodable {
            var title = "", plays = 0, rate = 0.0, price: Decimal = 0, isLive = false
            var tags: [String] = [], links: [String: Int] = [:], parts = [Part()], note: String? = nil
            var counts = ["a": 0], values = [0, 1], names: Set<String> = []
        }
        let rest = #""parts":[{}],"counts":{"a":0},"values":[0,1]}"#
        #expect(
            try Self.text(Model()) { OmittedValues([.zero, .emptyString, .false, .emptyArray, .emptyDictionary]) }
                == "{" + rest)
        #expect(
            try Self.text(Model()) { OmittedValues([.emptyArray, .emptyDictionary]) }
                == #"{"title":"","plays":0,"rate":0,"price":0,"isLive":false,"parts":[{"id":0}],"counts":{"a":0},"values":[0,1]}"#
        )
        #expect(try Self.text(0) { OmittedValues(.zero) } == "0")
        #expect(try Self.text([0: 0]) { OmittedValues(.zero) } == #"{"0":0}"#)
        #expect(OmittedValues([.zero, .false]).description == "OmittedValues([.zero, .false])")
        #expect(OmittedValues([]).description == "OmittedValues([])")
    }

    /// What `DefaultValues` does not supply is written, although it is zero or an empty string in JSON.
    @Test func valuesOfOtherTypesAreNotOmitted() throws {
        enum Level: Int, Codable { case none }
        enum Label: String, Codable { case none = "" }
        struct Count: Codable, Equatable {
            var count = 0

            init() {}
            init(from decoder: any Decoder) throws { count = try decoder.singleValueContainer().decode(Int.self) }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(count)
            }
        }
        struct Model: Codable, Equatable {
            var level = Level.none, label = Label.none, count = Count(), date = Date(timeIntervalSince1970: 0),
                data = Data()
            var plays = 0
        }
        let kinds: DefaultValues.Kinds = [.zero, .emptyString, .false, .emptyArray, .emptyDictionary]
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { OmittedValues(kinds) })
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.timeIntervalSince1970)
        }
        let text = String(decoding: try encoder.encode(Model()), as: UTF8.self)
        #expect(text == #"{"level":0,"label":"","count":0,"date":0,"data":""}"#)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { DefaultValues(kinds) })
        decoder.dateDecodingStrategy = .secondsSince1970
        #expect(try decoder.decode(Model.self, from: text) == Model())
    }

    enum Reading: Codable, Equatable {
        case number(Double)
        case note(String?)
        case list([Int])
        case values(id: Int)

        static let empty: [Reading] = [.number(0), .note(""), .list([]), .values(id: 0)]
    }

    @Test(
        arguments: [
            (.externally, #"[{"number":0},{"note":""},{"list":[]},{"values":{}}]"#),
            (
                .adjacently(by: "t", in: "c"),
                #"[{"t":"number","c":0},{"t":"note","c":""},{"t":"list","c":[]},{"t":"values","c":{}}]"#
            ),
            (
                .internally(by: "t"),
                #"[{"t":"number","_0":0},{"t":"note","_0":""},{"t":"list","_0":[]},{"t":"values"}]"#
            ),
        ] as [(Variants.Tagging, String)])
    func contentsOfVariantsAreNotOmitted(tagging: Variants.Tagging, text: String) throws {
        let kinds: DefaultValues.Kinds = [.zero, .emptyString, .emptyArray]
        let forms = Variants(of: Reading.self, tagging)
        #expect(
            try Self.text(Reading.empty) {
                forms
                OmittedValues(kinds)
            } == text)
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                forms
                DefaultValues(kinds)
            })
        #expect(try decoder.decode([Reading].self, from: text) == Reading.empty)
    }

    @Test func enums() throws {
        #expect(
            try Self.text(Self.order) { EnumsAsNames() }
                == #"{"subtotal":1000,"createdAt":0,"items":[{"price":1.5,"kind":"card"},{"price":2,"note":"x","kind":"cash"}]}"#
        )
    }

    @Test func dates() throws {
        struct FallbackDateFormats: Encodable {
            var a = Date(timeIntervalSince1970: 1), b = Date(timeIntervalSince1970: 1),
                c = Date(timeIntervalSince1970: 1)
            var d = [Date(timeIntervalSince1970: 1)]
        }
        let text = try Self.text(FallbackDateFormats()) {
            At("a") { DatesAs(.iso8601) }
            At("b") { DatesAs(.millisecondsSince1970) }
            At("d[0]") {
                DatesAs(
                    .custom { date, encoder in
                        var container = encoder.container(keyedBy: AnyKey.self)
                        try container.encode(date, forKey: AnyKey("at"))
                    })
            }
        }
        #expect(text == #"{"a":"1970-01-01T00:00:01Z","b":1000,"c":1,"d":[{"at":1}]}"#)
    }

    /// Dates are written, or rejected, as under the strategy itself.
    @Test(arguments: [Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: .infinity)])
    func datesByStrategies(date: Date) throws {
        let formatter = DateFormatter()
        (formatter.locale, formatter.dateFormat) = (Locale(identifier: "en_US_POSIX"), "yyyy")
        for strategy: JSONEncoder.DateEncodingStrategy in [
            .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601, .formatted(formatter),
        ] {
            func text(_ policy: EncodingPolicy, _ strategy: JSONEncoder.DateEncodingStrategy) -> Result<
                String, any Error
            > {
                let encoder = PolicyJSONEncoder(policy: policy)
                encoder.dateEncodingStrategy = strategy
                encoder.nonConformingFloatEncodingStrategy = .convertToString(
                    positiveInfinity: "+", negativeInfinity: "-", nan: "?")
                return Result { String(decoding: try encoder.encode(["a": date]), as: UTF8.self) }
            }
            // A date that is not finite has no text.
            if case .iso8601 = strategy, !date.timeIntervalSince1970.isFinite { continue }
            let (rule, plain) = (text(EncodingPolicy { DatesAs(strategy) }, .iso8601), text(.default, strategy))
            #expect("\(rule)" == "\(plain)")
        }
    }

    @Test func keyCase() throws {
        struct Model: Codable, Equatable {
            var imageURL = "a", address2 = "b", myURLProperty = 1
            var names = ["keptAsItIs": 1]
        }
        let text = try Self.text(Model()) { KeyMatching(.snakeCase) }
        #expect(text == #"{"image_url":"a","address2":"b","my_url_property":1,"names":{"keptAsItIs":1}}"#)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { KeyMatching(.snakeCase) })
        #expect(try decoder.decode(Model.self, from: text) == Model())
    }

    /// A custom rule: amounts with two decimals.
    struct Amounts: EncodingRule {
        let encodingSituations: EncodingSituation = .value

        func represent(_ context: EncodingRuleContext) -> Representation {
            guard let amount = context.value as? Double else { return .decline }
            if amount < 0 { return .fail("a negative amount") }
            if amount == 0 { return .omit }
            return .json(.unchecked(String(format: "%.2f", locale: Locale(identifier: "en_US_POSIX"), amount)))
        }
    }

    @Test func customRule() throws {
        #expect(try Self.text(["a": 1.5]) { Amounts() } == #"{"a":1.50}"#)
        #expect(try Self.text(["a": 0.0]) { Amounts() } == "{}")
        #expect(try Self.text([1, 0, 2.25]) { Amounts() } == "[1.00,2.25]")
        #expect(try Self.text(Item(price: 0)) { Amounts() } == #"{"kind":2}"#)
        do {
            _ = try Self.text([Item(price: -1)]) { Amounts() }
            Issue.record("no error")
        } catch EncodingError.invalidValue(let value, let context) {
            #expect(value as? Double == -1)
            #expect(DecodingPath(context.codingPath).description == "[0].price")
            #expect(context.debugDescription == "Rejected by Amounts: a negative amount")
        }
    }

    /// Rules receive the path and the types, and may answer with any JSON.
    struct Probe: EncodingRule {
        let encodingSituations: EncodingSituation = [.value, .key]

        func represent(_ context: EncodingRuleContext) -> Representation {
            if context.situation == .key { return context.key.map { .key($0.uppercased()) } ?? .decline }
            guard context.value is String else { return .decline }
            let model = context.modelType.map { "\($0)" } ?? "-"
            return .encode { encoder in
                var container = encoder.singleValueContainer()
                try container.encode("\(DecodingPath(context.codingPath)) \(context.type) \(model)")
            }
        }
    }

    @Test func context() throws {
        struct Outer: Encodable { var list = [Inner()] }
        struct Inner: Encodable { var text = "x" }
        #expect(try Self.text(Outer()) { Probe() } == #"{"LIST":[{"TEXT":"list[0].text String Inner"}]}"#)
        #expect(try Self.text("x") { Probe() } == #"" String -""#)
    }

    @Test func invalidJSON() {
        struct Bad: EncodingRule {
            let encodingSituations: EncodingSituation = .value
            func represent(_ context: EncodingRuleContext) -> Representation { .json(.unchecked("1.")) }
        }
        #expect(throws: EncodingError.self) { try Self.text(1) { Bad() } }
    }

    /// Gives one answer in one situation.
    struct Answer: EncodingRule {
        let encodingSituations: EncodingSituation
        let answer: @Sendable () -> Representation

        func represent(_ context: EncodingRuleContext) -> Representation { answer() }
    }

    /// Answers that are not valid in a situation, and failures, end the encode with an error that names the rule.
    @Test func invalidAnswers() {
        struct Note: Encodable { var text: String? = nil, count = 1, extra: ExtraMembers = ["a": .null] }
        func invalid(_ answer: String, _ situation: String) -> String {
            "Answer answered \(answer) in the situation \(situation), which does not accept it."
        }
        let rows: [(EncodingSituation, @Sendable () -> Representation, String)] = [
            (.value, { .key("x") }, invalid(".key(_:)", ".value")),
            (.value, { .addMembers }, invalid(".addMembers", ".value")),
            (.value, { .fail("no") }, "Rejected by Answer: no"),
            (.nilValue, { .keyPath(["x", "y"]) }, invalid(".keyPath(_:)", ".nilValue")),
            (.nilValue, { .encode { _ in } }, invalid(".encode(_:)", ".nilValue")),
            (.nilValue, { .fail("no") }, "Rejected by Answer: no"),
            (.key, { .omit }, invalid(".omit", ".key")), (.key, { .keyPath([]) }, invalid(".keyPath([])", ".key")),
            (.key, { .fail("no") }, "Rejected by Answer: no"),
            (.extraMembers, { .json(.null) }, invalid(".json(_:)", ".extraMembers")),
            (.extraMembers, { .fail("no") }, "Rejected by Answer: no"),
        ]
        for (situation, answer, message) in rows {
            let error = #expect(throws: EncodingError.self) {
                try Self.text(Note()) { Answer(encodingSituations: situation, answer: answer) }
            }
            guard case .invalidValue(_, let context) = error else { continue }
            #expect(context.debugDescription == message, "\(situation)")
        }
    }

    @Test func description() {
        let policy = EncodingPolicy {
            NilValues(.null)
            At("a[*]") { NumbersAsStrings() }
            For(Bill.self) {
                EnumsAsNames()
                KeyMatching(.snakeCase)
            }
        }
        #expect(
            policy.description
                == """
                NilValues(.null)
                At("a[*]") {
                    NumbersAsStrings()
                }
                For(Bill.self) {
                    EnumsAsNames()
                    KeyMatching(.snakeCase)
                }
                """)
        #expect(EncodingPolicy.default.description == "default")
        #expect(EncodingPolicy.default.followed(by: policy).rules.count == 3)
    }
}
