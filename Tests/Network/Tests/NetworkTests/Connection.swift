import Foundation
import NIOCore
import NIOPosix
import PolicyJSON
import Synchronization

/// What makes SwiftNIO's buffers chunks: as `JSONByteChunk` documents it.
// swift-format-ignore: AvoidRetroactiveConformances
extension ByteBuffer: @retroactive JSONByteChunk {
    public func withJSONBytes<R>(_ body: (RawSpan) throws -> R) rethrows -> R {
        try withUnsafeReadableBytes { try body($0.bytes) }
    }
}

/// A document on its way over TCP: written piece by piece by a server on this machine, read by a client.
struct Connection {
    /// How a server writes, and how it ends.
    struct Writer: Sendable {
        /// The document, as it is written.
        let pieces: [[UInt8]]
        /// How long to wait before each piece.
        var pause: Duration = .zero
        /// Whether the connection is reset at the end, and not closed.
        var resets = false
        /// How many pieces have been written.
        let written = Counter()
    }

    final class Counter: Sendable {
        private let count = Atomic<Int>(0)
        var value: Int { count.load(ordering: .relaxed) }
        func add() { count.add(1, ordering: .relaxed) }
    }

    /// Serves one connection, and lends what the client reads to `body`.
    static func read<R: Sendable>(
        _ writer: Writer, _ body: @escaping @Sendable (NIOAsyncChannelInboundStream<ByteBuffer>) async throws -> R
    ) async throws -> R {
        let group = MultiThreadedEventLoopGroup.singleton
        let server = try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        guard let address = server.channel.localAddress else { throw ChannelError.unknownLocalAddress }
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await serve(server, writer) }
            let client = try await ClientBootstrap(group: group).connect(to: address) { channel in
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
                try? await connection.executeThenClose { _, outbound in
                    for piece in writer.pieces {
                        if writer.pause > .zero { try await Task.sleep(for: writer.pause) }
                        try await outbound.write(ByteBuffer(bytes: piece))
                        writer.written.add()
                    }
                    // Closing drops what waits for a slow reader: let all of it go first.
                    try await connection.channel.writeAndFlush(ByteBuffer()).get()
                    if writer.resets {
                        // The peer gets a reset and no end. What has been written has to arrive before.
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
