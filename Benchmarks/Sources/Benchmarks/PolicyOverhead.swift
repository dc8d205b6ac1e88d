import Foundation
import PolicyJSON

/// What policies cost: the rows `policy-overhead`. Each time is divided by that of a base in the same round.
struct PolicyOverhead {
    static let name = "policy-overhead"

    /// One measured ratio.
    struct Row: Encodable, Sendable {
        let row: String
        let against: String
        /// The median over the rounds of the time divided by that of the base in the same round.
        let ratio: Double
        /// The median time in seconds.
        let seconds: Double

        enum CodingKeys: String, CodingKey {
            case row, against, seconds
            case ratio = "time_ratio"
        }
    }

    /// One value of a document that can be written so that each member needs mending.
    struct Sale: Codable, Equatable, Sendable {
        enum Channel: Int, Codable {
            case shop = 1
            case web, phone
        }

        let id: Int
        let reference: String
        let quantity: Int
        let price: Double
        let isPaid: Bool
        let postalCode: String
        let channel: Channel
        let discount: Double?
    }

    /// `.lenient`, and more: 20 rules and 10 scopes for paths that are in the documents. Not among them are ``UnknownKeys``,
    /// which looks at each key, and ``Keys``, which searches for each that is absent (half of the orders have no note): what
    /// they do in clean JSON has a cost of its own.
    static let twentyRules = DecodingPolicy {
        DecodingPolicy.lenient
        CaseNames([.caseInsensitive, .separatorInsensitive])
        CaseNames(aliases: ["sent": "shipped"])
        EmptyStrings(.asNil)
        EmptyStrings(.asNull, .whiteSpace)
        DuplicateKeys(.first)
        NestedJSON()
        NestedJSON(.scalars)
        Rounding(.toNearestOrEven, .numericStrings)
        SingleValuesAsArrays()
        Dates([.iso8601, .secondsSince1970])
        Dates([.formatted("d.M.yyyy")])
        Defaults([.zero, .emptyString])
        Defaults(.false, for: .null)
        Booleans(.words)
        for path: PathPattern in [
            "[*].id", "[*].reference", "[*].quantity", "[*].total", "[*].address.city", "[*].address.postal_code",
            "**.price", "[*].status", "[*].note", "**.country",
        ] {
            At(path) { NumericStrings(.trimmingWhitespace) }
        }
    }

    let rounds: Int

    /// How many elements the lossy rows have.
    static let lossyCount = 1_000_000
    private static let salesCount = 40_000

    private let orders = OrderText.document(count: 10_000)
    private let cleanSales = Self.sales(mended: false)
    private let brokenSales = Self.sales(mended: true)

    private static func sales(mended: Bool) -> Data {
        var text = "["
        for index in 0..<salesCount {
            let quote = mended ? "\"" : ""
            let unquote = mended ? "" : "\""
            text += index > 0 ? ",\n" : ""
            text +=
                "{\"id\":\(quote)\(1_000_000 + index)\(quote),\"reference\":\(unquote)\(77_000_000 + index)\(unquote),"
            text += "\"quantity\":\(quote)\(index % 90 + 1)\(quote),\"price\":\(quote)\(index % 5_000).25\(quote),"
            text += "\"isPaid\":\(mended ? "\(index % 2)" : index % 2 == 1 ? "true" : "false"),"
            text += "\"postalCode\":\(unquote)\(10_000 + index % 80_000)\(unquote),"
            text += "\"channel\":\(quote)\(index % 3 + 1)\(quote),\"discount\":\(quote)0.\(index % 9 + 1)\(quote)}"
        }
        return Data((text + "]").utf8)
    }

    /// An array of integers, of which each second one is something else, or none.
    private static func integers(_ count: Int, bad: Bool) -> Data {
        var text = "["
        text.reserveCapacity(count * 9)
        for index in 0..<count {
            if index > 0 { text += "," }
            text += bad && index % 2 == 1 ? "\"none\"" : "\(100_000 + index % 800_000)"
        }
        return Data((text + "]").utf8)
    }

    private static func decoder(_ policy: DecodingPolicy) -> PolicyJSONDecoder { PolicyJSONDecoder(policy: policy) }

