/// Groups an asynchronous sequence of single bytes into chunks, which `elements` and `members` of a ``PolicyJSONDecoder``
/// accept: `from: JSONByteBatches(bytes)`.
///
/// A chunk ends after `}`, `]` or a line feed, so that an element does not wait for the bytes that follow it, and after
/// 4096 bytes.
public struct JSONByteBatches<Base: AsyncSequence>: AsyncSequence where Base.Element == UInt8 {
    private let base: Base

    /// Creates a sequence of chunks.
    ///
    /// - Parameter base: the bytes.
    public init(_ base: Base) {
        self.base = base
    }

    public func makeAsyncIterator() -> some AsyncIteratorProtocol<[UInt8], any Error> {
        Batches(base: base.makeAsyncIterator())
    }

    private struct Batches: AsyncIteratorProtocol {
        private static var capacity: Int { 4096 }

        private var base: Base.AsyncIterator
        private var buffer: [UInt8] = []
        /// The error that the sequence threw, after bytes that have to be delivered first.
        private var error: (any Error)?
        private var isEnded = false

        init(base: Base.AsyncIterator) {
            self.base = base
            buffer.reserveCapacity(Self.capacity)
        }

        mutating func next() async throws -> [UInt8]? {
            try await next(isolation: nil)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
            if let error {
                self.error = nil
                isEnded = true
                throw error
            }
            if isEnded { return nil }
            buffer.removeAll(keepingCapacity: true)
            do {
                while let byte = try await base.next(isolation: actor) {
                    buffer.append(byte)
                    // A line feed ends a record; other white space ends nothing.
                    let mayEndElement = byte == 0x7D || byte == 0x5D || byte == 0x0A
                    if mayEndElement || buffer.count == Self.capacity { return buffer }
                }
                isEnded = true
            } catch {
                if buffer.isEmpty {
                    isEnded = true
                    throw error
                }
                self.error = error
            }
            return buffer.isEmpty ? nil : buffer
        }
    }
}

extension JSONByteBatches: Sendable where Base: Sendable {}
