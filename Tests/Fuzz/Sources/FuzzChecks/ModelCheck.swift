import Foundation
import PolicyJSON

/// Decodes typed models from arbitrary documents: the result must be a value or a `DecodingError`, and follow the
/// contract of the policies.
///
/// The last two bytes of an input are options; the rest is the document. If the last is 128 or more, the two bytes
/// before them select rules, and ``StrictFirstCheck`` checks models that try several types.
enum ModelCheck {
    static func complaint(about input: [UInt8]) -> String? {
        guard input.count >= 2 else { return nil }
        let options = (input[input.count - 1], input[input.count - 2])
        if options.0 >= 128 {
            guard input.count >= 4 else { return nil }
            let rules = UInt16(input[input.count - 3]) << 8 | UInt16(input[input.count - 4])
            return StrictFirstCheck.complaint(about: Data(input.dropLast(4)), model: options.0 - 128, rules: rules) {
                decoder($0, options.1)
            }
        }
        let data = Data(input.dropLast(2))
        return switch options.0 % 5 {
        case 0: check([Order].self, data, options.1)
        case 1: check(Order.self, data, options.1)
        case 2: check(Folder.self, data, options.1)
        case 3: check(Kennel.self, data, options.1)
        // Rules are also consulted about values that the model reads after the call.
        default: check(Kept.self, data, options.1, readsLater: true)
        }
    }

    private static func decoder(_ policy: DecodingPolicy, _ options: UInt8) -> PolicyJSONDecoder {
        let decoder = PolicyJSONDecoder(policy: policy)
        if options & 1 != 0 { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        if options & 2 != 0 { decoder.allowsJSON5 = true }
        if options & 4 != 0 { decoder.reportLimit = 3 }
        if options & 8 != 0 { decoder.repairLimit = 5 }
        if options & 16 != 0 { decoder.dataDecodingStrategy = .deferredToData }
        if options & 32 != 0 { decoder.allowsTrailingCommas = true }
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        switch options >> 6 {
        case 0: decoder.dateDecodingStrategy = .iso8601
        case 1: decoder.dateDecodingStrategy = .secondsSince1970
        case 2: decoder.dateDecodingStrategy = .millisecondsSince1970
        default: break
        }
        return decoder
    }

    /// - Parameter readsLater: whether the model retains its decoder and reads from it after the call.
    private static func check<T: Decodable & Equatable>(
        _ type: T.Type, _ data: Data, _ options: UInt8, readsLater: Bool = false
    ) -> String? {
        let strict = decoder(.strict, options)
        let lenient = decoder(.lenient, options)
        let plain = Result { try strict.decode(T.self, from: data) }
        let repaired = Result { try lenient.decode(T.self, from: data) }
        let reported = Result { try lenient.decodeReporting(T.self, from: data) }
        for result in [plain, repaired] {
            if case .failure(let error) = result, !(error is DecodingError) { return "\(error)" }
        }
        switch (repaired, reported) {
        case (.success(let value), .success(let outcome)):
            if value != outcome.value, value == value { return "another value with a report: \(outcome.value)" }
            if let complaint = complaint(about: outcome.report, data, lenient) { return complaint }
        case (.failure, .failure(let error)):
            if let report = (error as? JSONDecodingError)?.report,
                let complaint = complaint(about: report, data, lenient)
            {
                return complaint
            }
        default: return "another result with a report"
        }
        // Clean JSON has the same value under both policies, and is not repaired.
        guard !readsLater, case .success(let value) = plain else { return nil }
        guard case .success(let other) = reported else {
            return "the lenient policy rejects what the strict one accepts"
        }
        if value == value, value != other.value { return "strict: \(value)\nlenient: \(other.value)" }
        return nil
    }

    private static func complaint(
        about report: DecodingReport, _ data: Data, _ decoder: PolicyJSONDecoder
    ) -> String? {
        if report.entries.count > decoder.reportLimit { return "\(report.entries.count) entries" }
        if report.omittedCount > 0, report.entries.count < decoder.reportLimit { return "too few entries" }
        // Offsets in UTF-16 and UTF-32 documents are those in UTF-8, where two bytes of UTF-16 may become three.
        for entry in report.entries where entry.location.offset > data.count * 2 || entry.location.line < 1 {
            return "\(entry)"
        }
        return nil
    }
}
