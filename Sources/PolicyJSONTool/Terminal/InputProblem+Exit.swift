import ArgumentParser

extension ExitCode {
    /// Invalid arguments or inputs: 2.
    static let invalid = ExitCode(2)
}

extension InputProblem {
    /// Prints the problem on standard error.
    func print() throws { try StandardStream.error.print(text(Style(for: .error))) }

    /// Runs a part of a command. A problem that it throws is printed, and ends the command.
    ///
    /// - Parameter status: the exit status for a problem of an input. That of an output which cannot be written is 2.
    /// - Throws: the exit status.
    static func printing<R>(exit status: ExitCode = .invalid, _ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let problem as InputProblem {
            try problem.print()
            throw problem.isOfOutput ? .invalid : status
        }
    }
}
