import Foundation
import PolicyJSON
import Testing

/// A row of a table: a type, a document, the outcome, and the entries of the report.
struct Row: Sendable, CustomTestStringConvertible {
    let type: any (Decodable & SendableMetatype).Type
    let json: String
    let outcome: String
    let changes: [String]

    init(
        _ type: any (Decodable & SendableMetatype).Type, _ json: String, _ outcome: String, _ changes: String...
    ) {
        self.type = type
        self.json = json
        self.outcome = outcome
        self.changes = changes
    }

    var testDescription: String { "\(type) from \(json)" }

    /// Decodes under a policy, and compares the value or the error, and the report.
    func check(_ decoder: PolicyJSONDecoder, sourceLocation: SourceLocation = #_sourceLocation) {
        let (text, found) = decoder.outcome(of: type, from: json)
        #expect(text == outcome, sourceLocation: sourceLocation)
        #expect(found == changes, sourceLocation: sourceLocation)
    }

    func check(_ policy: DecodingPolicy, sourceLocation: SourceLocation = #_sourceLocation) {
        check(PolicyJSONDecoder(policy: policy), sourceLocation: sourceLocation)
    }

    /// Compares the value or the error of strict decoding with Foundation's. If the policy repairs the document, both
    /// fail.
    func checkStrict(
        failing: Bool? = nil, _ keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let strict = PolicyJSONDecoder()
        strict.keyDecodingStrategy = keys
        let foundation = JSONDecoder()
        foundation.keyDecodingStrategy = keys
        let (text, changes) = strict.outcome(of: type, from: json)
        let expected = foundation.outcome(of: type, from: json)
        if expected == "dataCorrupted at the top: The given data was not valid JSON." {
            // Foundation on Linux throws this for some numbers that do not fit; PolicyJSON has a specific error.
            #expect(text.hasPrefix("dataCorrupted at "), sourceLocation: sourceLocation)
            #expect(text.contains(": Parsed JSON number <"), sourceLocation: sourceLocation)
        } else {
            #expect(text == expected, sourceLocation: sourceLocation)
        }
        #expect(changes == [], sourceLocation: sourceLocation)
        let isMended = !self.changes.isEmpty
        if failing ?? isMended { #expect(text != outcome, sourceLocation: sourceLocation) }
    }
}
