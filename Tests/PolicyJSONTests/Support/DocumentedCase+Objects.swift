import Foundation
import PolicyJSON
import Testing

struct Link: Decodable { let imageURL: String }
struct Line: Decodable { let address2: String }

extension DocumentedCase {
    /// Decodes the case of a rule about objects wherever a value can stand, or, where the rule is about the document, as the
    /// top-level value. A value comes with an entry in the report; where the rule declines, all is as in strict decoding.
    func checkObject(_ rules: [any DecodingRule], sourceLocation: Testing.SourceLocation = #_sourceLocation) {
        let types: [String: any (Decodable & SendableMetatype).Type] = [
            "Link": Link.self, "Line": Line.self, "[Line]": [Line].self, "Int": Int.self, "Int?": Int?.self,
            "[Int]": [Int].self, "[String: Int]": [String: Int].self,
        ]
        guard let rule = rules.first(where: { $0.description == rule }), let type = types[type], found != nil else {
            Issue.record("no such rule, type or value: \(self)", sourceLocation: sourceLocation)
            return
        }
        func open<T: Decodable>(_ type: T.Type) {
            for setting in settings(type) where setting.name == "top" || !(rule is Envelope) {
                checkObject(rule, setting, sourceLocation)
            }
        }
        open(type)
    }

    private func checkObject<T>(
        _ rule: any DecodingRule, _ setting: Setting<T>, _ sourceLocation: Testing.SourceLocation
    ) {
        let note = Comment(rawValue: "\(setting.name): \(setting.json)")
        let (text, paths) = Self.outcome(PolicyJSONDecoder(policy: DecodingPolicy([rule])), setting)
        let (strict, _) = Self.outcome(PolicyJSONDecoder(), setting)
        switch outcome {
        case .value(let value):
            #expect(text == value, note, sourceLocation: sourceLocation)
            let isOwnName = strict == value && rule is Keys
            #expect(paths.isEmpty == isOwnName, note, sourceLocation: sourceLocation)
            #expect(paths.allSatisfy { $0.hasPrefix(setting.path) }, note, sourceLocation: sourceLocation)
        case .declines:
            #expect(text == strict, note, sourceLocation: sourceLocation)
            #expect(paths == [], note, sourceLocation: sourceLocation)
        case .fails(var reason):
            // Of several types that decode from one object the outermost is named.
            if setting.name == "wrapper", rule is UnknownKeys, type == "Line" {
                reason.replace("for Line.", with: "for Asking<Line>.")
            }
            #expect(text.contains(": \(reason)"), note, sourceLocation: sourceLocation)
            #expect(text != strict || !(rule is Envelope), note, sourceLocation: sourceLocation)
        }
    }

    /// The value or the error in words, and the paths of what was changed.
    private static func outcome<T>(_ decoder: PolicyJSONDecoder, _ setting: Setting<T>) -> (String, [String]) {
        do throws(ReportedDecodingError) {
            let (value, report) = try setting.decode(decoder, setting.json)
            return (printed(flattened(value)), report.entries.map(\.path.description))
        } catch {
            return (text(of: error), error.report.entries.map(\.path.description))
        }
    }
}
