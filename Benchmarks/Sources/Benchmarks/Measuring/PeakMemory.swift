import Foundation

/// The largest amount of memory that this process has had, as Linux counts it.
///
/// Elsewhere there is no such count that can be set back, and everything here is `nil`.
enum PeakMemory {
    /// Makes the peak what is resident now. Where that is not allowed the peak stays, which here is little more.
    static func reset() {
        try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
    }

    /// The peak of the resident set in bytes.
    static var current: Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
            return nil
        }
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1_024 }
    }
}
