import Foundation

/// Counts how often a decode asks the C library for memory.
///
/// The counting functions stand before those of the C library in a process of its own; see `Preload/allocations.c`, which is
/// compiled when it is needed.
enum AllocationCounter {
    /// The option that makes this executable the process that counts.
    static let option = "--child-allocations"

    /// Counts in a process of its own.
    ///
    /// - Returns: For each payload and decoder the calls in one decode.
    /// - Throws: ``BenchmarkFailure`` if this system cannot count, or the other process fails.
    static func counts(payloads: [any Payload]) throws -> [Count] {
        #if !os(Linux)
            throw BenchmarkFailure("allocations are counted with glibc only")
        #endif
        let folder = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = folder.appending(path: "allocations.so")
        let source = BenchmarkFolder.file("Preload/allocations.c")
        try ChildProcess.output(of: "clang", ["-shared", "-fPIC", "-O2", "-o", library.path, source.path])
        let output = try ChildProcess.output(
            of: ChildProcess.thisExecutable, [option, "--only", payloads.map(\.name).joined(separator: ",")],
            environment: ["LD_PRELOAD": library.path, "SWIFT_DETERMINISTIC_HASHING": "1"])
        return try JSONDecoder().decode([Count].self, from: Data(output.utf8))
    }

    /// What the other process does: it prints the counts.
    static func runChild(_ session: Session) throws {
        guard let symbol = unsafe dlsym(nil, "policyjson_allocations") else {
            throw BenchmarkFailure("\(option): the library that counts is not loaded")
        }
        let calls = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> UInt64).self)
        var counts: [Count] = []
        try session.forEachDocument { payload, document in
            for contestant in Contestant.measured(with: payload.name) where contestant != .tape {
                let work = payload.work(of: contestant, on: document)
                // What is made once, for a type or for a decoder, is not part of a decode.
                try work(2)
                let before = calls()
                try work(1)
                counts.append(
                    Count(payload: payload.name, decoder: contestant.rawValue, count: Int(calls() - before)))
            }
        }
        print(String(decoding: try JSONEncoder().encode(counts), as: UTF8.self))
    }
}
