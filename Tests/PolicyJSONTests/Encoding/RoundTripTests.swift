import Foundation
import PolicyJSON
import Testing

/// Encodes and decodes the library's types.
@Suite struct RoundTripTests {
    struct Everything: Codable {
        var first: Presence<Int> = .missing
        var second: Presence<Int> = .missing
        var third: Presence<[String]> = .missing
        var raw: RawJSON
        var level: Level
        var nested: Int??
    }

    enum Level: RawValuePreserving {
        case low
        case unknown(Int)
        static let rawValues: KeyValuePairs<Int, Level> = [1: .low]
    }

    @Test(arguments: [
        #"{"raw":{ "b" : 1.50, "a":[1e400,-0.0,"\u0041/"], "b":2 },"level":7}"#,
        #"{"first":null,"second":3,"third":["x"],"raw":123456789012345678901234567890.10,"level":1,"nested":5}"#,
        #"{"second":null,"raw":null,"level":-1,"nested":null}"#,
    ])
    func verbatim(_ text: String) throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { NestedOptionals() })
        let value = try decoder.decode(Everything.self, from: text)
        #expect(String(decoding: try PolicyJSONEncoder().encode(value), as: UTF8.self) == text)
    }

    /// In generic code, which does not use the overloads for `Presence`.
    struct Box<Value: Encodable>: Encodable {
        var value: Value
        var other = 1
    }

    @Test func generic() throws {
        func text(_ value: some Encodable, _ nils: NilValues.Form = .omit) throws -> String {
            let encoder = PolicyJSONEncoder(policy: EncodingPolicy { NilValues(nils) })
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        }
        for nils in [NilValues.Form.omit, .null] {
            #expect(try text(Box(value: Presence<Int>.missing), nils) == #"{"other":1}"#)
            #expect(try text(Box(value: Presence<Int>.null), nils) == #"{"other":1,"value":null}"#)
            #expect(try text(Box(value: Presence.value(2)), nils) == #"{"other":1,"value":2}"#)
        }
        #expect(try text(["a": Presence<Int>.missing, "b": .null, "c": .value(1)]) == #"{"b":null,"c":1}"#)
        #expect(try text(Box(value: RawJSON(parsing: "[ 1.0 ]"))) == #"{"other":1,"value":[ 1.0 ]}"#)
        #expect(try text(Box(value: Int??.some(nil))) == #"{"other":1,"value":null}"#)
        #expect(throws: EncodingError.self) { try text([Presence<Int>.missing]) }
    }

    struct Page: Codable {
        var page: Int
        var next: String?
    }

    struct Songs: Codable { var songs: [Song] }

    struct Song: Codable { var title: String }

    struct Failure: Codable, Discriminated {
        var code: Int
        static let discriminator = Discriminator.key("status", equals: "error")
    }

    /// Texts that are written for one or two values of other types.
    @Test(arguments: [
        #"{"code":7,"status":"error"}"#, #"{"page":1,"songs":[]}"#,
        #"{"next":"a\/b","page":2,"songs":[{"title":"A"},{"title":"é"}]}"#,
    ])
    func together(_ text: String) throws {
        typealias Response = Outcome<Flattened<Page, Songs>, Failure>
        for formatting: PolicyJSONEncoder.OutputFormatting in [.sortedKeys, [.sortedKeys, .prettyPrinted]] {
            let encoder = PolicyJSONEncoder()
            encoder.outputFormatting = formatting
            let foundation = JSONEncoder()
            foundation.outputFormatting = formatting
            let response = try PolicyJSONDecoder().decode(Response.self, from: text)
            let written = try encoder.encode([response])
            #expect(try foundation.encode([response]) == written)
            let again = try PolicyJSONDecoder().decode([Response].self, from: written)
            encoder.outputFormatting = .sortedKeys
            #expect(String(decoding: try encoder.encode(again), as: UTF8.self) == "[\(text)]")
        }
    }
}
