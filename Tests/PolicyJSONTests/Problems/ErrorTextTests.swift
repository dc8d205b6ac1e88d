import Foundation
import PolicyJSON
import Testing

/// Errors say what is wrong, in all their forms.
@Suite struct ErrorTextTests {
    static let types: [any (Decodable & Sendable).Type] = [
        Bool.self, String.self, Int.self, UInt8.self, Double.self, Float.self, Decimal.self, Date.self, Data.self,
        URL.self, UUID.self, DecodingProblemTests.Fruit.self, [Int].self, [String: Int].self, Int128.self,
    ]

    /// Scalars of every kind in place of values of every type.
    @Test(arguments: types.indices, ["null", "true", "-1.5", "\"a b\"", "[[]]", "{\"a\":{}}"])
    func noTextIsEmpty(_ index: Int, _ text: String) throws {
        let decoder = PolicyJSONDecoder()
        decoder.policy = DecodingPolicy { LossyCollections() }
        func check<T: Decodable>(_ type: T.Type) throws {
            do {
                _ = try decoder.decodeReporting(T.self, from: text)
                return
            } catch {
                #expect(!error.description.hasSuffix(": "))
                #expect(error.localizedDescription == error.description)
                let problems = DecodingProblem.problems(in: error)
                #expect(problems.count == 1)
                #expect(problems.allSatisfy { $0.message.count > 10 && $0.location != nil })
            }
            let collected = #expect(throws: JSONDecodingError.self) {
                try decoder.decodeCollectingErrors(T.self, from: text)
            }
            #expect(collected?.description.hasSuffix(": ") == false)
            let report = try decoder.decodeReporting([T].self, from: "[\(text)]").report
            #expect(report.entries.map(\.reason).allSatisfy { !$0.isEmpty })
        }
        try check(Self.types[index])
    }

    @Test func decimals() {
        let reported = #expect(throws: JSONDecodingError.self) {
            try PolicyJSONDecoder().decodeReporting([Decimal].self, from: "[true]")
        }
        #expect(reported?.description == "1:2: [0]: \(otherKind)")
        let collected = #expect(throws: JSONDecodingError.self) {
            try PolicyJSONDecoder().decodeCollectingErrors([Decimal].self, from: "[true]")
        }
        #expect(collected?.description == "1:2: [0]: \(otherKind)")
    }

    @Test func localizedDescriptions() throws {
        let failure = #expect(throws: OutcomeFailure<Int>.self) { try Outcome<String, Int>.failure(7).get() }
        #expect(failure?.localizedDescription == "7")
        let pattern = #expect(throws: InvalidPattern.self) {
            // A literal would trap.
            let text = "a["
            _ = try PathPattern(text)
        }
        #expect(pattern?.localizedDescription == pattern?.description)
        let file = #expect(throws: PolicyFileError.self) { try PolicyFile(Data("[".utf8)) }
        #expect(file?.localizedDescription == file?.description)
        let error = #expect(throws: DecodingError.self) { try PolicyJSONDecoder().decode(Int.self, from: "x") }
        guard case .dataCorrupted(let context)? = error else { return #expect(Bool(false), "another error") }
        #expect(
            context.underlyingError?.localizedDescription == "line 1, column 1: unexpected 'x'\nx\n^")
        let lines = InputStream(data: Data("\"x\"\n".utf8))
        let results = try PolicyJSONDecoder().elements(of: Int.self, in: .lines, from: lines).results()
        guard case .failure(let rejected)? = try results.next() else { return #expect(Bool(false), "no rejection") }
        #expect(rejected.localizedDescription == "1:1: [0]: Expected to decode Int but found a string instead.")
    }
}
