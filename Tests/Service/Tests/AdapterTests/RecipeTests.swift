import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import PolicyJSON
import PolicyJSONNIO
import Testing

// The recipes of Docs/Services.md for packages that are not available here, against protocols with the same requirements.

// MARK: Vapor 4.122

protocol ContentDecoder: Sendable {
    func decode<D: Decodable>(_ type: D.Type, from body: ByteBuffer, headers: HTTPHeaders) throws -> D
    func decode<D: Decodable>(
        _ type: D.Type, from body: ByteBuffer, headers: HTTPHeaders, userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> D
}

protocol ContentEncoder: Sendable {
    func encode<E: Encodable>(_ value: E, to body: inout ByteBuffer, headers: inout HTTPHeaders) throws
    func encode<E: Encodable>(
        _ value: E, to body: inout ByteBuffer, headers: inout HTTPHeaders, userInfo: [CodingUserInfoKey: any Sendable]
    ) throws
}

extension HTTPHeaders {
    enum MediaType: String { case json = "application/json; charset=utf-8" }

    var contentType: MediaType? {
        get { self["content-type"].first.flatMap(MediaType.init(rawValue:)) }
        set { replaceOrAdd(name: "content-type", value: newValue?.rawValue ?? "") }
    }
}

extension PolicyJSONDecoder: ContentDecoder {
    func decode<D: Decodable>(_ type: D.Type, from body: ByteBuffer, headers: HTTPHeaders) throws -> D {
        try decode(type, from: body)
    }
    func decode<D: Decodable>(
        _ type: D.Type, from body: ByteBuffer, headers: HTTPHeaders, userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> D {
        try decode(type, from: body, userInfo: userInfo)
    }
}

extension PolicyJSONEncoder: ContentEncoder {
    func encode<E: Encodable>(_ value: E, to body: inout ByteBuffer, headers: inout HTTPHeaders) throws {
        headers.contentType = .json
        try encode(value, into: &body)
    }
    func encode<E: Encodable>(
        _ value: E, to body: inout ByteBuffer, headers: inout HTTPHeaders, userInfo: [CodingUserInfoKey: any Sendable]
    ) throws {
        headers.contentType = .json
        try overriding(userInfo: userInfo).encode(value, into: &body)
    }
}

// MARK: PostgresNIO 1.33

/// The requirements for buffers have default implementations there, which a conformance must not fall back on.
protocol PostgresJSONDecoder: Sendable {
    func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T
    func decode<T: Decodable>(_ type: T.Type, from buffer: ByteBuffer) throws -> T
}

protocol PostgresJSONEncoder: Sendable {
    func encode<T: Encodable>(_ value: T) throws -> Data
    func encode<T: Encodable>(_ value: T, into buffer: inout ByteBuffer) throws
}

extension PolicyJSONDecoder: PostgresJSONDecoder {}
extension PolicyJSONEncoder: PostgresJSONEncoder {}

// MARK: AWS Lambda runtime 2.9

protocol LambdaEventDecoder {
    func decode<Event: Decodable>(_ type: Event.Type, from buffer: ByteBuffer) throws -> Event
}

protocol LambdaOutputEncoder {
    associatedtype Output
    func encode(_ value: Output, into buffer: inout ByteBuffer) throws
}

extension PolicyJSONDecoder: LambdaEventDecoder {}

struct PolicyJSONOutput<Output: Encodable>: LambdaOutputEncoder {
    func encode(_ value: Output, into buffer: inout ByteBuffer) throws {
        try PolicyJSONEncoder().encode(value, into: &buffer)
    }
}

// MARK: APNSwift 6.4

protocol APNSJSONDecoder {
    func decode<T: Decodable>(_ type: T.Type, from buffer: ByteBuffer) throws -> T
}

protocol APNSJSONEncoder {
    func encode<T: Encodable>(_ value: T, into buffer: inout ByteBuffer) throws
}

extension PolicyJSONDecoder: APNSJSONDecoder {}
extension PolicyJSONEncoder: APNSJSONEncoder {}

// MARK: swift-openapi-runtime 1.11

struct HTTPBody: Sendable {
    let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
}

extension [UInt8] {
    struct TooManyBytes: Error {}

