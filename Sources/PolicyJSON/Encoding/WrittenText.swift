@_spi(Cursor) internal import JSONTape
internal import JSONText

/// The JSON text of one value. Parts of a parsed text share its tape, so that a text is parsed only once when its
/// levels are read one by one.
struct WrittenText {
    private enum Source {
        /// Bytes that the encoder wrote.
        case bytes(ArraySlice<UInt8>)
        /// A value of a parsed text.
        case value(Tape, TapePosition)
    }

    private let source: Source

    private init(_ source: Source) { self.source = source }

    /// A text that the encoder wrote.
    init(_ bytes: ArraySlice<UInt8>) { self.init(.bytes(bytes)) }
    init(_ bytes: [UInt8]) { self.init(bytes[...]) }

    /// Parses a text to a separate tape.
    init(parsing bytes: ArraySlice<UInt8>, syntax: Tape.Syntax = .json) throws(JSONSyntaxError) {
        let tape = try Tape()
        try tape.parse(copying: bytes, limits: .unlimited, syntax: syntax)
        self.init(.value(tape, TapePosition.root))
    }

    /// The depth of a parsed text.
    var depth: Int {
        if case .value(let tape, _) = source { tape.maximumDepth } else { 0 }
    }

    static var null: WrittenText { WrittenText(Array("null".utf8)) }

    var isObject: Bool { starts(with: "{", .object) }
    var isArray: Bool { starts(with: "[", .array) }
    var isNull: Bool { starts(with: "n", .null) }

    private func starts(with character: Unicode.Scalar, _ kind: TapeKind) -> Bool {
        switch source {
        case .bytes(let bytes): bytes.first == UInt8(ascii: character)
        case .value(let tape, let index): tape[index].is(kind)
        }
    }

    /// Appends the text to another one.
    func append(to text: TextBuffer) {
        withBytes { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe text.append($0) } }
    }

    private func withBytes<R>(_ body: (Span<UInt8>) -> R) -> R {
        switch source {
        case .bytes(let bytes): body(bytes.span)
        case .value(let tape, let index): tape.withText(of: index, body)
        }
    }

    // MARK: Parts

    /// The members of an object, including repeated ones.
    func members() throws(JSONSyntaxError) -> [(name: String, value: WrittenText)] {
        let (tape, object) = try parsed()
        var members: [(name: String, value: WrittenText)] = []
        tape.forEachKey(in: object) { key in
            members.append((tape.key(at: key), WrittenText(.value(tape, key.value))))
            return true
        }
        return members
    }

    /// The elements of an array.
    func elements() throws(JSONSyntaxError) -> [WrittenText] {
        let (tape, array) = try parsed()
        var elements: [WrittenText] = []
        var index = array.firstChild
        while !tape[index].isEnd {
            elements.append(WrittenText(.value(tape, index)))
            index = tape.position(after: index)
        }
        return elements
    }

    @_optimize(size)
    private func parsed() throws(JSONSyntaxError) -> (tape: Tape, index: TapePosition) {
        switch source {
        case .bytes(let bytes):
            // The placeholders of exact values are numbers of JSON5.
            if let text = try? WrittenText(parsing: bytes) { return try text.parsed() }
            return try WrittenText(parsing: bytes, syntax: .json5).parsed()
        case .value(let tape, let index): return (tape, index)
        }
    }
}

extension WrittenText: Equatable {
    static func == (one: WrittenText, other: WrittenText) -> Bool {
        one.withBytes { one in
            other.withBytes { other in one.count == other.count && one.indices.allSatisfy { one[$0] == other[$0] } }
        }
    }
}
