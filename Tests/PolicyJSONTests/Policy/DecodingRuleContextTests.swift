import Foundation
import PolicyJSON
import RuntimeFacts
import Testing

@Suite struct DecodingRuleContextTests {
    enum Kind: String, Decodable, CaseIterable { case a, b }
    enum Payload: Decodable { case one(Int) }
    struct Model: Decodable { let kind: Kind, number: Int?, wrapped: Box<Int> }

    /// Decodes a document, and returns all information of the contexts, one line per call.
    private func descriptions<T: Decodable>(_ type: T.Type, _ json: String) -> [String] {
        let log = EventLog()
        let rule = ClosureRule(
            "Log", in: [.mismatch, .null, .missingKey, .unknownCase, .undecodableElement, .nestedNull]
        ) {
            context in
            let values = [
                "\(context.requestedType)", context.kind?.rawValue ?? "nothing", context.acceptsNil ? "nil" : "no nil",
                "text=\(context.sourceText)", "string=\(context.string ?? "-")", "number=\(context.number ?? "-")",
                "bool=\(context.bool.map(String.init) ?? "-")", "path=\(DecodingPath(context.codingPath))",
                "at \(context.location)+\(context.location.offset)",
                "model=\(context.modelType.map { "\($0)" } ?? "-")",
                "cases=\(context.enumCases.map { $0.map(\.name).joined(separator: ",") } ?? "-")",
                "enum=\(context.isEnumeration)", "plain=\(context.isPlainValue)", text(of: context.strictError),
            ]
            log.add(values.joined(separator: " | "))
            return .decline
        }
        _ = PolicyJSONDecoder(policy: DecodingPolicy([rule])).outcome(of: type, from: json)
        return log.events
    }

