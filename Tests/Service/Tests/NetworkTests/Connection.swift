import Foundation
import NIOCore
import NIOPosix
import PolicyJSON
import PolicyJSONNIO
import Synchronization

/// A document sent over TCP: written in pieces by a server on this machine, read by a client.
struct Connection {
    /// How a server writes the document, and how it ends the connection.
    struct Writer: Sendable {
        /// The pieces of the document.
        let pieces: [[UInt8]]
        /// The delay before each piece.
        var pause: Duration = .zero
        /// Whether the connection is reset at the end instead of closed.
        var resets = false
        /// The number of pieces that the system has taken.
        let written = Counter()
    }

    final class Counter: Sendable {
        private let count = Atomic<Int>(0)
        var value: Int { count.load(ordering: .relaxed) }
        func add() { count.add(1, ordering: .relaxed) }
    }

    /// The size of the sockets' buffers. Without one, Linux lets them grow, on some systems to more than 30 MB.
    static let bufferSize: SocketOptionValue = 1 << 18

    /// Serves one connection, and passes the client's input to `body`.
    static func read<R: Sendable>(
        _ writer: Writer, _ body: @escaping @Sendable (NIOAsyncChannelInboundStream<ByteBuffer>) async throws -> R
    ) async throws -> R {
        let group = MultiThreadedEventLoopGroup.singleton
        let server = try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.so_sndbuf), value: bufferSize)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        guard let address = server.channel.localAddress else { throw ChannelError.unknownLocalAddress }
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await serve(server, writer) }
            let client = try await ClientBootstrap(group: group)
                .channelOption(.socketOption(.so_rcvbuf), value: bufferSize)
                .connect(to: address) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            let result = try await client.executeThenClose { inbound, _ in try await body(inbound) }
            tasks.cancelAll()
            try? await server.channel.close()
            return result
        }
    }

    private static func serve(
        _ server: NIOAsyncChannel<NIOAsyncChannel<ByteBuffer, ByteBuffer>, Never>, _ writer: Writer
    ) async throws {
        try? await server.executeThenClose { connections in
            for try await connection in connections {
                try? await connection.executeThenClose { _, _ in
                    for piece in writer.pieces {
                        if writer.pause > .zero { try await Task.sleep(for: writer.pause) }
                        // The connection's writer would take any number of pieces until the event loop runs.
                        try await connection.channel.writeAndFlush(ByteBuffer(bytes: piece)).get()
                        writer.written.add()
                    }
                    if writer.resets {
                        // The peer receives a reset instead of the end, but only after the data.
                        try await Task.sleep(for: .milliseconds(200))
                        guard let socket = connection.channel as? any SocketOptionProvider else { return }
                        try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
                    }
                }
                return
            }
        }
    }
}