    init(collecting body: HTTPBody, upTo maxBytes: Int) async throws {
        if body.bytes.count > maxBytes { throw TooManyBytes() }
        self = body.bytes
    }
}

struct ServerRequestMetadata: Sendable {}

protocol ServerMiddleware: Sendable {
    func intercept(
        _ request: HTTPRequest, body: HTTPBody?, metadata: ServerRequestMetadata, operationID: String,
        next: @Sendable (HTTPRequest, HTTPBody?, ServerRequestMetadata) async throws -> (HTTPResponse, HTTPBody?)
    ) async throws -> (HTTPResponse, HTTPBody?)
}

protocol ClientMiddleware: Sendable {
    func intercept(
        _ request: HTTPRequest, body: HTTPBody?, baseURL: URL, operationID: String,
        next: @Sendable (HTTPRequest, HTTPBody?, URL) async throws -> (HTTPResponse, HTTPBody?)
    ) async throws -> (HTTPResponse, HTTPBody?)
}

struct Repairs<Body: Codable>: ServerMiddleware, ClientMiddleware {
    let operation: String
    let decoder: PolicyJSONDecoder

    func repaired(_ body: HTTPBody?, of operationID: String, _ fields: inout HTTPFields) async throws -> HTTPBody? {
        guard operationID == operation, let body else { return body }
        let bytes = try await [UInt8](collecting: body, upTo: decoder.limits.documentBytes)
        let repaired = try PolicyJSONEncoder().encodeBytes(try decoder.decodeCollectingErrors(Body.self, from: bytes))
        fields[.contentLength] = "\(repaired.count)"
        return HTTPBody(repaired)
    }

    func intercept(
        _ request: HTTPRequest, body: HTTPBody?, metadata: ServerRequestMetadata, operationID: String,
        next: @Sendable (HTTPRequest, HTTPBody?, ServerRequestMetadata) async throws -> (HTTPResponse, HTTPBody?)
    ) async throws -> (HTTPResponse, HTTPBody?) {
        var (request, body) = (request, body)
        do {
            body = try await repaired(body, of: operationID, &request.headerFields)
        } catch {  // which the transport would answer with 500
            guard let problem = ProblemDetails(error) else { throw error }
            let fields: HTTPFields = [.contentType: ProblemDetails.contentType]
            let response = HTTPResponse(status: .init(code: problem.status), headerFields: fields)
            return (response, HTTPBody(try PolicyJSONEncoder().encodeBytes(problem)))
        }
        return try await next(request, body, metadata)
    }

    func intercept(
        _ request: HTTPRequest, body: HTTPBody?, baseURL: URL, operationID: String,
        next: @Sendable (HTTPRequest, HTTPBody?, URL) async throws -> (HTTPResponse, HTTPBody?)
    ) async throws -> (HTTPResponse, HTTPBody?) {
        var (response, body) = try await next(request, body, baseURL)
        body = try await repaired(body, of: operationID, &response.headerFields)
        return (response, body)
    }
}

// MARK: Tests

@Suite struct RecipeTests {
    struct Order: Codable, Equatable { let id: Int }

    private let decoder = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
    private let encoder = PolicyJSONEncoder()

