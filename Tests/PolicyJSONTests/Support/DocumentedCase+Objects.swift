import Foundation
import PolicyJSON
import Testing

struct Link: Decodable { let imageURL: String }
struct Line: Decodable { let address2: String }

extension DocumentedCase {
    /// Decodes the case of a rule about objects in every position, or, if the rule concerns the document, as the
    /// top-level value. A value has an entry in the report; if the rule declines, the outcome is that of strict
    /// decoding.
    func checkObject(_ rules: [any DecodingRule], sourceLocation: SourceLocation = #_sourceLocation) {
        let types: [String: any (Decodable & SendableMetatype).Type] = [
            "Link": Link.self, "Line": Line.self, "[Line]": [Line].self, "Int": Int.self, "Int?": Int?.self,
            "[Int]": [Int].self, "[String: Int]": [String: Int].self, "Memo": Memo.self,
        ]
        guard let rule = rules.first(where: { $0.description == rule }), let type = types[type], found != nil else {
            Issue.record("no such rule, type or value: \(self)", sourceLocation: sourceLocation)
            return
        }
        func open<T: Decodable>(_ type: T.Type) {
            for position in positions(type) where position.name == "top" || !(rule is Envelope) {
                checkObject(rule, position, sourceLocation)
            }
        }
        open(type)
    }

    private func checkObject<T>(
        _ rule: any DecodingRule, _ position: DecodingPosition<T>, _ sourceLocation: SourceLocation
    ) {
        let note = Comment(rawValue: "\(position.name): \(position.json)")
        let (text, paths) = Self.outcome(PolicyJSONDecoder(policy: DecodingPolicy([rule])), position)
        let (strict, _) = Self.outcome(PolicyJSONDecoder(), position)
        switch outcome {
        case .value(let value):
            #expect(text == value, note, sourceLocation: sourceLocation)
            let isOwnName = strict == value && rule is KeyMatching
            #expect(paths.isEmpty == isOwnName, note, sourceLocation: sourceLocation)
            #expect(paths.allSatisfy { $0.hasPrefix(position.path) }, note, sourceLocation: sourceLocation)
        case .declines:
            #expect(text == strict, note, sourceLocation: sourceLocation)
            #expect(paths == [], note, sourceLocation: sourceLocation)
        case .fails(var reason):
            // If several types decode from one object, the error names the outermost.
            if position.name == "wrapper", rule is UnknownKeys, type == "Line" {
                reason.replace("for Line.", with: "for Requesting<Line>.")
            }
            #expect(text.contains(": \(reason)"), note, sourceLocation: sourceLocation)
            #expect(text != strict || !(rule is Envelope), note, sourceLocation: sourceLocation)
        }
    }

    /// The description of the value or the error, and the paths of the changes.
    private static func outcome<T>(_ decoder: PolicyJSONDecoder, _ position: DecodingPosition<T>) -> (String, [String])
    {
        do throws(JSONDecodingError) {
            let (value, report) = try position.decode(decoder, position.json)
            return (printed(flattened(value)), report.entries.map(\.path.description))
        } catch {
            return (text(of: error), error.report.entries.map(\.path.description))
        }
    }
}
