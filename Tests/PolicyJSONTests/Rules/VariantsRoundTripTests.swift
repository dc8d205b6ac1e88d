import Foundation
import PolicyJSON
import RuntimeFacts
import Testing

/// What an encoder writes under ``Variants``, a decoder reads under the same rule.
@Suite struct VariantsRoundTripTests {
    struct Point: Codable, Equatable { let x: Int, y: Int }
    struct Loose: Codable, Equatable { var a: Int? }
    /// Encodes as a single value.
    struct Wrapper: Codable, Equatable {
        let value: Int

        init(_ value: Int) { self.value = value }
        init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Int.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }
    /// Encodes as an array.
    struct Pair: Codable, Equatable {
        let first: Int, second: Int

        init(_ first: Int, _ second: Int) { (self.first, self.second) = (first, second) }
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            (first, second) = (try container.decode(Int.self), try container.decode(Int.self))
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(first)
            try container.encode(second)
        }
    }
    struct Typed: Codable, Equatable { var type: String, x: Int }
    struct Numbered: Codable, Equatable { let _0: Int, _1: Int }
    enum Level: Int, Codable { case low = 1 }

    enum Value: Codable, Equatable, Sendable {
        case empty
        case uuid(UUID)
        case wrapper(Wrapper)
        case pair(Pair)
        case level(Level)
        case raw(RawJSON)
        case text(String)
        case number(Int?)
        case place(Point?)
        case list([Int]?)
        case loose(Loose?)
        case wholeLoose(Loose)
        case presence(Presence<Int>)
        case two(Int, Int)
        case mixed(Point, label: String)
        case optionalFirst(Int?, label: String)
        case onePoint(Point)
        case typed(Typed)
        case labelled(someName: Int)
        case labelledOptional(name: Int?)
        case presentPoint(Presence<Point>)
        case presentLoose(Presence<Loose>)
        case inner(Inner)
        case members([String: Int])
        case numbered(Numbered)
        indirect case not(Value)
    }

    /// Encodes without a rule, as Swift does.
    enum Inner: Codable, Equatable, Sendable {
        case text(String)
        case none
    }

    /// A value, and its forms with a tag inside, next to, and around the contents.
    struct Row: Sendable, CustomTestStringConvertible {
        let value: Value
        let internally: String
        let adjacently: String
        let externally: String
        /// The form as a pair, if that is not the tag and the contents of the adjacent one.
        var pair: String?
        var testDescription: String { "\(value)" }
    }

    static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    static let rows = [
        Row(
            value: .empty, internally: #"{"type":"empty"}"#, adjacently: #"{"t":"empty","theContents":{}}"#,
            externally: #"{"empty":{}}"#),
        Row(
            value: .uuid(id), internally: #"{"_0":"\#(id)","type":"uuid"}"#,
            adjacently: #"{"t":"uuid","theContents":"\#(id)"}"#, externally: #"{"uuid":"\#(id)"}"#),
        Row(
            value: .wrapper(Wrapper(3)), internally: #"{"_0":3,"type":"wrapper"}"#,
            adjacently: #"{"t":"wrapper","theContents":3}"#, externally: #"{"wrapper":3}"#),
        Row(
            value: .pair(Pair(3, 4)), internally: #"{"_0":[3,4],"type":"pair"}"#,
            adjacently: #"{"t":"pair","theContents":[3,4]}"#, externally: #"{"pair":[3,4]}"#),
        Row(
            value: .level(.low), internally: #"{"_0":1,"type":"level"}"#,
            adjacently: #"{"t":"level","theContents":1}"#, externally: #"{"level":1}"#),
        Row(
            value: .raw(5), internally: #"{"_0":5,"type":"raw"}"#, adjacently: #"{"t":"raw","theContents":5}"#,
            externally: #"{"raw":5}"#),
        Row(
            value: .text("a"), internally: #"{"_0":"a","type":"text"}"#,
            adjacently: #"{"t":"text","theContents":"a"}"#, externally: #"{"text":"a"}"#),
        Row(
            value: .number(3), internally: #"{"_0":3,"type":"number"}"#,
            adjacently: #"{"t":"number","theContents":3}"#, externally: #"{"number":3}"#),
        Row(
            value: .number(nil), internally: #"{"type":"number"}"#, adjacently: #"{"t":"number"}"#,
            externally: #"{"number":{}}"#, pair: #"["number",null]"#),
        Row(
            value: .place(Point(x: 1, y: 2)), internally: #"{"_0":{"x":1,"y":2},"type":"place"}"#,
            adjacently: #"{"t":"place","theContents":{"x":1,"y":2}}"#, externally: #"{"place":{"_0":{"x":1,"y":2}}}"#),
        Row(
            value: .place(nil), internally: #"{"type":"place"}"#, adjacently: #"{"t":"place"}"#,
            externally: #"{"place":{}}"#, pair: #"["place",null]"#),
        Row(
            value: .list([1]), internally: #"{"_0":[1],"type":"list"}"#,
            adjacently: #"{"t":"list","theContents":[1]}"#, externally: #"{"list":{"_0":[1]}}"#),
        Row(
            value: .loose(Loose()), internally: #"{"_0":{},"type":"loose"}"#,
            adjacently: #"{"t":"loose","theContents":{}}"#, externally: #"{"loose":{"_0":{}}}"#),
        Row(
            value: .loose(nil), internally: #"{"type":"loose"}"#, adjacently: #"{"t":"loose"}"#,
            externally: #"{"loose":{}}"#, pair: #"["loose",null]"#),
        Row(
            value: .wholeLoose(Loose()), internally: #"{"type":"wholeLoose"}"#,
            adjacently: #"{"t":"wholeLoose","theContents":{}}"#, externally: #"{"wholeLoose":{}}"#),
        Row(
            value: .presence(.value(1)), internally: #"{"_0":1,"type":"presence"}"#,
            adjacently: #"{"t":"presence","theContents":1}"#, externally: #"{"presence":{"_0":1}}"#),
        Row(
            value: .presence(.null), internally: #"{"_0":null,"type":"presence"}"#,
            adjacently: #"{"t":"presence","theContents":null}"#, externally: #"{"presence":null}"#),
        Row(
            value: .presentPoint(.value(Point(x: 1, y: 2))),
            internally: #"{"_0":{"x":1,"y":2},"type":"presentPoint"}"#,
            adjacently: #"{"t":"presentPoint","theContents":{"x":1,"y":2}}"#,
            externally: #"{"presentPoint":{"_0":{"x":1,"y":2}}}"#),
        Row(
            value: .presentLoose(.value(Loose())), internally: #"{"_0":{},"type":"presentLoose"}"#,
            adjacently: #"{"t":"presentLoose","theContents":{}}"#, externally: #"{"presentLoose":{"_0":{}}}"#),
        Row(
            value: .presentLoose(.missing), internally: #"{"type":"presentLoose"}"#,
            adjacently: #"{"t":"presentLoose"}"#, externally: #"{"presentLoose":{}}"#, pair: #"["presentLoose",null]"#),
        Row(
            value: .inner(.text("a")), internally: #"{"_0":{"text":{"_0":"a"}},"type":"inner"}"#,
            adjacently: #"{"t":"inner","theContents":{"text":{"_0":"a"}}}"#,
            externally: #"{"inner":{"text":{"_0":"a"}}}"#),
        Row(
            value: .not(.onePoint(Point(x: 1, y: 2))),
            internally: #"{"_0":{"type":"onePoint","x":1,"y":2},"type":"not"}"#,
            adjacently: #"{"t":"not","theContents":{"t":"onePoint","theContents":{"x":1,"y":2}}}"#,
            externally: #"{"not":{"onePoint":{"x":1,"y":2}}}"#, pair: #"["not",["onePoint",{"x":1,"y":2}]]"#),
        Row(
            value: .not(.text("a")), internally: #"{"_0":{"_0":"a","type":"text"},"type":"not"}"#,
            adjacently: #"{"t":"not","theContents":{"t":"text","theContents":"a"}}"#,
            externally: #"{"not":{"text":"a"}}"#, pair: #"["not",["text","a"]]"#),
        // Contents with a member `_0` of their own.
        Row(
            value: .raw((try? RawJSON(parsing: #"{"_0":5,"a":1}"#)) ?? .null),
            internally: #"{"_0":{"_0":5,"a":1},"type":"raw"}"#,
            adjacently: #"{"t":"raw","theContents":{"_0":{"_0":5,"a":1}}}"#,
            externally: #"{"raw":{"_0":{"_0":5,"a":1}}}"#, pair: #"["raw",{"_0":5,"a":1}]"#),
        Row(
            value: .members(["_0": 1]), internally: #"{"_0":{"_0":1},"type":"members"}"#,
            adjacently: #"{"t":"members","theContents":{"_0":{"_0":1}}}"#,
            externally: #"{"members":{"_0":{"_0":1}}}"#, pair: #"["members",{"_0":1}]"#),
        Row(
            value: .members(["a": 1]), internally: #"{"_0":{"a":1},"type":"members"}"#,
            adjacently: #"{"t":"members","theContents":{"a":1}}"#, externally: #"{"members":{"a":1}}"#),
        Row(
            value: .numbered(Numbered(_0: 4, _1: 5)), internally: #"{"_0":{"_0":4,"_1":5},"type":"numbered"}"#,
            adjacently: #"{"t":"numbered","theContents":{"_0":{"_0":4,"_1":5}}}"#,
            externally: #"{"numbered":{"_0":{"_0":4,"_1":5}}}"#, pair: #"["numbered",{"_0":4,"_1":5}]"#),
        Row(
            value: .two(1, 2), internally: #"{"_0":1,"_1":2,"type":"two"}"#,
            adjacently: #"{"t":"two","theContents":{"_0":1,"_1":2}}"#, externally: #"{"two":{"_0":1,"_1":2}}"#),
        Row(
            value: .mixed(Point(x: 1, y: 2), label: "a"),
            internally: #"{"_0":{"x":1,"y":2},"label":"a","type":"mixed"}"#,
            adjacently: #"{"t":"mixed","theContents":{"_0":{"x":1,"y":2},"label":"a"}}"#,
            externally: #"{"mixed":{"_0":{"x":1,"y":2},"label":"a"}}"#),
        Row(
            value: .optionalFirst(nil, label: "a"), internally: #"{"label":"a","type":"optionalFirst"}"#,
            adjacently: #"{"t":"optionalFirst","theContents":{"label":"a"}}"#,
            externally: #"{"optionalFirst":{"label":"a"}}"#),
        Row(
            value: .onePoint(Point(x: 1, y: 2)), internally: #"{"type":"onePoint","x":1,"y":2}"#,
            adjacently: #"{"t":"onePoint","theContents":{"x":1,"y":2}}"#, externally: #"{"onePoint":{"x":1,"y":2}}"#),
        // A member that says the same as the tag is not written twice.
        Row(
            value: .typed(Typed(type: "typed", x: 1)), internally: #"{"type":"typed","x":1}"#,
            adjacently: #"{"t":"typed","theContents":{"type":"typed","x":1}}"#,
            externally: #"{"typed":{"type":"typed","x":1}}"#),
        Row(
            value: .labelledOptional(name: nil), internally: #"{"type":"labelledOptional"}"#,
            adjacently: #"{"t":"labelledOptional","theContents":{}}"#, externally: #"{"labelledOptional":{}}"#),
    ]

    static let taggings: [Variants.Tagging] = [
        .internally(by: "type"), .adjacently(by: "t", in: "theContents"), .externally, .asPairs,
    ]

    private static func pair(_ row: Row) -> String {
        if let pair = row.pair { return pair }
        let text = row.adjacently.dropLast().replacing(#"{"t":"#, with: "[")
        return text.replacing(#","theContents":"#, with: ",") + "]"
    }

    @Test(arguments: rows) func `forms of values`(_ row: Row) throws {
        for (tagging, json) in zip(Self.taggings, [row.internally, row.adjacently, row.externally, Self.pair(row)]) {
            let rule = Variants(of: Value.self, tagging)
            let encoder = PolicyJSONEncoder(policy: EncodingPolicy { rule })
            encoder.outputFormatting = .sortedKeys
            #expect(String(decoding: try encoder.encode(row.value), as: UTF8.self) == json)
            let decoder = PolicyJSONDecoder(policy: DecodingPolicy { rule })
            #expect(
                try decoder.decode(Value.self, from: json) == (tagging == .asPairs ? Self.asPair(row.value) : row.value)
            )
        }
    }

    /// What is decoded from the pair of a value: a pair has no place for a missing `Presence`.
    private static func asPair(_ value: Value) -> Value {
        value == .presentLoose(.missing) ? .presentLoose(.null) : value
    }

    /// Rules for keys are not consulted about tags, in either direction.
    @Test(
        arguments: rows + [
            Row(value: .labelled(someName: 1), internally: "", adjacently: "", externally: "")
        ])
    func `with other names of keys`(_ row: Row) throws {
        for tagging in Self.taggings + [.internally(by: "theType")] {
            let variants = Variants(of: Value.self, tagging)
            let expected = tagging == .asPairs ? Self.asPair(row.value) : row.value
            for isFirst in [true, false] {
                let encoder = PolicyJSONEncoder(
                    policy: EncodingPolicy {
                        if isFirst { variants }
                        KeyMatching(.snakeCase)
                        if !isFirst { variants }
                    })
                let decoder = PolicyJSONDecoder(
                    policy: DecodingPolicy {
                        if isFirst { variants }
                        KeyMatching(.snakeCase)
                        if !isFirst { variants }
                    })
                let text = String(decoding: try encoder.encode([row.value]), as: UTF8.self)
                #expect(try decoder.decode([Value].self, from: text) == [expected], "\(text)")
            }
            let (encoder, decoder) = (
                PolicyJSONEncoder(policy: EncodingPolicy { variants }),
                PolicyJSONDecoder(policy: DecodingPolicy { variants })
            )
            encoder.keyEncodingStrategy = .convertToSnakeCase
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            let text = String(decoding: try encoder.encode([row.value]), as: UTF8.self)
            #expect(try decoder.decode([Value].self, from: text) == [expected], "\(text)")
        }
    }

    /// Another spelling of the tag selects the same contents.
    @Test(.enabled(if: RuntimeFacts.areUsed), arguments: rows) func `spellings of tags in pairs`(_ row: Row) throws {
        let json = Self.pair(row)
        let tag = try #require(json.split(separator: "\"").dropFirst().first)
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                Variants(of: Value.self, .asPairs)
                CaseMatching(caseInsensitive: true)
            })
        let spelled = json.replacing("[\"\(tag)\"", with: "[\"\(tag.uppercased())\"")
        #expect(try decoder.decode(Value.self, from: spelled) == Self.asPair(row.value), "\(spelled)")
    }

    /// Also read, but written otherwise.
    @Test(arguments: [
        (0, #"{"type":"place","x":1,"y":2}"#, Value.place(Point(x: 1, y: 2))),
        (0, #"{"_0":{"x":1,"y":2},"type":"onePoint"}"#, .onePoint(Point(x: 1, y: 2))),
        (0, #"{"_0":null,"type":"number"}"#, .number(nil)),
        (1, #"{"t":"place","theContents":null}"#, .place(nil)),
        (1, #"{"t":"empty"}"#, .empty),
        (2, #"{"number":null}"#, .number(nil)),
        (2, #"{"list":[1]}"#, .list([1])),
        (2, #""empty""#, .empty),
        // Strictly, an object without the member `_0` is that of nil.
        (2, #"{"place":{"x":1,"y":2}}"#, .place(nil)),
    ])
    func `other forms`(_ tagging: Int, _ json: String, _ value: Value) throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Variants(of: Value.self, Self.taggings[tagging]) })
        #expect(try decoder.decode(Value.self, from: json) == value)
    }

    class Vehicle: Codable {
        var name: String
        init(_ name: String) { self.name = name }
    }
    class Car: Vehicle {
        var type: String
        private enum CodingKeys: CodingKey { case type }
        init(_ name: String, type: String) {
            self.type = type
            super.init(name)
        }
        required init(from decoder: any Decoder) throws {
            type = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .type)
            try super.init(from: decoder)
        }
        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(type, forKey: .type)
        }
    }

    /// A member must not replace the tag.
    @Test func `members with the name of the tag`() throws {
        let text = "A member of the contents has the name of the tag, "
        func reason(_ body: () throws -> Data) -> String? {
            do {
                return String(decoding: try body(), as: UTF8.self)
            } catch EncodingError.invalidValue(_, let context) {
                return "\(context.codingPath.map(\.stringValue)) \(context.debugDescription)"
            } catch {
                return "\(error)"
            }
        }
        let encoder = PolicyJSONEncoder(
            policy: EncodingPolicy {
                Variants(of: Value.self, .internally(by: "type"))
                Variants(of: Vehicle.self, .internally(by: "type"), types: ["car": Car.self, "9": Vehicle.self])
            })
        encoder.outputFormatting = .sortedKeys
        let typed = Value.typed(Typed(type: "other", x: 1))
        #expect(
            reason { try encoder.encode([typed]) } == "[\"Index 0\", \"type\"] \(text)\"typed\", and another value.")
        #expect(
            reason { try encoder.encode([Car("a", type: "b") as Vehicle]) }
                == "[\"Index 0\", \"type\"] \(text)\"car\", and another value.")
        #expect(
            reason { try encoder.encode([Car("a", type: "car") as Vehicle]) } == #"[{"name":"a","type":"car"}]"#)
    }

    /// A rule about all strings is asked about the tag as well.
    @Test(arguments: zip(taggings.prefix(2), ["type", "t"]))
    func `a rule that fails about the tag`(_ tagging: Variants.Tagging, _ name: String) {
        struct NoText: EncodingRule {
            let encodingSituations: EncodingSituation = .value
            func represent(_ context: EncodingRuleContext) -> Representation {
                context.value is String ? .fail("no text") : .decline
            }
        }
        let encoder = PolicyJSONEncoder(
            policy: EncodingPolicy {
                Variants(of: Value.self, tagging)
                Variants(of: Vehicle.self, tagging, types: ["vehicle": Vehicle.self])
                NoText()
            })
        let values: [any Encodable] = [
            Value.labelled(someName: 1), Value.onePoint(Point(x: 1, y: 2)), Value.number(1),
            // Their contents fail, too.
            Value.text("a"), Value.typed(Typed(type: "a", x: 1)), Vehicle("a"),
        ]
        for value in values {
            let error = #expect(throws: EncodingError.self) { _ = try encoder.encode(value) }
            guard case .invalidValue(_, let context)? = error else { continue }
            #expect(context.debugDescription == "Rejected by NoText: no text")
            #expect(context.codingPath.map(\.stringValue) == [name])
        }
    }

    /// A base class has no tag: its only member is none.
    @Test(arguments: [#"{"name":"n"}"#, #"{"car":{"name":"n","type":"t"}}"#, #"{"boat":{"name":"n"}}"#])
    func `base classes with one member`(_ json: String) throws {
        let rule = Variants(of: Vehicle.self, .externally, types: ["car": Car.self])
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { rule })
        let vehicle = try? decoder.decode(Vehicle.self, from: json)
        #expect((vehicle is Car) == json.contains("car"))
        #expect((vehicle == nil) == json.contains("boat"))
    }
}
