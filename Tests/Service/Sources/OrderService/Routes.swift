import Hummingbird
import PolicyJSON
import PolicyJSONHummingbird
import PolicyJSONNIO

/// The routes of the service.
///
/// | route | |
/// |---|---|
/// | `POST /orders` | a batch of orders, of at most 1 MiB; 400 with all problems |
/// | `POST /ingest/NAME` | orders as lines, of any number; undecodable ones are dead letters |
/// | `POST /import/NAME` | orders in the array `data.orders` of a document of any size; fails if more than a tenth of them are undecodable |
/// | `GET /uploads/NAME` | where to resume an upload: with `?offset=` and the body from there; 409 if it has continued meanwhile |
/// | `GET /export` | all orders as lines, or, with `?format=array`, as an array |
/// | `GET /metrics` | the counters |
func routes(_ store: Store, _ counters: CounterRegistry) -> Router<Context> {
    let router = Router(context: Context.self)
    router.add(middleware: ProblemDetailsMiddleware(onRejection: Coding.reject))

    router.post("orders") { request, context in
        let orders = try await request.decode(as: [Order].self, context: context)
        try await store.add(orders)
        return HTTPResponse.Status.created
    }
    router.post("ingest/:name") { request, context in
        let upload = try Upload.name(context)
        var progress = try await Upload.resumed(upload, request, in: store)
        let orders = Coding.streams.elements(
            of: Order.self, in: .lines, from: request.body, resumingAt: progress.point)
        return try await Upload.receive(orders.results(), as: upload, &progress, in: store)
    }
    router.post("import/:name") { request, context in
        let upload = try Upload.name(context)
        var progress = try await Upload.resumed(upload, request, in: store)
        let orders = Coding.streams.elements(
            of: Order.self, at: "data.orders", from: request.body, resumingAt: progress.point)
        return try await Upload.receive(
            orders.results(within: LossBounds(percent: 10)), as: upload, &progress, in: store)
    }
    router.get("uploads/:name") { _, context in
        Upload(try await store.progress(of: try Upload.name(context)))
    }
    router.get("export") { request, _ in
        let format: JSONStreamFormat = request.uri.queryParameters["format"] == "array" ? .array : .lines
        return Response(streaming: Coding.encoder.chunks(of: store.orders, as: format))
    }
    router.get("metrics") { _, _ in counters.text }
    return router
}

/// How far an upload has come, as clients see it.
struct Upload: ResponseEncodable {
    /// The number of orders, including rejected ones.
    let elements: Int
    /// Where to resume.
    let offset: Int

    init(_ progress: Store.Progress) {
        elements = progress.point.elements
        offset = progress.point.offset
    }

    /// The name of a request's upload, which becomes the name of a file.
    static func name(_ context: Context) throws -> String {
        let name = try context.parameters.require("name")
        guard !name.isEmpty, name.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else {
            throw HTTPError(.badRequest)
        }
        return name
    }

    /// How far an upload has come, if that is where the request's body begins.
    static func resumed(_ upload: String, _ request: Request, in store: Store) async throws -> Store.Progress {
        let progress = try await store.progress(of: upload)
        // What an earlier request is still saving would otherwise be stored twice.
        guard progress.point.offset == request.uri.queryParameters.get("offset", as: Int.self) ?? 0 else {
            throw HTTPError(.conflict)
        }
        return progress
    }

    /// Stores what a stream delivers, a batch at a time.
    static func receive<Bytes>(
        _ results: JSONElements<Result<Order, RejectedElement>, Bytes>, as upload: String,
        _ progress: inout Store.Progress, in store: Store
    ) async throws -> Upload {
        var batch = Store.Batch()
        do {
            for try await result in results {
                switch result {
                case .success(let order): batch.orders.append(order)
                case .failure(let rejected):
                    Coding.reject(rejected)
                    batch.rejected.append(rejected)
                }
                if batch.isFull {
                    try await store.save(batch, of: upload, &progress, at: results.resumePoint)
                    batch = Store.Batch()
                }
            }
            try await store.save(batch, of: upload, &progress, at: results.resumePoint)
        } catch is Store.Conflict {
            throw HTTPError(.conflict)
        }
        return Upload(progress)
    }
}
