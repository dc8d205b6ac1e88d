import Foundation
import TestSupport
import Testing

@testable import PolicyJSON

/// Random documents, policies and models that try several types: a value that decodes strictly is the same under any
/// policy of rules that repair, and is not reported.
@Suite("Strict first, random") struct StrictFirstPropertyTests {
    static let pool: [any ProbingModel.Type] = [
        Probing.AnyJSON.self, [Probing.AnyJSON].self, [String: Probing.AnyJSON].self, Probing.Either<Int, String>.self,
        Probing.Either<[Int], [String]>.self, [Probing.Either<Bool, Probing.Either<Int, String>>].self,
        Probing.Either<Probing.NumbersPage, Probing.TextsPage>.self,
        Probing.Either<Probing.Attachment, Probing.Named>.self,
        Probing.Account.self, Set<Probing.Account>.self, ContiguousArray<Probing.KeptGenre>.self, Probing.Mixed.self,
        [String: Probing.Mixed?].self, Probing.Members.self, [Probing.Members?].self, Probing.Containers.self,
        Probing.Lossy<Int>.self, Probing.Lossy<Probing.Account>.self, [Probing.Failable<Int>].self,
        [Probing.Failable<[Probing.Positive]>].self, Probing.Failable<Probing.Sale>.self, Probing.Tree.self,
        [Probing.Tree].self, Probing.Sale.self, [String: Probing.Sale].self, Probing.Wrapping<Probing.Mixed>.self,
        [Date].self, Probing.Either<Date, String>.self, Outcome<[Int], [String]>.self, [Outcome<Int, String>].self,
        Outcome<Probing.Account, Probing.Named>.self,
    ]

    static func decoder(_ policy: DecodingPolicy) -> PolicyJSONDecoder {
        let decoder = PolicyJSONDecoder(policy: policy)
        ProbingRow.secondsOrDay(decoder)
        return decoder
    }

    private static let strict = decoder(.strict)

    /// The numbers of successes and failures of strict decoding.
    struct Tally {
        var successes = 0
        var failures = 0
    }

    // MARK: Documents that decode strictly

    @Test(arguments: 0..<12) func `documents`(_ batch: Int) {
        var tally = Tally()
        for seed in 0..<100 {
            let seed = UInt64(batch * 100 + seed)
            var (documents, policies) = Self.generators(seed)
            let policy = policies.policy()
            let type = documents.generator.pick(Self.pool)
            let complaint = checkDocument(type, &documents, policy, &tally)
            #expect(complaint == nil, "seed \(seed), \(policy.rules)")
        }
        #expect(tally.successes > 50)
    }

    private static func generators(_ seed: UInt64) -> (ProbingDocuments, RandomPolicy) {
        (
            ProbingDocuments(generator: SplitMix64(seed: seed)),
            RandomPolicy(generator: SplitMix64(seed: seed &+ 1 << 32))
        )
    }

    private func checkDocument<T: ProbingModel>(
        _ type: T.Type, _ documents: inout ProbingDocuments, _ policy: DecodingPolicy, _ tally: inout Tally
    ) -> String? {
        let json = documents.document(of: T.shape(2))
        guard let strict = try? Self.strict.decode(T.self, from: json) else {
            tally.failures += 1
            return nil
        }
        tally.successes += 1
        let step = 1 + documents.generator.below(20)
        let decoder = Self.decoder(policy)
        do {
            for function in ProbingCall.Function.allCases where function != .windows {
                let call = ProbingCall(function, decoder)
                let value = try call.decode(T.self, json)
                if let complaint = complaint([value], [strict], call) { return "\(json), \(function): \(complaint)" }
            }
            let windows = ProbingCall(.windows, Self.decoder(policy))
            windows.decoder.windows.step = step
            let inWindows = try windows.decode([T].self, "[\(json),\(json)]")
            let stream = ProbingCall(.plain, decoder)
            let elements = try stream.elements(T.self, at: "", "[\(json),\(json)]")
            let records = ProbingCall(.plain, decoder)
            let lines = try records.records(T.self, "\(json)\n\(json)\n")
            for (values, call) in [(inWindows, windows), (elements, stream), (lines, records)] {
                if let complaint = complaint(values, [strict, strict], call) {
                    return "\(json), streamed: \(complaint)"
                }
            }
            return nil
        } catch {
            return "\(json): \(text(of: error))"
        }
    }

    private func complaint<T: Equatable>(_ values: [T], _ strict: [T], _ call: ProbingCall) -> String? {
        if values != strict { return "\(printed(values)), strict \(printed(strict))" }
        return call.changes?.isEmpty ?? true ? nil : "\(call.changes ?? [])"
    }

    // MARK: Values among others that may not decode strictly

    @Test(arguments: 0..<12) func `elements and members`(_ batch: Int) {
        var tally = Tally()
        for seed in 0..<60 {
            let seed = UInt64(10_000 + batch * 60 + seed)
            var (documents, policies) = Self.generators(seed)
            documents.disorder = 12
            let policy = policies.policy()
            let type = documents.generator.pick(Self.pool)
            let complaint = checkParts(type, &documents, policy, &tally)
            #expect(complaint == nil, "seed \(seed), \(policy.rules)")
        }
        #expect(tally.successes > 60 && tally.failures > 20)
    }

