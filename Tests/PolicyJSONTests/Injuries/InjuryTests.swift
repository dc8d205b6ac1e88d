import Foundation
import PolicyJSON
import TestSupport
import Testing

/// Documents that were broken in thousands of known places: the report names exactly these, and tells enough to mend the
/// document by hand.
@Suite struct InjuryTests {
    @Test(arguments: [(1, 10_000), (2, 100), (3, 100), (4, 1)] as [(UInt64, Int)])
    func injuries(seed: UInt64, count: Int) throws {
        let shop = InjuredShop(seed: seed, injuries: count)
        var generator = shop.generator
        let (text, offsets) = shop.injured.written(&generator)
        let (whole, _) = shop.mended.written(&generator)

        let decoder = PolicyJSONDecoder(policy: Shop.policy)
        decoder.dateDecodingStrategy = .iso8601
        decoder.reportLimit = .max
        let strict = PolicyJSONDecoder()
        strict.dateDecodingStrategy = .iso8601
        #expect(throws: DecodingError.self) { try strict.decode(Shop.self, from: text) }

        let outcome = try decoder.decodeReporting(Shop.self, from: text)
        #expect(outcome.value == (try strict.decode(Shop.self, from: whole)))

        // The report names exactly what was broken.
        let locations = locations(in: text, of: Set(offsets.values))
        let expected = try shop.injuries.map { injury in
            let location = try #require(offsets[injury.place].flatMap { locations[$0] })
            return
                "\(injury.pointer): \(injury.rule), \(injury.kind), \(injury.found) → \(injury.result) at \(location)"
        }.sorted()
        let found = outcome.report.entries.map { entry in
            let place = "\(entry.location)+\(entry.location.offset)"
            return "\(entry.jsonPointer): \(entry.rule), \(entry.kind), \(entry.found) → \(entry.result) at \(place)"
        }.sorted()
        #expect(expected.count >= count)
        #expect(found.count == expected.count)
        let differences = found.difference(from: expected)
        #expect(differences.isEmpty, "\(differences.prefix(4))")
        #expect(outcome.report.unlistedCount == 0)
        #expect(outcome.report.entries.map(\.path.jsonPointer) == outcome.report.entries.map(\.jsonPointer))

        // The document mended by hand, from the report alone, is one that strict decoding takes for the same.
        var byHand = JSONTree.parsed(text)
        // What stands in strings comes after the strings.
        for entry in outcome.report.entries.sorted(by: { $0.path.steps.count < $1.path.steps.count }) {
            byHand.apply(Self.edit(entry), at: Self.steps(entry.jsonPointer)[...])
        }
        #expect(outcome.value == (try strict.decode(Shop.self, from: byHand.swept().written(&generator).text)))
    }

    /// Nothing broken, nothing reported.
    @Test func noInjuries() throws {
        let shop = InjuredShop(seed: 5, injuries: 50)
        var generator = shop.generator
        let decoder = PolicyJSONDecoder(policy: Shop.policy)
        decoder.dateDecodingStrategy = .iso8601
        let outcome = try decoder.decodeReporting(Shop.self, from: shop.mended.written(&generator).text)
        #expect(outcome.report.isEmpty)
    }

    /// What a reader of the report would do.
    private static func edit(_ entry: DecodingReport.Entry) -> JSONTree.Edit {
        switch entry.kind {
        case .dropped: return .remove
        case .elementNil: return .replace(.text("null"))
        default: break
        }
        switch entry.requestedType {
        case _ where entry.result == "nil": return .replace(.text("null"))
        // Printed as values of Swift: a case has its name, a date its ISO form.
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
