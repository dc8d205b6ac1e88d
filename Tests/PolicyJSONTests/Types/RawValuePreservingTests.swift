import Foundation
import PolicyJSON
import Testing

@Suite struct RawValuePreservingTests {
    enum Level: RawValuePreserving {
        case cash, card
        case unknown(Int)
        static let rawValues: KeyValuePairs<Int, Level> = [1: .cash, 2: .card]
    }
    enum Color: RawValuePreserving {
        case red, grey
        case unknown(String)
        static let rawValues: KeyValuePairs<String, Color> = ["red": .red, "grey": .grey, "gray": .grey]
    }
    /// `rawValues` lacks `second`.
    enum Incomplete: RawValuePreserving {
        case first, second
        case unknown(String)
        static let rawValues: KeyValuePairs<String, Incomplete> = ["first": .first]
    }

    struct Property<Value: Codable>: Codable { let value: Value }
    struct InOptional: Codable { let value: Level? }
    struct InOptionals: Codable { let value: Level?? }
    struct InPresence: Codable { let value: Presence<Level> }

    static let table = PropertyTable(in: "PolicyJSON/Types/RawValuePreserving.swift", heading: "property")
    static let models = PropertyModels(models: [
        "Level": Property<Level>.self, "Color": Property<Color>.self, "Level?": InOptional.self,
        "Level??": InOptionals.self, "Presence<Level>": InPresence.self, "[Level]": Property<[Level]>.self,
        "[Level?]": Property<[Level?]>.self, "[String: Level]": Property<[String: Level]>.self,
    ])

    @Test func tableExists() {
        #expect(Self.table.rows.count == 26)
        #expect(Self.table.isOnPage("ModelTypes.md"))
    }

    @Test(arguments: table.rows) func isAsDocumented(row: PropertyTable.Row) { Self.models.check(row) }

    @Test(arguments: table.rows.filter { !$0["written"].isEmpty })
    func isWrittenAsDocumented(row: PropertyTable.Row) throws { try Self.models.checkWritten(row) }

    @Test func rawValues() {
        #expect([Level.cash, .card, .unknown(7), .unknown(1)].map(\.rawValue) == [1, 2, 7, 1])
        #expect([1, 2, 7].map(Level.init(rawValue:)) == [.cash, .card, .unknown(7)])
        #expect(Color.grey.rawValue == "grey")
    }

    @Test func errorsAreThoseOfRawEnumerations() {
        enum Plain: Int, Codable { case cash = 1 }
        for json in [#""x""#, "null", "[]", "1.5", "true", "99999999999999999999"] {
            #expect(
                PolicyJSONDecoder().outcome(of: [Level].self, from: "[\(json)]").text
                    == PolicyJSONDecoder().outcome(of: [Plain].self, from: "[\(json)]").text)
        }
    }

    @Test func caseWithoutRawValueIsAnEncodingError() {
        let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode([Incomplete.second]) }
        guard case .invalidValue(_, let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.debugDescription == "Incomplete.rawValues does not list second.")
        #expect(Incomplete.second.rawValue == nil)
    }

    @Test func forModelScopeApplies() throws {
        let policy = DecodingPolicy { For(Level.self) { NumbersFromStrings() } }
        #expect(try PolicyJSONDecoder(policy: policy).decode([Level].self, from: #"["2"]"#) == [.card])
    }

    @Test func otherCoders() throws {
        let levels: [Level] = [.cash, .unknown(9)]
        let list = try PropertyListEncoder().encode(levels)
        #expect(try PropertyListDecoder().decode([Level].self, from: list) == levels)
    }
}
