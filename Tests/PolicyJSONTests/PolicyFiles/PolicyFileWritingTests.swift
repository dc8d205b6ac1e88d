import Foundation
import PolicyJSON
import Testing

@Suite struct PolicyFileWritingTests {
    enum Payment: String, Codable, Sendable { case cash, card }

    static let inBerlin = DatePattern.inBerlin

    /// Rules with each of their options, and their JSON.
    static let rules: [(rule: any DecodingRule, json: String)] = [
        (NumbersFromStrings(), #"{"rule": "NumbersFromStrings"}"#),
        (
            NumbersFromStrings(trimmingWhitespace: true),
            #"{"rule": "NumbersFromStrings", "trimmingWhitespace": true}"#
        ),
        (
            NumbersFromStrings(trimmingWhitespace: true, groupingSeparator: "’"),
            #"{"rule": "NumbersFromStrings", "groupingSeparator": "’", "trimmingWhitespace": true}"#
        ),
        (StringsFromScalars(), #"{"rule": "StringsFromScalars"}"#),
        (BooleansFromScalars(), #"{"rule": "BooleansFromScalars"}"#),
        (BooleansFromScalars(.words), #"{"rule": "BooleansFromScalars", "forms": ["words"]}"#),
        (
            BooleansFromScalars([.zeroAndOne, .words]),
            #"{"rule": "BooleansFromScalars", "forms": ["zeroAndOne","words"]}"#
        ),
        (BooleansFromScalars([]), #"{"rule": "BooleansFromScalars", "forms": []}"#),
        (
            BooleansFromScalars([.zeroAndOneStrings, .decimalZeroAndOne, .anyNumber]),
            #"{"rule": "BooleansFromScalars", "forms": ["zeroAndOneStrings","decimalZeroAndOne","anyNumber"]}"#
        ),
        (IntegersFromBooleans(), #"{"rule": "IntegersFromBooleans"}"#),
        (Durations(), #"{"rule": "Durations"}"#),
        (Durations(.milliseconds), #"{"rule": "Durations", "forms": ["milliseconds"]}"#),
        (Durations([.iso8601, .clock]), #"{"rule": "Durations", "forms": ["iso8601","clock"]}"#),
        (
            Sentinels(.asNull, strings: ["N/A", ""], numbers: [0, -1.5]),
            #"{"rule": "Sentinels", "numbers": [0,-1.5], "strings": ["N/A",""], "treatment": "asNull"}"#
        ),
        (Sentinels(.asNil), #"{"rule": "Sentinels", "treatment": "asNil"}"#),
        (RequiredKeys(), #"{"rule": "RequiredKeys"}"#),
        (FallbackDataFormats(), #"{"rule": "FallbackDataFormats"}"#),
        (AbsoluteURLs(), #"{"rule": "AbsoluteURLs"}"#),
        (
            AbsoluteURLs(scheme: "https", relativeTo: URL(string: "https://a.example/b/"), otherwise: .useNil),
            #"{"rule": "AbsoluteURLs", "otherwise": "useNil", "relativeTo": "https://a.example/b/", "scheme": "https"}"#
        ),
        (
            DefaultValues(.zero, for: [.missingOptional, .nullOptional]),
            #"{"rule": "DefaultValues", "for": ["missingOptional","nullOptional"], "kinds": ["zero"]}"#
        ),
        (EmptyContainers(.asEmpty), #"{"rule": "EmptyContainers", "treatment": "asEmpty"}"#),
        (EmptyContainers(.asNil), #"{"rule": "EmptyContainers", "treatment": "asNil"}"#),
        (EmptyContainers(.asNull), #"{"rule": "EmptyContainers", "treatment": "asNull"}"#),
        (EmptyStrings(.asNil), #"{"rule": "EmptyStrings", "treatment": "asNil"}"#),
        (
            EmptyStrings(.asNil, includingBlank: true, includingOptionalStrings: true),
            #"{"rule": "EmptyStrings", "includingBlank": true, "includingOptionalStrings": true, "treatment": "asNil"}"#
        ),
        (
            EmptyStrings(.asNull, includingBlank: true),
            #"{"rule": "EmptyStrings", "includingBlank": true, "treatment": "asNull"}"#
        ),
        (StringifiedJSON(), #"{"rule": "StringifiedJSON"}"#),
        (StringifiedJSON(includingScalars: true), #"{"rule": "StringifiedJSON", "includingScalars": true}"#),
        (Rounding(.up), #"{"rule": "Rounding", "direction": "up"}"#),
        (Rounding(.down), #"{"rule": "Rounding", "direction": "down"}"#),
        (Rounding(.towardZero), #"{"rule": "Rounding", "direction": "towardZero"}"#),
        (Rounding(.awayFromZero), #"{"rule": "Rounding", "direction": "awayFromZero"}"#),
        (Rounding(.toNearestOrEven), #"{"rule": "Rounding", "direction": "toNearestOrEven"}"#),
        (
            Rounding(.toNearestOrAwayFromZero, includingStrings: true),
            #"{"rule": "Rounding", "direction": "toNearestOrAwayFromZero", "includingStrings": true}"#
        ),
        (UnknownCases(.useNil), #"{"rule": "UnknownCases", "fallback": "useNil"}"#),
        (UnknownCases(.first), #"{"rule": "UnknownCases", "fallback": "first"}"#),
        (UnknownCases(.last), #"{"rule": "UnknownCases", "fallback": "last"}"#),
        (UnknownCases(.fail), #"{"rule": "UnknownCases", "fallback": "fail"}"#),
        (
            UnknownCases(.caseNamed("a\"b"), for: [.null, .missingKey]),
            #"{"rule": "UnknownCases", "fallback": {"caseNamed":"a\"b"}, "for": ["null","missingKey"]}"#
        ),
        (CaseMatching(), #"{"rule": "CaseMatching"}"#),
        (
            CaseMatching(
                caseInsensitive: true, separatorInsensitive: true, trimmingWhitespace: true, namesInSource: true,
                aliases: ["y": ["x"]]),
            #"{"rule": "CaseMatching", "aliases": {"y":["x"]}, "caseInsensitive": true, "namesInSource": true, "separatorInsensitive": true, "trimmingWhitespace": true}"#
        ),
        (OptionalPropertyWrappers(), #"{"rule": "OptionalPropertyWrappers"}"#),
        (Strictly(), #"{"rule": "Strictly"}"#),
        (NestedOptionals(), #"{"rule": "NestedOptionals"}"#),
        (LossyCollections(), #"{"rule": "LossyCollections"}"#),
        (LossyCollections(maxDropped: 0), #"{"rule": "LossyCollections", "maxDropped": 0}"#),
        (
            LossyCollections(maxDropped: 3, maxDroppedPercent: 2.5),
            #"{"rule": "LossyCollections", "maxDropped": 3, "maxDroppedPercent": 2.5}"#
        ),
        (LossyCollections(nullsOnly: true), #"{"rule": "LossyCollections", "nullsOnly": true}"#),
        (SeparatedStrings(), #"{"rule": "SeparatedStrings"}"#),
        (
            SeparatedStrings(by: "; ", trimmingWhitespace: true),
            #"{"rule": "SeparatedStrings", "by": "; ", "trimmingWhitespace": true}"#
        ),
        (SingleElementArrays(), #"{"rule": "SingleElementArrays"}"#),
        (SingleValuesAsArrays(), #"{"rule": "SingleValuesAsArrays"}"#),
        (SingleValuesAsObjects(under: "text"), #"{"rule": "SingleValuesAsObjects", "under": "text"}"#),
        (NumbersFromStrings(nonJSONForms: true), #"{"rule": "NumbersFromStrings", "nonJSONForms": true}"#),
        (CaseMatching(positions: true), #"{"rule": "CaseMatching", "positions": true}"#),
        (KeyMatching(), #"{"rule": "KeyMatching"}"#),
        (KeyMatching(["name": "a.b"]), #"{"rule": "KeyMatching", "paths": {"name":"a.b"}}"#),
        (
            KeyMatching(
                [.kebabCase, .screamingSnakeCase, .pascalCase], paths: ["id": ["a.b", "c[0]"]], aliases: ["x": ["y"]]),
            #"{"rule": "KeyMatching", "aliases": {"x":["y"]}, "paths": {"id":["a.b","c[0]"]}, "style": ["kebabCase","screamingSnakeCase","pascalCase"]}"#
        ),
        (DictionaryKeys(), #"{"rule": "DictionaryKeys"}"#),
        (
            KeyMatching([.caseInsensitive, .separatorInsensitive, .snakeCase], aliases: ["id": ["ID", "uuid"]]),
            #"{"rule": "KeyMatching", "aliases": {"id":["ID","uuid"]}, "style": ["caseInsensitive","separatorInsensitive","snakeCase"]}"#
        ),
        (UnknownKeys(), #"{"rule": "UnknownKeys", "action": "report"}"#),
        (UnknownKeys(.fail), #"{"rule": "UnknownKeys", "action": "fail"}"#),
        (UnknownKeys(.keep), #"{"rule": "UnknownKeys", "action": "keep"}"#),
        (DuplicateKeys(.first), #"{"rule": "DuplicateKeys", "choice": "first"}"#),
        (DuplicateKeys(.last), #"{"rule": "DuplicateKeys", "choice": "last"}"#),
        (DuplicateKeys(.fail), #"{"rule": "DuplicateKeys", "choice": "fail"}"#),
        (Envelope("data.items[0]"), #"{"rule": "Envelope", "path": "data.items[0]"}"#),
        (Envelope("\"a.b\"", isRequired: false), #"{"rule": "Envelope", "isRequired": false, "path": "\"a.b\""}"#),
        (
            FallbackDateFormats([.iso8601, .secondsSince1970, .millisecondsSince1970], includingNumericStrings: true),
            #"{"rule": "FallbackDateFormats", "formats": ["iso8601","secondsSince1970","millisecondsSince1970"], "includingNumericStrings": true}"#
        ),
        (
            FallbackDateFormats([.secondsOrMillisecondsSince1970]),
            #"{"rule": "FallbackDateFormats", "formats": ["secondsOrMillisecondsSince1970"]}"#
        ),
        (
            FallbackDateFormats([.formatted("d.M.yyyy"), .formatted(Self.inBerlin)]),
            #"{"rule": "FallbackDateFormats", "formats": [{"formatted":"d.M.yyyy"},{"formatted":"HH:mm d.M.yyyy","timeZone":"Europe/Berlin"}]}"#
        ),
        (
            DefaultValues([.zero, .emptyString, .false, .emptyArray, .emptyDictionary]),
            #"{"rule": "DefaultValues", "kinds": ["zero","emptyString","false","emptyArray","emptyDictionary"]}"#
        ),
        (DefaultValues(.zero, for: .null), #"{"rule": "DefaultValues", "for": ["null"], "kinds": ["zero"]}"#),
        (DefaultValues("a/b"), #"{"rule": "DefaultValues", "value": "a/b"}"#),
        (DefaultValues(9), #"{"rule": "DefaultValues", "value": 9}"#),
        (
            DefaultValues(true, for: .missingKey),
            #"{"rule": "DefaultValues", "for": ["missingKey"], "value": true}"#
        ),
        (DefaultValues(json: .null), #"{"rule": "DefaultValues", "json": null}"#),
        (DefaultValues(json: .number("1.50")), #"{"rule": "DefaultValues", "json": 1.50}"#),
        (DefaultValues(json: .document(" 1.0\n")), #"{"rule": "DefaultValues", "json": 1.0}"#),
        (DefaultValues(json: .string("a")), #"{"rule": "DefaultValues", "json": "a"}"#),
        (DefaultValues(json: .document(#"{"b":1,"a":[]}"#)), #"{"rule": "DefaultValues", "json": {"b":1,"a":[]}}"#),
        (Fallbacks(), #"{"rule": "Fallbacks"}"#),
        (Fallbacks([.zero, .emptyArray]), #"{"rule": "Fallbacks", "kinds": ["zero","emptyArray"]}"#),
        (Fallbacks("a/b"), #"{"rule": "Fallbacks", "value": "a/b"}"#),
        (Fallbacks(json: .document(#"{"b":1}"#)), #"{"rule": "Fallbacks", "json": {"b":1}}"#),
        (
            Fallbacks(template: JSONTemplateTests.page, of: Figure.self),
            #"{"rule": "Fallbacks", "of": "Figure", "template": {"size":9,"origin":{"y":3}}}"#
        ),
        (
            Variants(of: Figure.self, .internally(by: "type")),
            #"{"rule": "Variants", "by": "type", "of": "Figure", "tagging": "internally"}"#
        ),
        (
            Variants(of: Figure.self, .adjacently(by: "t", in: "c"), cases: ["1": "none"]),
            #"{"rule": "Variants", "by": "t", "cases": {"1":"none"}, "in": "c", "of": "Figure", "tagging": "adjacently"}"#
        ),
        (
            Variants(of: Figure.self, .externally, types: ["f": Figure.self]),
            #"{"rule": "Variants", "of": "Figure", "tagging": "externally", "types": {"f":"Figure"}}"#
        ),
        (
            Variants(of: Figure.self, .externally, types: ["f": Figure.self], otherwise: Figure.self),
            #"{"rule": "Variants", "of": "Figure", "otherwise": "Figure", "tagging": "externally", "types": {"f":"Figure"}}"#
        ),
        (
            Variants(of: Figure.self, .asPairs), #"{"rule": "Variants", "of": "Figure", "tagging": "asPairs"}"#
        ),
        (
            Variants(of: Figure.self, .untagged), #"{"rule": "Variants", "of": "Figure", "tagging": "untagged"}"#
        ),
        (Without(LossyCollections.self), #"{"without": "LossyCollections"}"#),
    ]

    @Test(arguments: rules.indices)
    func roundTrip(index: Int) throws {
        let (rule, json) = Self.rules[index]
        var registry = PolicyRegistry()
        registry.register(type: Figure.self)
        let text = try DecodingPolicy([rule]).json(registry: registry)
        #expect(text == "{\n  \"version\": 1,\n  \"rules\": [\n    \(json)\n  ]\n}\n")
        let read = try PolicyFile(Data(text.utf8), registry: registry).policy
        #expect(read.description == rule.description)
        #expect(type(of: read.rules[0]) == type(of: rule))
        #expect(try read.json(registry: registry) == text)
        #expect(!rule.explanationOrDescription.contains("custom rule of the program"))
    }

    /// Every rule of the library can be written, and has a row in `rules`.
    @Test func allRules() throws {
        let written = Set(Self.rules.map { String(String(describing: type(of: $0.rule)).prefix { $0 != "<" }) })
        #expect(Set(PolicyRegistry().ruleNames).union(["Without"]) == written)
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let folder = root.appending(path: "Sources/PolicyJSON/Rules")
        var declared: Set<String> = []
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /extension (\w+): LibraryRule/) {
                declared.insert(String(match.1))
            }
        }
        #expect(declared == Set(PolicyRegistry().ruleNames))
    }

    @Test func scopes() throws {
        var registry = PolicyRegistry()
        registry.register(type: Payment.self, named: "payment")
        let policy = DecodingPolicy {
            NumbersFromStrings()
            At("\"a.b\"[*].**.x") {
                Without(NumbersFromStrings.self)
                For(Payment.self) { UnknownCases(.useNil) }
            }
            At("") {}
        }
        let text = try policy.json(registry: registry)
        #expect(
            text == #"""
                {
                  "version": 1,
                  "rules": [
                    {"rule": "NumbersFromStrings"},
                    {"at": "\"a.b\"[*].**.x", "rules": [
                      {"without": "NumbersFromStrings"},
                      {"for": "payment", "rules": [
                        {"rule": "UnknownCases", "fallback": "useNil"}
                      ]}
                    ]},
                    {"at": "", "rules": []}
                  ]
                }

                """#)
        #expect(try PolicyFile(Data(text.utf8), registry: registry).policy.description == policy.description)
    }

    @Test func emptyPolicy() throws {
        let text = try DecodingPolicy.strict.json()
        #expect(text == "{\n  \"version\": 1,\n  \"rules\": []\n}\n")
        #expect(try PolicyFile(Data(text.utf8)).policy.rules.isEmpty)
    }
}

extension DatePattern {
    fileprivate static var inBerlin: DatePattern {
        let zone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        return (try? DatePattern("HH:mm d.M.yyyy", timeZone: zone)) ?? "d.M.yyyy"
    }
}