    /// A value, and the index of the element that contains it.
    private struct Numbered<Value: ProbingModel>: Decodable {
        let index: Int?
        let value: Value

        init(from decoder: any Decoder) throws {
            index = decoder.codingPath.last?.intValue
            value = try decoder.singleValueContainer().decode(Value.self)
        }
    }

    private func checkParts<T: ProbingModel>(
        _ type: T.Type, _ documents: inout ProbingDocuments, _ policy: DecodingPolicy, _ tally: inout Tally
    ) -> String? {
        let parts = (0..<4).map { _ in documents.document(of: T.shape(1)) }
        let decoder = Self.decoder(policy)
        let strict = parts.map { try? Self.strict.decode(T.self, from: $0) }
        tally.successes += strict.count { $0 != nil }
        tally.failures += strict.count { $0 == nil }
        let array = "[\(parts.joined(separator: ","))]"
        let object = "{\(parts.enumerated().map { "\"\($0)\":\($1)" }.joined(separator: ","))}"

        /// The first deviation in the values that decode strictly, by index, or in the paths of their reports.
        func complaint(_ values: [Int: T], _ paths: [DecodingPath]) -> String? {
            for (index, expected) in strict.enumerated() {
                guard let expected else { continue }
                guard let value = values[index] else { return "\(index) is missing: \(printed(expected))" }
                if value != expected { return "\(printed(value)), strict \(printed(expected))" }
            }
            return self.complaint(paths, strict)
        }
        if let outcome = try? decoder.decodeReporting([Numbered<T>].self, from: array) {
            let values = Dictionary(
                outcome.value.compactMap { numbered in numbered.index.map { ($0, numbered.value) } },
                uniquingKeysWith: { first, _ in first })
            if let found = complaint(values, outcome.report.entries.map(\.path)) { return "\(array): \(found)" }
        }
        if let outcome = try? decoder.decodeReporting([String: T].self, from: object) {
            let values = Dictionary(uniqueKeysWithValues: outcome.value.map { (Int($0) ?? -1, $1) })
            if let found = complaint(values, outcome.report.entries.map(\.path)) { return "\(object): \(found)" }
        }
        for decoder in [Self.strict, decoder] {
            do throws(JSONDecodingError) {
                _ = try decoder.decodeCollectingErrors([Numbered<T>].self, from: array)
            } catch {
                if let found = self.complaint(error.problems.map(\.path), strict) { return "\(array): \(found)" }
            }
        }
        return nil
    }

    private func complaint<T>(_ paths: [DecodingPath], _ strict: [T?]) -> String? {
        for path in paths {
            let index: Int? =
                switch path.steps.first {
                case .index(let index)?: index
                case .key(let key)?: Int(key)
                case nil: nil
                }
            if let index, strict.indices.contains(index), strict[index] != nil { return "reported: \(path)" }
        }
        return nil
    }

    // MARK: Properties next to one that is repaired

    @Test(arguments: 0..<6) func `properties`(_ batch: Int) {
        var tally = Tally()
        for seed in 0..<60 {
            let seed = UInt64(20_000 + batch * 60 + seed)
            var (documents, policies) = Self.generators(seed)
            let policy = policies.policy()
            let type = documents.generator.pick(Self.pool)
            let complaint = checkProperty(type, &documents, policy, &tally)
            #expect(complaint == nil, "seed \(seed), \(policy.rules)")
        }
        #expect(tally.successes > 25)
    }

    /// Repairs the property `broken`. Its rule is consulted first, because no other rule is in as many scopes.
    private static let repairing = DecodingPolicy {
        At("**") { At("**") { At("**.broken") { ClosureRule("Broken") { _ in .use(7) } } } }
    }

    private func checkProperty<T: ProbingModel>(
        _ type: T.Type, _ documents: inout ProbingDocuments, _ policy: DecodingPolicy, _ tally: inout Tally
    ) -> String? {
        let json = documents.document(of: T.shape(2))
        // `null` has another meaning for an optional.
        guard json != "null", let strict = try? Self.strict.decode(T.self, from: json) else {
            tally.failures += 1
            return nil
        }
        tally.successes += 1
        let document = #"{"value":\#(json),"broken":{}}"#
        let decoder = Self.decoder(Self.repairing.followed(by: policy))
        do {
            let before = try decoder.decodeReporting(BrokenBefore<T>.self, from: document)
            let after = try decoder.decodeReporting(BrokenAfter<T>.self, from: document)
            let inArray = try decoder.decodeReporting([BrokenAfter<T?>].self, from: "[\(document)]")
            for value in [before.value.value, after.value.value, inArray.value.first?.value] where value != strict {
                return "\(json): \(printed(value as Any)), strict \(printed(strict))"
            }
            for report in [before.report, after.report, inArray.report] where report.counts.byRule != ["Broken": 1] {
                return "\(json): \(report.entries)"
            }
            return nil
        } catch {
            return "\(json): \(text(of: error))"
        }
    }
}
