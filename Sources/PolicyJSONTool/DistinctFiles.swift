import Foundation
import PolicyJSON

/// Checks that no output of a command is one of its inputs, and no file is two outputs. Opening such an output would destroy
/// what has not been read.
enum DistinctFiles {
    /// A regular file, whatever it is called.
    private struct Identity: Hashable {
        let device: UInt64
        let number: UInt64
    }

    /// - Parameters:
    ///   - files: the files that are written, also if the name is `-`.
    ///   - inputs: the arguments for files that are read; `-` is standard input.
    /// - Throws: ``InputProblem`` for an output.
    static func check(files: [String?], inputs: [String]) throws(InputProblem) {
        // What is written to a file is not written to standard output.
        let outputs = files.compactMap { $0 == CleanOptions.standardOutputName ? "./-" : $0 }
        try check(outputs: outputs, inputs: inputs)
    }

    /// - Parameters:
    ///   - outputs: the arguments for files that are written; `-` is standard output.
    ///   - inputs: the arguments for files that are read; `-` is standard input.
    /// - Throws: ``InputProblem`` for an output.
    static func check(outputs: [String], inputs: [String]) throws(InputProblem) {
        let read = Set(inputs.compactMap { identity($0, standard: STDIN_FILENO) })
        var written: Set<Identity> = []
        var paths: Set<String> = []
        for output in outputs {
            let isStandard = output == CleanOptions.standardOutputName
            let identity = identity(output, standard: STDOUT_FILENO)
            func problem(_ message: String) -> InputProblem {
                InputProblem(label: isStandard ? "<stdout>" : output.onOneLine, code: "sameFile", message: message)
            }
            if let identity, read.contains(identity) { throw problem("the file is an input, too") }
            // Two that do not exist yet may have the same path.
            let isNew = identity.map { written.insert($0).inserted } ?? true
            var url = URL(fileURLWithPath: output)
            // What is written to a link is written to its target, which need not exist.
            for _ in 0..<40 {
                guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else { break }
                url = URL(fileURLWithPath: target, relativeTo: url.deletingLastPathComponent())
            }
            let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
            let path = folder.appendingPathComponent(url.lastPathComponent).path
            if !isNew || !isStandard && !isSpecial(path) && !paths.insert(path).inserted {
                throw problem("the file is another output, too")
            }
        }
    }

    /// Whether something other than a regular file has the path: what is written to a device or a pipe is not overwritten.
    private static func isSpecial(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    /// `nil` if there is no regular file.
    ///
    /// - Parameter standard: the file descriptor for the argument `-`.
    private static func identity(_ argument: String, standard: Int32) -> Identity? {
        var status = stat()
        let result = argument == "-" ? unsafe fstat(standard, &status) : unsafe stat(argument, &status)
        guard result == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    }
}
