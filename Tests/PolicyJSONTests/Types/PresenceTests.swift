import Foundation
import PolicyJSON
import Testing

@Suite struct PresenceTests {
    enum Fruit: String, Codable, CaseIterable { case apple }

    // The conformance of each is synthesized, which must use the overloads.
    struct PlainInt: Codable { var value: Presence<Int> }
    struct PlainByte: Codable { var value: Presence<UInt8> }
    struct PlainString: Codable { var value: Presence<String> }
    struct PlainFruit: Codable { var value: Presence<Fruit> }
    struct OptionalInside: Codable { var value: Presence<Bool?> }
    struct ArrayInside: Codable { var value: Presence<[Int]> }
    struct OptionalsInside: Codable { var value: Presence<[Int?]> }
    struct DictionaryInside: Codable { var value: Presence<[String: Int]> }
    struct InArray: Codable { var value: [Presence<Int>] }
    struct InDictionary: Codable { var value: [String: Presence<Int>] }
    struct InOptional: Codable { var value: Presence<Int>? }
    struct InOptionals: Codable { var value: Presence<Int>?? }

    static let table = PropertyTable(in: "PolicyJSON/Types/Presence.swift", heading: "property")
    static let models = PropertyModels(models: [
        "Presence<Int>": PlainInt.self, "Presence<UInt8>": PlainByte.self, "Presence<String>": PlainString.self,
        "Presence<Fruit>": PlainFruit.self, "Presence<Bool?>": OptionalInside.self, "Presence<[Int]>": ArrayInside.self,
        "Presence<[Int?]>": OptionalsInside.self, "Presence<[String: Int]>": DictionaryInside.self,
        "[Presence<Int>]": InArray.self, "[String: Presence<Int>]": InDictionary.self,
        "Presence<Int>?": InOptional.self, "Presence<Int>??": InOptionals.self,
    ])

    @Test func tableExists() {
        #expect(Self.table.rows.count == 22)
        #expect(Self.table.isOnPage("ModelTypes.md"))
    }

    @Test(arguments: table.rows) func isAsDocumented(row: PropertyTable.Row) { Self.models.check(row) }

    @Test(arguments: table.rows.filter { !$0["written"].isEmpty })
    func isWrittenAsDocumented(row: PropertyTable.Row) throws { try Self.models.checkWritten(row) }

    // MARK: Without the overloads

