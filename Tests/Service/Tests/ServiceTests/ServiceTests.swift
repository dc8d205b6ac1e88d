import AsyncHTTPClient
import Foundation
import NIOCore
import PolicyJSON
import Testing

/// The service of `Sources/OrderService`, with clients of all kinds.
@Suite(.serialized) struct ServiceTests {
    struct Order: Codable, Equatable { let id: Int, article: String, quantity: Int, paid: Bool }
    struct Upload: Decodable, Equatable { let elements: Int, offset: Int }
    struct Aborted: Error {}

    private let service: RunningService

    init() throws { service = try RunningService() }

    /// Orders as lines; every tenth needs repairs.
    private static func lines(_ ids: Range<Int>) -> String {
        ids.map {
            $0 % 10 == 0
                ? #"{"id":"\#($0)","article":"pen","quantity":"2","paid":1}"#
                : #"{"id":\#($0),"article":"pen","quantity":2,"paid":true}"#
        }.joined(separator: "\n") + "\n"
    }

    /// The ids of all stored orders, which are sorted.
    private func storedIDs() async throws -> [Int] {
        let text = try await service.get("/export").body
        let reader = try PolicyJSONDecoder().elements(
            of: Order.self, in: .lines, from: InputStream(data: Data(text.utf8)))
        var ids: [Int] = []
        while let order = try reader.next() { ids.append(order.id) }
        return ids.sorted()
    }

    private func progress(of upload: String) async throws -> Upload {
        try PolicyJSONDecoder().decode(Upload.self, from: try await service.get("/uploads/\(upload)").body)
    }

    /// Waits until the service has saved more elements of an upload than these: sent bytes may still be on their way.
    private func waitForProgress(of upload: String, beyond elements: Int) async throws {
        for _ in 0..<10_000 {
            if try await progress(of: upload).elements > elements { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("The service has not saved more than \(elements) elements.")
    }

    // MARK: Documents

    @Test func `a batch is stored, repaired, counted and logged`() async throws {
        let body = #"[{"id":1,"article":"pen","quantity":2,"paid":true},{"id":"2","article":7,"quantity":1,"paid":0}]"#
        #expect(try await service.post("/orders", body).status == 201)
        #expect(
            try await service.get("/export").body == """
                {"id":1,"article":"pen","quantity":2,"paid":true}
                {"id":2,"article":"7","quantity":1,"paid":false}

                """)
        #expect(
            try await service.get("/metrics").body.split(separator: "\n").filter { $0.hasPrefix("json_") } == [
                #"json_repaired_paths_total{path="[*].article"} 1"#,
                #"json_repaired_paths_total{path="[*].id"} 1"#,
                #"json_repaired_paths_total{path="[*].paid"} 1"#,
                #"json_repairs_total{rule="BooleansFromScalars"} 1"#,
                #"json_repairs_total{rule="NumbersFromStrings"} 1"#,
                #"json_repairs_total{rule="StringsFromScalars"} 1"#,
            ])
        #expect(try service.log().contains("path=[1].id"))
        #expect(try service.peakMemory() > 0)
    }

    @Test func `all problems are in the response`() async throws {
        let response = try await service.post(
            "/orders", #"[{"id":"x","article":"secret","quantity":1,"paid":2},{"id":1,"quantity":1.5,"paid":true}]"#)
        #expect(
            response
                == .init(
                    status: 400,
                    body: #"{"title":"Bad Request","status":400,"detail":"The document has 4 problems.","errors":["#
                        + #"{"code":"type_mismatch","pointer":"\/0\/id","message":"Expected an integer, found a string.","expected":"an integer","found":"string","line":1,"column":8,"offset":7},"#
                        + #"{"code":"type_mismatch","pointer":"\/0\/paid","message":"Expected a Boolean, found a number.","expected":"a Boolean","found":"number","line":1,"column":51,"offset":50},"#
                        + #"{"code":"missing_key","pointer":"\/1\/article","message":"The required member \"article\" is missing.","line":1,"column":54,"offset":53},"#
                        + #"{"code":"type_mismatch","pointer":"\/1\/quantity","message":"Expected an integer, found a number with a fraction.","expected":"an integer","found":"number","line":1,"column":73,"offset":72}]}"#
                ))
        let header = try await service.curl(
            ["--data", "[", "--output", "/dev/null", "--write-out", "%{content_type}"], "/orders")
        #expect(header == "application/problem+json")
        #expect(try await storedIDs() == [])
        #expect(try await service.get("/metrics").body.contains(#"json_rejections_total{code="type_mismatch"} 1"#))
        #expect(try service.log().contains("problems=4"))
    }

