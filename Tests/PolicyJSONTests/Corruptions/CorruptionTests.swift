import Foundation
import PolicyJSON
import TestSupport
import Testing

/// Documents with thousands of known corruptions: the report lists exactly these, with enough information to repair the
/// document manually.
@Suite struct CorruptionTests {
    @Test(arguments: [(1, 10_000), (2, 100), (3, 100), (4, 1)] as [(UInt64, Int)])
    func corruptions(seed: UInt64, count: Int) throws {
        let shop = CorruptedShop(seed: seed, corruptions: count)
        var generator = shop.generator
        let (text, offsets) = shop.corrupted.written(&generator)
        let (repaired, _) = shop.repaired.written(&generator)

        let decoder = PolicyJSONDecoder(policy: Shop.policy)
        decoder.dateDecodingStrategy = .iso8601
        decoder.reportLimit = .max
        let strict = PolicyJSONDecoder()
        strict.dateDecodingStrategy = .iso8601
        #expect(throws: DecodingError.self) { try strict.decode(Shop.self, from: text) }

        let outcome = try decoder.decodeReporting(Shop.self, from: text)
        #expect(outcome.value == (try strict.decode(Shop.self, from: repaired)))

        // The report lists exactly the corruptions.
        let locations = locations(in: text, of: Set(offsets.values))
        let expected = try shop.corruptions.map { corruption in
            let location = try #require(offsets[corruption.location].flatMap { locations[$0] })
            return
                "\(corruption.pointer): \(corruption.rule), \(corruption.kind), \(corruption.found) → \(corruption.result) at \(location)"
        }.sorted()
        let found = outcome.report.entries.map { entry in
            let location = "\(entry.location)+\(entry.location.offset)"
            return "\(entry.jsonPointer): \(entry.rule), \(entry.kind), \(entry.found) → \(entry.result) at \(location)"
        }.sorted()
        #expect(expected.count >= count)
        #expect(found.count == expected.count)
        let differences = found.difference(from: expected)
        #expect(differences.isEmpty, "\(differences.prefix(4))")
        #expect(outcome.report.omittedCount == 0)
        #expect(outcome.report.entries.map(\.path.jsonPointer) == outcome.report.entries.map(\.jsonPointer))

        // The document, edited according to the report alone, decodes strictly to the same value.
        var edited = JSONTree.parsed(text)
        // Values in strings are edited after the strings.
        for entry in outcome.report.entries.sorted(by: { $0.path.steps.count < $1.path.steps.count }) {
            edited.apply(Self.edit(entry), at: Self.steps(entry.jsonPointer)[...])
        }
        #expect(outcome.value == (try strict.decode(Shop.self, from: edited.swept().written(&generator).text)))
    }

    /// A document without corruptions has an empty report.
    @Test func noCorruptions() throws {
        let shop = CorruptedShop(seed: 5, corruptions: 50)
        var generator = shop.generator
        let decoder = PolicyJSONDecoder(policy: Shop.policy)
        decoder.dateDecodingStrategy = .iso8601
        let outcome = try decoder.decodeReporting(Shop.self, from: shop.repaired.written(&generator).text)
        #expect(outcome.report.isEmpty)
    }

    /// The edit that a reader of the report would make.
    private static func edit(_ entry: DecodingReport.Entry) -> JSONTree.Edit {
        switch entry.kind {
        case .dropped: return .remove
        case .elementNil: return .replace(.text("null"))
        default: break
        }
        switch entry.requestedType {
        case _ where entry.result == "nil": return .replace(.text("null"))
        // Values printed by Swift: a case as its name, a date in ISO 8601.
        case "Kind", "Date": return .replace(.string(entry.result))
        default: return .replace(.text(entry.result))
        }
    }

    private static func steps(_ pointer: String) -> [String] {
        pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
            String($0).replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }

    /// `line:column+offset` by offset.
    private func locations(in text: String, of offsets: Set<Int>) -> [Int: String] {
        var result: [Int: String] = [:]
        var (line, start) = (1, 0)
        var previous: UInt8 = 0
        for (offset, byte) in text.utf8.enumerated() {
            if offsets.contains(offset) { result[offset] = "\(line):\(offset - start + 1)+\(offset)" }
            if byte == 0x0A || byte == 0x0D {
                if byte == 0x0D || previous != 0x0D { line += 1 }
                start = offset + 1
            }
            previous = byte
        }
        return result
    }
}
