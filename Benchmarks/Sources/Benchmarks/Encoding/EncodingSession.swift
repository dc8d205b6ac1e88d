import Foundation
import PolicyJSON

/// Measures encoding: the values of the payloads, after checking that both encoders write the same.
struct EncodingSession {
    let payloads: [any Payload]
    let rounds: Int

    /// Below this size the growth of memory tells more about pages and caches than about the encoder.
    private static let smallestTextForMemory = 400_000

    /// Prints a table.
    func measure(memory: Bool) throws {
        print("Encoding, MB/s of text: the median of \(rounds) interleaved rounds.")
        print("×: speed as a multiple of Foundation's, the median over the rounds of the ratio within a round.")
        print(
            "memory: growth of the peak while encoding once in a process of its own, as a multiple of the text's size.\n"
        )
        for payload in payloads {
            guard let document = try payload.makeDocument() else { continue }
            let size = try payload.checkEncoding(of: document)
            let work = try EncodingContestant.allCases.map { try payload.encodingWork(of: $0, document) }
            let repetitions = Stopwatch.repetitions(size: size)
            for work in work { try work(repetitions) }
            var seconds: [[Double]] = work.map { _ in [] }
            for _ in 0..<rounds {
                for (index, work) in work.enumerated() {
                    seconds[index].append(try ContinuousClock().measure { try work(repetitions) } / .seconds(1))
                }
            }
            for (contestant, times) in zip(EncodingContestant.allCases, seconds) {
                let speed = Double(size * repetitions) / Stopwatch.median(of: times) / 1_000_000
                let ratio = Stopwatch.median(of: zip(seconds[0], times).map { $0 / $1 })
                let growth =
                    memory && size > Self.smallestTextForMemory
                    ? try self.growth(payload.name, contestant, document, size) : "–"
                let name = payload.name.padding(toLength: 16, withPad: " ", startingAt: 0)
                let encoder = contestant.rawValue.padding(toLength: 16, withPad: " ", startingAt: 0)
                print("\(name) \(encoder) \(String(format: "%9.1f %8.2f", speed, ratio)) \(growth)")
            }
        }
    }

    /// Checks that both encoders write the same.
    func verify() throws {
        for payload in payloads {
            guard let document = try payload.makeDocument() else { continue }
            _ = try payload.checkEncoding(of: document)
            print("\(payload.name): the encoders agree")
        }
    }

    /// Lets one encoder work for as many rounds as it would be measured.
    func profile(_ contestant: EncodingContestant) throws {
        for payload in payloads {
            guard let document = try payload.makeDocument() else { continue }
            try payload.encodingWork(of: contestant, document)(Stopwatch.repetitions(size: document.count) * rounds)
        }
    }

    /// Prints the instructions of encoding the payloads' short documents once.
    func countInstructions() throws {
        for payload in payloads {
            let encoder = EncodingContestant.policyJSON.rawValue
            let arguments = ["--child-encoding", payload.name, encoder, "--instructions"]
            guard let profile = try InstructionCounter.profile(of: payload, arguments) else { continue }
            print("\(payload.name.padding(toLength: 16, withPad: " ", startingAt: 0)) \(profile.total)")
        }
    }

    private func growth(
        _ payload: String, _ contestant: EncodingContestant, _ document: Data, _ size: Int
    ) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID()).json")
        try document.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let executable = ChildProcess.thisExecutable
        let arguments = ["--child-encoding", payload, contestant.rawValue, "--document", file.path]
        let (status, output) = try ChildProcess.run(executable, arguments)
        guard status == 0, let growth = Int(output) else { return "n/a" }
        return String(format: "%6.2f ×", Double(growth) / Double(size))
    }

    /// What the child does: it prints the growth.
    static func child(_ payload: any Payload, _ contestant: EncodingContestant, _ document: URL) throws {
        let work = try payload.encodingWork(of: contestant, Data(contentsOf: document))
        // Load the code that encodes.
        let small = TypedPayload("small-page", OrderPage.self) { SmallText.page() }
        try small.encodingWork(of: contestant, SmallText.page())(1)
        PeakMemory.reset()
        guard let before = PeakMemory.current else { return print("n/a") }
        try work(1)
        print((PeakMemory.current ?? before) - before)
    }
}

extension TypedPayload {
    func encodingWork(of contestant: EncodingContestant, _ document: Data) throws -> Work {
        let value = try Contestant.strict.makeDecoder(settings).decode(Model.self, from: document)
        let encoder = contestant.makeEncoder(settings)
        return { repetitions in
            for _ in 0..<repetitions { try encoder.work(on: value) }
        }
    }

    func checkEncoding(of document: Data) throws -> Int {
        let value = try Contestant.foundation.makeDecoder(settings).decode(Model.self, from: document)
        let texts = try EncodingContestant.allCases.map {
            try $0.makeEncoder(settings, formatting: .sortedKeys).encode(value)
        }
        guard texts.allSatisfy({ $0 == texts[0] }) else { throw BenchmarkFailure("\(name): the encoders differ") }
        return texts[0].count
    }
}
