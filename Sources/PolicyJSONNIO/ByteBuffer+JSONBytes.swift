#if NIO
    public import NIOCore
    public import PolicyJSON

    /// The readable bytes of a buffer are a document, or a chunk of a byte stream: a decoder reads them where they are, and
    /// they remain readable.
    extension ByteBuffer: JSONBytes {
        public func withJSONBytes<R: ~Copyable, Failure: Error>(
            _ body: (_ bytes: RawSpan) throws(Failure) -> R
        ) throws(Failure) -> R {
            try body(readableBytesSpan)
        }
    }
#endif
