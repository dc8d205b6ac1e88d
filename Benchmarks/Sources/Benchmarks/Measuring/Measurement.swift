import Foundation

/// The speed of one contestant on one payload.
struct Measurement: Sendable {
    let payload: String
    let contestant: Contestant

    /// The size of the document in bytes.
    let documentSize: Int

    /// The median of the rounds, in millions of bytes per second.
    let megabytesPerSecond: Double

    /// The median over the rounds of Foundation's time divided by this contestant's time in the same round.
    ///
    /// Not the ratio of the medians: what slows the machine down for a while then hits both sides of a quotient.
    let ratioToFoundation: Double
}

/// Measures contestants in turns.
struct Stopwatch {
    /// How many times every contestant is measured.
    let rounds: Int

    /// How many times a document of `size` bytes is decoded in a round: together 8 MB, so that what else goes on in the
    /// machine is small beside it, but a large document once.
    static func repetitions(size: Int) -> Int {
        max(1, 8_000_000 / max(1, size))
    }

    /// In how many turns a round of `repetitions` is made. The speed of a machine that others use as well changes within
    /// milliseconds: contestants that take turns as short as this one meet the same machine.
    static func turns(repetitions: Int) -> Int {
        min(20, repetitions)
    }

    /// Measures everybody on one payload: A B C, A B C, … in this process, after a round that does not count.
    ///
    /// The time includes that of releasing the decoded values, and not that of making the decoder.
    func measure(_ payload: any Payload, document: Data, contestants: [Contestant]) throws -> [Measurement] {
        let repetitions = Self.repetitions(size: document.count)
        let work = contestants.map { payload.work(of: $0, on: document) }
        for warmUp in work {
            try warmUp(repetitions)
        }
        var seconds: [[Double]] = contestants.map { _ in [] }
        let turns = Self.turns(repetitions: repetitions)
        for _ in 0..<rounds {
            var durations: [Duration] = contestants.map { _ in .zero }
            for turn in 0..<turns {
                let share = repetitions * (turn + 1) / turns - repetitions * turn / turns
                for (index, work) in work.enumerated() {
                    durations[index] += try ContinuousClock().measure { try work(share) }
                }
            }
            for (index, duration) in durations.enumerated() {
                seconds[index].append(duration / .seconds(1))
            }
        }
        let reference = contestants.firstIndex(of: .foundation).map { seconds[$0] }
        return zip(contestants, seconds).map { contestant, seconds in
            let bytes = Double(document.count * repetitions)
            return Measurement(
                payload: payload.name,
                contestant: contestant,
                documentSize: document.count,
                megabytesPerSecond: bytes / Self.median(of: seconds) / 1_000_000,
                ratioToFoundation: Self.median(of: zip(reference ?? seconds, seconds).map { $0 / $1 })
            )
        }
    }

    /// The middle one of the numbers, or the mean of the two in the middle. There is at least one.
    static func median(of numbers: [Double]) -> Double {
        let sorted = numbers.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
