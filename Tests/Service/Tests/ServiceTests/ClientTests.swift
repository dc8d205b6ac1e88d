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

    @Test func `requests and responses`() async throws {
        let service = try RunningService()
        let (encoder, decoder) = (PolicyJSONEncoder(), PolicyJSONDecoder())
        let orders = (0..<2_000).map { Order(id: $0, article: "pen", quantity: 2, paid: true) }

        var request = HTTPClientRequest(url: service.url("/orders"))
        request.method = .POST
        request.body = .bytes(try encoder.encodeAsByteBuffer(orders))
        #expect(try await HTTPClient.shared.execute(request, timeout: .seconds(30)).status == .created)
        request.url = service.url("/ingest/orders")
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
    }

    private func document(_ request: HTTPClientRequest, _ decoder: PolicyJSONDecoder) async throws -> [Order] {
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        return try decoder.decode([Order].self, from: try await response.body.collect(upTo: 1 << 20))
    }

    @Test func `the recipe is what is tested`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let source = try String(contentsOf: folder.appending(path: "ClientTests.swift"), encoding: .utf8)
        let page = try String(
            contentsOf: folder.appending(path: "../../../../Docs/Services.md").standardized, encoding: .utf8)
        let section = try #require(page.split(separator: "### AsyncHTTPClient", maxSplits: 1).last)
        let recipe = section.split(separator: "```", maxSplits: 2)[1].split(separator: "\n").dropFirst()
        #expect(recipe.count > 5)
        for line in recipe { #expect(source.contains(line), "\(line)") }
    }
}