    @Test func `the glue is short`() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/OrderService").standardized
        var count = 0
        for file in try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil) {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            let isGlue = file.lastPathComponent == "Coding.swift"
            count += lines.count { line in
                isGlue
                    ? !line.hasPrefix("import") && !line.hasPrefix("//")
                    : line.contains(/Coding\.(log|metrics|reject)|var (requestDecoder|responseEncoder)/)
            }
        }
        #expect(count == 14)
    }

    // MARK: Hostile clients

    /// Bodies that are made while they are sent, with the status and the code of the response.
    struct Hostile: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let path: String
        let status: UInt
        let code: String
        let body: HTTPClientRequest.Body

        init(
            _ description: String, to path: String = "/orders", _ status: UInt, _ code: String,
            _ body: HTTPClientRequest.Body
        ) {
            (testDescription, self.path, self.status, self.code, self.body) = (description, path, status, code, body)
        }
    }

    private static let megabyte = String(repeating: "x", count: 1 << 20)
    private static let zeros = String(repeating: "0,", count: 1 << 19)

    static let hostile = [
        Hostile("nested a million deep", 400, "limit", .generated(1) { _ in String(repeating: "[", count: 1_000_000) }),
        Hostile("a string of 100 MB", 413, "limit", .generated(101) { $0 == 0 ? #"[""# : megabyte }),
        Hostile("20 million zeros", 413, "limit", .generated(41) { $0 == 0 ? "[" : zeros }),
        Hostile("half a million zeros", 400, "limit", .generated(1) { _ in "[\(zeros.dropLast(16))0]" }),
        Hostile("invalid UTF-8", 400, "syntax", .bytes(ByteBuffer(bytes: [0x5B, 0x22, 0xFF, 0x22, 0x5D]))),
        Hostile("truncated", 400, "syntax", .bytes(ByteBuffer(string: #"[{"id":1,"art"#))),
        Hostile("empty", 400, "syntax", .bytes(ByteBuffer())),
        Hostile(
            "nested a million deep, as an array", to: "/import/deep", 400, "limit",
            .generated(1) { _ in #"{"data":{"orders":["# + String(repeating: "[", count: 1_000_000) }),
        Hostile(
            "20 million zeros, as an array", to: "/import/zeros", 400, "too_many_invalid_elements",
            .generated(41) { $0 == 0 ? #"{"data":{"orders":["# : zeros }),
        Hostile(
            "a string of 100 MB, as an array", to: "/import/long", 413, "limit",
            .generated(101) { $0 == 0 ? #"{"data":{"orders":[""# : megabyte }),
        Hostile(
            "not an array", to: "/import/object", 400, "type_mismatch",
            .generated(1) { _ in #"{"data":{"orders":{}}}"# }),
    ]

    @Test func `hostile bodies get an answer and bounded memory`() async throws {
        for hostile in Self.hostile {
            // A client that is still sending when the response arrives may see only that the connection has been closed.
            let response = try? await service.post(hostile.path, hostile.body)
            if let response {
                #expect(response.status == hostile.status, "\(hostile.testDescription)")
                #expect(
                    response.body.contains(#""code":"\#(hostile.code)""#), "\(hostile.testDescription): \(response)")
            }
            #expect(response != nil || hostile.status == 413, "\(hostile.testDescription)")
            #expect(try await service.get("/uploads/none").status == 200)
        }
        // A string of 100 MB is one line that is too long.
        let response = try await service.post("/ingest/long", .generated(101) { $0 == 0 ? #"""# : Self.megabyte })
        #expect(response.status == 200)
        let letter = try service.contents("long.ndjson")
        #expect(letter.contains(#""code":"limit""#) && letter.utf8.count < 70_000)
        // Lines that are not JSON, or too deep, or too many values, are dead letters, and those around them are stored.
        let order = #"{"id":1,"article":"pen","quantity":1,"paid":true}"#
        var lines = ByteBuffer(string: order + "\n" + String(repeating: "[", count: 1_000_000) + "\n")
        lines.writeBytes([0x22, 0xFF, 0x22, 0x0A])
        lines.writeString("[" + String(repeating: "0,", count: 500_000) + "0]\n{\"id\":2,\"art\n" + order)
        let mixed = try await service.post("/ingest/mixed", .bytes(lines))
        #expect(mixed == .init(status: 200, body: #"{"elements":6,"offset":\#(lines.readableBytes)}"#))
        let codes = try service.contents("mixed.ndjson").matches(of: #/"code":"(\w+)"/#).map { String($0.1) }
        #expect(codes == ["limit", "syntax", "type_mismatch", "syntax"])
        #expect(try await storedIDs() == [1, 1])
        #expect(try service.peakMemory() < 128)
    }

    @Test func `a megabyte of undecodable elements`() async throws {
        let body = "[" + repeatElement(#""x""#, count: 262_000).joined(separator: ",") + "]"
        let response = try await service.post("/orders", body)
        #expect(response.status == 400)
        #expect(response.body.hasSuffix(#"],"unlistedErrors":261000}"#))
        #expect(response.body.utf8.count < 200_000)
        #expect(try service.peakMemory() < 80)
    }

    @Test func `wrong lengths`() async throws {
        // The body ends early: curl waits for a second and closes the connection.
        let early = try await service.curl(
            ["--max-time", "1", "--header", "Content-Length: 100", "--data", #"[{"id":1,"article":"a""#], "/orders")
        #expect(early == "")
        // The body is longer than announced.
        let late = try await service.curl(["--header", "Content-Length: 1", "--data", "[]"], "/orders")
        #expect(late.contains(#""code":"syntax""#))
        #expect(try await service.post("/orders", "[]").status == 201)
        #expect(try await storedIDs() == [])
    }

    // MARK: Uploads

    @Test func `concurrent and slow uploads`() async throws {
        let service = service
        try await withThrowingTaskGroup { group in
            for task in 0..<4 {
                group.addTask {
                    // 25 chunks that end within a line, from a quick client or from a slow one.
                    let text = Array(Self.lines(task * 5_000..<(task + 1) * 5_000).utf8)
                    let size = text.count / 25 + 1
                    let response = try await service.post(
                        "/ingest/\(["a", "b", "c", "d"][task])",
                        .generated(25, pause: .milliseconds(task == 0 ? 20 : 0)) {
                            String(decoding: text[$0 * size..<min(($0 + 1) * size, text.count)], as: UTF8.self)
                        })
                    #expect(response == .init(status: 200, body: #"{"elements":5000,"offset":\#(text.count - 1)}"#))
                }
            }
            try await group.waitForAll()
        }
        #expect(try await storedIDs() == Array(0..<20_000))
        #expect(try await service.get("/metrics").body.contains(#"json_repairs_total{rule="NumbersFromStrings"} 4000"#))
        // The log has a bounded number of lines per second.
        #expect(try service.log().split(separator: "\n").count { $0.contains("JSON repaired") } < 2_000)
    }

    @Test(arguments: [false, true])
    func `an upload that breaks off is resumed`(restarts: Bool) async throws {
        let text = Array(Self.lines(0..<20_000).utf8)
        let size = 10_000
        let service = service
        await #expect(throws: (any Error).self) {
            _ = try await service.post(
                "/ingest/orders",
                .generated(text.count / size, pause: .milliseconds(5)) { index in
                    if index == 60 {
                        try await waitForProgress(of: "orders", beyond: 0)
                        if restarts { service.stop() }
                        throw Aborted()
                    }
                    return String(decoding: text[index * size..<(index + 1) * size], as: UTF8.self)
                })
        }
        if restarts { try service.restart() }
        let saved = try await progress(of: "orders")
        #expect(saved.elements > 0 && saved.elements < 20_000 && saved.elements % 500 == 0)
        // The first request may still be in progress; only one of the two can save what follows.
        while true {
            let saved = try await progress(of: "orders")
            let rest = String(decoding: text[saved.offset...], as: UTF8.self)
            let response = try await service.post("/ingest/orders?offset=\(saved.offset)", rest)
            if response.status == 200 { break }
            try #require(response.status == 409)
        }
        // A body that begins elsewhere would be stored twice.
        #expect(try await service.post("/ingest/orders", String(decoding: text, as: UTF8.self)).status == 409)
        #expect(try await progress(of: "orders") == Upload(elements: 20_000, offset: text.count - 1))
        #expect(try await storedIDs() == Array(0..<20_000))
    }

    @Test func `dead letters of an import that is interrupted twice`() async throws {
        // Every twentieth order is undecodable.
        let orders = (0..<10_000).map { id in
            id % 20 == 7
                ? #"{"id":\#(id),"article":null,"quantity":1,"paid":true}"#
                : #"{"id":\#(id),"article":"pen","quantity":1,"paid":true}"#
        }
        let text = Array((#"{"next":null,"data":{"orders":["# + orders.joined(separator: ",\n") + "]}}").utf8)
        let size = 10_000
        let service = service
        for end in [20, 25] {
            let saved = try await progress(of: "orders")
            _ = try? await service.post(
                "/import/orders?offset=\(saved.offset)",
                .generated(end + 1, pause: .milliseconds(5)) { index in
                    if index == end {
                        try await waitForProgress(of: "orders", beyond: saved.elements)
                        service.stop()
                        throw Aborted()
                    }
                    let start = saved.offset + index * size
                    return String(decoding: text[start..<min(start + size, text.count)], as: UTF8.self)
                })
            try service.restart()
        }
        let saved = try await progress(of: "orders")
        #expect(saved.elements > 0 && saved.elements < 10_000)
        let response = try await service.post(
            "/import/orders?offset=\(saved.offset)", String(decoding: text[saved.offset...], as: UTF8.self))
        #expect(response.status == 200)
        #expect(try await progress(of: "orders").elements == 10_000)
        #expect(try await storedIDs() == (0..<10_000).filter { $0 % 20 != 7 })

        struct Letter: Decodable { let index: Int, raw: String }
        let letters = try PolicyJSONDecoder().elements(
            of: Letter.self, in: .lines, from: service.directory.appending(path: "orders.ndjson"))
        var indexes: [Int] = []
        while let letter = try letters.next() {
            #expect(letter.raw == orders[letter.index])
            indexes.append(letter.index)
        }
        #expect(indexes == (0..<10_000).filter { $0 % 20 == 7 })
    }

    @Test func `large uploads and exports take bounded memory`() async throws {
        let line = #"{"id":1,"article":"\#(String(repeating: "x", count: 950))","quantity":2,"paid":true}"# + "\n"
        let chunk = String(repeating: line, count: 64)
        let response = try await service.post("/ingest/large", .generated(640) { _ in chunk })
        #expect(response.status == 200)
        let afterUpload = try service.peakMemory()
        let lines = try await service.curl(
            ["--output", "lines", "--output-dir", service.directory.path, "--write-out", "%{size_download}"], "/export")
        #expect(Int(lines) == line.utf8.count * 64 * 640)
        let array = try await service.curl(
            ["--output", "array", "--output-dir", service.directory.path, "--write-out", "%{size_download}"],
            "/export?format=array")
        #expect(Int(array) == (line.utf8.count) * 64 * 640 + 1)
        let orders = try PolicyJSONDecoder().elements(of: Order.self, from: service.directory.appending(path: "array"))
        var count = 0
        while try orders.next() != nil { count += 1 }
        #expect(count == 64 * 640)
        #expect(afterUpload < 96)
        #expect(try service.peakMemory() < 96)
    }

    @Test func `clients that leave an export`() async throws {
        let line = #"{"id":1,"article":"\#(String(repeating: "x", count: 950))","quantity":2,"paid":true}"# + "\n"
        let chunk = String(repeating: line, count: 64)
        #expect(try await service.post("/ingest/large", .generated(320) { _ in chunk }).status == 200)
        var started = 0
        for index in 0..<20 {
            // curl closes the connection in the middle of a line; the service is then writing, or waits until it can.
            let time = index % 2 == 0 ? "0.02" : "0.2"
            let limits = ["--max-time", time, "--limit-rate", "100k"]
            let size = try await service.curl(
                limits + ["--output", "/dev/null", "--write-out", "%{size_download}"], "/export?format=array")
            let received = try #require(Int(size))
            #expect(received < line.utf8.count * 64 * 320)
            if received > 0 { started += 1 }
        }
        #expect(started > 0)
        #expect(try await service.get("/uploads/large").body.hasPrefix(#"{"elements":20480,"#))
        #expect(try service.peakMemory() < 96)
    }
}
