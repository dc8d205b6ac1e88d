import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization
import Testing

/// The service as a process of its own, with a directory that outlives restarts.
final class RunningService: Sendable {
    /// What the service has answered.
    struct Response: Equatable {
        let status: UInt
        let body: String
    }

    let directory: URL
    private let running = Mutex((process: Process(), port: 0))

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "orders-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try start()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: directory)
    }

    /// The built service, next to the tests, which run on Linux only.
    private static var executable: URL {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "OrderService")
    }

    private func start() throws {
        try running.withLock { running in
            running = try Self.start(in: directory)
        }
    }

    private static func start(in directory: URL) throws -> (process: Process, port: Int) {
        let output = Pipe()
        let log = directory.appending(path: "log")
        if !FileManager.default.fileExists(atPath: log.path) {
            _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        }
        let errors = try FileHandle(forWritingTo: log)
        try errors.seekToEnd()
        let process = Process()
        process.executableURL = executable
        process.arguments = [directory.path]
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // The service prints its port when it can be reached.
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            guard let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else { break }
            line += byte
        }
        return (process, try #require(Int(String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines))))
    }

    /// Ends the process at once, wherever it is.
    func stop() {
        running.withLock { running in
            guard running.process.isRunning else { return }
            kill(running.process.processIdentifier, SIGKILL)
            running.process.waitUntilExit()
        }
    }

    func restart() throws {
        stop()
        try start()
    }

    /// What the service has written to its log.
    func log() throws -> String { try contents("log") }

    /// A file of the service.
    func contents(_ file: String) throws -> String {
        try String(contentsOf: directory.appending(path: file), encoding: .utf8)
    }

    /// The largest amount of memory that the process has had, in MiB.
    func peakMemory() throws -> Int {
        let process = running.withLock { $0.process.processIdentifier }
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber))) / 1024
    }

    // MARK: Requests

    func url(_ path: String) -> String { "http://127.0.0.1:\(running.withLock { $0.port })\(path)" }

    func get(_ path: String) async throws -> Response {
        try await send(HTTPClientRequest(url: url(path)))
    }

    func post(_ path: String, _ body: String) async throws -> Response {
        try await post(path, .bytes(ByteBuffer(string: body)))
    }

    func post(_ path: String, _ body: HTTPClientRequest.Body) async throws -> Response {
        var request = HTTPClientRequest(url: url(path))
        request.method = .POST
        request.body = body
        return try await send(request)
    }

    private func send(_ request: HTTPClientRequest) async throws -> Response {
        let response = try await HTTPClient.shared.execute(request, timeout: .minutes(2))
        let body = try await response.body.collect(upTo: 1 << 26)
        return Response(status: response.status.code, body: String(buffer: body))
    }

    /// Runs curl with these arguments and the address of a path, and returns its output.
    func curl(_ arguments: [String], _ path: String) async throws -> String {
        let curl = Process()
        let output = Pipe()
        curl.executableURL = URL(filePath: "/usr/bin/env")
        curl.arguments = ["curl", "--silent"] + arguments + [url(path)]
        curl.standardOutput = output
        try curl.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        curl.waitUntilExit()
        return text
    }
}

/// A body that is made while it is sent.
struct GeneratedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    /// The number of chunks.
    let count: Int
    /// A delay before each chunk.
    var pause: Duration = .zero
    /// Makes a chunk; may throw to abort the request.
    let chunk: @Sendable (Int) async throws -> String

    func makeAsyncIterator() -> Iterator { Iterator(body: self) }

    struct Iterator: AsyncIteratorProtocol {
        let body: GeneratedBody
        var index = 0

        mutating func next() async throws -> ByteBuffer? {
            if index == body.count { return nil }
            if body.pause > .zero { try await Task.sleep(for: body.pause) }
            defer { index += 1 }
            return ByteBuffer(string: try await body.chunk(index))
        }
    }
}

extension HTTPClientRequest.Body {
    static func generated(
        _ count: Int, pause: Duration = .zero, _ chunk: @escaping @Sendable (Int) async throws -> String
    ) -> Self {
        .stream(GeneratedBody(count: count, pause: pause, chunk: chunk), length: .unknown)
    }
}
