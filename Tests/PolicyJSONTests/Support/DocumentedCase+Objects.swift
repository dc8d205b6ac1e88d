import Foundation
import PolicyJSON
import Testing

struct Link: Decodable { let imageURL: String }
struct Line: Decodable { let address2: String }

extension DocumentedCase {
    /// Decodes the case of a rule about objects as the top-level value. A value comes with an entry in the report; where the
    /// rule declines, all is as in strict decoding.
    func checkObject(_ rules: [any DecodingRule], sourceLocation: Testing.SourceLocation = #_sourceLocation) {
        let types: [String: any Decodable.Type] = [
            "Link": Link.self, "Line": Line.self, "[Line]": [Line].self, "Int": Int.self, "Int?": Int?.self,
            "[Int]": [Int].self, "[String: Int]": [String: Int].self,
        ]
        guard let rule = rules.first(where: { $0.description == rule }), let type = types[type], let found else {
            Issue.record("no such rule, type or value: \(self)", sourceLocation: sourceLocation)
            return
        }
        let (text, changes) = PolicyJSONDecoder(policy: DecodingPolicy([rule])).outcome(of: type, from: found)
        let strict = PolicyJSONDecoder().outcome(of: type, from: found).text
        switch outcome {
        case .value(let value):
            #expect(text == value, sourceLocation: sourceLocation)
            let isOwnName = strict == value && rule is Keys
            #expect(changes.isEmpty == isOwnName, sourceLocation: sourceLocation)
        case .declines:
            #expect(text == strict, sourceLocation: sourceLocation)
            #expect(changes.isEmpty, sourceLocation: sourceLocation)
        case .fails(let reason):
            #expect(text.contains(": \(reason)"), sourceLocation: sourceLocation)
            #expect(text != strict || !(rule is Envelope), sourceLocation: sourceLocation)
        }
    }
}
