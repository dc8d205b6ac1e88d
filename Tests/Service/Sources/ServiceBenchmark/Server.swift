import Foundation
import Hummingbird
import Logging
import NIOFoundationCompat
import PolicyJSON
import PolicyJSONHummingbird
import PolicyJSONLogging

/// The coders that a server uses.
enum Coders: String, CaseIterable {
    /// None: the body is received, and the response is a constant.
    case transport
    case foundation
    case strict
    /// `.lenient`, with a log.
    case lenient
}

/// The service that is measured: decodes a page of orders, or an array of them, and responds with a summary.
struct Server {
    private static let limit = 64 << 20

    let coders: Coders

    /// Serves on a free port, which it prints.
    func run() async throws {
        let router = Router()
        router.post("page", use: handler(Page.self))
        router.post("orders", use: handler([Page.Order].self))
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                // Not buffered, as the output of `print` is in a pipe.
                try? FileHandle.standardOutput.write(contentsOf: Data("\(channel.localAddress?.port ?? 0)\n".utf8))
            }, logger: Logger(label: "server"))
        try await application.runService()
    }

    private func handler<Body: Orders & SendableMetatype>(
        _ type: Body.Type
    ) -> @Sendable (Request, BasicRequestContext) async throws -> Response {
        switch coders {
        case .transport:
            return { request, context in
                let body = try await request.body.collect(upTo: Self.limit)
                return Response(status: body.readableBytes > 0 ? .ok : .badRequest)
            }
        case .foundation:
            // What Hummingbird's extensions of these types do.
            let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
            return { request, context in
                let bytes = try await request.body.collect(upTo: Self.limit)
                let body = try decoder.decode(type, from: Data(buffer: bytes, byteTransferStrategy: .noCopy))
                return try encoder.encode(Summary(body), from: request, context: context)
            }
        case .strict, .lenient:
            let decoder = PolicyJSONDecoder(policy: coders == .lenient ? .lenient : .strict)
            decoder.limits = .server(maximumBytes: Self.limit)
            if coders == .lenient { DecodingLog(Logger(label: "json")).observe(decoder) }
            let encoder = PolicyJSONEncoder()
            return { request, context in
                let body = try await decoder.decode(type, from: request, upTo: Self.limit)
                return try encoder.encode(Summary(body), from: request, context: context)
            }
        }
    }
}
