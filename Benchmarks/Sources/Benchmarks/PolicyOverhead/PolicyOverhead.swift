import Foundation
import PolicyJSON

/// What policies cost: the rows `policy-overhead`. Each processor time is divided by that of a base in the same round.
struct PolicyOverhead {
    static let name = "policy-overhead"

    /// One measured ratio.
    struct Row: Encodable, Sendable {
        let row: String
        let against: String
        /// The median over the rounds of the time divided by that of the base in the same round.
        let ratio: Double
        /// The median processor time in seconds.
        let seconds: Double
        /// What the ratio may be; `nil`: it is not limited.
        let atMost: Double?

        enum CodingKeys: String, CodingKey {
            case row, against, seconds
            case ratio = "time_ratio"
            case atMost = "at_most"
        }

        /// What is shown of the limit.
        var verdict: String {
            guard let atMost else { return "" }
            return "at most \(TableText.decimal(atMost, 1))\(ratio > atMost ? ": more" : "")"
        }
    }

    /// `.lenient`, and more: 20 rules and 10 scopes for paths that are in the documents. Not among them are ``UnknownKeys``,
    /// which looks at each key, and ``KeyMatching``, which searches for each that is absent (half of the orders have no note): what
    /// they do in clean JSON has a cost of its own.
    static let twentyRules = DecodingPolicy {
        DecodingPolicy.lenient
        CaseMatching(caseInsensitive: true, separatorInsensitive: true)
        CaseMatching(aliases: ["shipped": ["sent"]])
        EmptyStrings(.asNil)
        EmptyStrings(.asNull, includingBlank: true)
        DuplicateKeys(.first)
        StringifiedJSON()
        StringifiedJSON(includingScalars: true)
        Rounding(.toNearestOrEven, includingStrings: true)
        SingleValuesAsArrays()
        FallbackDateFormats([.iso8601, .secondsSince1970])
        FallbackDateFormats([.formatted("d.M.yyyy")])
        DefaultValues([.zero, .emptyString])
        DefaultValues(.false, for: .null)
        BooleansFromScalars(.words)
        for path: PathPattern in [
            "[*].id", "[*].reference", "[*].quantity", "[*].total", "[*].address.city", "[*].address.postal_code",
            "**.price", "[*].status", "[*].note", "**.country",
        ] {
            At(path) { NumbersFromStrings(trimmingWhitespace: true) }
        }
    }

    let rounds: Int
    let documents: OverheadDocuments

    /// - Parameter isShort: whether documents are to be a tenth as large.
    init(rounds: Int, isShort: Bool = false) {
        self.rounds = rounds
        documents = OverheadDocuments(isShort: isShort)
    }

    /// Checks that what is measured does what it should.
    ///
    /// - Throws: ``BenchmarkFailure`` if not, or what a decoder throws.
    func verify() throws {
        func expect(_ condition: Bool, _ text: String) throws {
            if !condition { throw BenchmarkFailure("\(Self.name): \(text)") }
        }
        func decoder(_ policy: DecodingPolicy) -> PolicyJSONDecoder { PolicyJSONDecoder(policy: policy) }
        let strict = try decoder(.strict).decode([Order].self, from: documents.orders)
        for policy in [DecodingPolicy.lenient, Self.twentyRules] {
            let outcome = try decoder(policy).decodeReporting([Order].self, from: documents.orders)
            try expect(outcome.value == strict && outcome.report.isEmpty, "clean orders are changed")
        }
        let rules = Self.twentyRules.rules
        try expect(
            rules.count(where: { !($0 is At<any DecodingRule>) }) == 20
                && rules.count(where: { $0 is At<any DecodingRule> }) == 10, "not 20 rules")
        let sales = try decoder(.strict).decode([Sale].self, from: documents.cleanSales)
        let repaired = try decoder(.lenient).decodeReporting([Sale].self, from: documents.repairedSales)
        try expect(repaired.value == sales, "repaired sales are not the clean ones")
        try expect(repaired.report.count == documents.salesCount * 8, "not every value was repaired")
        try expect(repaired.report.entries.count == 1_000, "the report is not bounded")
        let count = documents.integerCount
        let broken = OverheadDocuments.integers(count, isHalfUndecodable: true)
        let lossy = try decoder(.lenient).decodeReporting([Int].self, from: broken)
        try expect(lossy.value.count == count / 2, "not half of the elements are left")
        try expect(lossy.report.count == count / 2, "not half of the elements were dropped")
        try expect(lossy.report.entries.count == 1_000, "the report is not bounded")
        try expect(lossy.report.counts.byPath == ["[*]": count / 2], "the counts are not those of the elements")
        for policy in [DecodingPolicy.lenient, Self.twentyRules] {
            try verifyOneRepair(
                Ledger.self, documents.ledger(isRepaired: false), documents.ledger(isRepaired: true), policy)
            for level in [0, OverheadDocuments.levels - 1] {
                try verifyOneRepair(
                    LedgerLevel.self, documents.levels(repaired: nil), documents.levels(repaired: level), policy)
            }
        }
    }

    private func verifyOneRepair<T: Decodable & Equatable>(
        _ type: T.Type, _ clean: Data, _ broken: Data, _ policy: DecodingPolicy
    ) throws {
        let strict = try PolicyJSONDecoder().decode(type, from: clean)
        let outcome = try PolicyJSONDecoder(policy: policy).decodeReporting(type, from: broken)
        if outcome.value != strict { throw BenchmarkFailure("\(Self.name): the repaired \(type) is not the clean one") }
        if outcome.report.count != 1 { throw BenchmarkFailure("\(Self.name): not one repair in \(type)") }
    }

    /// Measures all rows.
    func measure() throws -> [Row] { try groups.flatMap { try measure($0()) } }

    /// Does what a row measures; for profilers.
    func profile(_ row: String) throws {
        let step = try step(row)
        for _ in 0..<rounds { try step.run() }
    }

    /// The step of a row.
    func step(_ row: String) throws -> Step {
        for makeGroup in groups {
            let group = makeGroup()
            if let step = ([group.base] + group.others).first(where: { $0.name == row }) { return step }
        }
        throw BenchmarkFailure("\(Self.name): no row \(row)")
    }

    /// Runs base and rows in turns, after a round that does not count.
    private func measure(_ group: Group) throws -> [Row] {
        let steps = [group.base] + group.others
        var seconds: [[Double]] = steps.map { _ in [] }
        for round in 0...rounds {
            for (index, step) in steps.enumerated() {
                // Not by the clock, which also counts what other programs do meanwhile.
                let start = ProcessorTime.current
                try step.run()
                if round > 0 { seconds[index].append(ProcessorTime.current - start) }
            }
        }
        return zip(steps, seconds).map { step, times in
            Row(
                row: step.name, against: group.base.name,
                ratio: Stopwatch.median(of: zip(times, seconds[0]).map { $0 / $1 }),
                seconds: Stopwatch.median(of: times), atMost: step.atMost)
        }
    }

    /// The rows for people.
    static func text(_ rows: [Row]) -> String {
        let width = rows.map(\.row.count).max() ?? 0
        let lines = rows.map { row in
            let padding = String(repeating: " ", count: width - row.row.count)
            let isBase = row.row == row.against
            return "\(row.row)\(padding)  \(String(format: "%8.1f ms", row.seconds * 1_000))"
                + (isBase ? "" : "  \(String(format: "%5.2f", row.ratio)) × the time of \(row.against)")
                + (row.atMost == nil ? "" : " (\(row.verdict))")
        }
        return ([name] + lines).joined(separator: "\n")
    }
}
