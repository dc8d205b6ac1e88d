import Foundation
import PolicyJSON
import Testing

/// Spellings that users try first: with texts that are not part of the program.
@Suite struct SpellingsTests {
    @Test func textsOfJSON() throws {
        #expect(
            try DefaultValues(json: RawJSON(parsing: #" {"id":0} "#)).description == #"DefaultValues(json: {"id":0})"#)
        #expect(Fallbacks(json: .unchecked(" [] ")).description == "Fallbacks(json: [])")
        let file = try PolicyFile(#"{"version": 1, "rules": [{"rule": "NumbersFromStrings"}]}"#)
        #expect(file.policy.description == "NumbersFromStrings()")
        #expect(throws: PolicyFileError.self) { try PolicyFile("{") }
        let policy = DecodingPolicy { DefaultValues(json: 7) }
        #expect(try PolicyJSONDecoder(policy: policy).decode([Int].self, from: "[null]") == [7])
    }

    @Test func pathsAtRunTime() throws {
        let (path, envelope) = (["items", "price"].joined(separator: "[*]."), "data")
        let policy = try DecodingPolicy {
            At(try PathPattern(path)) { NumbersFromStrings() }
            For(Int.self) { BooleansFromScalars() }
            Envelope(try DecodingPath(envelope), isRequired: false)
        }
        #expect(
            policy.description == """
                At("items[*].price") {
                    NumbersFromStrings()
                }
                For(Int.self) {
                    BooleansFromScalars(.zeroAndOne)
                }
                Envelope("data", isRequired: false)
                """)
        let encoding = try EncodingPolicy { At(try PathPattern(path)) { NumbersAsStrings() } }
        #expect(
            encoding.description == """
                At("items[*].price") {
                    NumbersAsStrings()
                }
                """)
        let invalid = "items["
        let error = #expect(throws: InvalidPattern.self) {
            try At(PathPattern(invalid)) { NumbersFromStrings() }
        }
        #expect(error?.description == #"invalid path pattern "items[" at character 6: expected ']'"#)
        let wildcard = "a.*"
        let other = #expect(throws: InvalidPattern.self) { try DecodingPath(wildcard) }
        #expect(other?.description == #"invalid path pattern "a.*" at character 2: a path has no wildcards"#)
        for (path, position) in [(#""a*b"[0][*].**"#, 9), (#""*".a.**.*"#, 6), ("*", 0)] {
            let error = #expect(throws: InvalidPattern.self) { try DecodingPath(path) }
            #expect(error?.position == position, "\(path)")
        }
    }

    @Test func arraysOfRules() {
        let numbers = [NumbersFromStrings(), NumbersFromStrings(trimmingWhitespace: true)]
        let mixed: [any DecodingRule] = [LossyCollections()]
        let policy = DecodingPolicy {
            numbers
            mixed
            [StringsFromScalars(), Rounding(.down)]
            At("a") { [Rounding(.up)] }
        }
        #expect(
            policy.description == """
                NumbersFromStrings()
                NumbersFromStrings(trimmingWhitespace: true)
                LossyCollections()
                StringsFromScalars()
                Rounding(.down)
                At("a") {
                    Rounding(.up)
                }
                """)
    }
}
