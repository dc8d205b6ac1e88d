import Foundation
import Testing

/// Runs the built tool as a separate process, in a temporary directory.
final class Tool {
    /// The result of a run.
    struct Run: Equatable {
        let status: Int32
        let output: String
        let errors: String
    }

    /// The working directory of the tool, and the directory for files of a test.
    let directory: URL
    let executable: URL

    init() throws {
        executable = try Self.locate()
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("policyjson-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    /// Writes a file to the directory.
    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: file(name))
    }

    /// Runs the tool with this text as its standard input, and waits for its end.
    func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> Run {
        try write(input, to: ".input")
        let output = try emptyFile(".output")
        let errors = try emptyFile(".errors")
        let status = try run(
            arguments, environment: environment, input: try FileHandle(forReadingFrom: file(".input")), output: output,
            errors: errors)
        return Run(status: status, output: try contents(".output"), errors: try contents(".errors"))
    }

    /// Runs the tool with this file as its standard output.
    func run(_ arguments: [String], output: String) throws -> Run {
        let errors = try emptyFile(".errors")
        let status = try run(
            arguments, environment: [:], input: .nullDevice,
            output: try FileHandle(forWritingTo: URL(filePath: output)), errors: errors)
        return Run(status: status, output: "", errors: try contents(".errors"))
    }

    /// Runs the tool with a terminal for output and errors, and returns everything that it writes.
    func runOnTerminal(_ arguments: [String], environment: [String: String]) throws -> String {
        let terminal = try PseudoTerminal()
        _ = try run(
            arguments, environment: environment, input: .nullDevice, output: terminal.replica, errors: terminal.replica)
        return try terminal.written()
    }

    private func run(
        _ arguments: [String], environment: [String: String], input: FileHandle, output: FileHandle, errors: FileHandle
    ) throws -> Int32 {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = directory
        // The test must not depend on the environment of the machine.
        let inherited = ProcessInfo.processInfo.environment.filter { !["NO_COLOR", "TERM"].contains($0.key) }
        process.environment = inherited.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    private func file(_ name: String) -> URL { directory.appendingPathComponent(name) }

    private func emptyFile(_ name: String) throws -> FileHandle {
        try write("", to: name)
        return try FileHandle(forWritingTo: file(name))
    }

    private func contents(_ name: String) throws -> String {
        String(decoding: try FileHandle(forReadingFrom: file(name)).readToEnd() ?? Data(), as: UTF8.self)
    }

    /// The tool is in the same directory as the tests: the test executable, or the bundle that a helper loads.
    private static func locate() throws -> URL {
        var paths = [URL(fileURLWithPath: CommandLine.arguments[0])]
        #if canImport(Darwin)
            paths += Bundle.allBundles.map(\.bundleURL)
        #endif
        let candidates = paths.map { $0.deletingLastPathComponent().appendingPathComponent("policyjson") }
        return try #require(
            candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) },
            "The tool has not been built beside the tests.")
    }
}
