import Foundation

/// A document with the type that is decoded from it: one row group of the table.
///
/// The model's type is hidden in the conforming type, so that payloads with different models can be in one list.
protocol Payload: Sendable {
    /// The name that `--only` and the results use.
    var name: String { get }

    /// The document, or `nil` if it is a file that is not there.
    func makeDocument() throws -> Data?

    /// A document of the same kind of at most 2 MB, or so: for what is slow and does not depend on the size.
    func makeShortDocument() throws -> Data?

    /// Returns what a measurement calls: it decodes `document` as many times as requested.
    func work(of contestant: Contestant, on document: Data) -> Work

    /// Checks that every decoder makes the same value of `document` as Foundation's.
    ///
    /// - Throws: ``BenchmarkFailure``, or what a decoder throws.
    func checkEquality(on document: Data) throws

    /// Checks that the model lacks no field of `document`; see ``ModelCoverage``.
    ///
    /// - Throws: ``BenchmarkFailure``, or what a decoder throws.
    func checkCoverage(of document: Data) throws

    /// Returns what a measurement of encoding calls: it encodes the value of `document` as many times as requested.
    func encodingWork(of contestant: EncodingContestant, _ document: Data) throws -> Work

    /// Checks that both encoders write the same text for the value of `document`.
    ///
    /// - Returns: The size of the text in bytes.
    /// - Throws: ``BenchmarkFailure``, or what an encoder throws.
    func checkEncoding(of document: Data) throws -> Int
}

/// Decodes something the given number of times.
typealias Work = (_ repetitions: Int) throws -> Void

/// A payload whose model is `Model`.
struct TypedPayload<Model: Codable & Equatable & Sendable>: Payload {
    let name: String
    let settings: CoderSettings
    let document: @Sendable () throws -> Data?
    let shortDocument: (@Sendable () throws -> Data?)?

    /// - Parameters:
    ///   - name: The name that `--only` and the results use.
    ///   - model: What is decoded.
    ///   - settings: What the coders are asked for.
    ///   - short: Returns a document of at most 2 MB; `nil` where the document is.
    ///   - document: Returns the document, or `nil` if it is a file that is not there.
    init(
        _ name: String, _ model: Model.Type, settings: CoderSettings = [],
        short: (@Sendable () throws -> Data?)? = nil,
        document: @escaping @Sendable () throws -> Data?
    ) {
        self.name = name
        self.settings = settings
        self.shortDocument = short
        self.document = document
    }

    func makeDocument() throws -> Data? {
        try document()
    }

    func makeShortDocument() throws -> Data? {
        try (shortDocument ?? document)()
    }

    func work(of contestant: Contestant, on document: Data) -> Work {
        contestant == .tape ? work(of: contestant, Unread.self, document) : work(of: contestant, Model.self, document)
    }

    private func work<Value: Decodable>(of contestant: Contestant, _ type: Value.Type, _ document: Data) -> Work {
        let decoder = contestant.makeDecoder(settings)
        return { repetitions in
            for _ in 0..<repetitions {
                blackHole(try decoder.decode(type, from: document))
            }
        }
    }

    func checkEquality(on document: Data) throws {
        let foundation = Contestant.foundation.makeDecoder(settings)
        let expected = try foundation.decode(Model.self, from: document)
        for contestant in Contestant.decoding where contestant != .foundation {
            let value = try contestant.makeDecoder(settings).decode(Model.self, from: document)
            guard value == expected else {
                let paths = try ModelCoverage(Model.self, settings).pathsDiffering(expected, value)
                throw BenchmarkFailure(
                    "\(name): \(contestant.rawValue) and Foundation differ at \(paths.joined(separator: ", "))")
            }
        }
    }

    func checkCoverage(of document: Data) throws {
        let missing = try ModelCoverage(Model.self, settings).pathsMissing(from: document)
        guard missing.isEmpty else {
            throw BenchmarkFailure("\(name): the model lacks \(missing.joined(separator: ", "))")
        }
    }
}

/// A reason to give up that a person has to see.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