    /// Checks that what is measured does what it should.
    ///
    /// - Throws: ``BenchmarkFailure`` if not, or what a decoder throws.
    func verify() throws {
        func expect(_ condition: Bool, _ text: String) throws {
            if !condition { throw BenchmarkFailure("\(Self.name): \(text)") }
        }
        let strict = try Self.decoder(.strict).decode([Order].self, from: orders)
        for policy in [DecodingPolicy.lenient, Self.twentyRules] {
            let outcome = try Self.decoder(policy).decodeReporting([Order].self, from: orders)
            try expect(outcome.value == strict && outcome.report.isEmpty, "clean orders are changed")
        }
        let rules = Self.twentyRules.rules
        try expect(rules.count(where: { !($0 is At) }) == 20 && rules.count(where: { $0 is At }) == 10, "not 20 rules")
        let sales = try Self.decoder(.strict).decode([Sale].self, from: cleanSales)
        let mended = try Self.decoder(.lenient).decodeReporting([Sale].self, from: brokenSales)
        try expect(mended.value == sales, "mended sales are not the clean ones")
        try expect(mended.report.count == Self.salesCount * 8, "not every value was mended")
        try expect(mended.report.entries.count == 1_000, "the report is not bounded")
        let bad = Self.integers(Self.lossyCount, bad: true)
        let lossy = try Self.decoder(.lenient).decodeReporting([Int].self, from: bad)
        try expect(lossy.value.count == Self.lossyCount / 2, "not half of the elements are left")
        try expect(lossy.report.count == Self.lossyCount / 2, "not half of the elements were dropped")
        try expect(lossy.report.entries.count == 1_000, "the report is not bounded")
        try expect(
            lossy.report.counts.byPath == ["[*]": Self.lossyCount / 2], "the counts are not those of the elements")
    }

    /// Measures all rows.
    func measure() throws -> [Row] { try groups.flatMap { try measure($0.base, $0.others) } }

    /// Does what a row measures; for profilers.
    func profile(_ row: String) throws {
        guard let work = groups.flatMap({ [$0.base] + $0.others }).first(where: { $0.name == row }) else {
            throw BenchmarkFailure("\(Self.name): no row \(row)")
        }
        for _ in 0..<rounds { try work.run() }
    }

    private var groups: [(base: Work, others: [Work])] {
        let strict = Self.decoder(.strict)
        let lenient = Self.decoder(.lenient)
        let twenty = Self.decoder(Self.twentyRules)
        let clean = Self.integers(Self.lossyCount, bad: false)
        let bad = Self.integers(Self.lossyCount, bad: true)
        let half = Self.integers(Self.lossyCount / 2, bad: true)
        return [
            (
                ("clean orders, .strict", { blackHole(try strict.decode([Order].self, from: orders)) }),
                [
                    ("clean orders, .lenient", { blackHole(try lenient.decode([Order].self, from: orders)) }),
                    (
                        "clean orders, 20 rules and 10 paths",
                        { blackHole(try twenty.decode([Order].self, from: orders)) }
                    ),
                    (
                        "clean orders, the same with a report",
                        { blackHole(try twenty.decodeReporting([Order].self, from: orders).value) }
                    ),
                ]
            ),
            (
                ("clean sales, .lenient", { blackHole(try lenient.decode([Sale].self, from: cleanSales)) }),
                [
                    ("sales with each value mended", { blackHole(try lenient.decode([Sale].self, from: brokenSales)) }),
                    (
                        "sales with each value mended, with a report",
                        { blackHole(try lenient.decodeReporting([Sale].self, from: brokenSales).value) }
                    ),
                    (
                        "sales with each value mended, 20 rules and 10 paths",
                        { blackHole(try twenty.decode([Sale].self, from: brokenSales)) }
                    ),
                    (
                        "sales with each value mended, the same with a report",
                        { blackHole(try twenty.decodeReporting([Sale].self, from: brokenSales).value) }
                    ),
                ]
            ),
            (
                ("500,000 integers, half of them bad", { blackHole(try lenient.decode([Int].self, from: half)) }),
                [
                    ("1,000,000 integers, half of them bad", { blackHole(try lenient.decode([Int].self, from: bad)) }),
                    (
                        "1,000,000 integers, half of them bad, with a report",
                        { blackHole(try lenient.decodeReporting([Int].self, from: bad).value) }
                    ),
                    ("1,000,000 integers, all good", { blackHole(try lenient.decode([Int].self, from: clean)) }),
                ]
            ),
        ]
    }

    private typealias Work = (name: String, run: () throws -> Void)

    /// Lets everybody work in turns, after a round that does not count.
    private func measure(_ base: Work, _ others: [Work]) throws -> [Row] {
        let works = [base] + others
        var seconds: [[Double]] = works.map { _ in [] }
        for round in 0...rounds {
            for (index, work) in works.enumerated() {
                let duration = try ContinuousClock().measure { try work.run() }
                if round > 0 { seconds[index].append(duration / .seconds(1)) }
            }
        }
        return zip(works, seconds).map { work, times in
            Row(
                row: work.name, against: base.name,
                ratio: Stopwatch.median(of: zip(times, seconds[0]).map { $0 / $1 }),
                seconds: Stopwatch.median(of: times))
        }
    }

    /// The rows for people.
    static func text(_ rows: [Row]) -> String {
        let width = rows.map(\.row.count).max() ?? 0
        let lines = rows.map { row in
            let padding = String(repeating: " ", count: width - row.row.count)
            let isBase = row.row == row.against
            return "\(row.row)\(padding)  \(String(format: "%8.1f ms", row.seconds * 1_000))"
                + (isBase ? "" : String(format: "  %5.2f × the time of \(row.against)", row.ratio))
        }
        return ([name] + lines).joined(separator: "\n")
    }
}
