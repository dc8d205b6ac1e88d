import Foundation
import PolicyJSON

/// What `demo` shows: the same bytes decoded strictly and under a policy.
struct Demonstration {
    /// The policy of the demonstration.
    static let policy = DecodingPolicy {
        At("[*].items[*].price") { NumbersFromStrings(trimmingWhitespace: true) }
        For(PaymentType.self) { UnknownCases(.useNil) }
        NumbersFromStrings()
        CurrencySymbols()
        StringsFromScalars()
        BooleansFromScalars([.zeroAndOne, .words])
        UnknownCases(.caseNamed("unknown"), for: [.null, .missingKey, .unknownCase])
        LossyCollections()
        OptionalPropertyWrappers()
    }

    let label: String
    let data: Data

    /// The error of strict decoding; `nil` if it succeeds.
    func strictProblem() -> InputProblem? {
        do throws(InputProblem) {
            _ = try decode(under: .strict)
            return nil
        } catch {
            return error
        }
    }

    /// Decodes the orders under the policy, with the report of its repairs.
    func outcome() throws(InputProblem) -> DecodingOutcome<[Order]> {
        try decode(under: Self.policy)
    }

    private func decode(under policy: DecodingPolicy) throws(InputProblem) -> DecodingOutcome<[Order]> {
        let decoder = PolicyJSONDecoder(policy: policy)
        decoder.dateDecodingStrategy = .iso8601
        do throws(JSONDecodingError) {
            return try decoder.decodeReporting([Order].self, from: data)
        } catch {
            throw InputProblem(error, in: label)
        }
    }
}