    @Test func `conformances without methods`() throws {
        let buffer = ByteBuffer(string: #"{"id":"1"}"#)
        #expect(try (decoder as any PostgresJSONDecoder).decode(Order.self, from: buffer) == Order(id: 1))
        let data = Data(buffer.readableBytesView)
        #expect(try (decoder as any PostgresJSONDecoder).decode(Order.self, from: data) == Order(id: 1))
        #expect(try (decoder as any LambdaEventDecoder).decode(Order.self, from: buffer) == Order(id: 1))
        #expect(try (decoder as any APNSJSONDecoder).decode(Order.self, from: buffer) == Order(id: 1))
        var text = ByteBuffer()
        try (encoder as any PostgresJSONEncoder).encode(Order(id: 1), into: &text)
        try (encoder as any APNSJSONEncoder).encode(Order(id: 2), into: &text)
        try PolicyJSONOutput<Order>().encode(Order(id: 3), into: &text)
        #expect(String(buffer: text) == #"{"id":1}{"id":2}{"id":3}"#)
        #expect(try (encoder as any PostgresJSONEncoder).encode(Order(id: 1)) == Data(#"{"id":1}"#.utf8))
    }

    @Test func `Vapor passes userInfo on`() throws {
        struct Tenant: Codable {
            let name: String
            init(from decoder: any Decoder) throws { name = decoder.userInfo[.tenant] as? String ?? "none" }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(encoder.userInfo[.tenant] as? String ?? "none")
            }
        }
        let (decoder, encoder) = (decoder as any ContentDecoder, encoder as any ContentEncoder)
        let body = ByteBuffer(string: "{}")
        let tenant = try decoder.decode(Tenant.self, from: body, headers: [:], userInfo: [.tenant: "a"])
        #expect(tenant.name == "a")
        #expect(try decoder.decode(Tenant.self, from: body, headers: [:]).name == "none")
        var (text, headers) = (ByteBuffer(), HTTPHeaders())
        try encoder.encode(tenant, to: &text, headers: &headers, userInfo: [.tenant: "b"])
        try encoder.encode(tenant, to: &text, headers: &headers)
        #expect(String(buffer: text) == #""b""none""#)
        #expect(headers["content-type"] == ["application/json; charset=utf-8"])
    }

    @Test func `bodies are repaired in both directions`() async throws {
        let repairs = Repairs<[Order]>(operation: "orders", decoder: decoder)
        let messy = HTTPBody(Array(#"[{"id":"1"},{"id":2}]"#.utf8))
        let clean = #"[{"id":1},{"id":2}]"#
        let request = HTTPRequest(
            method: .post, scheme: nil, authority: nil, path: "/", headerFields: [.contentLength: "21"])
        for (operation, expected) in [("orders", clean), ("others", String(decoding: messy.bytes, as: UTF8.self))] {
            let (response, body) = try await (repairs as any ServerMiddleware).intercept(
                request, body: messy, metadata: ServerRequestMetadata(), operationID: operation
            ) { request, body, _ in
                #expect(String(decoding: body?.bytes ?? [], as: UTF8.self) == expected)
                #expect(request.headerFields[.contentLength] == "\(expected.utf8.count)")
                return (HTTPResponse(status: .ok, headerFields: [.contentLength: "21"]), messy)
            }
            #expect(body?.bytes == messy.bytes && response.headerFields[.contentLength] == "21")
            let received = try await (repairs as any ClientMiddleware).intercept(
                request, body: messy, baseURL: URL(filePath: "/"), operationID: operation
            ) { request, body, _ in
                #expect(body?.bytes == messy.bytes && request.headerFields[.contentLength] == "21")
                return (response, body)
            }
            #expect(String(decoding: received.1?.bytes ?? [], as: UTF8.self) == expected)
            #expect(received.0.headerFields[.contentLength] == "\(expected.utf8.count)")
        }
        // A client's error has a response; one of another service is an error.
        let broken = HTTPBody(Array("[{}]".utf8))
        let (response, body) = try await (repairs as any ServerMiddleware).intercept(
            request, body: broken, metadata: ServerRequestMetadata(), operationID: "orders"
        ) { _, _, _ in (HTTPResponse(status: .ok), nil) }
        #expect(response.status.code == 400 && response.headerFields[.contentType] == "application/problem+json")
        #expect(
            String(decoding: body?.bytes ?? [], as: UTF8.self)
                == #"{"title":"Bad Request","status":400,"detail":"The required member \"id\" is missing.","errors":"#
                + #"[{"code":"missing_key","pointer":"\/0\/id","message":"The required member \"id\" is missing.","#
                + #""line":1,"column":2,"offset":1}]}"#)
        await #expect(throws: JSONDecodingError.self) {
            _ = try await (repairs as any ClientMiddleware).intercept(
                request, body: nil, baseURL: URL(filePath: "/"), operationID: "orders"
            ) { _, _, _ in (HTTPResponse(status: .ok), broken) }
        }
    }
}

extension CodingUserInfoKey {
    fileprivate static let tenant = CodingUserInfoKey(rawValue: "tenant")!
}
