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
    /// - Parameter usesDates: Whether dates are strings as in ISO 8601.
    func makeDecoder(usesDates: Bool) -> any MeasuredDecoder {
        switch self {
        case .foundation:
            let decoder = JSONDecoder()
            if usesDates {
                decoder.dateDecodingStrategy = .iso8601
            }
            return decoder
        case .strict, .tape:
            return policyDecoder(.strict, usesDates: usesDates)
        case .lenient:
            return policyDecoder(.lenient, usesDates: usesDates)
        case .ahead:
            let decoder = policyDecoder(.strict, usesDates: usesDates)
            decoder.parsesAhead = true
            return decoder
        }
    }

    private func policyDecoder(_ policy: DecodingPolicy, usesDates: Bool) -> PolicyJSONDecoder {
        let decoder = PolicyJSONDecoder()
        decoder.policy = policy
        if usesDates {
            decoder.dateDecodingStrategy = .iso8601
        }
        return decoder
    }
}

/// What the decoders have in common.
protocol MeasuredDecoder {
    /// Decodes one value of `type` from a document.
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONDecoder: MeasuredDecoder {}
extension PolicyJSONDecoder: MeasuredDecoder {}
