import Foundation

/// Where the real documents are.
///
/// They are other people's work and no part of this repository; without them their rows are left out.
enum CorpusFolder {
    /// The folder that contains `payloads`: `$POLICYJSON_CORPUS`, or else `../shared/corpus` beside the root package.
    static var url: URL {
        if let path = ProcessInfo.processInfo.environment["POLICYJSON_CORPUS"], !path.isEmpty {
            return URL(filePath: path, directoryHint: .isDirectory)
        }
        return BenchmarkFolder.url.appending(path: "../../shared/corpus", directoryHint: .isDirectory).standardized
    }

    /// The bytes of a document, or `nil` if it is not there.
    static func document(_ name: String) throws -> Data? {
        let file = url.appending(path: "payloads/\(name).json")
        guard FileManager.default.fileExists(atPath: file.path) else {
            return nil
        }
        return try Data(contentsOf: file)
    }
}