    struct Generic<Value: Codable>: Codable { var value: Value }
    struct HalfGeneric<Value: Codable>: Codable { var value: Presence<Value> }
    @propertyWrapper struct Passing<Value: Codable>: Codable {
        var wrappedValue: Value
        init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
        init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }
        func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
    }
    struct WithWrapper: Codable { @Passing var value: Presence<Int> }

    @Test(arguments: [
        Row(Generic<Presence<Int>>.self, "{}", "Generic<Presence<Int>>(value: PolicyJSON.Presence<Swift.Int>.missing)"),
        Row(
            Generic<Presence<Int>>.self, #"{"value":null}"#,
            "Generic<Presence<Int>>(value: PolicyJSON.Presence<Swift.Int>.null)"),
        Row(
            Generic<Presence<Int>>.self, #"{"value":1}"#,
            "Generic<Presence<Int>>(value: PolicyJSON.Presence<Swift.Int>.value(1))"),
        Row(
            Generic<Generic<Presence<Int>>>.self, #"{"value":{}}"#,
            "Generic<Generic<Presence<Int>>>(value: Generic<PolicyJSON.Presence<Swift.Int>>(value: PolicyJSON.Presence<Swift.Int>.missing))"
        ),
        Row(
            HalfGeneric<[Int]>.self, "{}",
            "HalfGeneric<Array<Int>>(value: PolicyJSON.Presence<Swift.Array<Swift.Int>>.missing)"),
        Row(
            Generic<Presence<Int>>.self, #"{"value":[]}"#,
            "typeMismatch(Int) at value: Expected to decode Int but found an array instead."),
        Row(
            WithWrapper.self, "{}",
            #"keyNotFound(value) at the top: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            WithWrapper.self, #"{"value":null}"#,
            "WithWrapper(_value: Passing<PolicyJSON.Presence<Swift.Int>>(wrappedValue: PolicyJSON.Presence<Swift.Int>.null))"
        ),
    ])
    func decodesWithoutOverloads(row: Row) {
        row.check(.strict)
    }

    @Test func missingWrapperIsNullUnderPolicy() throws {
        let value = try PolicyJSONDecoder(policy: .lenient).decode(WithWrapper.self, from: "{}").value
        #expect(value == .null)
    }

    @Test func noRuleIsConsultedForMissingKey() throws {
        let log = EventLog()
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { RecordingRule(in: log) })
        #expect(try decoder.decode(Generic<Presence<Int>>.self, from: "{}").value.isMissing)
        #expect(try decoder.decode(PlainInt.self, from: "{}").value.isMissing)
        #expect(log.events == [])
    }

    @Test func rulesForModelApplyInside() throws {
        let policy = DecodingPolicy { For(PlainInt.self) { NumbersFromStrings() } }
        let value = try PolicyJSONDecoder(policy: policy).decode(PlainInt.self, from: #"{"value":"7"}"#).value
        #expect(value == .value(7))
    }

    @Test func reportNamesValueInside() throws {
        let outcome = try PolicyJSONDecoder(policy: .lenient).decodeReporting(
            PlainFruit.self, from: #"{"value":"pear"}"#)
        #expect(outcome.value.value == .null)
        #expect(outcome.report.entries.map(\.rule) == ["UnknownCases"])
        #expect(outcome.report.entries.map(\.result) == ["nil"])
    }

    @Test func decodesAtTopLevel() throws {
        #expect(try PolicyJSONDecoder().decode(Presence<Int>.self, from: "null") == .null)
        #expect(try PolicyJSONDecoder().decode(Presence<Int>.self, from: "1") == .value(1))
        #expect(try JSONDecoder().decode(Presence<Int>.self, from: Data("null".utf8)) == .null)
    }

    @Test func convertedKeys() throws {
        struct Model: Codable, Equatable { var firstName: Presence<String>, lastName: Presence<String> }
        let decoder = PolicyJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        #expect(
            try decoder.decode(Model.self, from: #"{"first_name":null}"#) == Model(firstName: .null, lastName: .missing)
        )
    }

    // MARK: Writing

    @Test func missingOutsideObjectsIsAnError() {
        func message(_ value: some Encodable) -> String {
            do {
                return String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
            } catch EncodingError.invalidValue(_, let context) {
                return "\(DecodingPath(context.codingPath)): \(context.debugDescription)"
            } catch {
                return "\(error)"
            }
        }
        #expect(message([Presence<Int>.missing]) == "[0]: Presence<Int>.missing can only be omitted from an object.")
        #expect(message(Presence<Int>.missing) == ": Presence<Int>.missing can only be omitted from an object.")
        #expect(message(InOptional(value: .some(.missing))) == "{}")
        #expect(message(PlainInt(value: .missing)) == "{}")
    }

    // MARK: The type itself

    @Test func parts() {
        let presences: [Presence<Int>] = [.missing, .null, .value(1)]
        #expect(presences.map(\.value) == [nil, nil, 1])
        #expect(presences.map(\.isMissing) == [true, false, false])
        #expect(presences.map(\.isNull) == [false, true, false])
        #expect(presences.map { $0.map { "\($0)" } } == [.missing, .null, .value("1")])
        #expect(presences.map { $0.flatMap { _ in Presence<String>.null } } == [.missing, .null, .null])
        #expect([Presence(nil), Presence(1)] == [.null, .value(1)])
        #expect(Set(presences).count == 3)
    }

    @Test func updates() {
        let presences: [Presence<Int>] = [.missing, .null, .value(1)]
        let optionals = presences.map { presence in
            var target: Int? = 9
            presence.apply(to: &target)
            return target
        }
        #expect(optionals == [9, nil, 1])
        let values = presences.map { presence in
            var target = 9
            let followed = presence.apply(to: &target)
            return "\(target) \(followed)"
        }
        #expect(values == ["9 true", "9 false", "1 true"])
    }
}
