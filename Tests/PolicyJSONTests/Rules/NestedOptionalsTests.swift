import Foundation
import PolicyJSON
import Testing

@Suite struct NestedOptionalsTests {
    struct Lists: Decodable { let list: [Int?]??, triple: Int??? }

    @Test(arguments: [
        Row(DoubleBox<Int>.self, "{}", "DoubleBox<Int>(value: nil)"),
        Row(
            DoubleBox<Int>.self, #"{"value":null}"#, "DoubleBox<Int>(value: Optional(nil))",
            "NestedOptionals, null nested, 'value' '/value', 1:10+9, Optional<Int>?: null → .some(nil), Cannot get value of type Optional<Int> -- found null value instead"
        ),
        Row(DoubleBox<Int>.self, #"{"value":1}"#, "DoubleBox<Int>(value: Optional(Optional(1)))"),
        Row(
            DoubleBox<String>.self, #"{ "value" : null }"#, "DoubleBox<String>(value: Optional(nil))",
            "NestedOptionals, null nested, 'value' '/value', 1:13+12, Optional<String>?: null → .some(nil), Cannot get value of type Optional<String> -- found null value instead"
        ),
        Row(
            DoubleBox<Date>.self, #"{"value":null}"#, "DoubleBox<Date>(value: Optional(nil))",
            "NestedOptionals, null nested, 'value' '/value', 1:10+9, Optional<Date>?: null → .some(nil), Cannot get value of type Optional<Date> -- found null value instead"
        ),
        Row(
            DoubleBox<[Int]>.self, #"{"value":null}"#, "DoubleBox<Array<Int>>(value: Optional(nil))",
            "NestedOptionals, null nested, 'value' '/value', 1:10+9, Optional<Array<Int>>?: null → .some(nil), Cannot get value of type Optional<Array<Int>> -- found null value instead"
        ),
        Row(
            DoubleBox<Box<Int>>.self, #"{"value":null}"#, "DoubleBox<Box<Int>>(value: Optional(nil))",
            "NestedOptionals, null nested, 'value' '/value', 1:10+9, Optional<Box<Int>>?: null → .some(nil), Cannot get value of type Optional<Box<Int>> -- found null value instead"
        ),
        Row(
            DoubleBox<Box<Int>>.self, #"{"value":{"value":1}}"#,
            "DoubleBox<Box<Int>>(value: Optional(Optional(Box<Swift.Int>(value: 1))))"),
        Row(
            Box<DoubleBox<Int128>>.self, #"{"value":{"value":null}}"#,
            "Box<DoubleBox<Int128>>(value: DoubleBox<Swift.Int128>(value: Optional(nil)))",
            "NestedOptionals, null nested, 'value.value' '/value/value', 1:19+18, Optional<Int128>?: null → .some(nil), Cannot get value of type Optional<Int128> -- found null value instead"
        ),
        Row(
            [DoubleBox<Bool>].self, #"[{},{"value":null}]"#,
            "[DoubleBox<Swift.Bool>(value: nil), DoubleBox<Swift.Bool>(value: Optional(nil))]",
            "NestedOptionals, null nested, '[1].value' '/1/value', 1:14+13, Optional<Bool>?: null → .some(nil), Cannot get value of type Optional<Bool> -- found null value instead"
        ),
        Row(
            Lists.self, #"{"list":null,"triple":null}"#, "Lists(list: Optional(nil), triple: Optional(nil))",
            "NestedOptionals, null nested, 'list' '/list', 1:9+8, Optional<Array<Optional<Int>>>?: null → .some(nil), Cannot get value of type Optional<Array<Optional<Int>>> -- found null value instead",
            "NestedOptionals, null nested, 'triple' '/triple', 1:23+22, Optional<Optional<Int>>?: null → .some(nil), Cannot get value of type Optional<Optional<Int>> -- found null value instead"
        ),
        Row(
            Lists.self, #"{"list":[null],"triple":1}"#,
            "Lists(list: Optional(Optional([nil])), triple: Optional(Optional(Optional(1))))"),
        // An optional is not a nested optional.
        Row(OptionalBox<Int>.self, #"{"value":null}"#, "OptionalBox<Int>(value: nil)"),
        Row([Int??].self, "[null]", "[nil]"),
        Row(Int??.self, "null", "nil"),
        Row([String: Int??].self, #"{"a":null}"#, #"["a": nil]"#),
    ])
    func table(row: Row) {
        row.check(DecodingPolicy { NestedOptionals() })
        row.checkStrict(failing: false)
    }

    @Test(arguments: [
        Row(
            DoubleBox<Int>.self, #"{"value":"x"}"#,
            "typeMismatch(Int) at value: Expected to decode Int but found a string instead."),
        Row(
            DoubleBox<Int>.self, #"{"value":{}}"#,
            "typeMismatch(Int) at value: Expected to decode Int but found a dictionary instead."),
    ])
    func declines(row: Row) {
        row.check(DecodingPolicy { NestedOptionals() })
        row.checkStrict()
    }

    @Test func notLenient() {
        Row(DoubleBox<Int>.self, #"{"value":null}"#, "DoubleBox<Int>(value: nil)").check(.lenient)
    }

    /// Where a rule answers with `nil`, that is the outer one, as for `null` in strict decoding and in Foundation.
    @Test(arguments: [
        (DecodingPolicy { Fallbacks() }, [#""x""#, "[]"]),
        (DecodingPolicy { EmptyStrings(.asNil) }, [#""""#]),
        (DecodingPolicy { EmptyStrings(.asNull) }, [#""""#]),
        (DecodingPolicy { EmptyStrings(.asNil, includingOptionalStrings: true) }, [#""""#]),
        (DecodingPolicy { Sentinels(.asNil, strings: ["-"], numbers: [0]) }, [#""-""#, "0"]),
        (
            DecodingPolicy {
                NestedOptionals()
                Fallbacks()
            }, [#""x""#]
        ),
    ])
    func nilOfOtherRules(policy: DecodingPolicy, values: [String]) {
        struct Required<Value: Decodable>: Decodable {
            enum CodingKeys: CodingKey { case value }
            let value: Value

            init(from decoder: any Decoder) throws {
                value = try decoder.container(keyedBy: CodingKeys.self).decode(Value.self, forKey: .value)
            }
        }
        let decoder = PolicyJSONDecoder(policy: policy)
        for value in values {
            let member = #"{"value":\#(value)}"#
            #expect(decoder.outcome(of: DoubleBox<Int>.self, from: member).text == "DoubleBox<Int>(value: nil)")
            #expect(
                decoder.outcome(of: DoubleBox<Int?>.self, from: member).text == "DoubleBox<Optional<Int>>(value: nil)")
            #expect(decoder.outcome(of: [DoubleBox<Int>].self, from: "[\(member)]").text.hasSuffix("(value: nil)]"))
            #expect(decoder.outcome(of: Required<Int??>.self, from: member).text.hasSuffix("(value: nil)"))
            #expect(decoder.outcome(of: Int??.self, from: value).text == "nil")
            #expect(decoder.outcome(of: [Int??].self, from: "[\(value)]").text == "[nil]")
            #expect(decoder.outcome(of: [String: Int??].self, from: #"{"a":\#(value)}"#).text == #"["a": nil]"#)
        }
    }

    @Test func nilOfOptionalStrings() {
        for rule in [
            DecodingPolicy { EmptyStrings(.asNil, includingOptionalStrings: true) },
            DecodingPolicy { Sentinels(.asNil, strings: [""]) },
        ] {
            Row(
                DoubleBox<String>.self, #"{"value":"x"}"#, #"DoubleBox<String>(value: Optional(Optional("x")))"#
            ).check(rule)
            let outcome = PolicyJSONDecoder(policy: rule).outcome(of: DoubleBox<String>.self, from: #"{"value":""}"#)
            #expect(outcome.text == "DoubleBox<String>(value: nil)")
            #expect(outcome.changes.count == 1)
        }
    }

    // MARK: The documented table

    private static let types: [String: any (Decodable & SendableMetatype).Type] = [
        "Int": Int.self, "String": String.self, "[Int]": [Int].self, "Point": Point.self, "Fruit": Fruit.self,
        "Date": Date.self,
    ]

    /// As a property of a model in every position.
    @Test(arguments: DocumentedTable.cases(of: "NestedOptionals")) func documented(row: DocumentedCase) throws {
        let isDouble = row.type.hasSuffix("??")
        let type = try #require(Self.types[row.type.replacing("?", with: "")])
        let member = row.found.map { #"{"value":\#($0)}"# } ?? "{}"
        func check<M: Decodable>(_ model: M.Type, _ json: String, _ path: String, _ value: (M) -> Any) {
            func outcome(_ policy: DecodingPolicy) -> (String, [String]) {
                do throws(JSONDecodingError) {
                    let outcome = try PolicyJSONDecoder(policy: policy).decodeReporting(model, from: json)
                    return ("\(value(outcome.value))", outcome.report.entries.map(\.path.description))
                } catch {
                    return (text(of: error), error.report.entries.map(\.path.description))
                }
            }
            let expected = row.outcome == .declines ? outcome(.strict) : ("Optional(nil)", [path])
            #expect(outcome(DecodingPolicy { NestedOptionals() }) == expected, "\(M.self) from \(json)")
        }
        func open<T: Decodable>(_ type: T.Type) {
            func everywhere<M: Decodable>(_ model: M.Type, _ value: @escaping (M) -> Any) {
                check(M.self, member, "value", value)
                check([M].self, "[\(member)]", "[0].value") { $0.first.map(value) ?? "none" }
                check([M?].self, "[\(member)]", "[0].value") { $0[0].map(value) ?? "none" }
                check([String: M].self, #"{"a":\#(member)}"#, "a.value") { $0["a"].map(value) ?? "none" }
                check(Box<M>.self, #"{"value":\#(member)}"#, "value.value") { value($0.value) }
                check(OptionalBox<M>.self, #"{"value":\#(member)}"#, "value.value") { $0.value.map(value) ?? "none" }
                check(Outer<M>.self, #"{"inner":{"value":\#(member)}}"#, "inner.value.value") { value($0.inner.value) }
                check(WrappedBox<M>.self, #"{"value":\#(member)}"#, "value.value") { value($0.value) }
            }
            if isDouble { everywhere(DoubleBox<T>.self) { $0.value as Any } }
            if !isDouble { everywhere(OptionalBox<T>.self) { $0.value as Any } }
        }
        open(type)
    }

    @Test func sameTable() { expectSameTable("NestedOptionals") }
}
