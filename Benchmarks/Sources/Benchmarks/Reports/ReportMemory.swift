import Foundation
import PolicyJSON

/// How much memory it takes to decode a large array with a report: no more than without, because its tokens are not all
/// held at the same time.
enum ReportMemory {
    /// A call.
    private enum Way: String, CaseIterable {
        case decode
        case handlers = "decode with handlers"
        case reporting = "decodeReporting"
        case collecting = "decodeCollectingErrors"

        /// - Returns: how many orders there are.
        func decode(_ document: Data) throws -> Int {
            let decoder = PolicyJSONDecoder(policy: .lenient)
            switch self {
            case .decode: return try decoder.decode([Order].self, from: document).count
            case .handlers:
                decoder.onReport = { blackHole($0) }
                return try decoder.decode([Order].self, from: document).count
            case .reporting: return try decoder.decodeReporting([Order].self, from: document).value.count
            case .collecting: return try decoder.decodeCollectingErrors([Order].self, from: document).count
            }
        }
    }

    /// The option that makes this executable the child that decodes one document.
    static let option = "--child-report-memory"

    private static let orders = 2_500
    private static let repetitions = 21

    /// How much more memory than `decode` a call may take: a thousand entries, and four bytes a change.
    private static let memoryBound = 4_000_000

    /// One line a document and call, each measured in a process of its own.
    static func measure() throws -> String {
        var lines: [String] = []
        for isClean in [true, false] {
            let file = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID()).json")
            let document = document(isClean: isClean)
            try document.write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let name = "\(document.count / 1_000_000) MB, " + (isClean ? "clean" : "a repair in each order")
            var least = Int.max
            for way in Way.allCases {
                let (status, output) = try ChildProcess.run(
                    ChildProcess.thisExecutable, [option, way.rawValue, file.path])
                guard status == 0 else { throw BenchmarkFailure("report memory, \(way.rawValue): \(output)") }
                guard let growth = Int(output) else { return "report memory: unknown on this system" }
                if way == .decode { least = growth }
                lines.append("\(name), \(way.rawValue): " + String(format: "%.1f MB more memory", Double(growth) / 1e6))
                if growth - least > memoryBound { throw BenchmarkFailure("report memory, \(lines)") }
            }
        }
        return lines.joined(separator: "\n")
    }

    /// What the child does with the option's values, a call and a file: it prints by how much the peak of memory has grown.
    static func runChild(_ values: [String]) throws {
        guard values.count == 2, let way = Way(rawValue: values[0]) else {
            throw BenchmarkFailure("\(option) takes a call and a file.")
        }
        // Load the code: it is not part of what this document costs.
        _ = try way.decode(OrderText.document(count: 10))
        let document = try Data(contentsOf: URL(filePath: values[1]))
        PeakMemory.reset()
        let before = PeakMemory.current
        let count = try way.decode(document)
        guard count == orders * repetitions else { throw BenchmarkFailure("\(count) orders") }
        guard let before, let after = PeakMemory.current else { return print("n/a") }
        print(after - before)
    }

    private static func document(isClean: Bool) -> Data {
        var block = String(decoding: OrderText.document(count: orders), as: UTF8.self)
        if !isClean { block = block.replacing(/"quantity": ?(\d+)/) { #""quantity":"\#($0.1)""# } }
        let elements = block.trimmingCharacters(in: CharacterSet(charactersIn: "[] \n"))
        return Data(("[" + repeatElement(elements, count: repetitions).joined(separator: ",") + "]").utf8)
    }
}
