import Foundation

/// One run over a list of payloads. What it is doing goes to standard error, so that standard output has the results alone.
struct Session {
    let payloads: [any Payload]
    let rounds: Int

    /// Below this size the growth of memory tells more about pages and caches than about the decoder.
    private static let smallestDocumentForMemory = 500_000

    /// Measures everything.
    ///
    /// - Parameter memory: Whether to measure the growth of memory, too.
    /// - Throws: ``BenchmarkFailure`` if the decoders do not agree, or what a decoder throws.
    func measure(memory: Bool) throws -> Results {
        #if DEBUG
            Self.note("built for debugging: the figures mean nothing; use -c release")
        #endif
        var results = Results(machine: .current, rounds: rounds)
        try forEachDocument { payload, document in
            Self.note("\(payload.name): checking that the decoders agree")
            try payload.checkEquality(on: document)
            Self.note("\(payload.name): measuring")
            let stopwatch = Stopwatch(rounds: rounds)
            results.measurements += try stopwatch.measure(
                payload, document: document, contestants: Contestant.measured(with: payload.name))
            if memory && document.count >= Self.smallestDocumentForMemory {
                results.memory += try measureMemory(payload, document)
            }
        }
        return results
    }

    /// Checks that the models are complete and that the decoders agree.
    ///
    /// - Throws: ``BenchmarkFailure`` if not, or what a decoder throws.
    func verify() throws {
        try forEachDocument { payload, document in
            try payload.checkCoverage(of: document)
            try payload.checkEquality(on: document)
            print("\(payload.name): the model is complete, the decoders agree")
        }
    }

    /// Lets one decoder work for as many rounds as it would be measured.
    func profile(_ contestant: Contestant) throws {
        try forEachDocument { payload, document in
            let work = payload.work(of: contestant, on: document)
            try work(Stopwatch.repetitions(size: document.count) * rounds)
        }
    }

    private func measureMemory(_ payload: any Payload, _ document: Data) throws -> [MemoryGrowth] {
        Self.note("\(payload.name): measuring memory")
        let file = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID()).json")
        try document.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try Contestant.measured(with: payload.name).compactMap { contestant in
            try MemoryChild.growth(payload: payload.name, contestant: contestant, document: file).map {
                MemoryGrowth(
                    payload: payload.name, contestant: contestant, growth: $0, documentSize: document.count)
            }
        }
    }

    /// Calls `body` with each payload whose document is there.
    func forEachDocument(_ body: (any Payload, Data) throws -> Void) throws {
        for payload in payloads {
            if let document = try payload.makeDocument() {
                try body(payload, document)
            } else {
                Self.note("\(payload.name): skipped, there is no such document in the corpus ($POLICYJSON_CORPUS)")
            }
        }
    }

    /// Says what is going on.
    static func note(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }
}
