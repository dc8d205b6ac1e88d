import Foundation
import PolicyJSON
import Testing

/// A type to decode, without its name in the type system.
struct Subject: Sendable, CustomStringConvertible, CustomTestStringConvertible {
    let name: String
    private let both: @Sendable (Data, Options) -> (Outcome, Outcome)

    init<T: Decodable>(_ type: T.Type) {
        name = "\(type)"
        both = { data, options in
            let foundation = Outcome { try options.foundation.decode(T.self, from: data) }
            let policyJSON = Outcome { try options.policyJSON.decode(T.self, from: data) }
            return (foundation, policyJSON)
        }
    }

    /// A type that needs a configuration.
    init<T: DecodableWithConfiguration>(
        _ type: T.Type, configuration: T.DecodingConfiguration
    ) where T.DecodingConfiguration: Sendable {
        name = "\(type) with \(configuration)"
        both = { data, options in
            let foundation = Outcome {
                try options.foundation.decode(T.self, from: data, configuration: configuration)
            }
            let policyJSON = Outcome {
                try options.policyJSON.decode(T.self, from: data, configuration: configuration)
            }
            return (foundation, policyJSON)
        }
    }

    var description: String { name }
    var testDescription: String { name }

    func trial(_ text: String, _ options: Options = .default) -> Trial { trial(Data(text.utf8), options) }

    func trial(_ data: Data, _ options: Options = .default) -> Trial {
        let (foundation, policyJSON) = both(data, options)
        return Trial(data: data, subject: self, options: options, foundation: foundation, policyJSON: policyJSON)
    }
}

/// One document, decoded by both.
struct Trial: CustomStringConvertible {
    let data: Data
    let subject: Subject
    let options: Options
    let foundation: Outcome
    let policyJSON: Outcome

    /// The document, where it is UTF-8.
    var text: String? { String(data: data, encoding: .utf8) }

    var type: String { subject.name }

    /// Whether the text occurs in the document, in any encoding.
    func contains(_ part: String) -> Bool {
        [.utf8, .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian].contains {
            part.data(using: $0).map { data.contains($0) } ?? false
        }
    }

    var agrees: Bool { foundation == policyJSON }

    var description: String {
        // As text where it can be read, else as bytes.
        let readable = text.flatMap { text in text.unicodeScalars.contains { $0.value < 0x20 } ? nil : text }
        let shown = readable ?? data.prefix(40).map { String($0, radix: 16) }.joined(separator: " ")
        return """
            \(shown.count > 300 ? shown.prefix(300) + "…" : shown) as \(type), \(options):
              Foundation: \(foundation)
              PolicyJSON: \(policyJSON)
            """
    }
}
