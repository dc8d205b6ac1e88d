import FoundationImport
internal import JSONText
internal import RuntimeFacts

extension EncoderCore {
    // MARK: Parts

    /// Writes a scalar as a part of a container; `false` if the value is not a scalar, or a policy has to be consulted.
    @inline(__always)
    private func writeScalar<T>(_ value: T, _ traits: EncodableTraits) -> Bool {
        if form.scalarPolicy != nil { return quotesNumbers && appendQuoted(value, traits.kind) }
        switch traits.kind {
        case .string: text.append(unsafelyCast(value, to: String.self), escapingSlashes: form.escapesSlashes)
        case .int: text.append(integer: unsafelyCast(value, to: Int.self))
        case .bool: text.append(unsafelyCast(value, to: Bool.self))
        case .double:
            let value = unsafelyCast(value, to: Double.self)
            if !value.isFinite { return false }
            text.append(value)
        case .decimal, .uuid, .date: return appendScalarOfFoundation(value, traits.kind)
        case .intrinsic where traits.isOptional && form.valuePolicy == nil: return appendOptional(value, traits)
        default: return false
        }
        return true
    }

    /// Appends a `Decimal`, a `UUID` or a `Date`; `false` for an unusual value or strategy. A separate function, because its callers
    /// are specialized for many types.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    private func appendScalarOfFoundation<T>(_ value: T, _ kind: EncodableTraits.Kind) -> Bool {
        switch kind {
        case .decimal: return Self.append(unsafelyCast(value, to: Decimal.self), to: text)
        case .date: return append(unsafelyCast(value, to: Date.self))
        default:
            text.append(uuid: unsafelyCast(value, to: UUID.self).uuid)
            return true
        }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    private func appendOptional<T>(_ value: T, _ traits: EncodableTraits) -> Bool {
        traits.intrinsic.map { Self.appendScalar(value, as: $0, self) } ?? false
    }

    /// Appends a scalar as a part of a container.
    ///
    /// - Returns: whether the value is a scalar.
    func appendScalar<T>(_ value: T, _ traits: EncodableTraits) -> Bool { writeScalar(value, traits) }

    /// Notes that a value is nested too deeply.
    func tooDeep() -> TooDeep {
        isTooDeep = true
        return TooDeep()
    }

    /// Opens a frame for a part of a container.
    @inline(__always)
    private func push(_ parent: Int32, _ owner: DetachedValue?, _ depth: Int, _ memberStart: Int) throws {
        if depth > Self.maximumDepth + 1 { throw tooDeep() }
        frames.push(parent: parent, start: text.count, memberStart: memberStart, depth: depth)
        if let owner { unsafe frames.last.owner = Unmanaged.passUnretained(owner) }
    }

    /// Writes the value of a member, in a separate frame unless it is a scalar.
    ///
    /// - Parameters:
    ///   - parent: the enclosing frame, or -1.
    ///   - owner: the enclosing detached container.
    ///   - memberStart: the start of the member's text, which is removed if the value throws.
    func encodePart<T: Encodable, Key: CodingKey>(
        _ value: T, _ traits: EncodableTraits, key: Key, parent: Int32, owner: DetachedValue?, depth: Int,
        memberStart: Int
    ) throws {
        if writeScalar(value, traits) { return }
        try push(parent, owner, depth, memberStart)
        try unsafe withUnsafePointer(to: key) { key in
            frames.last.keyType = Key.self
            unsafe frames.last.key = UnsafeRawPointer(key)
            try encodeInNewFrame(value, traits)
        }
    }

    /// Writes an element, in a separate frame unless it is a scalar.
    func encodePart<T: Encodable>(
        _ value: T, _ traits: EncodableTraits, index: Int, parent: Int32, owner: DetachedValue?, depth: Int,
        memberStart: Int
    ) throws {
        if writeScalar(value, traits) { return }
        try push(parent, owner, depth, memberStart)
        frames.last.index = index
        try encodeInNewFrame(value, traits)
    }

    @inline(__always)
    private func encodeInNewFrame<T: Encodable>(_ value: T, _ traits: EncodableTraits) throws {
        do {
            try encode(value, traits, in: frames.top)
        } catch {
            abandon()
            throw error
        }
        if !finish() { throw OmittedValue() }
    }

