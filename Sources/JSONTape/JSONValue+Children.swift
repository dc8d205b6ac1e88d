extension JSONValue {
    /// The number of elements of an array, or of members of an object; `nil` for other kinds.
    public var count: Int? {
        let token = document.tape[position]
        return token.isContainer ? token.count : nil
    }

    /// The value of an object's first member with this name; a missing value if there is none, and for other kinds.
    ///
    /// - Parameter name: the name of the member, without escapes. Names are compared as Unicode text.
    /// - Complexity: O(*members*); on average O(1) from the fourth look-up on in an object with more than 128 members: the document
    ///   then keeps a table of them.
    public subscript(name: String) -> JSONValue {
        guard document.tape[position].is(.object) else { return missing }
        return child(document.member(name, of: position))
    }

    /// The element of an array at an index from 0; a missing value if there is none, and for other kinds.
    ///
    /// - Parameter index: the index, from 0.
    /// - Complexity: O(*index*) for the first such index of an array, and O(1) for those up to it. To read all elements, use
    ///   ``elements``.
    public subscript(index: Int) -> JSONValue {
        guard document.tape[position].is(.array) else { return missing }
        return child(document.element(index, of: position), ordinal: index)
    }

    /// The value at a JSON Pointer (RFC 6901): `/items/3/price`, or the empty string for the value itself.
    ///
    /// - Parameter pointer: a JSON Pointer, with `~0` for `~` and `~1` for `/` in names.
    /// - Returns: a missing value if there is none, or if the text is not a JSON Pointer.
    /// - Complexity: on each level that of the subscript for the name or the index.
    public func value(atPointer pointer: String) -> JSONValue {
        guard let tokens = PointerToken.tokens(of: pointer) else { return missing }
        var value = self
        for token in tokens {
            switch value.document.tape[value.position].kind {
            case .object: value = value[token.name]
            case .array: value = token.index.map { value[$0] } ?? value.missing
            default: return value.missing
            }
        }
        return value
    }

    /// The elements of an array in their order; none for other kinds.
    public var elements: some Sequence<JSONValue> & Sendable { Elements(of: self) }

    /// The members of an object in their order, repeated names included; none for other kinds.
    public var members: some Sequence<Member> & Sendable { Members(of: self) }

    private func child(_ position: TapePosition?, ordinal: Int = 0) -> JSONValue {
        guard let position else { return missing }
        return JSONValue(document, position, in: self.position, ordinal: UInt32(truncatingIfNeeded: ordinal))
    }

    /// A value that does not exist, below this one.
    private var missing: JSONValue {
        JSONValue(document, .nothing, in: exists && document.tape[position].isContainer ? position : container)
    }

    /// The elements of an array in their order.
    private struct Elements: Sequence, Sendable {
        private let array: JSONValue

        fileprivate init(of array: JSONValue) { self.array = array }

        var underestimatedCount: Int { array.kind == .array ? array.count ?? 0 : 0 }

        /// Creates an iterator over the elements.
        func makeIterator() -> ElementIterator { ElementIterator(of: array) }

        /// Provides one element after the other.
        struct ElementIterator: IteratorProtocol, Sendable {
            private let document: ParsedDocument
            private let array: TapePosition
            private var position: TapePosition
            private var ordinal: UInt32 = 0
            private let end: TapePosition

            fileprivate init(of array: JSONValue) {
                document = array.document
                self.array = array.position
                let isArray = document.tape[array.position].is(.array)
                position = isArray ? array.position.firstChild : .nothing
                end = isArray ? document.tape.end(ofContainerAt: array.position) : .nothing
            }

            /// The next element, or `nil` after the last.
            mutating func next() -> JSONValue? {
                guard position < end else { return nil }
                let element = JSONValue(document, position, in: array, ordinal: ordinal)
                position = document.tape.position(after: position)
                ordinal += 1
                return element
            }
        }
    }

    /// The members of an object in their order.
    private struct Members: Sequence, Sendable {
        private let object: JSONValue

        fileprivate init(of object: JSONValue) { self.object = object }

        var underestimatedCount: Int { object.kind == .object ? object.count ?? 0 : 0 }

        /// Creates an iterator over the members.
        func makeIterator() -> MemberIterator { MemberIterator(of: object) }

        /// Provides one member after the other.
        struct MemberIterator: IteratorProtocol, Sendable {
            private let document: ParsedDocument
            private let object: TapePosition
            private var position: TapePosition
            private let end: TapePosition

            fileprivate init(of object: JSONValue) {
                document = object.document
                self.object = object.position
                let isObject = document.tape[object.position].is(.object)
                position = isObject ? object.position.firstChild : .nothing
                end = isObject ? document.tape.end(ofContainerAt: object.position) : .nothing
            }

            /// The next member, or `nil` after the last.
            mutating func next() -> Member? {
                guard position < end else { return nil }
                let value = position.value
                position = document.tape.position(after: value)
                return Member(value: JSONValue(document, value, in: object))
            }
        }
    }

    /// A member of an object.
    public struct Member: Sendable {
        /// The value.
        public let value: JSONValue

        /// The name, escapes decoded. Decoded each time it is read.
        public var name: String { value.document.reading { $0.key(at: value.position.key) } }
    }
}
