internal import FoundationImport
public import PolicyJSON

/// A record that could not be cleaned.
///
/// As a line of JSON: `{"record":17,"offset":4711,"line":18,"column":1,"path":"/items/0/price","code":"type_mismatch",
/// "message":"…","raw":"…"}`.
public struct RejectedRecord: Error, Sendable {
    /// The index of the record in the input, from 0.
    public let record: Int
    /// Where the record starts.
    public let location: JSONLocation
    /// Why the record was rejected. Its path starts at the record.
    public let problem: DecodingProblem
    /// The path to the value that caused the problem, from the record, as a JSON Pointer.
    public var pointer: String { problem.jsonPointer }
    /// The record's bytes, truncated to the requested number.
    public let bytes: [UInt8]
    /// The number of bytes of the whole record.
    public let byteCount: Int

    init(_ element: RejectedElement, record: Int) {
        self.record = record
        location = element.location
        problem = element.problem(includingValues: true).below(element.path)
        bytes = element.bytes
        byteCount = element.byteCount
    }

    init(record: Int, location: JSONLocation, problem: DecodingProblem, bytes: [UInt8], byteCount: Int) {
        self.record = record
        self.location = location
        self.problem = problem
        self.bytes = bytes
        self.byteCount = byteCount
    }
}

extension DecodingProblem {
    /// The problem, with the path from a value in which it is.
    fileprivate func below(_ prefix: DecodingPath) -> DecodingProblem {
        guard path.steps.starts(with: prefix.steps) else { return self }
        func below(_ path: DecodingPath) -> DecodingPath {
            path.steps.starts(with: prefix.steps) ? DecodingPath(Array(path.steps.dropFirst(prefix.steps.count))) : path
        }
        return DecodingProblem(
            code, at: below(path), documentPath: below(documentPath), message: message, location: location,
            expected: expected, found: found)
    }
}

extension RejectedRecord: CustomStringConvertible {
    /// Location, path and message of the problem.
    public var description: String { "\(problem)" }
}

extension RejectedRecord: Encodable {
    private enum CodingKeys: String, CodingKey {
        case record, offset, line, column, path, code, message, raw, rawBase64, byteCount
    }

    /// Encodes the members of the example above. Bytes that are not UTF-8 are in `rawBase64` instead of `raw`; if they
    /// are truncated, `byteCount` is the number of all, and `raw` ends before a character that is not whole.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(record, forKey: .record)
        try container.encode(location.offset, forKey: .offset)
        try container.encode(location.line, forKey: .line)
        try container.encode(location.column, forKey: .column)
        try container.encode(pointer, forKey: .path)
        try container.encode(problem.code.rawValue, forKey: .code)
        try container.encode(problem.message, forKey: .message)
        if let text = String(record: bytes, of: byteCount) {
            try container.encode(text, forKey: .raw)
        } else {
            try container.encode(Data(bytes).base64EncodedString(), forKey: .rawBase64)
        }
        if bytes.count < byteCount { try container.encode(byteCount, forKey: .byteCount) }
    }
}
