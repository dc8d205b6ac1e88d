import Foundation
import PolicyJSON

/// A document made to be expensive, at any size, and what a decoder is asked to do with it.
struct HostileShape: Sendable {
    let name: String
    /// The size of the largest of the documents, in units of its own (elements, members, bytes). Each one before it has half
    /// the size.
    let largest: Int
    /// How many documents there are.
    var sizes = 3
    /// Whether time is shown for each unit and not for each byte.
    var countsUnits = false
    /// How many microseconds one byte or unit may take; `nil`: that is not limited.
    var atMost: Double?
    /// The document of so many units.
    let document: @Sendable (Int) -> Data
    /// Decodes it. What the decoder throws is part of the work; what it comes to is checked.
    let work: @Sendable (Data) throws -> Void
}

extension HostileShape {
    /// Whether a decode ends with an error, as it should.
    static func refuse<T: Decodable>(
        _ type: T.Type, _ data: Data, _ code: JSONSyntaxError.Code, limits: JSONLimits = .default
    ) throws {
        let decoder = PolicyJSONDecoder()
        decoder.limits = limits
        do {
            _ = try decoder.decode(type, from: data)
        } catch DecodingError.dataCorrupted(let context) {
            if (context.underlyingError as? JSONSyntaxError)?.code == code { return }
        }
        throw BenchmarkFailure("not refused with \(code)")
    }

    static func check(_ isRight: Bool, _ what: String) throws {
        if !isRight { throw BenchmarkFailure(what) }
    }
}
