import Foundation
import Synchronization

/// Shows whether the time for a byte or a key stays the same when documents and objects become larger: the rows `scaling`.
///
/// The time is the least of the rounds, and that of the processor: what other programs disturb least.
struct ScalingSession {
    static let name = "scaling"

    let rounds: Int
    /// The largest document, in bytes.
    let largest: Int

    private static let sizes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000]
    private static let keyCounts = [4, 16, 64, 128, 256, 1_000, 10_000, 100_000]
    /// How many keys the objects of a document have together, so that all documents about keys have the same size.
    private static let keysTogether = 100_000

    /// Measures all rows.
    func measure() throws -> [ScalingRow] {
        var rows: [ScalingRow] = []
        for contestant in [Contestant.strict, .tape] {
            let sizes = Self.sizes.filter { $0 <= largest }
            rows += try measure("orders", contestant, sizes.map { ordersCase(size: $0, contestant) })
        }
        for (group, asked) in Self.askedKeys {
            for contestant in [Contestant.foundation, .strict] {
                rows += try measure(group, contestant, Self.keyCounts.map { try askingCase($0, asked, contestant) })
            }
        }
        for contestant in [Contestant.foundation, .strict] {
            rows += try measure("[String: Int]", contestant, Self.keyCounts.map(dictionaryCase))
        }
        return rows
    }

    // MARK: What is measured

    /// A document of one size.
    private struct Case {
        let document: Data
        let keys: Int?
        let decode: (any MeasuredDecoder) throws -> Void
        var prepare: () -> Void = {}
    }

    private func ordersCase(size: Int, _ contestant: Contestant) -> Case {
        let document = ScalingText.orders(size: size)
        return Case(document: document, keys: nil) { decoder in
            if contestant == .tape {
                blackHole(try decoder.decode(Unread.self, from: document))
            } else {
                blackHole(try decoder.decode([Order].self, from: document))
            }
        }
    }

    /// What an object with this many keys is asked for: always as many keys as it has.
    private static let askedKeys: [(group: String, names: @Sendable (Int) -> [String])] = [
        ("keys in document order", { (0..<$0).map(ScalingText.name) }),
        ("keys in reverse order", { (0..<$0).reversed().map(ScalingText.name) }),
        (
            "half of the keys missing",
            { (0..<$0).map { $0.isMultiple(of: 2) ? ScalingText.name($0) : ScalingText.missingName($0) } }
        ),
    ]

    private func askingCase(_ count: Int, _ asked: (Int) -> [String], _ contestant: Contestant) throws -> Case {
        let document = ScalingText.objects(Self.keysTogether / count, keys: count)
        let names = asked(count)
        let keys = names.map(AskingModel.Key.init)
        let prepare = { AskingModel.keys.withLock { $0 = keys } }
        prepare()
        let present = names.count { $0.hasPrefix("member") }
        let models = try contestant.makeDecoder([]).decode([AskingModel].self, from: document)
        guard models.allSatisfy({ $0.found == present }) else {
            throw BenchmarkFailure("\(Self.name): not all of \(count) keys were found")
        }
        return Case(
            document: document, keys: count,
            decode: { blackHole(try $0.decode([AskingModel].self, from: document)) }, prepare: prepare)
    }

    private func dictionaryCase(_ count: Int) -> Case {
        let document = ScalingText.objects(Self.keysTogether / count, keys: count)
        return Case(document: document, keys: count) { decoder in
            blackHole(try decoder.decode([[String: Int]].self, from: document))
        }
    }

    // MARK: Measuring

    /// Measures one group, all sizes in turns.
    private func measure(_ group: String, _ contestant: Contestant, _ cases: [Case]) throws -> [ScalingRow] {
        Session.note("\(Self.name): \(group), \(contestant.rawValue)")
        let decoder = contestant.makeDecoder([])
        var seconds: [[Double]] = cases.map { _ in [] }
        for round in 0...rounds {
            for (index, item) in cases.enumerated() where round < Self.limit(rounds: rounds, item.document.count) {
                item.prepare()
                let repetitions = max(1, 2_000_000 / item.document.count)
                let start = ProcessorTime.current
                for _ in 0..<repetitions { try item.decode(decoder) }
                let time = (ProcessorTime.current - start) / Double(repetitions)
                // The first round does not count, where there is another.
                if round == 1 { seconds[index] = [] }
                seconds[index].append(time)
            }
        }
        var before: Double?
        return zip(cases, seconds).map { item, seconds in
            let nanoseconds = (seconds.min() ?? 0) * 1e9
            let perByte = nanoseconds / Double(item.document.count)
            let perKey = item.keys.map { nanoseconds / Double(Self.keysTogether / $0 * $0) }
            defer { before = perKey ?? perByte }
            return ScalingRow(
                group: group, decoder: contestant.rawValue, bytes: item.document.count, keys: item.keys,
                nanosecondsPerByte: perByte, nanosecondsPerKey: perKey,
                ratioToRowBefore: before.map { (perKey ?? perByte) / $0 })
        }
    }

    /// How many times a document is measured, the round included that does not count: the largest once.
    private static func limit(rounds: Int, _ size: Int) -> Int {
        size > 200_000_000 ? 1 : size > 50_000_000 ? min(rounds, 3) + 1 : rounds + 1
    }
}
