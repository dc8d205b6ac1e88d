import Foundation
import PolicyJSON

/// A document of any size that is made while it is read, or before (``prepared()``): the same megabyte of orders again and again,
/// in chunks of 64 KiB that end anywhere.
struct StreamedText: Sendable, AsyncSequence {
    enum Shape: String, CaseIterable, Sendable {
        /// `[{…},{…},…]`
        case array
        /// An order a line.
        case lines
        /// The orders deep inside an object, with other members before and after them.
        case nested
    }

    let shape: Shape
    private let parts: [[UInt8]]
    private let repetitions: Int
    /// All chunks, if they have been made.
    private var chunks: [[UInt8]]?
    /// Its length.
    let bytes: Int

    static let chunkLength = 1 << 16

    /// - Parameter size: about how many bytes.
    init(_ shape: Shape, size: Int, orders: Int = 2_500) {
        self.shape = shape
        let array = OrderText.document(count: orders)
        let separator = shape == .lines ? "\n" : ","
        let values = Self.values(of: [UInt8](array)).map { String(decoding: $0, as: UTF8.self) }
        let block = Array((values.joined(separator: separator) + separator).utf8)
        let start: String
        let end: String
        switch shape {
        case .array: (start, end) = ("[", values[0] + "]")
        case .lines: (start, end) = ("", values[0] + "\n")
        case .nested:
            let beside = "[" + values.prefix(100).joined(separator: ",") + "]"
            start = #"{"version": 3, "beside": \#(beside), "data": {"list": {"more": \#(beside), "items": ["#
            end = values[0] + #"], "count": 1}}, "next_page": null}"#
        }
        parts = [Array(start.utf8), block, Array(end.utf8)]
        repetitions = Swift.max(size / block.count, 1)
        bytes = start.utf8.count + end.utf8.count + repetitions * block.count
    }

    /// The texts of the elements of an array.
    private static func values(of array: [UInt8]) -> [ArraySlice<UInt8>] {
        var result: [ArraySlice<UInt8>] = []
        var depth = 0
        var start = 0
        var isInString = false
        var isEscaped = false
        for (index, byte) in array.enumerated() {
            if isEscaped {
                isEscaped = false
            } else if isInString {
                if byte == 0x22 { isInString = false }
                if byte == 0x5C { isEscaped = true }
            } else if byte == 0x22 {
                isInString = true
            } else if byte == 0x7B || byte == 0x5B {
                depth += 1
                if depth == 2 { start = index }
            } else if byte == 0x7D || byte == 0x5D {
                depth -= 1
                if depth == 1 { result.append(array[start...index]) }
            }
        }
        return result
    }

    /// The same with all chunks in memory, as the document is that it is compared with: making them takes as long as copying them.
    func prepared() -> StreamedText {
        var text = self
        var (iterator, chunks) = (Iterator(self), [[UInt8]]())
        while let chunk = iterator.next() { chunks.append(chunk) }
        text.chunks = chunks
        return text
    }

    /// Gives the document in chunks.
    struct Iterator: AsyncIteratorProtocol {
        private let text: StreamedText
        private var part = 0
        private var position = 0

        init(_ text: StreamedText) {
            self.text = text
        }

        mutating func next() -> [UInt8]? {
            if let chunks = text.chunks {
                defer { position += 1 }
                return position < chunks.count ? chunks[position] : nil
            }
            var chunk: [UInt8] = []
            chunk.reserveCapacity(StreamedText.chunkLength)
            while part < text.repetitions + 2, chunk.count < StreamedText.chunkLength {
                let bytes = text.parts[part == 0 ? 0 : part <= text.repetitions ? 1 : 2]
                let end = Swift.min(position + StreamedText.chunkLength - chunk.count, bytes.count)
                chunk += bytes[position..<end]
                position = end
                if position == bytes.count { (part, position) = (part + 1, 0) }
            }
            return chunk.isEmpty ? nil : chunk
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// The whole of it.
    func document() -> Data {
        var data = Data()
        var iterator = Iterator(self)
        while let chunk = iterator.next() { data += chunk }
        return data
    }
}

extension StreamedText: JSONByteSource {
    func jsonReader(from offset: Int) -> JSONByteReader {
        var iterator = Iterator(self)
        return JSONByteReader { iterator.next() }
    }
}
