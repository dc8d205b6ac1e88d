import Foundation
import PolicyJSON
import Testing

@Suite struct PolicyFileTests {
    enum Payment: String, Codable, Sendable { case cash, card }

    private var registry: PolicyRegistry {
        var registry = PolicyRegistry()
        registry.register(type: Payment.self)
        return registry
    }

    private func file(_ text: String) throws(PolicyFileError) -> PolicyFile {
        try PolicyFile(Data(text.utf8), registry: registry)
    }

    @Test func completeFile() throws {
        let file = try file(
            #"""
            {
              "version": 1,
              "rules": [
                {"rule": "NumbersFromStrings", "trimmingWhitespace": true},
                {"at": "items[*].price", "rules": [
                  {"rule": "Rounding", "direction": "down"},
                  {"for": "Payment", "rules": [{"rule": "UnknownCases", "fallback": {"caseNamed": "cash"}}]}
                ]},
                {"for": "Payment", "rules": []},
                {"without": "LossyCollections"}
              ]
            }
            """#)
        #expect(
            file.policy.description == """
                NumbersFromStrings(trimmingWhitespace: true)
                At("items[*].price") {
                    Rounding(.down)
                    For(Payment.self) {
                        UnknownCases(.caseNamed("cash"))
                    }
                }
                For(Payment.self) {}
                Without(LossyCollections.self)
                """)
        let locations = [[0], [1], [1, 0], [1, 1], [1, 1, 0], [2], [3]].map { file.location(of: $0)?.description }
        #expect(locations == ["4:5", "5:5", "6:7", "7:7", "7:36", "9:5", "10:5"])
        #expect(file.location(of: [4]) == nil)
        #expect(file.location(of: []) == nil)
    }

    /// The policy of a file applies to documents.
    @Test func decoding() throws {
        let policy = try file(
            #"{"version": 1, "rules": [{"at": "[*].a", "rules": [{"rule": "NumbersFromStrings"}]}, {"rule": "LossyCollections"}]}"#
        ).policy
        let decoder = PolicyJSONDecoder(policy: policy)
        #expect(
            try decoder.decode([[String: Int]].self, from: #"[{"a": "1"}, {"b": "2"}, {"b": 3}]"#) == [
                ["a": 1], [:], ["b": 3],
            ])
    }

    static let names = PolicyRegistry().ruleNames.joined(separator: ", ")

    static let errors: [(text: String, error: String)] = [
        ("", "1:1: not JSON: unexpected end of document, expected a value"),
        ("{\"version\": 1,\n \"rules\": [}", "2:12: not JSON: unexpected '}', expected a value or ']'"),
        ("[]", "1:1: expected an object, found an array"),
        ("{}", #"1:1: there is no member "version""#),
        (#"{"rules": []}"#, #"1:1: there is no member "version""#),
        (#"{"version": 1}"#, #"1:1: there is no member "rules""#),
        (#"{"version": "1"}"#, "1:13: version: expected an integer, found a string"),
        (#"{"version": 0}"#, "1:13: version: version 0 is not known; this library reads 1"),
        (#"{"version": 2, "rules": {"x": 1}}"#, "1:13: version: version 2 is not known; this library reads 1"),
        (#"{"version": 1, "rules": [], "x": 1}"#, #"1:34: x: unknown member "x"; there are: version, rules"#),
        (#"{"version": 1, "rules": [], "rules": []}"#, #"1:25: rules: The key "rules" occurs more than once."#),
        (#"{"version": 1, "rules": {}}"#, "1:25: rules: expected an array, found an object"),
        (
            #"{"version": 1, "rules": ["BooleansFromScalars"]}"#,
            "1:26: rules[0]: expected an object, found a string"
        ),
        (#"{"version": 1, "rules": [{}]}"#, #"1:26: rules[0]: needs exactly one of "rule", "at", "for" and "without""#),
        (
            #"{"version": 1, "rules": [{"rule": "BooleansFromScalars", "at": "a"}]}"#,
            #"1:26: rules[0]: needs exactly one of "rule", "at", "for" and "without""#
        ),
        (
            "{\"version\": 1, \"rules\": [\n{\"rule\": \"Boolean\"}]}",
            #"2:10: rules[0].rule: there is no rule "Boolean"; there are: \#(names)"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "numbersFromString"}]}"#,
            #"1:35: rules[0].rule: there is no rule "numbersFromString" (did you mean "NumbersFromStrings"?); there are: \#(names)"#
        ),
        (
            #"{"version": 1, "rules": [{"without": "X"}]}"#,
            #"1:38: rules[0].without: there is no rule "X"; there are: \#(names)"#
        ),
        (
            #"{"version": 1, "rules": [{"for": "Order", "rules": []}]}"#,
            #"1:34: rules[0].for: there is no type "Order"; there are: Payment"#
        ),
        (
            #"{"version": 1, "rules": [{"for": "payment", "rules": []}]}"#,
            #"1:34: rules[0].for: there is no type "payment" (did you mean "Payment"?); there are: Payment"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "DefaultValues", "kinds": ["zero"], "of": "NoSuchType"}]}"#,
            #"1:77: rules[0].of: "of" has no effect here"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "Fallbacks", "of": "NoSuchType"}]}"#,
            #"1:54: rules[0].of: "of" has no effect here"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "Variants", "of": "Payment", "tagging": "externally", "by": "x"}]}"#,
            #"1:95: rules[0].by: "by" has no effect here"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "Variants", "of": "Payment", "tagging": "internally", "by": "x", "in": 1}]}"#,
            #"1:106: rules[0].in: "in" has no effect here"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "Variants", "of": "Payment", "tagging": "externally", "types": {"a": "Payment"}, "cases": {}}]}"#,
            #"1:125: rules[0].cases: "cases" has no effect here"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "Variants", "of": "Payment", "tagging": "untagged", "otherwise": "X"}]}"#,
            #"1:100: rules[0].otherwise: "otherwise" has no effect here"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": null}]}"#,
            "1:35: rules[0].rule: expected a string, found null"
        ),
        (
            #"{"version": 1, "rules": [{"rule": "LossyCollections", "maxDropped": 1e30}]}"#,
            "1:69: rules[0].maxDropped: expected an integer from \(Int.min) to \(Int.max)"
        ),
        (
            #"{"version": 1, "rules": [{"at": "a", "rule": "NumbersFromStrings"}]}"#,
            #"1:26: rules[0]: needs exactly one of "rule", "at", "for" and "without""#
        ),
        (
            #"{"version": 1, "rules": [{"at": "a..b", "rules": []}]}"#,
            #"1:33: rules[0].at: invalid path pattern "a..b" at character 2: expected a key"#
        ),
        (#"{"version": 1, "rules": [{"at": "a"}]}"#, #"1:26: rules[0]: there is no member "rules""#),
        (
            #"{"version": 1, "rules": [{"at": 1, "rules": []}]}"#,
            "1:33: rules[0].at: expected a string, found a number"
        ),
        (
            #"{"version": 1, "rules": [{"rule": "BooleansFromScalars", "form": []}]}"#,
            #"1:66: rules[0].form: unknown member "form" (did you mean "forms"?); there are: rule, forms"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "BooleansFromScalars", "rules": []}]}"#,
            #"1:67: rules[0].rules: unknown member "rules" (did you mean "rule"?); there are: rule, forms"#
        ),
        (
            #"{"version": 1, "rules": [{"without": "BooleansFromScalars", "forms": []}]}"#,
            #"1:70: rules[0].forms: unknown member "forms"; there is only: without"#
        ),
        (
            #"{"version": 1, "rules": [{"at": "a", "ruls": []}]}"#,
            #"1:46: rules[0].ruls: unknown member "ruls" (did you mean "rules"?); there are: at, rules"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "Strictly", "x": 1}]}"#,
            #"1:52: rules[0].x: unknown member "x"; there is only: rule"#
        ),
        // A misspelled member is missing, too.
        (
            #"{"version": 1, "rules": [{"rule": "Rounding", "directon": "down"}]}"#,
            #"1:59: rules[0].directon: unknown member "directon" (did you mean "direction"?); there are: rule, direction, includingStrings"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "BooleansFromScalars", "forms": ["words", "w"]}]}"#,
            #"1:77: rules[0].forms[1]: there is no option "w"; there are: "zeroAndOne", "words", "zeroAndOneStrings", "decimalZeroAndOne", "anyNumber""#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "BooleansFromScalars", "forms": "words"}]}"#,
            "1:67: rules[0].forms: expected an array, found a string"
        ),
        (#"{"version": 1, "rules": [{"rule": "Rounding"}]}"#, #"1:26: rules[0]: there is no member "direction""#),
        (
            #"{"version": 1, "rules": [{"rule": "DuplicateKeys", "choice": "any"}]}"#,
            #"1:62: rules[0].choice: there is no option "any"; there are: "first", "last", "fail""#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "UnknownCases", "fallback": "nil"}]}"#,
            #"1:63: rules[0].fallback: there is no option "nil"; there are: "useNil", "first", "last", "fail", {"caseNamed": NAME}"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "UnknownCases", "fallback": {"case": "x"}}]}"#,
            #"1:72: rules[0].fallback.case: unknown member "case"; there is only: caseNamed"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "UnknownCases", "fallback": {"casenamed": "x", "caseNamed": "y"}}]}"#,
            #"1:77: rules[0].fallback.casenamed: unknown member "casenamed" (did you mean "caseNamed"?); there is only: caseNamed"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "UnknownCases", "fallback": {}}]}"#,
            #"1:63: rules[0].fallback: there is no member "caseNamed""#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "UnknownCases", "fallback": {"caseNamed": "x", "y": 1}}]}"#,
            #"1:87: rules[0].fallback.y: unknown member "y"; there is only: caseNamed"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "Envelope", "path": "a[*]"}]}"#,
            #"1:55: rules[0].path: "a[*]" is not a path"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "FallbackDateFormats", "formats": ["iso"]}]}"#,
            #"1:70: rules[0].formats[0]: there is no option "iso"; there are: "iso8601", "secondsSince1970", "millisecondsSince1970", "secondsOrMillisecondsSince1970", {"formatted": PATTERN, "timeZone": NAME}"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "FallbackDateFormats", "formats": [{"formatted": "yyyy", "timezone": "GMT"}]}]}"#,
            #"1:104: rules[0].formats[0].timezone: unknown member "timezone" (did you mean "timeZone"?); there are: formatted, timeZone"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "FallbackDateFormats", "formats": [{"formatted": "qq"}]}]}"#,
            #"1:84: rules[0].formats[0].formatted: invalid date pattern "qq": 'qq' is not known; quote letters that stand for themselves"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "FallbackDateFormats", "formats": [{"formatted": "d.M.yyyy", "timeZone": "Mars"}]}]}"#,
            #"1:108: rules[0].formats[0].timeZone: there is no time zone "Mars""#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "DefaultValues"}]}"#,
            #"1:26: rules[0]: needs exactly one of "kinds", "value", "json" and "template""#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "Fallbacks", "value": 1, "json": 1}]}"#,
            #"1:26: rules[0]: needs only one of "kinds", "value", "json" and "template""#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "NumbersFromStrings", "groupingSeparator": ", "}]}"#,
            #"1:78: rules[0].groupingSeparator: a grouping separator is one character that is not a digit, letter or sign"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "NumbersFromStrings", "groupingSeparator": "0"}]}"#,
            #"1:78: rules[0].groupingSeparator: a grouping separator is one character that is not a digit, letter or sign"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "LossyCollections", "maxDropped": -1}]}"#,
            #"1:69: rules[0].maxDropped: maxDropped must not be negative"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "LossyCollections", "maxDroppedPercent": 101}]}"#,
            #"1:76: rules[0].maxDroppedPercent: maxDroppedPercent must be from 0 to 100"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "LossyCollections", "maxDroppedPercent": -0.5}]}"#,
            #"1:76: rules[0].maxDroppedPercent: maxDroppedPercent must be from 0 to 100"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "AbsoluteURLs", "scheme": "1x:"}]}"#,
            #"1:61: rules[0].scheme: "1x:" is not a URL scheme"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "AbsoluteURLs", "relativeTo": "images/"}]}"#,
            #"1:65: rules[0].relativeTo: "images/" is not an absolute URL"#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "Sentinels", "treatment": "asNil", "numbers": ["1"]}]}"#,
            "1:82: rules[0].numbers[0]: expected a number"
        ),
        (
            #"{"version": 1, "rules": [{"rule": "DefaultValues", "value": 1.5}]}"#,
            #"1:61: rules[0].value: a value is a string, an integer, true or false; for others use "json""#
        ),
        (
            #"{"version": 1, "rules": [{"rule": "LossyCollections", "maxDropped": 1.5}]}"#,
            "1:69: rules[0].maxDropped: expected an integer, found a number with a fraction"
        ),
        (
            #"{"version": 1, "rules": [{"at": "a", "rules": [{"at": "b", "rules": [{"rule": 1}]}]}]}"#,
            "1:79: rules[0].rules[0].rules[0].rule: expected a string, found a number"
        ),
    ]

    @Test(arguments: errors.indices)
    func error(index: Int) {
        let (text, message) = Self.errors[index]
        let error = #expect(throws: PolicyFileError.self) { try file(text) }
        #expect(error?.description == message)
        #expect(error?.location != nil)
    }

    @Test(arguments: [
        ("[", PolicyFileError.Code.notJSON), (#"{"version": 2}"#, .unknownVersion), ("{}", .invalidForm),
        (#"{"version": 1, "rules": [{"rule": "x"}]}"#, .unknownRule),
        (#"{"version": 1, "rules": [{"for": "x"}]}"#, .unknownType),
        (#"{"version": 1, "rules": [{"at": ".", "rules": []}]}"#, .invalidOption),
        (#"{"version": 1, "rules": [{"rule": "BooleansFromScalars", "x": 1}]}"#, .invalidForm),
    ])
    func code(text: String, code: PolicyFileError.Code) {
        #expect(#expect(throws: PolicyFileError.self) { try file(text) }?.code == code)
    }

    @Test func noTypes() {
        let text = #"{"version": 1, "rules": [{"for": "x", "rules": []}]}"#
        let error = #expect(throws: PolicyFileError.self) { try PolicyFile(Data(text.utf8)) }
        #expect(error?.description == #"1:34: rules[0].for: there is no type "x"; none is registered"#)
    }

    @Test func onDisk() throws {
        let folder = FileManager.default.temporaryDirectory
        let url = folder.appending(path: "policy-\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(try DecodingPolicy.lenient.json().utf8).write(to: url)
        #expect(try PolicyFile(contentsOf: url).policy.description == DecodingPolicy.lenient.description)
        let missing = folder.appending(path: "\(UUID())")
        let error = #expect(throws: PolicyFileError.self) { try PolicyFile(contentsOf: missing) }
        #expect(error?.code == .unreadable)
        #if FoundationEssentials
            let reason = "The file does not exist."
        #else
            let reason = #expect(throws: (any Error).self) { try Data(contentsOf: missing) }?.localizedDescription ?? ""
        #endif
        #expect(error?.description == "\(missing.path): \(reason)")
    }
}
