import Foundation
import PolicyJSON
import Testing

/// A value that would differ from strict decoding if a rule were consulted during the type's attempts.
struct ProbingRow: Sendable, CustomTestStringConvertible {
    let type: any ProbedValue.Type
    let json: String
    /// The value of strict decoding, as printed.
    let strict: String
    let configure: @Sendable (PolicyJSONDecoder) -> Void

    init(
        _ type: any ProbedValue.Type, _ json: String, _ strict: String,
        _ configure: @escaping @Sendable (PolicyJSONDecoder) -> Void = { _ in }
    ) {
        self.type = type
        self.json = json
        self.strict = strict
        self.configure = configure
    }

    var testDescription: String { "\(printed(type)) from \(json)" }

    func decoder(_ policy: DecodingPolicy) -> PolicyJSONDecoder {
        let decoder = PolicyJSONDecoder(policy: policy)
        configure(decoder)
        return decoder
    }
}

extension ProbingRow {
    static let all = [
        ProbingRow(Probing.AnyJSON.self, #"[1, 0, 7, "12", "007"]"#, #"[1, 0, 7, "12", "007"]"#),
        ProbingRow(
            Probing.AnyJSON.self, #"{"a": [1.5, "1.5", "yes", "true", "[1]", "", null]}"#,
            #"{a: [1.5, "1.5", "yes", "true", "[1]", "", null]}"#),
        ProbingRow(Probing.Either<Int, String>.self, #""123""#, #"right("123")"#),
        ProbingRow(Probing.Either<Int, String>.self, #"" 123""#, #"right(" 123")"#),
        ProbingRow(Probing.Either<Int, Double>.self, "1.5", "right(1.5)"),
        ProbingRow(Probing.Either<Int, String>.self, #""1.5""#, #"right("1.5")"#),
        ProbingRow(Probing.Either<Bool, Int>.self, "1", "right(1)"),
        ProbingRow(Probing.Either<Bool, String>.self, #""yes""#, #"right("yes")"#),
        ProbingRow(Probing.Either<String, Int>.self, "12", "right(12)"),
        ProbingRow(Probing.Either<[Int], [String]>.self, #"["a", "b"]"#, #"right(["a", "b"])"#),
        ProbingRow(Probing.Either<[String: Int], [String: String]>.self, #"{"a": "b"}"#, #"right(["a": "b"])"#),
        ProbingRow(Probing.Either<[Int], Int>.self, "5", "right(5)"),
        ProbingRow(Probing.Either<[Int], String>.self, #""[5]""#, #"right("[5]")"#),
        ProbingRow(
            Probing.Either<Probing.NumbersPage, Probing.TextsPage>.self, #"{"items": ["a"]}"#,
            #"right(Probing.TextsPage(items: ["a"]))"#),
        ProbingRow(
            Probing.Either<Probing.Numbered, Probing.Named>.self, #"{"name": "a"}"#,
            #"right(Probing.Named(name: "a"))"#),
        ProbingRow(
            Probing.Either<Probing.Attachment, Probing.Named>.self, #"{"name": "a"}"#,
            #"right(Probing.Named(name: "a"))"#),
        ProbingRow(Probing.Either<Probing.NullOrNumber, String>.self, #""""#, #"right("")"#),
        ProbingRow(Probing.Either<Int?, String>.self, #""""#, #"right("")"#),
        ProbingRow(Probing.Either<Date, String>.self, #""2024-02-29T00:00:00Z""#, #"right("2024-02-29T00:00:00Z")"#),
        ProbingRow(Probing.Either<Probing.Genre, String>.self, #""novel""#, #"right("novel")"#),
        ProbingRow(Probing.Account.self, #"{"id": "007"}"#, #"Account(id: "007")"#),
        ProbingRow(
            Probing.KeptGenre.self, #"{"genre": "novel"}"#,
            #"KeptGenre(known: nil, text: Optional("novel"))"#),
        ProbingRow(
            Probing.KeptGenre.self, #"{"genre": "Poem"}"#,
            #"KeptGenre(known: nil, text: Optional("Poem"))"#),
        ProbingRow(Probing.Mixed.self, #"["1", 2, "a"]"#, #"Mixed(numbers: [2], texts: ["1", "a"])"#),
        ProbingRow(Date.self, #""20240229""#, "2024-02-29 00:00:00 +0000", secondsOrDay),
        ProbingRow(Data.self, #""0123""#, "3 bytes", countOrBase64),
        // The library's types that try several types.
        ProbingRow(Outcome<Int, String>.self, #""123""#, #"failure("123")"#),
        ProbingRow(Outcome<[Int], [String]>.self, #"["a", "b"]"#, #"failure(["a", "b"])"#),
        ProbingRow(
            Outcome<Probing.Numbered, Probing.Named>.self, #"{"name": "a"}"#,
            #"failure(Probing.Named(name: "a"))"#),
    ]

    /// Reads dates as seconds or as `yyyyMMdd`.
    @Sendable static func secondsOrDay(_ decoder: PolicyJSONDecoder) {
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            if let seconds = try? container.decode(Double.self) { return Date(timeIntervalSince1970: seconds) }
            let text = try container.decode(String.self)
            if let date = day.date(from: text) { return date }
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not a day.")
        }
    }

    /// Reads data as a count of zeros or as Base64.
    @Sendable static func countOrBase64(_ decoder: PolicyJSONDecoder) {
        decoder.dataDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            if let count = try? container.decode(UInt8.self) { return Data(count: Int(count)) }
            if let data = Data(base64Encoded: try container.decode(String.self)) { return data }
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not Base64.")
        }
    }

    private static let day: DatePattern = "yyyyMMdd"
}
