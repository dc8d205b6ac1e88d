import ArgumentParser
import Foundation
import PolicyJSON

/// An input of a command: a file or standard input.
struct Input: Hashable {
    /// The argument for standard input.
    static let standardInputName = "-"

    /// - Parameter arguments: those of a command for its inputs.
    /// - Throws: `ValidationError` if several are standard input.
    static func checkStandardInput(in arguments: [String?]) throws {
        if arguments.count(where: { $0 == standardInputName }) > 1 {
            throw ValidationError("Standard input can be read only once.")
        }
    }

    /// The argument, as on the command line.
    let argument: String

    /// The name for messages, on one line.
    var label: String { isStandardInput ? "<stdin>" : argument.isEmpty ? "''" : argument.onOneLine }

    /// - Throws: for an empty name, which Foundation takes for the working directory.
    private func url() throws -> URL {
        if argument.isEmpty { throw POSIXError(.ENOENT) }
        return URL(fileURLWithPath: argument)
    }

    private var isStandardInput: Bool { argument == Self.standardInputName }

    /// The size of a regular file in bytes; `nil` for anything else (a pipe, a directory, a missing file).
    var fileSize: Int? {
        guard !isStandardInput else { return nil }
        let path = URL(fileURLWithPath: argument).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular
        else { return nil }
        return (attributes[.size] as? NSNumber)?.intValue
    }

    /// Reads all bytes. A regular file is mapped if Foundation considers that safe; everything else is read to its end.
    func read() throws(InputProblem) -> Data {
        do {
            if isStandardInput { return try FileHandle.standardInput.readToEnd() ?? Data() }
            let url = try url()
            if let fileSize, fileSize > 0 { return try Data(contentsOf: url, options: .mappedIfSafe) }
            return try FileHandle(forReadingFrom: url).readToEnd() ?? Data()
        } catch {
            throw .unreadable(label, because: error)
        }
    }

    /// Opens the input for reading.
    func open() throws(InputProblem) -> FileHandle {
        do {
            return isStandardInput
                ? .standardInput : try FileHandle(forReadingFrom: url())
        } catch {
            throw unreadable(error)
        }
    }

    func unreadable(_ error: any Error) -> InputProblem { .unreadable(label, because: error) }
}
