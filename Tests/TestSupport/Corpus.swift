import Foundation

/// Documents that are too numerous or too large for the repository: JSONTestSuite, and payloads for comparisons of
/// parsers. Tests that need them are skipped if they are missing.
///
/// The environment variable `POLICYJSON_CORPUS` sets the folder; the default is `../shared/corpus` next to the package.
/// It contains `JSONTestSuite/test_parsing/*.json` and `payloads/*.json`.
package enum Corpus {
    private static let folder: URL = {
        if let named = ProcessInfo.processInfo.environment["POLICYJSON_CORPUS"] {
            return URL(filePath: named, directoryHint: .isDirectory)
        }
        // Tests/TestSupport/Corpus.swift
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return package.deletingLastPathComponent().appending(path: "shared/corpus", directoryHint: .isDirectory)
    }()

    /// Names of the files of JSONTestSuite: `y_` must be accepted, `n_` must be rejected, `i_` may be either.
    package static let testSuiteNames = names(in: "JSONTestSuite/test_parsing")

    /// Names of the payloads.
    package static let payloadNames = names(in: "payloads")

    package static var hasTestSuite: Bool { !testSuiteNames.isEmpty }
    package static var hasPayloads: Bool { !payloadNames.isEmpty }

    /// A file of JSONTestSuite.
    package static func testSuite(_ name: String) throws -> [UInt8] {
        try bytes(of: "JSONTestSuite/test_parsing/" + name)
    }

    /// A payload.
    package static func payload(_ name: String) throws -> [UInt8] {
        try bytes(of: "payloads/" + name)
    }

    private static func bytes(of path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }

    private static func names(in path: String) -> [String] {
        let all = try? FileManager.default.contentsOfDirectory(
            atPath: folder.appending(path: path).path(percentEncoded: false))
        return (all ?? []).filter { $0.hasSuffix(".json") }.sorted()
    }
}
