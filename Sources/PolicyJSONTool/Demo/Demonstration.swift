import Foundation
import PolicyJSON

/// What `demo` shows: the same bytes decoded strictly and under a policy.
struct Demonstration {
    /// The policy of the demonstration.
    static let policy = DecodingPolicy {
        At("[*].items[*].price") { NumericStrings(.trimmingWhitespace) }
        For(PaymentType.self) { UnknownCases(.useNil) }
        NumericStrings()
        CurrencySymbols()
        StringsFromScalars()
        Booleans([.zeroAndOne, .words])
        UnknownCases(.caseNamed("unknown"), for: [.unknownValue, .null, .missingKey])
        LossyCollections()
        MissingWrappers()
    }

    let label: String
    let data: Data

    /// What strict decoding throws; `nil` if it takes the orders as they are.
    func strictProblem() -> InputProblem? {
        do throws(InputProblem) {
            _ = try decode(under: .strict)
            return nil
        } catch {
            return error
        }
    }

    /// The orders under the policy, and what it mended.
    func outcome() throws(InputProblem) -> DecodingOutcome<[Order]> {
        try decode(under: Self.policy)
    }

    private func decode(under policy: DecodingPolicy) throws(InputProblem) -> DecodingOutcome<[Order]> {
        let decoder = PolicyJSONDecoder(policy: policy)
        decoder.dateDecodingStrategy = .iso8601
        do throws(ReportedDecodingError) {
            return try decoder.decodeReporting([Order].self, from: data)
        } catch {
            throw InputProblem(error, in: label)
        }
    }
}
