@_spi(Cursor) public import JSONTape

/// The position at which a stream of elements was left, from which it can be resumed.
///
/// Resume with the bytes from ``offset`` on, and with the same path or format: of these the point has only the path of the
/// container, so the rest of a top-level array that is resumed as lines is a syntax error. Indexes, lines and columns continue as
/// if the stream had not been interrupted. A resume point is `Codable`, so that a job can store it.
public struct JSONResumePoint: Sendable, Hashable {
    /// The location after the last element that was delivered.
    public let location: JSONLocation
    /// How many elements of the container precede this point, including dropped ones.
    public let elements: Int
    /// The path of the container of the elements.
    public let path: DecodingPath

    /// Offset of the first byte to resume with, from the start of the stream.
    public var offset: Int { location.offset }

    /// The start of a stream.
    public static let start = JSONResumePoint(
        location: .start, elements: 0, path: DecodingPath())

    init(location: JSONLocation, elements: Int, path: DecodingPath) {
        self.location = location
        self.elements = elements
        self.path = path
    }

    var isStart: Bool { self == .start }

    /// The failure of a stream that is not inside the point's path.
    var mismatch: StreamFailure {
        let text = "The resume point is inside \"\(path)\", which does not match the request."
        return StreamFailure(DecodingError.corrupted(text, at: []), at: location)
    }
}

extension JSONResumePoint: Codable {
    private enum CodingKeys: String, CodingKey {
        case offset, line, column, elements, path
    }

    /// The valid offsets, lines, columns and indexes of a document.
    private static let numbers = 0..<1 << 40

    /// A string or an index.
    private struct Step: Codable {
        let step: DecodingPath.Step

        init(_ step: DecodingPath.Step) { self.step = step }

        @_optimize(size)
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let index = try? container.decode(Int.self) {
                guard JSONResumePoint.numbers.contains(index) else {
                    throw DecodingError.corrupted("An index is out of range.", at: decoder.codingPath)
                }
                step = .index(index)
            } else {
                step = .key(try container.decode(String.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch step {
            case .index(let index): try container.encode(index)
            case .key(let name): try container.encode(name)
            }
        }
    }

    @_optimize(size)
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let numbers = try [CodingKeys.offset, .line, .column, .elements].map {
            try container.decode(Int.self, forKey: $0)
        }
        guard numbers.allSatisfy(Self.numbers.contains) else {
            throw DecodingError.corrupted("A number is out of range.", at: decoder.codingPath)
        }
        location = JSONLocation(offset: numbers[0], line: numbers[1], column: numbers[2])
        elements = numbers[3]
        path = DecodingPath(try container.decode([Step].self, forKey: .path).map(\.step))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(location.offset, forKey: .offset)
        try container.encode(location.line, forKey: .line)
        try container.encode(location.column, forKey: .column)
        try container.encode(elements, forKey: .elements)
        try container.encode(path.steps.map(Step.init), forKey: .path)
    }
}
