import FoundationImport
@_spi(Cursor) public import JSONTape

/// An element of a stream that could not be decoded, with its text: what
/// ``JSONElements/results(keeping:within:ofLast:)`` and ``JSONElementReader/results(keeping:within:ofLast:)`` deliver in its place.
///
/// As a line of JSON it can be stored, and decoded again later from its member `raw`:
///
/// ```json
/// {"index":2,"pointer":"/2","offset":41,"line":3,"column":1,"error":{"code":"type_mismatch",…},"raw":"{\"id\":\"x\"}"}
/// ```
public struct RejectedElement: Error, Sendable {
    /// Why the element could not be decoded: a `DecodingError`, or an error that a model's `init(from:)` threw. For a
    /// record that is not JSON, with a `JSONSyntaxError` as its underlying error.
    public let error: any Error
    /// The path to the element; for a record, its index.
    public let path: DecodingPath
    /// The index of the element in its container, or of the record in the stream.
    public let index: Int
    /// Where the element starts.
    public let location: JSONLocation
    /// The location of the value inside the element that caused the error.
    public var errorLocation: JSONLocation { place.location }
    /// The element's bytes as they were received, truncated to the requested number.
    public let bytes: [UInt8]
    /// The number of bytes of the whole element.
    public let byteCount: Int
    private let place: ErrorPlace

    /// Whether ``bytes`` are only the start of the element.
    public var isTruncated: Bool { bytes.count < byteCount }

    /// The reason as a problem, with the path from the top of the stream.
    ///
    /// - Parameter includingValues: whether the message may contain values of the document. Default: `false`.
    /// - Returns: the problem.
    public func problem(includingValues: Bool = false) -> DecodingProblem {
        let hasOwnPath = (error as? DecodingError).map { $0.syntaxError == nil } ?? false
        return DecodingProblem(
            error, at: hasOwnPath ? nil : path, documentPath: hasOwnPath ? place.documentPath : nil, place.location,
            includingValues: includingValues)
    }
}

extension RejectedElement: CustomStringConvertible {
    /// Location, path and description of the error.
    public var description: String {
        "\(JSONDecodingError(error, at: place, path: path.steps.map(\.codingKey), index: index))"
    }
}

extension RejectedElement: Encodable {
    private enum CodingKeys: String, CodingKey {
        case index, pointer, offset, line, column, error, raw, rawBase64, byteCount
    }

    /// Encodes an object with the numbers `index`, `offset` (bytes, from 0), `line` and `column` (from 1; bytes), the
    /// strings `pointer` (RFC 6901) and `raw`, and the object `error` (``DecodingProblem/encode(to:)``), whose message
    /// may contain values. Bytes that are not UTF-8 are in `rawBase64` instead of `raw`. If the bytes are truncated, there
    /// is a number `byteCount`. The pointers, here and in `error`, are not shortened, however long the names in the document are.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(index, forKey: .index)
        try container.encode(path.jsonPointer, forKey: .pointer)
        try container.encode(location.offset, forKey: .offset)
        try container.encode(location.line, forKey: .line)
        try container.encode(location.column, forKey: .column)
        try container.encode(problem(includingValues: true), forKey: .error)
        if let text = String(record: bytes, of: byteCount) {
            try container.encode(text, forKey: .raw)
        } else {
            try container.encode(Data(bytes).base64EncodedString(), forKey: .rawBase64)
        }
        if isTruncated { try container.encode(byteCount, forKey: .byteCount) }
    }
}

// MARK: Making

extension RejectedElement {
    /// An element that has just failed.
    init(_ error: any Error, _ item: ElementWindow.Item, in core: DecoderCore, keeping limit: Int) {
        let window = core.document.window
        self.error = error
        path = DecodingPath(window?.path(of: item, core.document.key(at:)) ?? [])
        index = item.ordinal
        location = core.tape.location(at: item.value)
        place = core.place(of: error, in: item.value, below: path.steps.count) ?? ErrorPlace(location: location)
        let start = core.tape.offset(at: item.value)
        byteCount = core.tape.endOffset(ofValueAt: item.value) - start
        bytes = core.tape.sourceBytes(of: item.value, limit: limit)
    }

    /// A record that is not JSON.
    init(_ record: SkippedRecord) {
        error = DecodingError.notJSON(record.error)
        path = DecodingPath(record.container + [.index(record.ordinal)])
        index = record.ordinal
        location = record.location
        place = ErrorPlace(location: record.error.location)
        bytes = record.bytes
        byteCount = record.byteCount
    }
}