    /// Writes the value of a frame, which stays open.
    func encode<T: Encodable>(_ value: T, _ traits: EncodableTraits, in scope: Scope) throws {
        if form.hasPolicy, !traits.isOptional, frames.top == scope, frames.last.content == .none {
            if let valuePolicy = form.valuePolicy, mayEncodeByPolicy(T.self, valuePolicy) {
                if try encodeByPolicy(value, valuePolicy) { return }
            } else {
                frames.last.type = T.self
            }
        }
        if traits.isRawJSON, frames.top == scope, frames.last.content == .none,
            let raw = value as? any RawJSONConvertible
        {
            do throws(JSONSyntaxError) {
                return writeRaw(try raw.checkedText)
            } catch {
                throw EncodingError.notJSON(value, error, at: path(to: scope))
            }
        }
        if traits.kind != .plain, frames.top == scope, frames.last.content == .none {
            switch traits.kind {
            case .plain: break
            case .bool: return writeText { $0.append(unsafelyCast(value, to: Bool.self)) }
            case .string:
                let string = unsafelyCast(value, to: String.self)
                return writeText { $0.append(string, escapingSlashes: form.escapesSlashes) }
            case .int: return writeText { $0.append(integer: unsafelyCast(value, to: Int.self)) }
            case .double: return try writeFloat(unsafelyCast(value, to: Double.self))
            case .float: return try writeFloat(unsafelyCast(value, to: Float.self))
            case .date: return try writeDate(unsafelyCast(value, to: Date.self))
            case .data: return try writeData(unsafelyCast(value, to: Data.self))
            case .url:
                let text = unsafelyCast(value, to: URL.self).absoluteString
                return writeText { $0.append(text, escapingSlashes: form.escapesSlashes) }
            case .decimal: return try writeDecimal(unsafelyCast(value, to: Decimal.self))
            case .uuid:
                // Rules are consulted about the string that it encodes, too.
                if form.scalarPolicy == nil {
                    frames.last.content = .text
                    _ = appendScalarOfFoundation(value, .uuid)
                    return
                }
            case .integer, .intrinsic:
                if let type = traits.intrinsic, try Self.encode(value, as: type, self) { return }
            }
        } else if traits.kind != .plain, traits.kind != .intrinsic, traits.kind != .uuid {
            // A scalar after a container was started, or out of order: it is ignored, or belongs to the detached value.
            return try encodeSingle(in: scope) { try self.encode(value, traits, in: self.frames.top) }
        }
        defer { endNested(above: scope) }
        try value.encode(to: ValueEncoder(core: self, scope: scope))
    }

    /// Calls code that writes the value of the frame on top by an encoder.
    @inline(never)
    func withEncoder(_ body: (ValueEncoder) throws -> Void) rethrows {
        let scope = frames.top
        defer { endNested(above: scope) }
        try body(ValueEncoder(core: self, scope: scope))
    }

    static func encode<T, I: IntrinsicEncodable>(
        _ value: T, as type: I.Type, _ core: EncoderCore
    ) throws -> Bool {
        try unsafe withUnsafePointer(to: value) { value in
            try unsafe UnsafeRawPointer(value).assumingMemoryBound(to: I.self).pointee.write(in: core)
        }
    }

    private static func appendScalar<T, I: IntrinsicEncodable>(
        _ value: T, as type: I.Type, _ core: EncoderCore
    ) -> Bool {
        unsafe withUnsafePointer(to: value) { value in
            unsafe UnsafeRawPointer(value).assumingMemoryBound(to: I.self).pointee.appendScalar(in: core)
        }
    }

    // MARK: Collections

    /// Writes the elements of an array into the frame on top.
    func encodeArray<Element: Encodable>(_ elements: [Element]) throws {
        let scope = frames.top
        let depth = frames.last.depth
        open(.array, UInt8(ascii: "["))
        let traits = EncodableTraits.of(Element.self)
        var index = !form.isPretty && !isRepresented(Element.self, in: scope) ? appendScalars(elements, traits.kind) : 0
        frames.last.count = index
        // Through a pointer, because the array's subscript copies each element.
        try unsafe elements.withUnsafeBufferPointer { elements in
            while index < elements.count {
                defer { index += 1 }
                guard frames.last.content == .array else {
                    // The previous element wrote to this array.
                    try unsafe UnkeyedWriter(core: self, scope: scope).encode(elements[index])
                    continue
                }
                let start = text.count
                beginElement(depth: depth)
                let valueStart = text.count
                do {
                    try unsafe encodePart(
                        elements[index], traits, index: index, parent: scope.index, owner: nil, depth: depth + 1,
                        memberStart: start)
                } catch is OmittedValue {
                    text.truncate(to: start)
                    continue
                }
                endPart(of: scope, startingAt: valueStart)
            }
        }
    }

