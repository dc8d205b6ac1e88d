import Foundation

/// Runs other programs.
enum ChildProcess {
    /// Runs a program to its end.
    ///
    /// - Parameter environment: What is added to the environment of this process.
    /// - Returns: Its exit status, and what it wrote to standard output without white space around it.
    static func run(
        _ executable: URL, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let text = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return (process.terminationStatus, text)
    }

    /// Runs a program that has to succeed.
    ///
    /// - Returns: What it wrote to standard output without white space around it.
    /// - Throws: ``BenchmarkFailure`` if it fails or is not there.
    @discardableResult
    static func output(
        of executable: URL, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> String {
        let (status, output) = try run(executable, arguments, environment: environment)
        guard status == 0 else {
            throw BenchmarkFailure("\(([executable.path] + arguments).joined(separator: " ")): status \(status)")
        }
        return output
    }

    /// The same with a program of the search path.
    @discardableResult
    static func output(
        of program: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> String {
        try output(of: URL(filePath: "/usr/bin/env"), [program] + arguments, environment: environment)
    }

    /// This program.
    static var thisExecutable: URL {
        Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    }
}
