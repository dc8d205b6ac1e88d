import Foundation
import PolicyJSON
import Testing

@Suite struct EmptyStringsTests {
    @Test(arguments: DocumentedTable.cases(of: "EmptyStrings")) func table(row: DocumentedCase) {
        let rules: [any DecodingRule] = [
            EmptyStrings(.asNil), EmptyStrings(.asNil, includingBlank: true), EmptyStrings(.asNull),
            EmptyStrings(.asNil, includingOptionalStrings: true),
            EmptyStrings(.asNil, includingBlank: true, includingOptionalStrings: true),
        ]
        row.check(rules, optionalsDiffer: true)
    }

    @Test func sameTable() { expectSameTable("EmptyStrings") }
}

extension EmptyStringsTests {
    struct Person: Decodable { let name: String, nick: String?, others: [String?] }

    private struct Reader: Decodable, CustomStringConvertible {
        let description: String
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            var texts: [String] = []
            while !container.isAtEnd { texts.append(try container.decodeIfPresent(String.self) ?? "nil") }
            description = texts.joined(separator: "|")
        }
    }

    @Test(arguments: [
        Row(
            Person.self, #"{"name":"","nick":"","others":["a","",null," "]}"#,
            #"Person(name: "", nick: nil, others: [Optional("a"), nil, nil, Optional(" ")])"#,
            #"EmptyStrings, converted, 'nick' '/nick', 1:19+18, String?: "" → nil, The string is blank."#,
            #"EmptyStrings, converted, 'others[1]' '/others/1', 1:36+35, String?: "" → nil, The string is blank."#),
        Row(Person.self, #"{"name":"a","others":[]}"#, #"Person(name: "a", nick: nil, others: [])"#),
        Row(
            Reader.self, #"["a",""," ",null,"b"]"#, "a|nil| |nil|b",
            #"EmptyStrings, converted, '[1]' '/1', 1:6+5, String?: "" → nil, The string is blank."#),
        Row(
            [Int: String?].self, #"{"1":""}"#, "[1: nil]",
            #"EmptyStrings, converted, '1' '/1', 1:6+5, String?: "" → nil, The string is blank."#),
    ])
    func strings(row: Row) {
        row.check(DecodingPolicy { EmptyStrings(.asNil, includingOptionalStrings: true) })
        row.checkStrict(failing: false)
    }

    /// A default for `null` also applies to an empty string that counts as `null`.
    @Test func withDefaults() {
        Row(
            Box<Int>.self, #"{"value":""}"#, "Box<Int>(value: 0)",
            #"EmptyStrings, converted, 'value' '/value', 1:10+9, Int: "" → null, Expected to decode Int but found a string instead."#,
            #"DefaultValues, null replaced, 'value' '/value', 1:10+9, Int: "" → 0, Cannot get value of type Int -- found null value instead"#
        ).check(
            DecodingPolicy {
                EmptyStrings(.asNull)
                DefaultValues(.zero)
            })
    }
}