    /// Writes elements that are scalars or arrays of numbers, each with a comma.
    ///
    /// - Returns: the number of elements written.
    private func appendScalars<Element>(_ elements: [Element], _ kind: EncodableTraits.Kind) -> Int {
        switch kind {
        case .double: return text.append(elements: unsafelyCast(elements, to: [Double].self))
        case .int: text.append(elements: unsafelyCast(elements, to: [Int].self))
        case .string:
            text.append(elements: unsafelyCast(elements, to: [String].self), escapingSlashes: form.escapesSlashes)
        // Rules may answer about the numbers, or about the arrays inside this one.
        case .intrinsic
        where Element.self == [Double].self && form.valuePolicy == nil && frames.last.depth + 1 < Self.maximumDepth:
            return text.append(arrays: unsafelyCast(elements, to: [[Double]].self))
        default: return 0
        }
        return elements.count
    }

    /// Writes a dictionary of scalars with `String` keys into the frame on top, compiled for their type.
    ///
    /// - Returns: whether it was written.
    func encodeScalarMembers<Dictionary>(_ members: Dictionary, _ kind: EncodableTraits.Kind) -> Bool {
        if form.scalarPolicy != nil || form.isPretty || form.sortsKeys { return false }
        switch kind {
        case .int: write(unsafelyCast(members, to: [String: Int].self)) { $0.append(integer: $1, comma: true) }
        case .double:
            let members = unsafelyCast(members, to: [String: Double].self)
            if !members.values.allSatisfy(\.isFinite) { return false }
            write(members) { $0.append($1, comma: true) }
        case .string:
            let escapesSlashes = form.escapesSlashes
            write(unsafelyCast(members, to: [String: String].self)) {
                $0.append($1, escapingSlashes: escapesSlashes, comma: true)
            }
        case .bool: write(unsafelyCast(members, to: [String: Bool].self)) { $0.append($1, comma: true) }
        default: return false
        }
        return true
    }

    @inline(__always)
    private func write<Value>(_ members: [String: Value], _ append: (TextBuffer, Value) -> Void) {
        // Marked as closed, because the names are not on the stack of members.
        open(.text, UInt8(ascii: "{"))
        for (name, value) in members {
            text.append(name, escapingSlashes: form.escapesSlashes)
            text.append(UInt8(ascii: ":"))
            append(text, value)
        }
        close(with: UInt8(ascii: "}"), depth: frames.last.depth, isEmpty: members.isEmpty)
    }

    /// Writes a dictionary as an object, into the frame on top.
    ///
    /// By indexes: a pair of a key and a value has a generic type, whose metadata would be requested for each member.
    ///
    /// - Parameter name: the name for a key; different keys have different names.
    func encodeMembers<Key, Value: Encodable>(_ members: [Key: Value], name: (Key) -> String) throws {
        let (keys, values) = (members.keys, members.values)
        let depth = frames.last.depth
        let parent = frames.top.index
        // Marked as closed: its names are on the stack of members only to be sorted.
        open(.text, UInt8(ascii: "{"))
        let traits = EncodableTraits.of(Value.self)
        var isEmpty = true
        var index = members.startIndex
        while index != members.endIndex {
            try encodeMember(name(keys[index]), values[index], traits, depth, in: parent, &isEmpty)
            members.formIndex(after: &index)
        }
        if form.sortsKeys { sortMembers() }
        close(with: UInt8(ascii: "}"), depth: depth, isEmpty: isEmpty)
    }

    private func encodeMember<Value: Encodable>(
        _ name: String, _ value: Value, _ traits: EncodableTraits, _ depth: Int, in parent: Int32, _ isEmpty: inout Bool
    ) throws {
        if traits.isMissable, (value as? any MissableValue)?.isMissing == true { return }
        let start = text.count
        beginElement(depth: depth)
        let quote = text.count
        text.append(name, escapingSlashes: form.escapesSlashes)
        let key = Member(key: quote + 1, length: text.count - quote - 2, fingerprint: 0)
        writeColon()
        do {
            try encodePart(
                value, traits, key: DictionaryKey(stringValue: name), parent: parent, owner: nil, depth: depth + 1,
                memberStart: start)
        } catch is OmittedValue {
            return text.truncate(to: start)
        }
        if form.sortsKeys { frames.append(key) }
        text.append(UInt8(ascii: ","))
        isEmpty = false
    }

    /// Ends a part of a container that was on top when the part started.
    @inline(__always)
    func endPart(of scope: Scope, startingAt start: Int) {
        if frames.last.content == .detached {
            endDetachedPart(startingAt: start)
        } else {
            text.append(UInt8(ascii: ","))
            frames.last.count += 1
        }
    }

    /// Moves a part to its container, which was detached while the part was written.
    @inline(never)
    private func endDetachedPart(startingAt start: Int) {
        let bytes = text.cut(from: start)
        guard let container = unsafe frames.last.detached?.takeUnretainedValue() else { return }
        container.addElement(bytes)
    }
}

/// Ends at once the encoding of a value that is nested too deeply, because types that contain themselves could overflow
/// the stack. Replaced with Foundation's error.
struct TooDeep: Error {}
