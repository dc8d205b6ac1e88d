import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import NIOPosix
import PolicyJSON
import PolicyJSONHummingbird
import PolicyJSONNIO
import Synchronization
import Testing

// What Docs/Services.md says about Hummingbird.

extension Request {
    /// Whether the body is declared as JSON: `application/json`, or a type that ends with `+json`.
    var declaresJSON: Bool {
        let type = (headers[.contentType] ?? "").prefix { !";, ".contains($0) }.lowercased()
        return type == "application/json" || type.hasPrefix("application/") && type.hasSuffix("+json")
    }
}

@Suite struct HummingbirdRecipeTests {
    struct Order: ResponseCodable { let id: Int }
    struct Event: ResponseCodable { let at: Date }

    /// Hummingbird's own coders.
    struct Plain: RequestContext {
        var coreContext: CoreRequestContextStorage
        init(source: ApplicationRequestContextSource) { coreContext = CoreRequestContextStorage(source: source) }
        var maxUploadSize: Int { 100 }
    }

    /// Those of this package, with the dates of Hummingbird's.
    struct Context: RequestContext {
        static let decoder = {
            let decoder = PolicyJSONDecoder(limits: .server(maximumBytes: 100))
            decoder.dateDecodingStrategy = .iso8601
            return decoder
        }()
        static let encoder = {
            let encoder = PolicyJSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            return encoder
        }()
        var coreContext: CoreRequestContextStorage
        init(source: ApplicationRequestContextSource) { coreContext = CoreRequestContextStorage(source: source) }
        var requestDecoder: PolicyJSONDecoder { Self.decoder }
        var responseEncoder: PolicyJSONEncoder { Self.encoder }
    }

