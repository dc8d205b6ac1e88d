import Foundation
import HTTPTypes
import Hummingbird
import Logging
import MetricsTestKit
import NIOCore
import NIOEmbedded
import PolicyJSON
import PolicyJSONHummingbird
import PolicyJSONLogging
import PolicyJSONMetrics
import Synchronization
import Testing

/// Routes without a server. `ServiceTests` have one.
@Suite struct HummingbirdTests {
    struct Order: Codable { let id: Int }

    struct Context: RequestContext {
        static let decoder = PolicyJSONDecoder(policy: .lenient)

        var coreContext: CoreRequestContextStorage
        init(source: ApplicationRequestContextSource) { coreContext = CoreRequestContextStorage(source: source) }
        var maxUploadSize: Int { 100 }
        var requestDecoder: PolicyJSONDecoder { Self.decoder }
        var responseEncoder: PolicyJSONEncoder { PolicyJSONEncoder() }
    }

    private static func context() -> Context {
        Context(source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "test")))
    }

    /// Collects what is written.
    private struct Writer: ResponseBodyWriter {
        let text = Box()
        final class Box: Sendable {
            let value = Mutex("")
        }
        mutating func write(_ buffer: ByteBuffer) async throws { text.value.withLock { $0 += String(buffer: buffer) } }
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    /// The status, the content type and the body of the response to a request with this body.
    private func respond(
        _ router: Router<Context>, to body: String, path: String = "/", method: HTTPRequest.Method = .post
    ) async throws -> [String] {
        let request = Request(
            head: HTTPRequest(method: method, scheme: nil, authority: nil, path: path),
            body: RequestBody(buffer: ByteBuffer(string: body)))
        let context = Self.context()
        let response: Response
        do {
            response = try await router.buildResponder().respond(to: request, context: context)
        } catch let error as any HTTPResponseError {
            // What a server does.
            response = try error.response(from: request, context: context)
        }
        let writer = Writer()
        try await response.body.write(writer)
        return ["\(response.status.code)", response.headers[.contentType] ?? "", writer.text.value.withLock { $0 }]
    }

    /// A router that echoes orders.
    private func router(_ middleware: ProblemDetailsMiddleware<Context>? = nil) -> Router<Context> {
        let router = Router(context: Context.self)
        if let middleware { router.add(middleware: middleware) }
        router.post("/") { try await $0.decode(as: [Order].self, context: $1) }
        router.post("/strict") { request, context in
            try await Context.decoder.overriding(policy: .strict).decode([Order].self, from: request, context: context)
        }
        router.post("/large") { request, _ in try await Context.decoder.decode([Order].self, from: request, upTo: 200) }
        router.post("/none") { request, _ in try await Context.decoder.decode([Order].self, from: request, upTo: -1) }
        router.post("/foundation") { request, _ in
            let body = try await request.body.collect(upTo: 100)
            return try JSONDecoder().decode([Order].self, from: Data(body.readableBytesView))
        }
        router.post("/lines") { request, _ in
            var orders: [Order] = []
            for try await order in Context.decoder.elements(of: Order.self, in: .lines, from: request.body) {
                orders.append(order)
            }
            return Response(streaming: PolicyJSONEncoder().chunks(of: orders, as: .lines), status: .accepted)
        }
        router.post("/other") { _, _ -> Response in throw CancellationError() }
        return router
    }

    private let json = "application/json; charset=utf-8"

    @Test func `a policy and a limit for each route`() async throws {
        let router = router(ProblemDetailsMiddleware())
        let messy = #"[{"id":"1"}]"#
        #expect(try await respond(router, to: messy) == ["200", json, #"[{"id":1}]"#])
        #expect(try await respond(router, to: messy, path: "/strict").first == "400")
        #expect(try await respond(router, to: #"[{"id":1}]"#, path: "/strict") == ["200", json, #"[{"id":1}]"#])
        let long = #"[{"id":1}\#(String(repeating: " ", count: 120))]"#
        #expect(
            try await respond(router, to: long) == [
                "413", "application/problem+json",
                #"{"title":"Content Too Large","status":413,"detail":"The document is longer than 100 bytes.","errors":"#
                    + #"[{"code":"limit","pointer":"","message":"The document is longer than 100 bytes."}]}"#,
            ])
        #expect(try await respond(router, to: long, path: "/large").first == "200")
        #expect(try await respond(router, to: long + long, path: "/large").first == "413")
        #expect(try await respond(router, to: "[]", path: "/none").first == "413")
    }

    @Test func streams() async throws {
        let router = router(ProblemDetailsMiddleware())
        #expect(
            try await respond(router, to: "{\"id\":1}\n{\"id\":2}", path: "/lines")
                == ["202", "application/x-ndjson", "{\"id\":1}\n{\"id\":2}\n"])
        #expect(
            try await respond(router, to: "{\"id\":1}\n{\"id\":", path: "/lines") == [
                "400", "application/problem+json",
                #"{"title":"Bad Request","status":400,"detail":"The document is not valid JSON: unexpected end of document, expected a value.","errors":"#
                    + #"[{"code":"syntax","pointer":"","message":"The document is not valid JSON: unexpected end of document, expected a value.","line":2,"column":7,"offset":15}]}"#,
            ])
    }

    @Test(
        arguments: [
            (.array, "application/json; charset=utf-8"), (.lines, "application/x-ndjson"),
            (.lines(skippingInvalid: true), "application/x-ndjson"), (.sequence, "application/json-seq"),
            (.sequence(skippingInvalid: true), "application/json-seq"), (.concatenated, "application/octet-stream"),
        ] as [(JSONStreamFormat, String)])
    func `media types of streams`(_ format: JSONStreamFormat, _ type: String) {
        let response = Response(streaming: PolicyJSONEncoder().chunks(of: [1], as: format))
        #expect(response.headers[.contentType] == type)
    }

    /// An error of a source that is a response is the response, also in the error of the stream.
    @Test func `errors of reading a stream`() async throws {
        let causes: [(any Error, HTTPResponse.Status)] = [
            (HTTPError(.unsupportedMediaType), .unsupportedMediaType),
            (NIOTooManyBytesError(maxBytes: 7), .contentTooLarge),
            (CancellationError(), .internalServerError),
        ]
        for (cause, status) in causes {
            let source = AsyncThrowingStream<[UInt8], any Error> { stream in
                stream.yield(Array("1\n".utf8))
                stream.finish(throwing: cause)
            }
            do {
                for try await _ in PolicyJSONDecoder().elements(of: Int.self, in: .lines, from: source) {}
                Issue.record("no error")
            } catch let error as JSONDecodingError {
                #expect(error.status == status)
            } catch {
                #expect(error is CancellationError && cause is CancellationError, "\(error)")
            }
        }
    }

    @Test func `errors with and without the middleware`() async throws {
        let rejected = Mutex<[String]>([])
        let body = "[{]"
        let problem = try await respond(router(ProblemDetailsMiddleware()), to: body)
        #expect(problem.prefix(2) == ["400", "application/problem+json"])
        #expect(try await respond(router(), to: body) == problem)

        let observed = router(
            ProblemDetailsMiddleware(includingValues: true) { error in
                rejected.withLock { $0.append("\(type(of: error))") }
            })
        let value = try await respond(observed, to: #"[{"id":300.5}]"#, path: "/strict")
        #expect(value[2].contains("300.5"))
        #expect(try await respond(observed, to: #"[{"id":"x"}]"#, path: "/foundation").prefix(2) == problem.prefix(2))
        #expect(try await respond(observed, to: "[]", path: "/foundation").first == "200")
        await #expect(throws: CancellationError.self) { try await respond(observed, to: "[]", path: "/other") }
        #expect(rejected.withLock { $0 } == ["JSONDecodingError", "DecodingError"])
    }

    /// The response to `HEAD` has no body: a client would take it for the start of the next response.
    @Test func `problems of HEAD requests`() async throws {
        for middleware in [ProblemDetailsMiddleware<Context>(), nil] {
            let router = router(middleware)
            for method in [HTTPRequest.Method.get, .head] {
                router.on("/row", method: method) { _, _ in
                    try Context.decoder.decodeCollectingErrors([Order].self, from: ByteBuffer(string: "[{"))
                }
            }
            let problem = try await respond(router, to: "", path: "/row", method: .get)
            #expect(problem[2].contains("syntax"))
            #expect(try await respond(router, to: "", path: "/row", method: .head) == problem.prefix(2) + [""])
        }
    }

    /// The body of a cancelled request may end anywhere, without an error: what there is of it is not the document.
    @Test func `bodies of cancelled requests`() async throws {
        let body = RequestBody(asyncSequence: AsyncStream<ByteBuffer> { $0.yield(ByteBuffer(string: "12")) })
        let task = Task {
            let head = HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/")
            return try await Context.decoder.decode(
                Int.self, from: Request(head: head, body: body), context: Self.context())
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// A body that is too long is rejected as others are. A service in which that is neither logged nor counted looks healthy.
    @Test func `bodies that are too long are recorded`() async throws {
        let (log, backend) = (RecordedLog(), TestMetrics())
        let (lines, metrics) = (DecodingLog(log.logger()), DecodingMetrics(factory: backend))
        let router = router(
            ProblemDetailsMiddleware { error in
                lines.record(error)
                metrics.record(error)
            })
        let body = String(repeating: " ", count: 101)
        #expect(try await respond(router, to: body).first == "413")
        #expect(
            log.take() == ["notice JSON rejected code=limit message=The document is longer than 100 bytes. pointer="])
        #expect(try await respond(router, to: body, path: "/foundation").first == "413")
        #expect(try backend.expectCounter("json_rejections_total", [("code", "limit")]).totalValue == 2)
    }
}
