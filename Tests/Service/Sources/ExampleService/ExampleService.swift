import AsyncHTTPClient
import Hummingbird
import Logging
import PolicyJSON
import PolicyJSONHummingbird
import PolicyJSONLogging
import PolicyJSONMetrics
import PolicyJSONNIO

/// What clients send and get.
struct Order: ResponseCodable {
    let id: Int
    let article: String
    let quantity: Int
}

/// What the warehouse, another service, sends.
struct Stock: ResponseCodable {
    let id: Int
    let inStock: Int
}

actor Store {
    private(set) var orders: [Int: Order] = [:]

    func add(_ new: [Order]) { for order in new { orders[order.id] = order } }
}

enum Coding {
    static let log = DecodingLog(Logger(label: "json"))
    static let metrics = DecodingMetrics()
    static let encoder = PolicyJSONEncoder()
    /// `"7"` for 7, and nothing else.
    static let policy = DecodingPolicy { NumbersFromStrings() }
    static let documents = PolicyJSONDecoder(policy: policy, limits: .server(maximumBytes: 1 << 20))
    static let streams = PolicyJSONDecoder(policy: policy, limits: .server(maximumBytes: 1 << 40))
    static let warehouse = {
        let decoder = PolicyJSONDecoder(policy: policy, limits: .server(maximumBytes: 1 << 16))
        decoder.keyDecodingStrategy = .convertFromSnakeCase  // `in_stock` for `inStock`
        return decoder
    }()
}

struct Context: RequestContext {
    var coreContext: CoreRequestContextStorage
    init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }
    var requestDecoder: PolicyJSONDecoder { Coding.documents }
    var responseEncoder: PolicyJSONEncoder { Coding.encoder }
}

/// Asks the warehouse. An error in its answer is not the client's: the client gets 502, without details.
func stock(of id: Int, _ logger: Logger) async throws -> Stock {
    do {
        let request = HTTPClientRequest(url: "http://127.0.0.1:8081/stock/\(id)")
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(5))
        guard response.status == .ok else { throw HTTPError(.badGateway) }
        let body = try await response.body.collect(upTo: Coding.warehouse.limits.documentBytes)
        return try Coding.warehouse.decode(Stock.self, from: body)
    } catch {
        Coding.log.record(error)  // what is wrong with the document, if that is the error
        logger.error("no answer of the warehouse: \(type(of: error))")
        throw HTTPError(.badGateway)
    }
}

@main struct ExampleService {
    static func main() async throws {
        Coding.log.observe(Coding.documents, Coding.streams, Coding.warehouse)  // what is repaired
        Coding.metrics.observe(Coding.documents, Coding.streams, Coding.warehouse)
        let store = Store()
        let router = Router(context: Context.self)
        router.add(
            middleware: ProblemDetailsMiddleware {  // what is rejected
                Coding.log.record($0)
                Coding.metrics.record($0)
            })

        router.post("orders") { request, context in
            await store.add(try await request.decode(as: [Order].self, context: context))
            return HTTPResponse.Status.created
        }
        router.get("orders/:id") { _, context in  // 204 if there is none
            await store.orders[try context.parameters.require("id", as: Int.self)]
        }
        router.get("stock/:id") { _, context in
            try await stock(of: try context.parameters.require("id", as: Int.self), context.logger)
        }
        router.post("ingest") { request, _ in  // lines, of any number, as they arrive
            for try await order in Coding.streams.elements(of: Order.self, in: .lines, from: request.body) {
                await store.add([order])
            }
            return HTTPResponse.Status.ok
        }
        router.get("export") { _, _ in  // encoded while it is sent
            Response(streaming: Coding.encoder.chunks(of: await store.orders.values, as: .lines))
        }

        let address = ApplicationConfiguration(address: .hostname("127.0.0.1", port: 8080))
        try await Application(router: router, configuration: address).runService()
    }
}
