public import FoundationImport
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
        try withCore { try $0.encodeBytes(value) }
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
    @_optimize(size)
    public func encode<S: Sequence>(contentsOf elements: S, as format: JSONStreamFormat) throws -> Data
    where S.Element: Encodable {
        let writer = ElementWriter(start(), format)
        for element in elements { try writer.append(element) }
        return writer.takeAll().data()
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