    private func router<C: RequestContext>(_ type: C.Type) -> Router<C> {
        let router = Router(context: type)
        router.add(middleware: ProblemDetailsMiddleware())
        router.post("orders") { request, context in try await request.decode(as: [Order].self, context: context) }
        router.post("events") { request, context in try await request.decode(as: Event.self, context: context) }
        router.post("typed") { request, context in
            guard request.declaresJSON else { throw HTTPError(.unsupportedMediaType) }
            return try await request.decode(as: [Order].self, context: context)
        }
        router.post("upstream") { _, _ in try Context.decoder.decode([Order].self, from: #"[{"id":"secret"}]"#) }
        router.post("gateway") { _, context in
            do {
                return try Context.decoder.decode([Order].self, from: #"[{"id":"secret"}]"#)
            } catch {
                context.logger.error("orders of the warehouse: \(error)")
                throw HTTPError(.badGateway)
            }
        }
        router.post("large") { request, context in
            let body = try await request.body.collect(upTo: Context.decoder.limits.documentBytes)
            let orders = try await NIOThreadPool.singleton.runIfActive {
                try Context.decoder.decodeCollectingErrors([Order].self, from: body)
            }
            return orders
        }
        return router
    }

    private func respond<C: RequestContext>(
        _ router: Router<C>, _ path: String, _ body: String, _ type: String? = nil
    ) async throws -> String where C.Source == ApplicationRequestContextSource {
        var fields = HTTPFields()
        fields[.contentType] = type
        let request = Request(
            head: HTTPRequest(method: .post, scheme: nil, authority: nil, path: path, headerFields: fields),
            body: RequestBody(buffer: ByteBuffer(bytes: body.unicodeScalars.map { UInt8($0.value) })))
        let context = C(
            source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "test")))
        let response: Response
        do {
            response = try await router.buildResponder().respond(to: request, context: context)
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        }
        let text = Mutex("")
        try await response.body.write(CollectingWriter { buffer in text.withLock { $0 += String(buffer: buffer) } })
        return "\(response.status.code) \(text.withLock { $0 })"
    }

    private struct CollectingWriter: ResponseBodyWriter {
        let add: @Sendable (ByteBuffer) -> Void
        init(_ add: @escaping @Sendable (ByteBuffer) -> Void) { self.add = add }
        mutating func write(_ buffer: ByteBuffer) async throws { add(buffer) }
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    // MARK: Statuses

    /// Bodies, one byte a character.
    static let bodies: [(body: String, status: Int)] = [
        (#"[{"id":1}]"#, 200), (#"[{"id":"1"}]"#, 400), ("null", 400), ("", 400), (" \r\n", 400), ("id=1", 400),
        ("\u{EF}\u{BB}\u{BF}", 400), ("\u{EF}\u{BB}\u{BF}[]", 200), ("[\0]\0", 200), ("[\0]", 400),
        ("\0\0\0[\0\0\0]", 200), ("[\"\u{E9}\"]", 400), ("\u{1F}\u{8B}\u{8}\0\0\0\0\0", 400),
        ("[]" + String(repeating: " ", count: 98), 200), ("[]" + String(repeating: " ", count: 99), 413),
    ]

    @Test(arguments: bodies)
    func `the statuses of Hummingbird's decoder`(_ body: String, _ status: Int) async throws {
        for type in [nil, "application/json", "text/plain; charset=latin1"] {
            #expect(try await respond(router(Context.self), "/orders", body, type).hasPrefix("\(status) "))
            #expect(try await respond(router(Plain.self), "/orders", body, type).hasPrefix("\(status) "))
        }
    }

    @Test(
        arguments: [
            ("application/json", 200), ("Application/JSON; Charset=UTF-8", 200), ("application/json;", 200),
            ("application/vnd.api+json", 200), ("application/problem+JSON; charset=\"utf-8\"", 200),
            ("text/plain", 415), ("text/json", 415), ("application/jsonp", 415),
            ("application/x-www-form-urlencoded", 415),
            ("application", 415), ("", 415), (nil, 415), ("/json", 415),
        ] as [(String?, Int)])
    func `content types`(_ type: String?, _ status: Int) async throws {
        #expect(try await respond(router(Context.self), "/typed", "[]", type).hasPrefix("\(status) "))
    }

    // MARK: Dates

    @Test func `the dates of Hummingbird's coders`() async throws {
        let text = #"{"at":"2026-11-28T04:00:00Z"}"#
        #expect(try await respond(router(Plain.self), "/events", text) == "200 \(text)")
        #expect(try await respond(router(Context.self), "/events", text) == "200 \(text)")
        #expect(try await respond(router(Context.self), "/events", #"{"at":1}"#).hasPrefix("400 "))
    }

    // MARK: Errors that are not the client's

    @Test func `a document of another service`() async throws {
        // The middleware cannot know whose document it was.
        #expect(try await respond(router(Context.self), "/upstream", "").hasPrefix("400 "))
        #expect(try await respond(router(Context.self), "/gateway", "") == "502 ")
    }

    // MARK: Another thread

    @Test func `a body that is decoded on a thread pool`() async throws {
        #expect(try await respond(router(Context.self), "/large", #"[{"id":1}]"#) == #"200 [{"id":1}]"#)
        #expect(try await respond(router(Context.self), "/large", #"[{"id":"1"}]"#).hasPrefix("400 "))
    }

    // MARK: Settings and samples

    /// A call and a stream have the settings with which they began.
    @Test func `a policy that changes while a stream is read`() async throws {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        let orders = decoder.elements(
            of: Order.self, in: .lines, from: RequestBody(buffer: ByteBuffer(string: "{\"id\":\"1\"}\n")))
        decoder.policy = .strict
        var ids: [Int] = []
        for try await order in orders { ids.append(order.id) }
        #expect(ids == [1])
        #expect(throws: DecodingError.self) { try decoder.decode(Order.self, from: #"{"id":"1"}"#) }
    }

    private func file(_ path: String) throws -> String {
        try String(contentsOf: URL(filePath: #filePath).appending(path: path).standardized, encoding: .utf8)
    }

    @Test func `the page has the service that is compiled`() throws {
        let source = try file("../../../Sources/ExampleService/ExampleService.swift")
        #expect(try file("../../../../../Docs/Services.md").contains("```swift\n\(source)```\n"))
    }

    @Test func `the samples are what is tested`() throws {
        let source = try file("../HummingbirdRecipeTests.swift")
        let page = try file("../../../../../Docs/Services.md")
        let start = try #require(page.range(of: "### Content types and empty bodies")).upperBound
        let end = try #require(page.range(of: "## What a service gains")).lowerBound
        var samples = 0
        for (index, part) in page[start..<end].split(separator: "```").enumerated() where index % 2 == 1 {
            samples += 1
            for line in part.split(separator: "\n").dropFirst() where !line.contains("from: response)") {
                #expect(source.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)")
            }
        }
        #expect(samples == 3)
    }
}
