#if NIO
    public import NIOCore
    public import PolicyJSON

    extension PolicyJSONEncoder {
        /// Encodes a value as JSON in UTF-8, and appends it to a buffer without an intermediate array.
        ///
        /// - Parameters:
        ///   - value: the value.
        ///   - buffer: the text is written at its writer index. Unchanged if the value cannot be encoded.
        /// - Throws: `EncodingError`, or an error that a type's `encode(to:)` throws.
        public func encode<T: Encodable>(_ value: T, into buffer: inout ByteBuffer) throws {
            try withText(of: value) { _ = buffer.writeBytes($0) }
        }

        /// Encodes a value as JSON in UTF-8 in a buffer of that size.
        ///
        /// - Parameters:
        ///   - value: the value.
        ///   - allocator: allocates the buffer. Default: a new allocator.
        /// - Returns: the text.
        /// - Throws: `EncodingError`, or an error that a type's `encode(to:)` throws.
        public func encodeAsByteBuffer<T: Encodable>(
            _ value: T, allocator: ByteBufferAllocator = ByteBufferAllocator()
        ) throws -> ByteBuffer {
            try withText(of: value) { allocator.buffer(copying: $0) }
        }
    }

    extension ByteBufferAllocator {
        fileprivate func buffer(copying text: RawSpan) -> ByteBuffer {
            var buffer = buffer(capacity: text.byteCount)
            buffer.writeBytes(text)
            return buffer
        }
    }

    extension JSONChunks {
        /// The chunks as buffers, without an intermediate `Data`.
        public var buffers: JSONBuffers<Elements> { JSONBuffers(chunks: self) }
    }

    /// The text of a sequence of elements, in chunks: an `AsyncSequence` of `ByteBuffer`. Made by `JSONChunks.buffers`.
    public struct JSONBuffers<Elements: AsyncSequence>: AsyncSequence where Elements.Element: Encodable {
        public typealias Element = ByteBuffer

        let chunks: JSONChunks<Elements>

        public func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks.makeAsyncIterator()) }

        /// Encodes elements until a buffer is full.
        public struct Iterator: AsyncIteratorProtocol {
            var chunks: JSONChunks<Elements>.Iterator

            public mutating func next() async throws -> ByteBuffer? {
                try await chunks.next { ByteBufferAllocator().buffer(copying: $0) }
            }
        }
    }

    @available(*, unavailable)
    extension JSONBuffers.Iterator: Sendable {}

    extension JSONBuffers: Sendable where Elements: Sendable {}
#endif
