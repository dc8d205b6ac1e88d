import Foundation

/// Counts the instructions of a decode with callgrind, in a process of its own.
enum InstructionCounter {
    /// The option that makes this executable the process whose instructions are counted.
    static let option = "--child-instructions"

    /// What the C library chooses by the processor, and what would be counted differently elsewhere: the functions that copy
    /// and compare memory. Without these extensions it takes those that every x86-64 has.
    private static let tunables = [
        "glibc.cpu.hwcaps=-AVX,-AVX2,-AVX512F,-AVX512VL,-AVX512BW,-AVX_Fast_Unaligned_Load,-BMI1,-BMI2,-ERMS,-FSRM,"
            + "-LZCNT,-MOVBE,-RTM,-SSE4_1,-SSE4_2,-SSSE3,-Fast_Unaligned_Copy",
        "glibc.cpu.x86_data_cache_size=0x8000", "glibc.cpu.x86_shared_cache_size=0x100000",
        "glibc.cpu.x86_non_temporal_threshold=0xc0000",
    ].joined(separator: ":")

    /// Counts the instructions of one decode of the payload's short document; `nil` if that is a file that is not there.
    ///
    /// - Parameter program: the executable to count with. Default: this one.
    /// - Throws: ``BenchmarkFailure`` if a tool is missing or fails.
    static func profile(
        of payload: any Payload, _ contestant: Contestant, by program: URL = ChildProcess.thisExecutable
    ) throws -> CallgrindProfile? {
        try profile(of: payload, [option, payload.name, contestant.rawValue], by: program)
    }

    /// Counts the instructions of what the arguments start on the payload's short document; `nil` if that is a file that is
    /// not there.
    ///
    /// - Throws: ``BenchmarkFailure`` if a tool is missing or fails.
    static func profile(
        of payload: any Payload, _ arguments: [String], by program: URL = ChildProcess.thisExecutable
    ) throws -> CallgrindProfile? {
        guard let document = try payload.makeShortDocument() else { return nil }
        let file = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID()).json")
        try document.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try profile(arguments + ["--document", file.path], by: program)
    }

    /// Counts the instructions of ``runChild(_:)`` in a process of its own.
    ///
    /// - Throws: ``BenchmarkFailure`` if a tool is missing or fails.
    static func profile(
        _ arguments: [String], by executable: URL = ChildProcess.thisExecutable
    ) throws -> CallgrindProfile {
        let folder = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appending(path: "benchmarks")
        let output = folder.appending(path: "callgrind.out")
        // Valgrind fails at Swift's debug information; the names of functions stay.
        try ChildProcess.output(of: "strip", ["-g", "-o", program.path, executable.path])
        try ChildProcess.output(
            of: "valgrind",
            [
                "--quiet", "--tool=callgrind", "--callgrind-out-file=\(output.path)", "--toggle-collect=*countedWork*",
                "--compress-strings=no", "--compress-pos=no", "--main-stacksize=67108864", program.path,
            ] + arguments,
            environment: ["GLIBC_TUNABLES": tunables, "SWIFT_DETERMINISTIC_HASHING": "1"])
        return CallgrindProfile(try String(contentsOf: output, encoding: .utf8))
    }

    /// What the other process does.
    static func runChild(payload: any Payload, contestant: Contestant, document: URL) throws {
        try runChild(payload.work(of: contestant, on: try Data(contentsOf: document)))
    }

    /// Has some work counted.
    static func runChild(_ work: Work) throws {
        // What is made once, for a type or for a decoder, is not part of a decode.
        try work(2)
        try countedWork(work)
    }
}

/// What is counted; callgrind finds it by its name.
@inline(never)
@_optimize(none)
private func countedWork(_ work: Work) throws {
    try work(1)
}
