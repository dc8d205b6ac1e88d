import Foundation
import PolicyJSON
import Testing

/// A type to decode, erased.
struct Subject: Sendable, CustomStringConvertible, CustomTestStringConvertible {
    let name: String
    private let theirs: @Sendable (Data, Options) -> Outcome
    private let ours: @Sendable (Data, Options) -> Outcome

    init<T: Decodable>(_ type: T.Type) {
        name = "\(type)"
        theirs = { data, options in Outcome { try options.foundation.decode(T.self, from: data) } }
        ours = { data, options in Outcome { try options.policyJSON.decode(T.self, from: data) } }
    }

    /// A type that needs a configuration.
    init<T: DecodableWithConfiguration>(
        _ type: T.Type, configuration: T.DecodingConfiguration
    ) where T.DecodingConfiguration: Sendable {
        name = "\(type) with \(configuration)"
        theirs = { data, options in
            Outcome { try options.foundation.decode(T.self, from: data, configuration: configuration) }
        }
        ours = { data, options in
            Outcome { try options.policyJSON.decode(T.self, from: data, configuration: configuration) }
        }
    }

    var description: String { name }
    var testDescription: String { name }

    func trial(_ text: String, _ options: Options = .default) -> Trial { trial(Data(text.utf8), options) }

    func trial(_ data: Data, _ options: Options = .default) -> Trial {
        Trial(
            data: data, subject: self, options: options, foundation: theirs(data, options),
            policyJSON: ours(data, options))
    }

    /// The outcome of PolicyJSON alone.
    func policyJSON(_ text: String, _ options: Options) -> Outcome { ours(Data(text.utf8), options) }
}

/// A document decoded by both decoders.
struct Trial: CustomStringConvertible {
    let data: Data
    let subject: Subject
    let options: Options
    let foundation: Outcome
    let policyJSON: Outcome

    var type: String { subject.name }

    /// Whether the text occurs in the document, in any encoding.
    func contains(_ part: String) -> Bool {
        [.utf8, .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian].contains {
            part.data(using: $0).map { data.contains($0) } ?? false
        }
    }

    var agrees: Bool { foundation == policyJSON }

    var description: String {
        // Plain UTF-8 as text, other documents as bytes.
        let readable = text.flatMap { text in
            text.utf8.elementsEqual(data) && !text.unicodeScalars.contains { $0.value < 0x20 } ? text : nil
        }
        let shown = readable ?? data.prefix(40).map { String($0, radix: 16) }.joined(separator: " ")
        return """
            \(shown.count > 300 ? shown.prefix(300) + "…" : shown) as \(type), \(options):
              Foundation: \(foundation)
              PolicyJSON: \(policyJSON)
            """
    }
}
