import Foundation
import PolicyJSON
import TestSupport
import Testing

/// Each value is decoded strictly first, and rules are consulted only about values whose strict decoding has failed.
/// Failed attempts of a type that decodes strictly are therefore not repaired, in any position.
@Suite("Strict first") struct StrictFirstTests {
    /// Policies with one rule that repairs.
    static let alone = rules.map { DecodingPolicy([$0]) }

    static let together = [.lenient, DecodingPolicy(rules), DecodingPolicy(rules.reversed())]

    static let rules: [any DecodingRule] = [
        NumbersFromStrings(), NumbersFromStrings(trimmingWhitespace: true), StringsFromScalars(), BooleansFromScalars(),
        BooleansFromScalars([.zeroAndOne, .words]), LossyCollections(),
        LossyCollections(maxDropped: 100, maxDroppedPercent: 100),
        Rounding(.toNearestOrEven), Rounding(.up, includingStrings: true), SingleValuesAsArrays(), SeparatedStrings(),
        LossyCollections(nullsOnly: true),
        DefaultValues([.zero, .emptyString, .false, .emptyArray, .emptyDictionary]), DefaultValues(7),
        UnknownCases(.useNil, for: [.null, .missingKey, .unknownCase]), UnknownCases(.first), UnknownCases(.fail),
        StringifiedJSON(), StringifiedJSON(includingScalars: true),
        FallbackDateFormats([.iso8601, .secondsSince1970, .formatted("yyyyMMdd")], includingNumericStrings: true),
        EmptyStrings(.asNil), EmptyStrings(.asNull, includingBlank: true),
        CaseMatching(caseInsensitive: true, separatorInsensitive: true, aliases: ["essay": ["novel"]]),
        OptionalPropertyWrappers(),
    ]

    /// Repairs the property `broken`, and nothing else.
    private static let repairing = DecodingPolicy {
        At("**.broken") { ClosureRule("Broken") { $0.requestedType == Int.self ? .use(7) : .decline } }
    }

    @Test(arguments: ProbingRow.all) func `strict decoding accepts the value`(_ row: ProbingRow) throws {
        func check<V: ProbedValue>(_ type: V.Type) throws {
            #expect(printed(try row.decoder(.strict).decode(type, from: row.json)) == row.strict)
        }
        try check(row.type)
    }

    /// Verifies the positions: without a rule that would change a value, none is changed.
    @Test(arguments: ProbingRow.all) func `other properties are repaired`(_ row: ProbingRow) throws {
        let deviations = try deviations(row.type, row, [.strict], ProbingCall.Function.allCases)
        #expect(deviations.isEmpty, "\(deviations.count), the first: \(deviations.prefix(8).joined(separator: "\n"))")
    }

    @Test(arguments: ProbingRow.all) func `a value that decodes strictly is not repaired`(_ row: ProbingRow) throws {
        let deviations =
            try deviations(row.type, row, Self.together, ProbingCall.Function.allCases)
            + deviations(row.type, row, Self.alone, [.reporting])
        #expect(deviations.isEmpty, "\(deviations.count), the first: \(deviations.prefix(8).joined(separator: "\n"))")
    }

    /// The deviations of a row's values in all positions, one line each.
    private func deviations<V: ProbedValue>(
        _ type: V.Type, _ row: ProbingRow, _ policies: [DecodingPolicy], _ functions: [ProbingCall.Function]
    ) throws -> [String] {
        let expected = try row.decoder(.strict).decode(type, from: row.json)
        var deviations: [String] = []
        for policy in policies {
            for function in functions {
                let decoder = row.decoder(Self.repairing.followed(by: policy))
                for position in ProbingPosition.allCases where position.isFor(type) {
                    let call = ProbingCall(function, decoder)
                    let found = Result { try position.values(of: type, by: call, position.document(row.json)) }
                    guard let deviation = deviation(found, expected, call.changes, position) else { continue }
                    deviations.append("\(position), \(policy.rules), \(function): \(deviation)")
                }
            }
        }
        return deviations
    }

    private func deviation<V: ProbedValue>(
        _ found: Result<[V], any Error>, _ expected: V, _ changes: [String]?, _ position: ProbingPosition
    ) -> String? {
        switch found {
        case .failure(let error): return "\(text(of: error))"
        case .success(let values):
            if values.contains(where: { $0 != expected }) { return values.map { printed($0) }.joined(separator: ", ") }
            if values.isEmpty { return "no value" }
        }
        guard let changes else { return nil }
        let isRight =
            changes.count == position.repairCount
            && changes.allSatisfy { $0.hasSuffix("\(ProbingPosition.broken): Broken") }
        return isRight ? nil : "\(changes)"
    }
}