    @Test func mismatch() {
        #expect(
            descriptions(Int.self, #" "a\n\u0041" "#) == [
                "Int | string | no nil | text=\"a\\n\\u0041\" | string=a\nA | number=- | bool=- | path= | at 1:2+1 | model=- | cases=- | enum=false | plain=true | typeMismatch(Int) at the top: Expected to decode Int but found a string instead."
            ])
        #expect(
            descriptions(Int.self, "\n 1.50") == [
                "Int | number | no nil | text=1.50 | string=- | number=1.50 | bool=- | path= | at 2:2+2 | model=- | cases=- | enum=false | plain=true | dataCorrupted at the top: Parsed JSON number <1.50> does not fit in Int."
            ])
        #expect(
            descriptions(String.self, "true") == [
                "String | bool | no nil | text=true | string=- | number=- | bool=true | path= | at 1:1+0 | model=- | cases=- | enum=false | plain=true | typeMismatch(String) at the top: Expected to decode String but found bool instead."
            ])
        #expect(
            descriptions(String.self, "false") == [
                "String | bool | no nil | text=false | string=- | number=- | bool=false | path= | at 1:1+0 | model=- | cases=- | enum=false | plain=true | typeMismatch(String) at the top: Expected to decode String but found bool instead."
            ])
        #expect(
            descriptions(Int.self, #"{ "a" : [1, 2] }"#) == [
                #"Int | object | no nil | text={ "a" : [1, 2] } | string=- | number=- | bool=- | path= | at 1:1+0 | model=- | cases=- | enum=false | plain=true | typeMismatch(Int) at the top: Expected to decode Int but found a dictionary instead."#
            ])
        #expect(
            descriptions([Int].self, "{}") == [
                "Array<Int> | object | no nil | text={} | string=- | number=- | bool=- | path= | at 1:1+0 | model=- | cases=- | enum=false | plain=true | typeMismatch(Array<Any>) at the top: Expected to decode Array<Any> but found a dictionary instead."
            ])
        #expect(
            descriptions(Date.self, "[ ]") == [
                "Date | array | no nil | text=[ ] | string=- | number=- | bool=- | path= | at 1:1+0 | model=- | cases=- | enum=false | plain=true | typeMismatch(Double) at the top: Expected to decode Double but found an array instead."
            ])
    }

    @Test func null() {
        #expect(
            descriptions(Int.self, "null") == [
                "Int | null | no nil | text=null | string=- | number=- | bool=- | path= | at 1:1+0 | model=- | cases=- | enum=false | plain=true | valueNotFound(Int) at the top: Cannot get value of type Int -- found null value instead"
            ])
        #expect(
            descriptions([String: Int].self, "null") == [
                "Dictionary<String, Int> | null | no nil | text=null | string=- | number=- | bool=- | path= | at 1:1+0 | model=- | cases=- | enum=false | plain=true | valueNotFound(Dictionary<String, Any>) at the top: Cannot get keyed decoding container -- found null value instead"
            ])
    }

    @Test func model() {
        #expect(
            descriptions(Model.self, #"{"kind":"c"}"#) == [
                #"Kind | string | no nil | text="c" | string=c | number=- | bool=- | path=kind | at 1:9+8 | model=Model | cases=a,b | enum=true | plain=false | dataCorrupted at kind: Cannot initialize Kind from invalid String value c"#
            ])
        #expect(
            descriptions(Model.self, #"{"kind":1}"#) == [
                "String | number | no nil | text=1 | string=- | number=1 | bool=- | path=kind | at 1:9+8 | model=Kind | cases=- | enum=false | plain=true | typeMismatch(String) at kind: Expected to decode String but found number instead.",
                "Kind | number | no nil | text=1 | string=- | number=1 | bool=- | path=kind | at 1:9+8 | model=Model | cases=a,b | enum=true | plain=false | typeMismatch(String) at kind: Expected to decode String but found number instead.",
            ])
        #expect(
            descriptions(Model.self, #"{"kind":"a","number":"x"}"#) == [
                #"Int | string | nil | text="x" | string=x | number=- | bool=- | path=number | at 1:22+21 | model=Model | cases=- | enum=false | plain=true | typeMismatch(Int) at number: Expected to decode Int but found a string instead."#
            ])
        #expect(
            descriptions(Model.self, "{ \"kind\" : \"a\",\n \"wrapped\" : {} }") == [
                #"Int | nothing | no nil | text= | string=- | number=- | bool=- | path=wrapped.value | at 2:14+29 | model=Box<Int> | cases=- | enum=false | plain=true | keyNotFound(value) at wrapped: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
            ])
        #expect(
            descriptions(Model.self, #"{"kind":"a"}"#) == [
                #"Box<Int> | nothing | no nil | text= | string=- | number=- | bool=- | path=wrapped | at 1:1+0 | model=Model | cases=- | enum=false | plain=false | keyNotFound(wrapped) at the top: No value associated with key CodingKeys(stringValue: "wrapped", intValue: nil) ("wrapped")."#
            ])
        #expect(
            descriptions(Model.self, #"7"#) == [
                "Model | number | no nil | text=7 | string=- | number=7 | bool=- | path= | at 1:1+0 | model=- | cases=- | enum=false | plain=false | typeMismatch(Dictionary<String, Any>) at the top: Expected to decode Dictionary<String, Any> but found number instead."
            ])
    }

    @Test func elements() {
        #expect(
            descriptions([Kind?].self, #"["a","c"]"#) == [
                #"Kind | string | nil | text="c" | string=c | number=- | bool=- | path=[1] | at 1:6+5 | model=- | cases=a,b | enum=true | plain=false | dataCorrupted at [1]: Cannot initialize Kind from invalid String value c"#,
                #"Optional<Kind> | string | nil | text="c" | string=c | number=- | bool=- | path=[1] | at 1:6+5 | model=- | cases=- | enum=false | plain=true | dataCorrupted at [1]: Cannot initialize Kind from invalid String value c"#,
            ])
        #expect(
            descriptions([Payload].self, #"[{"one":{}}]"#) == [
                #"Int | nothing | no nil | text= | string=- | number=- | bool=- | path=[0].one._0 | at 1:9+8 | model=Payload | cases=- | enum=false | plain=true | keyNotFound(_0) at [0].one: No value associated with key OneCodingKeys(stringValue: "_0", intValue: nil) ("_0")."#,
                #"Payload | object | no nil | text={"one":{}} | string=- | number=- | bool=- | path=[0] | at 1:2+1 | model=- | cases=- | enum=\#(RuntimeFacts.areUsed) | plain=false | keyNotFound(_0) at [0].one: No value associated with key OneCodingKeys(stringValue: "_0", intValue: nil) ("_0")."#,
            ])
        #expect(
            descriptions(DoubleBox<Int>.self, #"{"value":null}"#) == [
                "Optional<Int> | null | nil | text=null | string=- | number=- | bool=- | path=value | at 1:10+9 | model=DoubleBox<Int> | cases=- | enum=false | plain=true | valueNotFound(Optional<Int>) at value: Cannot get value of type Optional<Int> -- found null value instead"
            ])
    }

    @Test func valuesOfCases() throws {
        let rule = ClosureRule("Second") { context in
            guard let cases = context.enumCases, cases.count == 2 else { return .decline }
            return .use(cases[1].value)
        }
        #expect(try PolicyJSONDecoder(policy: DecodingPolicy([rule])).decode(Kind.self, from: #""x""#) == .b)
    }
}
