import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A server in a process of its own.
struct MeasuredServer {
    struct Failure: Error { let text: String }

    private let process = Process()
    private let url: String

    init(_ coders: Coders, path: String) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--serve", coders.rawValue]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            guard let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else { break }
            line += byte
        }
        guard let port = Int(String(decoding: line.dropLast(), as: UTF8.self)) else {
            throw Failure(text: "The server has not started.")
        }
        url = "http://127.0.0.1:\(port)/\(path)"
    }

    func stop() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Sends requests on several connections, after a tenth of them to warm up.
    func measure(_ body: ByteBuffer, requests: Int, connections: Int) async throws -> Sample {
        try await send(body, max(requests / 10, 1), connections)
        let (before, start) = (try processorTime(), ContinuousClock.now)
        try await send(body, requests, connections)
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        return Sample(
            requestsPerSecond: Double(requests) / elapsed, seconds: (try processorTime() - before) / Double(requests),
            memory: try peakMemory())
    }

    private func send(_ body: ByteBuffer, _ count: Int, _ connections: Int) async throws {
        try await withThrowingTaskGroup { group in
            for index in 0..<connections {
                let count = count / connections + (index < count % connections ? 1 : 0)
                group.addTask {
                    for _ in 0..<count {
                        var request = HTTPClientRequest(url: url)
                        request.method = .POST
                        request.body = .bytes(body)
                        let response = try await HTTPClient.shared.execute(request, timeout: .minutes(1))
                        let text = try await response.body.collect(upTo: 1 << 20)
                        guard response.status == .ok else { throw Failure(text: String(buffer: text)) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// The processor time of the server, in seconds.
    private func processorTime() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
        // The name, in parentheses, may contain spaces. User and system time are the fields 14 and 15, in ticks.
        let fields = text[text.index(after: text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        return (Double(fields[11])! + Double(fields[12])!) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The peak memory of the server, in MB.
    private func peakMemory() throws -> Double {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kilobytes = Double(line.filter(\.isNumber))
        else { throw Failure(text: status) }
        return kilobytes * 1024 / 1e6
    }
}
