import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import PolicyJSON
import PolicyJSONNIO
import Testing

/// The recipe for AsyncHTTPClient in `Docs/Services.md`.
@Suite struct ClientTests {
    struct Order: Codable, Equatable { let id: Int, article: String, quantity: Int, paid: Bool }

    struct Failure: Error, Equatable { let status: HTTPResponseStatus }

    @Test func `requests and responses`() async throws {
        let service = try RunningService()
        let (encoder, decoder) = (PolicyJSONEncoder(), PolicyJSONDecoder())
        let orders = (0..<2_000).map { Order(id: $0, article: "pen", quantity: 2, paid: true) }

        var request = HTTPClientRequest(url: service.url("/orders"))
        request.method = .POST
        request.headers.replaceOrAdd(name: "content-type", value: "application/json")
        request.body = .bytes(try encoder.encodeAsByteBuffer(orders))
        #expect(try await HTTPClient.shared.execute(request, timeout: .seconds(30)).status == .created)
        request.url = service.url("/ingest/orders")
        request.headers.replaceOrAdd(name: "content-type", value: "application/x-ndjson")
        request.body = .stream(encoder.chunks(of: orders, as: .lines).buffers, length: .unknown)
        #expect(try await HTTPClient.shared.execute(request, timeout: .seconds(30)).status == .ok)

        request = HTTPClientRequest(url: service.url("/export?format=array"))
        let page = try await document(request, decoder)
        #expect(page == orders + orders)
        var received: [Order] = []
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        for try await order in decoder.elements(of: Order.self, from: response.body) {
            received.append(order)
        }
        #expect(received == page)

        // A page about an error is not a document of the model.
        await #expect(throws: Failure(status: .notFound)) {
            _ = try await document(HTTPClientRequest(url: service.url("/none")), decoder)
        }
    }

    private func document(_ request: HTTPClientRequest, _ decoder: PolicyJSONDecoder) async throws -> [Order] {
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        guard response.status == .ok else { throw Failure(status: response.status) }
        return try decoder.decode([Order].self, from: try await response.body.collect(upTo: 1 << 20))
    }

    @Test func `the recipe is what is tested`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let source = try String(contentsOf: folder.appending(path: "ClientTests.swift"), encoding: .utf8)
        let page = try String(
            contentsOf: folder.appending(path: "../../../../Docs/Services.md").standardized, encoding: .utf8)
        let section = try #require(page.split(separator: "### AsyncHTTPClient", maxSplits: 1).last)
        let recipe = try #require(section.split(separator: "\n### ", maxSplits: 1).first).split(separator: "```")
        var count = 0
        for (index, part) in recipe.enumerated() where index % 2 == 1 {
            for line in part.split(separator: "\n").dropFirst() {
                #expect(source.contains(line), "\(line)")
                count += 1
            }
        }
        #expect(count == 11)
    }
}
