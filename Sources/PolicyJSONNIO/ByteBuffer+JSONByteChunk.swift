#if NIO
    public import NIOCore
    public import PolicyJSON

    /// A buffer is a chunk of a byte stream, so that sequences of buffers, such as bodies of requests and responses, can be
    /// decoded as streams of elements.
    extension ByteBuffer: JSONByteChunk {
        public func withJSONBytes<R>(_ body: (RawSpan) throws -> R) rethrows -> R {
            try body(readableBytesSpan)
        }
    }
#endif
