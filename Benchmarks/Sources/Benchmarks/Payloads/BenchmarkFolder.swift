import Foundation

/// The folder of this package, in which it was built.
enum BenchmarkFolder {
    static var url: URL {
        // Sources/Benchmarks/Payloads/BenchmarkFolder.swift
        (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    }

    /// A file of this package.
    static func file(_ path: String) -> URL { url.appending(path: path) }
}
