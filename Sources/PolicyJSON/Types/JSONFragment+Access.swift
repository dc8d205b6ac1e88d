@_spi(Tape) public import JSONTape

extension JSONFragment {
    /// Whether the value is `null`.
    public var isNull: Bool { kind == .null }

    /// The value of a Boolean; `nil` for other kinds.
    public var bool: Bool? { kind == .bool ? text.utf8.first == UInt8(ascii: "t") : nil }

    /// A number, with its text; `nil` for other kinds.
    public var number: JSONNumber? { kind == .number ? JSONNumber(text) : nil }

    /// The value of a string, escapes decoded; `nil` for other kinds.
    public var string: String? {
        guard kind == .string else { return nil }
        return reading { $0.string(at: TapePosition.root) }
    }

    /// The number of elements of an array, or of members of an object; `nil` for other kinds.
    public var count: Int? {
        guard kind == .array || kind == .object else { return nil }
        return reading { $0[TapePosition.root].count }
    }

    /// The elements of an array; `nil` for other kinds.
    public var elements: [JSONFragment]? {
        guard kind == .array else { return nil }
        return reading { tape in
            let end = tape.end(ofContainerAt: TapePosition.root)
            var elements: [JSONFragment] = []
            elements.reserveCapacity(tape[TapePosition.root].count)
            var index = TapePosition.root.firstChild
            while index < end {
                elements.append(JSONFragment(unchecked: tape.source(of: index)))
                index = tape.position(after: index)
            }
            return elements
        }
    }

    /// The members of an object in their order, repeated names included; `nil` for other kinds.
    public var members: [(name: String, value: JSONFragment)]? {
        guard kind == .object else { return nil }
        return reading { tape in
            var members: [(name: String, value: JSONFragment)] = []
            members.reserveCapacity(tape[TapePosition.root].count)
            tape.forEachKey(in: TapePosition.root) { key in
                members.append((tape.key(at: key), JSONFragment(unchecked: tape.source(of: key.value))))
                return true
            }
            return members
        }
    }

    /// The value of an object's first member with this name; `nil` if there is none, and for other kinds.
    ///
    /// - Parameter name: the name of the member, without escapes.
    public subscript(name: String) -> JSONFragment? {
        guard kind == .object else { return nil }
        return reading { tape in
            tape.member(name, of: TapePosition.root).map { JSONFragment(unchecked: tape.source(of: $0)) }
        }
    }

    /// The element of an array at an index from 0; `nil` if there is none, and for other kinds.
    ///
    /// - Parameter index: the index, from 0.
    public subscript(index: Int) -> JSONFragment? {
        guard kind == .array else { return nil }
        return reading { tape in
            tape.element(index, of: TapePosition.root).map { JSONFragment(unchecked: tape.source(of: $0)) }
        }
    }

    /// The value at a path: `"items[3].price"`, or the empty path for the whole value.
    ///
    /// - Parameter path: keys and indexes, relative to the value.
    /// - Returns: `nil` if there is no such value.
    public func value(at path: DecodingPath) -> JSONFragment? {
        value(at: path.steps) { step, index, tape in
            switch (step, tape[index].kind) {
            case (.key(let name), .object): tape.member(name, of: index)
            case (.index(let ordinal), .array): tape.element(ordinal, of: index)
            default: nil
            }
        }
    }

    /// The value at a JSON Pointer (RFC 6901): `/items/3/price`, or the empty string for the whole value.
    ///
    /// - Parameter pointer: a JSON Pointer, with `~0` for `~` and `~1` for `/` in names.
    /// - Returns: `nil` if there is no such value, or if the text is not a JSON Pointer.
    public func value(atPointer pointer: String) -> JSONFragment? {
        guard let tokens = PointerToken.tokens(of: pointer) else { return nil }
        return value(at: tokens) { token, index, tape in
            switch tape[index].kind {
            case .object: tape.member(token.name, of: index)
            case .array: token.index.flatMap { tape.element($0, of: index) }
            default: nil
            }
        }
    }

    private func value<Step>(
        at steps: [Step], _ child: (Step, TapePosition, Tape) -> TapePosition?
    ) -> JSONFragment? {
        if steps.isEmpty { return self }
        return reading { tape in
            var index = TapePosition.root
            for step in steps {
                guard let next = child(step, index, tape) else { return nil }
                index = next
            }
            return JSONFragment(unchecked: tape.source(of: index))
        }
    }
}

extension JSONFragment {
    /// For text that has been parsed before, by a decoder that may have other limits.
    private static let unlimited = JSONLimits(depth: .max, numberBytes: .max)
    private static let tapes = TapePool()
    /// Larger tapes are not kept: fragments are usually small, and the pool lives as long as the process.
    private static let keptBytes = 1 << 20

    /// Calls `body` with a tape of the value, which is at the root, and returns the result; `nil` also if memory is
    /// exhausted.
    func reading<R>(_ body: (Tape) -> R?) -> R? {
        do throws(JSONSyntaxError) {
            return try Self.read(text, Self.unlimited, body)
        } catch {
            return nil
        }
    }

    /// Whether a text is JSON.
    static func isJSON(_ text: String) -> Bool {
        JSONFragment(unchecked: text).reading { _ in true } ?? false
    }

    static func read<R>(_ text: String, _ limits: JSONLimits, _ body: (Tape) -> R) throws(JSONSyntaxError) -> R {
        let tape = try tapes.take()
        defer {
            if tape.footprint > keptBytes { tape.trim() }
            tapes.put(tape)
        }
        var text = text
        let result = text.withUTF8 { bytes in
            Result { () throws(JSONSyntaxError) -> R in
                try unsafe tape.parse(bytes, limits: limits)
                return body(tape)
            }
        }
        return try result.get()
    }
}
