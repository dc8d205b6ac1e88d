import Foundation
import PolicyJSON
import Testing

/// Docs/ComingFrom.md: the policies at the ends of the sections, with what the libraries read.
@Suite struct ComingFromPoliciesTests {
    struct Profile: Decodable {
        let name: String, age: Int, isMale: Bool, items: [Entry], scores: [Int], blood: Fruit?
    }

    struct Numbers: Decodable { let flag: Bool?, whole: Int?, number: Double?, text: String? }

    struct Case: Sendable, CustomTestStringConvertible {
        let library: String
        let type: any (Decodable & SendableMetatype).Type
        let json: String
        let outcome: String

        init(_ library: String, _ type: any (Decodable & SendableMetatype).Type, _ json: String, _ outcome: String) {
            (self.library, self.type, self.json, self.outcome) = (library, type, json, outcome)
        }

        var testDescription: String { "\(library): \(json)" }
    }

    private static let profile =
        #"{"name":7,"age":"33","is_male":"1","items":[{"id":1},{"x":0},null],"scores":[1,null,"x","4"],"blood":"plum"}"#

    private static let cases = [
        Case("cleanJSON", [Int].self, #"[1,null,"x","4"]"#, "[1, 0, 0, 4]"),
        Case("smartCodable", [Int].self, #"[1,null,"x","4"]"#, "[1, 0, 0, 4]"),
        // Elements are dropped, and properties have default values.
        Case("betterCodable", [Int].self, #"[1,null,"x","4"]"#, "[1, 4]"),
        Case("betterCodable", [[String]].self, #"[["a",null],null,[1.50,false]]"#, #"[["a"], ["1.50", "false"]]"#),
        Case("betterCodable", [Bool].self, #"["1","y",0,"f","x"]"#, "[true, true, false, false]"),
        Case("betterCodable", Bool.self, #""invalid""#, "false"),
        Case("betterCodable", [Entry].self, #"[{"id":null},1]"#, "[Entry(id: 0, note: nil)]"),
        Case("betterCodable", [Int: String].self, #"{"1":null}"#, #"[1: ""]"#),
        Case("codableWrappers", [String].self, #"[null,"first",null]"#, #"["first"]"#),
        Case("codableWrappers", Set<Int>.self, "[null,1]", "[1]"),
        Case("codableWrappers", Entry.self, #"{"id":null}"#, "Entry(id: 0, note: nil)"),
        Case("codableWrappers", [Bool].self, #"["TRUE",0]"#, "[true, false]"),
        Case("metaCodable", [String].self, #"[[],"1",{}]"#, #"["1"]"#),
        Case("metaCodable", [Bool].self, #"[1,1.0,"1","t",0.0,2,1.1,"x"]"#, "[true, true, true, true, false]"),
        Case("metaCodable", [Int].self, #"[true,false,5.0,"1.0",5.5,"1.1"]"#, "[1, 0, 5, 1]"),
        Case("metaCodable", [Double].self, #"[5,"1.01","0.1.1"]"#, "[5.0, 1.01]"),
        Case(
            "reerCodable", Profile.self, profile,
            #"Profile(name: "7", age: 33, isMale: true, items: [Entry(id: 1, note: nil)], scores: [1, 4], blood: nil)"#),
        Case("reerCodable", [Double].self, #"["6199"]"#, "[6199.0]"),
        Case(
            "exCodable", Numbers.self, #"{"flag":123,"whole":12.3,"number":"123","text":12.3}"#,
            #"Numbers(flag: Optional(true), whole: Optional(12), number: Optional(123.0), text: Optional("12.3"))"#),
        Case(
            "exCodable", Numbers.self, #"{"flag":"abc","whole":"","number":"abc","text":true}"#,
            #"Numbers(flag: nil, whole: nil, number: nil, text: Optional("true"))"#),
        Case("jackson", [Bool].self, #"[0,15,"","false","True"]"#, "[false, true, false, false, true]"),
        Case("jackson", [Int].self, #"[1.25,-2.25," ","7"]"#, "[1, -2, 0, 7]"),
        Case("pydantic", [Double].self, #"["  42.1  ","42"]"#, "[42.1, 42.0]"),
        Case("pydantic", [Int].self, #"["123.000",42.0,true]"#, "[123, 42, 1]"),
        Case("pydantic", [Bool].self, #"[0.0,1,"off","1"]"#, "[false, true, false, true]"),
        Case("serdeWith", [UInt8].self, #"[0,"str",1,[10,11],-2,{},300]"#, "[0, 1]"),
    ]

    @Test(arguments: cases) func policy(row: Case) throws {
        let policy = try #require(ComingFromTests.policies[row.library])
        #expect(PolicyJSONDecoder(policy: policy).outcome(of: row.type, from: row.json).0 == row.outcome)
    }
}
