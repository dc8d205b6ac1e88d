public import Foundation
internal import JSONText

extension PolicyJSONEncoder {
    /// The default number of bytes that are written at a time: 64 KiB.
    public static let defaultChunkSize = 65_536

    // MARK: One value

    /// Encodes a value as JSON in UTF-8, as an array of bytes. The bytes are copied once; `encode(_:)` copies nothing.
    ///
    /// - Parameter value: the value.
    /// - Returns: the text in UTF-8.
    /// - Throws: `EncodingError`, or an error that a type's `encode(to:)` throws.
    public func encodeBytes<T: Encodable>(_ value: T) throws -> [UInt8] {
        try EncoderCore.text(of: value, start()).drain()
    }

    /// Encodes a value and writes it to a file; nothing is written if it cannot be encoded.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - file: a file that is open for writing; the text is written at its current position.
    /// - Throws: `EncodingError`, an error that a type's `encode(to:)` throws, or an error of writing.
    public func encode<T: Encodable>(_ value: T, to file: FileHandle) throws {
        try file.write(contentsOf: encode(value))
    }

    // MARK: Elements

    /// Encodes the elements of a sequence as one text.
    ///
    /// - Parameters:
    ///   - elements: the elements.
    ///   - format: how the elements are combined.
    /// - Returns: the text in UTF-8.
    /// - Throws: `EncodingError`, with the index of the element as the first key of its path, or an error that a type's
    ///   `encode(to:)` throws.
    public func encode<S: Sequence>(contentsOf elements: S, as format: JSONStreamFormat) throws -> Data
    where S.Element: Encodable {
        let writer = ElementWriter(start(), format)
        for element in elements { try writer.append(element) }
        return writer.takeAll().data()
    }

    /// Encodes the elements of a sequence and writes them to a file. Uses memory for one chunk and the largest element.
    ///
    /// ```swift
    /// try encoder.encode(contentsOf: rows, as: .lines, to: file)
    /// ```
    ///
    /// If an element cannot be encoded, the file contains the elements before it; an array is then incomplete.
    ///
    /// - Parameters:
    ///   - elements: the elements.
    ///   - format: how the elements are combined.
    ///   - file: a file that is open for writing; the text is written at its current position.
    ///   - chunkSize: how many bytes are collected before they are written. Default: 64 KiB.
    /// - Throws: `EncodingError`, with the index of the element as the first key of its path; an error that a type's
    ///   `encode(to:)` throws; or an error of writing.
    public func encode<S: Sequence>(
        contentsOf elements: S, as format: JSONStreamFormat, to file: FileHandle,
        chunkSize: Int = PolicyJSONEncoder.defaultChunkSize
    ) throws where S.Element: Encodable {
        let writer = ElementWriter(start(), format)
        do {
            for element in elements {
                try writer.append(element)
                if writer.available >= chunkSize { try file.write(contentsOf: writer.take()) }
            }
        } catch let error as EncodingError {
            try file.write(contentsOf: writer.take())
            throw error
        }
        writer.end()
        try file.write(contentsOf: writer.take())
    }

    /// The text of a sequence of elements, in chunks that are made when they are requested.
    ///
    /// ```swift
    /// for try await chunk in encoder.chunks(of: rows, as: .lines) { try await response.write(chunk) }
    /// ```
    ///
    /// - Parameters:
    ///   - elements: the elements, which are requested one at a time.
    ///   - format: how the elements are combined.
    ///   - chunkSize: the minimum number of bytes of each chunk except the last. Default: 64 KiB.
    public func chunks<S: AsyncSequence>(
        of elements: S, as format: JSONStreamFormat, chunkSize: Int = PolicyJSONEncoder.defaultChunkSize
    ) -> JSONChunks<S> where S.Element: Encodable {
        JSONChunks(elements: elements, options: start(), format: format, chunkSize: max(1, chunkSize))
    }

    /// The text of a sequence of elements, in chunks that are made when they are requested.
    ///
    /// - Parameters:
    ///   - elements: the elements, which are requested one at a time.
    ///   - format: how the elements are combined.
    ///   - chunkSize: the minimum number of bytes of each chunk except the last. Default: 64 KiB.
    public func chunks<S: Sequence>(
        of elements: S, as format: JSONStreamFormat, chunkSize: Int = PolicyJSONEncoder.defaultChunkSize
    ) -> JSONChunks<ReadyElements<S>> where S.Element: Encodable {
        chunks(of: ReadyElements(base: elements), as: format, chunkSize: chunkSize)
    }
}
