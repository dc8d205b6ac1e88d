import Foundation
import PolicyJSON

/// What takes part in a measurement; the raw values are the names that the results use.
enum Contestant: String, CaseIterable, Sendable {
    case foundation = "Foundation"
    case strict = "PolicyJSON strict"
    case lenient = "PolicyJSON lenient"
    /// Strict, with a second thread that parses ahead.
    case ahead = "PolicyJSON ahead"
    case tape = "tape alone"

    /// Those that decode models, and have to agree about them.
    static let decoding: [Contestant] = [.foundation, .strict, .lenient, .ahead]

    /// Those that take part with a payload: parsing ahead is for large arrays.
    static func measured(with payload: String) -> [Contestant] {
        allCases.filter { $0 != .ahead || ["orders", "orders-dates", "logs"].contains(payload) }
    }

    /// A decoder as the payload needs it.
    ///
    func makeDecoder(_ settings: CoderSettings) -> any MeasuredDecoder {
        switch self {
        case .foundation:
            let decoder = JSONDecoder()
            if settings.contains(.dates) { decoder.dateDecodingStrategy = .iso8601 }
            if settings.contains(.snakeCase) { decoder.keyDecodingStrategy = .convertFromSnakeCase }
            return decoder
        case .strict, .tape:
            return policyDecoder(.strict, settings)
        case .lenient:
            return policyDecoder(.lenient, settings)
        case .ahead:
            let decoder = policyDecoder(.strict, settings)
            decoder.parsesAhead = true
            return decoder
        }
    }

    private func policyDecoder(_ policy: DecodingPolicy, _ settings: CoderSettings) -> PolicyJSONDecoder {
        let decoder = PolicyJSONDecoder()
        decoder.policy = policy
        if settings.contains(.dates) { decoder.dateDecodingStrategy = .iso8601 }
        if settings.contains(.snakeCase) { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        return decoder
    }
}

/// What a payload asks of its coders.
struct CoderSettings: OptionSet, Sendable {
    let rawValue: Int

    /// Dates are strings as in ISO 8601.
    static let dates = CoderSettings(rawValue: 1)
    /// Keys are in snake case, and the models' are in camel case.
    static let snakeCase = CoderSettings(rawValue: 2)
}

/// What the decoders have in common.
protocol MeasuredDecoder {
    /// Decodes one value of `type` from a document.
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONDecoder: MeasuredDecoder {}
extension PolicyJSONDecoder: MeasuredDecoder {}
