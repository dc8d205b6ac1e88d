import Foundation
import PolicyJSON
import Testing

@Suite struct SingleValuesAsObjectsTests {
    @Test(arguments: DocumentedTable.cases(of: "SingleValuesAsObjects")) func table(row: DocumentedCase) {
        row.check(
            [SingleValuesAsObjects(under: "id"), SingleValuesAsObjects(under: "x"), SingleValuesAsObjects(under: "a")],
            isOneChange: false)
    }

    @Test func sameTable() { expectSameTable("SingleValuesAsObjects") }

    struct Label: Codable, Equatable { let text: String, lang: String? }
    struct Book: Codable, Equatable { let title: Label, others: [Label], parts: [String: Label]?, size: Int }

    static let policy = DecodingPolicy {
        StringsFromScalars()
        For(Label.self) { SingleValuesAsObjects(under: "text") }
    }

    @Test func positions() {
        Row(
            Book.self, #"{"title":"a","others":["b",{"text":"c","lang":"d"},5],"parts":{"x":"e"},"size":1}"#,
            #"Book(title: Label(text: "a", lang: nil), others: [Label(text: "b", lang: nil), Label(text: "c", lang: Optional("d")), Label(text: "5", lang: nil)], parts: Optional(["x": Label(text: "e", lang: nil)]), size: 1)"#,
            #"SingleValuesAsObjects, converted, 'title' '/title', 1:10+9, Label: "a" → {"text":"a"}, Expected to decode Dictionary<String, Any> but found a string instead."#,
            #"SingleValuesAsObjects, converted, 'others[0]' '/others/0', 1:24+23, Label: "b" → {"text":"b"}, Expected to decode Dictionary<String, Any> but found a string instead."#,
            #"SingleValuesAsObjects, converted, 'others[2]' '/others/2', 1:52+51, Label: 5 → {"text":5}, Expected to decode Dictionary<String, Any> but found number instead."#,
            #"StringsFromScalars, converted, 'others[2].text' '/others/2/text', 1:52+51, String: 5 → "5", Expected to decode String but found number instead."#,
            #"SingleValuesAsObjects, converted, 'parts.x' '/parts/x', 1:68+67, Label: "e" → {"text":"e"}, Expected to decode Dictionary<String, Any> but found a string instead."#
        ).check(Self.policy)
    }

    @Test func errors() {
        let decoder = PolicyJSONDecoder(policy: Self.policy)
        for (json, message) in [
            (
                #"{"title":["a"],"others":[],"size":1}"#,
                "Expected to decode Dictionary<String, Any> but found an array instead."
            ),
            (
                #"{"title":null,"others":[],"size":1}"#,
                "Cannot get keyed decoding container -- found null value instead"
            ),
            (#"{"title":"a","others":[],"size":"1"}"#, "Expected to decode Int but found a string instead."),
        ] {
            let error = #expect(throws: DecodingError.self) { try decoder.decode(Book.self, from: json) }
            #expect(error.map { context(of: $0).debugDescription } == message)
        }
    }

    /// A type that contains itself would be found in its own value without end.
    @Test func ownType() throws {
        let counter = Counter()
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { SingleValuesAsObjects(under: "next") })
        decoder.userInfo[.counter] = counter
        for json in ["1", "[[1],true]"] {
            counter.count = 0
            #expect(throws: DecodingError.self) { try decoder.decode([Chain].self, from: "[\(json)]") }
            #expect((3...100).contains(counter.count))
        }
    }

    private final class Counter: @unchecked Sendable { var count = 0 }

    private final class Chain: Decodable {
        let next: Chain

        private enum CodingKeys: CodingKey { case next }

        init(from decoder: any Decoder) throws {
            (decoder.userInfo[.counter] as? Counter)?.count += 1
            next = try decoder.container(keyedBy: CodingKeys.self).decode(Chain.self, forKey: .next)
        }
    }
}

extension CodingUserInfoKey {
    fileprivate static let counter = CodingUserInfoKey(rawValue: "counter")!
}
