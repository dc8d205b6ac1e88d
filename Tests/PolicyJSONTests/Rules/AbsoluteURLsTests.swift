import Foundation
import PolicyJSON
import Testing

@Suite struct AbsoluteURLsTests {
    @Test(arguments: DocumentedTable.cases(of: "AbsoluteURLs")) func table(row: DocumentedCase) {
        let rules: [any DecodingRule] = [
            AbsoluteURLs(scheme: "https"), AbsoluteURLs(relativeTo: URL(string: "https://a.example/b/")),
            AbsoluteURLs(scheme: "https", otherwise: .useNil),
        ]
        row.check(rules, optionalsDiffer: row.rule.contains("useNil"))
    }

    @Test func sameTable() { expectSameTable("AbsoluteURLs") }

    /// A text that is a relative URL, and not part of an absolute one: its host is not a name in the domain name system.
    @Test(arguments: ["xn--ü.example/a", "xn--ü.example"]) func invalidHosts(text: String) {
        Row(
            URL.self, "\"\(text)\"", "dataCorrupted at the top: The URL is not absolute. [rejected by AbsoluteURLs]"
        ).check(DecodingPolicy { AbsoluteURLs(scheme: "https") })
    }

    struct Links: Decodable { let own: URL, next: URL?, all: [URL], byName: [String: URL?] }

    @Test func positions() {
        Row(
            Links.self, #"{"own":"a.example","next":"/b","all":["http://c.example"],"byName":{"d":"d.example/d"}}"#,
            #"Links(own: https://a.example, next: nil, all: [http://c.example], byName: ["d": Optional(https://d.example/d)])"#,
            #"AbsoluteURLs, converted, 'own' '/own', 1:8+7, URL: "a.example" → "https://a.example", The URL is valid, but a rule examines it."#,
            #"AbsoluteURLs, converted, 'next' '/next', 1:27+26, URL?: "/b" → nil, The URL is valid, but a rule examines it."#,
            #"AbsoluteURLs, converted, 'byName.d' '/byName/d', 1:73+72, URL?: "d.example/d" → "https://d.example/d", The URL is valid, but a rule examines it."#
        ).check(DecodingPolicy { AbsoluteURLs(scheme: "https", otherwise: .useNil) })
    }
}
