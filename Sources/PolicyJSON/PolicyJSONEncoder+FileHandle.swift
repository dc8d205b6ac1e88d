#if !FoundationEssentials
    public import FoundationImport
    internal import JSONText

    extension PolicyJSONEncoder {
        /// Encodes a value and writes it to a file; nothing is written if it cannot be encoded.
        ///
        /// - Parameters:
        ///   - value: the value.
        ///   - file: a file that is open for writing; the text is written at its current position.
        /// - Throws: `EncodingError`, an error that a type's `encode(to:)` throws, or an error of writing.
        public func encode<T: Encodable>(_ value: T, to file: FileHandle) throws {
            try file.write(contentsOf: encode(value))
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
            for element in elements {
                do {
                    try writer.append(element)
                } catch {
                    try file.write(contentsOf: writer.take())
                    throw error
                }
                if writer.available >= chunkSize { try file.write(contentsOf: writer.take()) }
            }
            writer.end()
            try file.write(contentsOf: writer.take())
        }
    }
#endif
