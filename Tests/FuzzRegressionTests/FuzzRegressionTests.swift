import Foundation
import FuzzChecks
import Testing

/// Applies the checks of the fuzzers to their findings and seeds, so that fixed bugs stay fixed.
@Suite struct FuzzRegressionTests {
    /// One file of `Tests/Fuzz/FailCases` or `Tests/Fuzz/Seeds`.
    struct Input: Sendable, CustomTestStringConvertible {
        let check: FuzzCheck
        let file: URL

        var testDescription: String { "\(check.rawValue)/\(file.lastPathComponent)" }
    }

    private static func inputs(_ folder: String) -> [Input] {
        let fuzz = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fuzz/\(folder)")
        return FuzzCheck.allCases.flatMap { check in
            let files = try? FileManager.default.contentsOfDirectory(
                at: fuzz.appending(path: check.rawValue), includingPropertiesForKeys: nil)
            return (files ?? []).sorted { $0.path < $1.path }.map { Input(check: check, file: $0) }
        }
    }

    private func replay(_ input: Input) throws {
        let bytes = [UInt8](try Data(contentsOf: input.file))
        #expect(input.check.complaint(about: bytes) == nil)
        // Also truncated, and with other options.
        for count in [0, 1, 2, 3, 4, bytes.count / 2, bytes.count - 1] where count >= 0 && count < bytes.count {
            #expect(input.check.complaint(about: Array(bytes[..<count])) == nil, "the first \(count) bytes")
        }
    }

    @Test(arguments: inputs("FailCases")) func failCases(_ input: Input) throws { try replay(input) }

    @Test(arguments: inputs("Seeds")) func seeds(_ input: Input) throws { try replay(input) }

    /// There is a folder for each fuzzer.
    @Test(arguments: FuzzCheck.allCases) func folders(_ check: FuzzCheck) {
        #expect(Self.inputs("FailCases").contains { $0.check == check })
        #expect(Self.inputs("Seeds").count { $0.check == check } > 5)
    }
}
