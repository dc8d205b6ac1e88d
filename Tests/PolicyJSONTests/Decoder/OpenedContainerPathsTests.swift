import Foundation
import Testing

@testable import PolicyJSON

/// Values inside containers that a model opens explicitly and a rule has replaced: paths, scopes, counts, and what was found.
@Suite struct OpenedContainerPathsTests {
    enum K: String, CodingKey { case page, list, inner, v }

    struct Nested: Decodable {
        let v: Int
        init(from decoder: any Decoder) throws {
            let page = try decoder.container(keyedBy: K.self).nestedContainer(keyedBy: K.self, forKey: .page)
            v = try page.decode(Int.self, forKey: .v)
        }
    }
    struct NestedTwice: Decodable {
        let v: Int
        init(from decoder: any Decoder) throws {
            let page = try decoder.container(keyedBy: K.self).nestedContainer(keyedBy: K.self, forKey: .page)
            v = try page.nestedContainer(keyedBy: K.self, forKey: .inner).decode(Int.self, forKey: .v)
        }
    }
    struct Loop: Decodable {
        var v: [Int] = []
        init(from decoder: any Decoder) throws {
            var list = try decoder.container(keyedBy: K.self).nestedUnkeyedContainer(forKey: .list)
            while !list.isAtEnd { v.append(try list.nestedContainer(keyedBy: K.self).decode(Int.self, forKey: .v)) }
        }
    }
    struct Both: Decodable {
        let v: Int
        let count: Int?
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: K.self)
            v = try container.nestedContainer(keyedBy: K.self, forKey: .page).decode(Int.self, forKey: .v)
            count = try container.nestedUnkeyedContainer(forKey: .list).count
        }
    }
    struct Derived: Decodable {
        let v: Int
        init(from decoder: any Decoder) throws {
            let above = try decoder.container(keyedBy: K.self).superDecoder()
            v = try above.container(keyedBy: K.self).decode(Int.self, forKey: .v)
        }
    }
    struct DerivedList: Decodable {
        let isAtEnd: Bool
        init(from decoder: any Decoder) throws {
            isAtEnd = try decoder.container(keyedBy: K.self).superDecoder(forKey: .list).unkeyedContainer().isAtEnd
        }
    }
    struct DerivedScalar: Decodable {
        let v: Int
        init(from decoder: any Decoder) throws {
            let above = try decoder.container(keyedBy: K.self).superDecoder(forKey: .v)
            v = try above.singleValueContainer().decode(Int.self)
        }
    }

    static let defaults = DecodingPolicy { DefaultValues([.emptyDictionary, .emptyArray, .zero]) }
    static let page = DecodingPolicy { At("page") { DefaultValues(.emptyDictionary) } }
    static let made = DecodingPolicy {
        At("page") { DefaultValues(json: .document(#"{"inner":null}"#)) }
        defaults
    }
    static let onlyElement = DecodingPolicy {
        ClosureRule("Wrapping", in: [.null, .missingKey]) { _ in .decodeAsOnlyElement }
    }
    static let nullObject = "Cannot get keyed decoding container -- found null value instead"
    static let nullArray = "Cannot get unkeyed decoding container -- found null value instead"
    static let nullInt = "Cannot get value of type Int -- found null value instead"
    static func missing(_ key: String) -> String {
        #"No value associated with key K(stringValue: "\#(key)", intValue: nil) ("\#(key)")."#
    }
    static func supplied(_ path: String, _ location: String, _ change: String) -> String {
        let pointer = DecodingPath(stringLiteral: path).jsonPointer
        let key = path.split(separator: ".").last.map(String.init) ?? ""
        return "DefaultValues, key supplied, '\(path)' '\(pointer)', \(location), \(change), \(missing(key))"
    }
    static func replaced(_ path: String, _ location: String, _ change: String, _ reason: String) -> String {
        let pointer = DecodingPath(stringLiteral: path).jsonPointer
        return "DefaultValues, null replaced, '\(path)' '\(pointer)', \(location), \(change), \(reason)"
    }

    static let rows: [(DecodingPolicy, Row)] = [
        (
            page.followed(by: DecodingPolicy { DefaultValues(.zero) }),
            Row(
                Nested.self, "{}", "Nested(v: 0)",
                supplied("page", "1:1+0", "Dictionary<String, Any>: nothing → [:]"),
                supplied("page.v", "1:1+0", "Int: nothing → 0"))
        ),
        (
            page.followed(by: DecodingPolicy { At("page.v") { DefaultValues(.zero) } }),
            Row(
                Nested.self, #"{"page":null}"#, "Nested(v: 0)",
                replaced("page", "1:9+8", "Dictionary<String, Any>: null → [:]", nullObject),
                supplied("page.v", "1:9+8", "Int: nothing → 0"))
        ),
        (
            page.followed(by: DecodingPolicy { For(Nested.self) { DefaultValues(.zero) } }),
            Row(
                Nested.self, "{}", "Nested(v: 0)",
                supplied("page", "1:1+0", "Dictionary<String, Any>: nothing → [:]"),
                supplied("page.v", "1:1+0", "Int: nothing → 0"))
        ),
        (
            DecodingPolicy {
                At("page") { DefaultValues(json: .document("{}")) }
                For(Nested.self) { DefaultValues(.zero) }
            },
            Row(
                Nested.self, "{}", "Nested(v: 0)",
                supplied("page", "1:1+0", "Dictionary<String, Any>: nothing → {}"),
                supplied("page.v", "1:1+0", "Int: nothing → 0"))
        ),
        (
            page,
            Row(
                Nested.self, "{}", "keyNotFound(v) at page: \(missing("v"))",
                supplied("page", "1:1+0", "Dictionary<String, Any>: nothing → [:]"))
        ),
        (
            defaults,
            Row(
                [NestedTwice].self, #"[{"page":{"inner":{"v":1}}},{"page":null},{}]"#,
                "[NestedTwice(v: 1), NestedTwice(v: 0), NestedTwice(v: 0)]",
                replaced("[1].page", "1:37+36", "Dictionary<String, Any>: null → [:]", nullObject),
                supplied("[1].page.inner", "1:37+36", "Dictionary<String, Any>: nothing → [:]"),
                supplied("[1].page.inner.v", "1:37+36", "Int: nothing → 0"),
                supplied("[2].page", "1:43+42", "Dictionary<String, Any>: nothing → [:]"),
                supplied("[2].page.inner", "1:43+42", "Dictionary<String, Any>: nothing → [:]"),
                supplied("[2].page.inner.v", "1:43+42", "Int: nothing → 0"))
        ),
        (
            made,
            Row(
                NestedTwice.self, "{}", "NestedTwice(v: 0)",
                supplied("page", "1:1+0", #"Dictionary<String, Any>: nothing → {"inner":null}"#),
                replaced("page.inner", "1:1+0", "Dictionary<String, Any>: nothing → [:]", nullObject),
                supplied("page.inner.v", "1:1+0", "Int: nothing → 0"))
        ),
        (
            made,
            Row(
                NestedTwice.self, #"{"page": null}"#, "NestedTwice(v: 0)",
                replaced("page", "1:10+9", #"Dictionary<String, Any>: null → {"inner":null}"#, nullObject),
                replaced("page.inner", "1:10+9", "Dictionary<String, Any>: null → [:]", nullObject),
                supplied("page.inner.v", "1:10+9", "Int: nothing → 0"))
        ),
        (
            defaults,
            Row(
                Loop.self, #"{"list":[{"v":1},null,{"v":3}]}"#, "Loop(v: [1, 0, 3])",
                replaced("list[1]", "1:18+17", "Dictionary<String, Any>: null → [:]", nullObject),
                supplied("list[1].v", "1:18+17", "Int: nothing → 0"))
        ),
        (
            DecodingPolicy {
                Fallbacks([.emptyDictionary, .emptyArray])
                At("[*].page.v") { DefaultValues(.zero) }
            },
            Row(
                [Both].self, #"[{"page":"abc","list":5}]"#, "[Both(v: 0, count: Optional(0))]",
                #"Fallbacks, failure replaced, '[0].page' '/0/page', 1:10+9, Dictionary<String, Any>: "abc" → [:], Expected to decode Dictionary<String, Any> but found a string instead."#,
                supplied("[0].page.v", "1:10+9", "Int: nothing → 0"),
                "Fallbacks, failure replaced, '[0].list' '/0/list', 1:23+22, Array<Any>: 5 → [], Expected to decode Array<Any> but found number instead."
            )
        ),
        (
            defaults,
            Row(
                [Derived].self, #"[{"page":1}]"#, "[Derived(v: 0)]",
                replaced("[0].super", "1:2+1", "Dictionary<String, Any>: nothing → [:]", nullObject),
                supplied("[0].super.v", "1:2+1", "Int: nothing → 0"))
        ),
        (
            defaults,
            Row(
                [Derived].self, #"[{"super":null}]"#, "[Derived(v: 0)]",
                replaced("[0].super", "1:11+10", "Dictionary<String, Any>: null → [:]", nullObject),
                supplied("[0].super.v", "1:11+10", "Int: nothing → 0"))
        ),
        (
            defaults,
            Row(
                [DerivedList].self, #"[{"page":1}]"#, "[DerivedList(isAtEnd: true)]",
                replaced("[0].list", "1:2+1", "Array<Any>: nothing → []", nullArray))
        ),
        (
            defaults,
            Row(
                [DerivedScalar].self, #"[{"page":1}]"#, "[DerivedScalar(v: 0)]",
                replaced("[0].v", "1:2+1", "Int: nothing → 0", nullInt))
        ),
        (onlyElement, Row(Loop.self, "{}", "keyNotFound(list) at the top: \(missing("list"))")),
        (onlyElement, Row(DerivedList.self, "{}", "valueNotFound(Array<Any>) at list: \(nullArray)")),
    ]

    @Test(arguments: rows) func outcomes(policy: DecodingPolicy, row: Row) {
        row.check(policy)
        row.checkStrict()
    }

    @Test(arguments: ParsingMode.windowed + ParsingMode.emptying) func windows(mode: ParsingMode) {
        for (policy, row) in Self.rows { row.check(mode.decoder(policy)) }
    }

    /// The text that a rule receives for the null of a missing `superDecoder`.
    @Test func textOfNothing() throws {
        let log = EventLog()
        let policy = DecodingPolicy {
            ClosureRule("Text", in: .null) {
                log.add("'\($0.sourceText)'")
                return .decline
            }
        }
        for json in [#"[{"page":1}]"#, #"[{"super":null}]"#] {
            #expect(throws: JSONDecodingError.self) {
                try PolicyJSONDecoder(policy: policy).decodeReporting([Derived].self, from: json)
            }
        }
        #expect(log.events == ["''", "'null'"])
    }

    @Test func counts() throws {
        let report = try PolicyJSONDecoder(policy: Self.defaults)
            .decodeReporting([NestedTwice].self, from: #"[{"page":null},{},{}]"#).report
        #expect(
            report.counts.byPath.map { "\($0.key): \($0.value)" }.sorted() == [
                "[*].page.inner.v: 3", "[*].page.inner: 3", "[*].page: 3",
            ])
    }
}
