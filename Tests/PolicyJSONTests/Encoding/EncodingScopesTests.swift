import Foundation
import PolicyJSON
import RuntimeFacts
import Testing

/// `For` in an encoding policy covers what it covers in a decoding policy.
@Suite struct EncodingScopesTests {
    private enum Mood: Int, Codable { case wild = 2 }

    private struct Inner: Codable, Equatable { var day = Date(timeIntervalSince1970: 0), count = 1 }

    private struct Outer: Codable, Equatable {
        var days = [Date(timeIntervalSince1970: 0)], byName = ["a": Date(timeIntervalSince1970: 0)]
        var optional: [Date?]? = [nil, Date(timeIntervalSince1970: 0)], nested = [[1], []], unique: Set = [1.5]
        var moods = [Mood.wild], inner = [Inner()]
    }

    private static func text(
        _ value: some Encodable, @PolicyBuilder<any EncodingRule> _ rules: () -> [any EncodingRule]
    ) throws -> String {
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy(rules()))
        encoder.dateEncodingStrategy = .secondsSince1970
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// The elements of a model's collections, also of collections in collections; not the properties of models in them.
    @Test(.enabled(if: RuntimeFacts.areUsed)) func elementsOfCollections() throws {
        let text = try Self.text(Outer()) {
            For(Outer.self) {
                DatesAs(.iso8601)
                NumbersAsStrings()
                EnumsAsNames()
            }
        }
        let day = #""1970-01-01T00:00:00Z""#
        #expect(
            text == #"{"days":[\#(day)],"byName":{"a":\#(day)},"optional":[null,\#(day)],"nested":[["1"],[]],"#
                + #""unique":["1.5"],"moods":["wild"],"inner":[{"day":0,"count":1}]}"#)
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                For(Outer.self) {
                    NumbersFromStrings()
                    FallbackDateFormats([.iso8601])
                    CaseMatching(namesInSource: true)
                }
                CaseMatching(namesInSource: true)
            })
        decoder.dateDecodingStrategy = .secondsSince1970
        #expect(try decoder.decode(Outer.self, from: text) == Outer())
    }

    /// Rules inside scopes of both kinds, of a model and of its elements.
    @Test(.enabled(if: RuntimeFacts.areUsed)) func scopesInScopes() throws {
        #expect(
            try Self.text(Outer()) { At("days[*]") { For(Outer.self) { DatesAs(.iso8601) } } }.hasPrefix(
                #"{"days":["1970-01-01T00:00:00Z"],"byName":{"a":0},"#))
        #expect(
            try Self.text(Outer()) { For(Outer.self) { For(Mood.self) { EnumsAsNames() } } }.contains(
                #""moods":["wild"],"#))
        #expect(
            try Self.text(Outer()) {
                For(Outer.self) { Without(NumbersAsStrings.self) }
                NumbersAsStrings()
            }.contains(#""nested":[[1],[]],"unique":[1.5],"moods":["2"],"inner":[{"day":0,"count":"1"}]"#))
    }

    private struct Days: Codable {
        var values = [[Date(timeIntervalSince1970: 0)]]

        init() {}
        init(from decoder: any Decoder) throws { values = try decoder.singleValueContainer().decode([[Date]].self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(values)
        }
    }

    private struct Calendar: Codable { var days = Days(), more = [Days()] }

    /// The elements of a collection that a model encodes as its single value are the model's, and not those of the model around it.
    @Test func singleValues() throws {
        let day = #"[["1970-01-01T00:00:00Z"]]"#
        let text = try Self.text(Calendar()) { For(Days.self) { DatesAs(.iso8601) } }
        #expect(text == #"{"days":\#(day),"more":[\#(day)]}"#)
        #expect(
            try Self.text(Calendar()) { For(Calendar.self) { DatesAs(.iso8601) } } == #"{"days":[[0]],"more":[[[0]]]}"#)
        #expect(try Self.text(Days()) { For(Days.self) { DatesAs(.iso8601) } } == day)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { For(Days.self) { FallbackDateFormats([.iso8601]) } })
        decoder.dateDecodingStrategy = .secondsSince1970
        #expect(try decoder.decode(Calendar.self, from: text).more[0].values == Days().values)
    }

    /// A `Presence` is no model.
    @Test func presences() throws {
        struct Order: Codable {
            var days: [Presence<[Date]>] = [.value([Date(timeIntervalSince1970: 0)])]
            var ends: [Presence<Date>] = [.value(Date(timeIntervalSince1970: 0)), .null]
        }
        let day = #""1970-01-01T00:00:00Z""#
        #expect(
            try Self.text(Order()) { For(Order.self) { DatesAs(.iso8601) } }
                == #"{"days":[[\#(day)]],"ends":[\#(day),null]}"#)
    }

    /// A collection by itself is no part of a model.
    @Test func collectionsAtTheTop() throws {
        #expect(try Self.text([[1]]) { For(Outer.self) { NumbersAsStrings() } } == "[[1]]")
        #expect(try Self.text([[1]]) { For([Int].self) { NumbersAsStrings() } } == #"[["1"]]"#)
        #expect(try Self.text([Inner()]) { For(Inner.self) { NumbersAsStrings() } } == #"[{"day":0,"count":"1"}]"#)
    }
}
