import Foundation
import PolicyJSON

/// Decodes models that try several types, under any policy of rules that repair: a value that decodes strictly must be
/// the same, and must not be reported.
enum StrictFirstCheck {
    /// - Parameters:
    ///   - model: selects the model.
    ///   - rules: selects the rules.
    ///   - decoder: creates a decoder with a policy.
    static func complaint(
        about data: Data, model: UInt8, rules: UInt16, _ decoder: (DecodingPolicy) -> PolicyJSONDecoder
    ) -> String? {
        let policy = policy(rules)
        let (strict, tolerant) = (decoder(.strict), decoder(policy))
        for decoder in [strict, tolerant] where decoder.dateDecodingStrategy.isDeferred { trySeconds(decoder) }
        return switch model % 6 {
        case 0: check(ProbedValue.self, data, strict, tolerant)
        case 1: check(Probe.self, data, strict, tolerant)
        case 2: check(Either<[Int], Either<[String], Probe>>.self, data, strict, tolerant)
        case 3: check([String: Either<Bool, Either<Int, String>>].self, data, strict, tolerant)
        case 4: check([Either<Date, ProbedValue>?].self, data, strict, tolerant)
        default: check([Int: ProbedValue].self, data, strict, tolerant)
        }
    }

    private static let rules: [any DecodingRule] = [
        NumbersFromStrings(trimmingWhitespace: true), StringsFromScalars(), BooleansFromScalars([.zeroAndOne, .words]),
        UnknownCases(.useNil, for: [.null, .missingKey, .unknownCase]), LossyCollections(),
        LossyCollections(maxDropped: 1, maxDroppedPercent: 50), OptionalPropertyWrappers(),
        Rounding(.toNearestOrEven, includingStrings: true),
        SingleValuesAsArrays(), DefaultValues([.zero, .emptyString, .false, .emptyArray, .emptyDictionary]),
        StringifiedJSON(includingScalars: true),
        FallbackDateFormats([.iso8601, .secondsSince1970], includingNumericStrings: true),
        EmptyStrings(.asNull, includingBlank: true),
        CaseMatching(caseInsensitive: true, separatorInsensitive: true), UnknownCases(.first),
    ]

    /// A policy of the rules whose bits are set, in order, or in reverse order if the last bit is set.
    private static func policy(_ bits: UInt16) -> DecodingPolicy {
        let chosen = rules.indices.filter { bits >> $0 & 1 != 0 }.map { rules[$0] }
        return DecodingPolicy(bits >> 15 != 0 ? chosen.reversed() : chosen)
    }

    /// Reads dates as seconds or, if that throws, from a string.
    private static func trySeconds(_ decoder: PolicyJSONDecoder) {
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            if let seconds = try? container.decode(Double.self) { return Date(timeIntervalSince1970: seconds) }
            return Date(timeIntervalSince1970: -Double(try container.decode(String.self).utf8.count))
        }
    }

    private static func check<T: Decodable & Equatable>(
        _ type: T.Type, _ data: Data, _ strict: PolicyJSONDecoder, _ tolerant: PolicyJSONDecoder
    ) -> String? {
        checkWhole(type, data, strict, tolerant) ?? checkElements(type, data, strict, tolerant)
            ?? checkMembers(type, data, strict, tolerant)
    }

    private static func checkWhole<T: Decodable & Equatable>(
        _ type: T.Type, _ data: Data, _ strict: PolicyJSONDecoder, _ tolerant: PolicyJSONDecoder
    ) -> String? {
        let reported = Result { try tolerant.decodeReporting(type, from: data) }
        // NaN is not equal to itself.
        guard let value = try? strict.decode(type, from: data), value == value else { return nil }
        guard case .success(let outcome) = reported else { return "rejected, strict: \(value), \(reported)" }
        if value != outcome.value { return "strict: \(value)\nwith rules: \(outcome.value)" }
        if !outcome.report.isEmpty { return "strict: \(value)\nreported: \(outcome.report)" }
        if value != (try? tolerant.decode(type, from: data)) { return "without a report not \(value)" }
        if value != (try? tolerant.decodeCollectingErrors(type, from: data)) { return "collecting errors not \(value)" }
        return nil
    }

    /// Checks elements that decode strictly, among others that may not.
    private static func checkElements<T: Decodable & Equatable>(
        _ type: T.Type, _ data: Data, _ strict: PolicyJSONDecoder, _ tolerant: PolicyJSONDecoder
    ) -> String? {
        guard let elements = try? strict.decode([Attempted<T>].self, from: data),
            let outcome = try? tolerant.decodeReporting([Numbered<T>].self, from: data)
        else { return nil }
        let found = outcome.value.map { ($0.index.map { "\($0)" } ?? "", $0.value) }
        let expected = elements.enumerated().compactMap { index, element in element.value.map { ("\(index)", $0) } }
        return complaint(expected, found, outcome.report)
    }

    /// Checks members that decode strictly, among others that may not.
    private static func checkMembers<T: Decodable & Equatable>(
        _ type: T.Type, _ data: Data, _ strict: PolicyJSONDecoder, _ tolerant: PolicyJSONDecoder
    ) -> String? {
        guard let members = try? strict.decode([String: Attempted<T>].self, from: data),
            let outcome = try? tolerant.decodeReporting([String: T].self, from: data)
        else { return nil }
        return complaint(
            members.compactMap { name, member in member.value.map { (name, $0) } }, outcome.value.map { ($0, $1) },
            outcome.report)
    }

    private static func complaint<T: Equatable>(
        _ expected: [(String, T)], _ found: [(String, T)], _ report: DecodingReport
    ) -> String? {
        let found = Dictionary(found, uniquingKeysWith: { first, _ in first })
        let reported = Set(
            report.entries.map { entry in
                switch entry.path.steps.first {
                case .index(let index)?: "\(index)"
                case .key(let key)?: key
                case nil: ""
                }
            })
        for (place, value) in expected where value == value {
            guard let other = found[place] else { return "\(place) is missing: \(value)" }
            if value != other { return "\(place), strict: \(value)\nwith rules: \(other)" }
            if reported.contains(place), !place.isEmpty { return "\(place) decodes strictly: \(report)" }
        }
        return nil
    }
}

extension JSONDecoder.DateDecodingStrategy {
    fileprivate var isDeferred: Bool {
        if case .deferredToDate = self { return true }
        return false
    }
}
