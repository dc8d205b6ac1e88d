import Foundation

/// Measures by how much decoding a document once lets the peak of memory grow, in a process of its own.
///
/// The child reads the document from a file: making it there would leave freed memory, which decoding could then use
/// unnoticed.
struct MemoryChild {
    /// The option that makes this executable the child.
    static let option = "--child-memory"

    /// The option with the file that the child decodes.
    static let documentOption = "--document"

    /// Runs the child.
    ///
    /// - Returns: The growth in bytes, or `nil` if this system does not tell.
    /// - Throws: ``BenchmarkFailure`` if the child fails.
    static func growth(payload: String, contestant: Contestant, document: URL) throws -> Int? {
        let arguments = [option, payload, contestant.rawValue, documentOption, document.path]
        let (status, output) = try ChildProcess.run(ChildProcess.thisExecutable, arguments)
        guard status == 0 else {
            throw BenchmarkFailure("\(payload): measuring the memory of \(contestant.rawValue) failed: \(output)")
        }
        return Int(output)
    }

    /// What the child does; it prints the growth, or `n/a`.
    static func run(payload: any Payload, contestant: Contestant, document: URL) throws {
        let data = try Data(contentsOf: document)
        // Load the code that decodes: it is not part of what decoding this document costs.
        let body = TypedPayload("small-page", OrderPage.self) { SmallText.page() }
        try body.work(of: contestant, on: SmallText.page())(1)
        let work = payload.work(of: contestant, on: data)
        PeakMemory.reset()
        let before = PeakMemory.current
        try work(1)
        guard let before, let after = PeakMemory.current else {
            print("n/a")
            return
        }
        print(after - before)
    }
}
