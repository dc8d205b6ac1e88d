import Foundation
import PolicyJSON

/// Encodes rows that are made one by one, as an export of a table does, and tells by how much the peak of memory grows, in a
/// process of its own.
enum ExportRow {
    private static let rows = [10_000, 100_000, 1_000_000]

    /// Prints a table.
    static func measure() throws {
        print(
            "Rows that are made one by one: MB of text, MB/s, and growth of the peak of memory in a process of its own.\n"
        )
        for format in ["lines", "array"] {
            for count in rows {
                let executable = ChildProcess.thisExecutable
                let (status, output) = try ChildProcess.run(executable, ["--child-export", format, "\(count)"])
                guard status == 0 else { throw BenchmarkFailure("the export of \(count) rows failed: \(output)") }
                print("\(format) \(String(format: "%9d", count)) rows  \(output)")
            }
        }
    }

    /// What the child does: lines go to a file, the array is taken chunk by chunk.
    static func runChild(_ arguments: [String]) async throws {
        guard arguments.count == 2, let count = Int(arguments[1]) else {
            throw BenchmarkFailure("--child-export takes a format and a number of rows.")
        }
        _ = try await export(100, arguments[0])
        PeakMemory.reset()
        let before = PeakMemory.current
        let start = ContinuousClock.now
        let bytes = try await export(count, arguments[0])
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let growth = before.flatMap { before in PeakMemory.current.map { "\(($0 - before) / 1_024) KB" } } ?? "n/a"
        let megabytes = Double(bytes) / 1_000_000
        print(String(format: "%7.1f MB %7.1f MB/s  ", megabytes, megabytes / seconds) + growth)
    }

    /// How many bytes it is.
    private static func export(_ count: Int, _ format: String) async throws -> Int {
        let order = try JSONDecoder().decode(Order.self, from: SmallText.order())
        let rows = (0..<count).lazy.map { index in
            var row = order
            row.id = index
            row.note = index.isMultiple(of: 2) ? nil : "Row \(index)"
            return row
        }
        let encoder = PolicyJSONEncoder()
        var bytes = 0
        if format == "lines" {
            let file = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID()).ndjson")
            try Data().write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let handle = try FileHandle(forWritingTo: file)
            try encoder.encode(contentsOf: rows, as: .lines, to: handle)
            bytes = Int(try handle.offset())
            try handle.close()
        } else {
            for try await chunk in encoder.chunks(of: rows, as: .array) { bytes += chunk.count }
        }
        return bytes
    }
}
