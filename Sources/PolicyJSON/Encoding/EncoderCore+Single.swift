internal import JSONText

extension EncoderCore {
    private static let singleTwice =
        "Attempt to encode value through single value container when previously value already encoded."

    /// Whether a single value can be written directly to the frame. Marks the frame as having a single value.
    @inline(__always)
    func beginSingle(_ scope: Scope) -> Bool {
        guard frames.top == scope, frames.last.content == .none, !frames.last.isSingle else { return false }
        frames.last.isSingle = true
        return true
    }

    /// Writes a single value: `body` writes the value of the frame on top.
    @inline(__always)
    func encodeSingle<T: Encodable>(_ value: T, in scope: Scope, _ body: () throws -> Void) throws {
        if form.scalarPolicy != nil, beginSingle(scope) { return try encodeSingleByPolicy(value, in: scope) }
        try encodeSingle(in: scope, body)
    }

    /// Writes a single value about which rules are consulted. Compiled once.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    private func encodeSingleByPolicy<T: Encodable>(_ value: T, in scope: Scope) throws {
        try encodeSingle(value, EncodableTraits.of(T.self), in: scope)
    }

    /// Writes a single value: `body` writes the value of the frame on top.
    @inline(__always)
    func encodeSingle(in scope: Scope, _ body: () throws -> Void) throws {
        guard beginSingle(scope) else { return try encodeSingleLater(in: scope, body) }
        do {
            try body()
        } catch {
            frames.last.isSingle = false
            throw error
        }
    }

    /// Writes a single value of any type to the frame on top.
    @inline(__always)
    func encodeSingle<T: Encodable>(_ value: T, _ traits: EncodableTraits, in scope: Scope) throws {
        // What the type encodes may be a single value in turn.
        frames.last.isSingle = false
        let (isAnswered, isOmitted, type) = (frames.last.isAnswered, frames.last.isOmitted, frames.last.type)
        frames.last.isOmitted = false
        if traits.kind == .intrinsic, form.hasPolicy, !(type is any MissableValue.Type) { frames.last.wrapper = type }
        do {
            try encode(value, traits, in: scope)
        } catch {
            discardSingle(isAnswered: isAnswered, type)
            // An earlier value may have been omitted.
            frames.last.isOmitted = isOmitted || error is OmittedValue
            // The type does not learn that its value is omitted.
            guard error is OmittedValue else { throw error }
            return
        }
        completeValue()
        frames.last.isSingle = frames.last.content != .none
        // The model may add members to an object that the value has written.
        frames.last.type = type
        frames.last.wrapper = nil
    }

    /// Discards what a value has written to the frame on top before it failed: the error may be caught, and another value be encoded.
    @inline(never)
    private func discardSingle(isAnswered: Bool, _ type: Any.Type?) {
        text.truncate(to: frames.last.start)
        if frames.last.hasDormant { discardDormant() }
        frames.clearLast()
        frames.last.isAnswered = isAnswered
        frames.last.type = type
        frames.last.wrapper = nil
    }

    /// Completes a value that wrote nothing: it is an empty object, unless a rule omitted it.
    func completeValue() {
        guard frames.last.content == .none, !frames.last.isOmitted else { return }
        writeText { _ in writeEmptyObject(depth: frames.last.depth) }
    }

    /// Writes a single value of a frame that has content already, is not on top, or has ended.
    @inline(never)
    private func encodeSingleLater(in scope: Scope, _ body: () throws -> Void) throws {
        guard frames.isLive(scope) else {
            return try writeIgnored(body)
        }
        switch frames[Int(scope.index)].content {
        case .text: fail(Self.singleTwice)
        case .object, .array:
            // As in Foundation, the container counts.
            if frames[Int(scope.index)].isSingle { fail(Self.singleTwice) }
            try writeIgnored(body)
        case .none where frames.top == scope:
            fail(Self.singleTwice)
        case .none, .detached: try encodeSingle(in: detach(scope), body)
        }
    }

    /// Writes a single value that does not count.
    private func writeIgnored(_ body: () throws -> Void) throws {
        do { _ = try written(in: nil, body) } catch is OmittedValue {}
    }

    /// Writes a single value of a detached value.
    func encodeSingle(in value: DetachedValue, _ body: () throws -> Void) throws {
        let bytes: [UInt8]
        do {
            bytes = try written(in: value, body)
        } catch is OmittedValue {
            value.isOmitted = true
            return
        }
        if value.isSingle {
            fail(Self.singleTwice)
        } else if case .none = value.content {
            value.content = .text(WrittenText(bytes))
            value.isSingle = true
        }
    }

    /// Writes a single value of any type that adds to a container that was started.
    func encodeSingleLater<T: Encodable>(
        _ value: T, _ traits: EncodableTraits, in scope: Scope, _ encoder: any Encoder
    ) throws {
        guard frames.isLive(scope) else {
            return try encodeSingleLater(in: scope) { try encode(value, traits, in: frames.top) }
        }
        if frames[Int(scope.index)].isSingle { return fail(Self.singleTwice) }
        if traits.kind == .plain || traits.kind == .intrinsic {
            try value.encode(to: encoder)
            if frames.isLive(scope) { frames[Int(scope.index)].isSingle = true }
        } else {
            try encodeSingleLater(in: scope) { try encode(value, traits, in: frames.top) }
        }
    }

    /// Runs `body` with a separate frame, and takes the value that it writes from the text.
    func written(in owner: DetachedValue?, _ body: () throws -> Void) throws -> [UInt8] {
        if owner?.isTooDeep == true { throw tooDeep() }
        let start = text.count
        frames.push(parent: -1, start: start, memberStart: start, depth: owner?.depth ?? 0)
        unsafe frames.last.owner = owner.map { unsafe Unmanaged.passUnretained($0) }
        do {
            try body()
        } catch {
            abandon()
            throw error
        }
        if !finish() { throw OmittedValue() }
        return text.cut(from: start)
    }

    // MARK: Containers

    /// Makes the value of a frame an object.
    ///
    /// - Returns: the value, if it is not at the end of the text.
    func openObject(_ scope: Scope) -> DetachedReference? {
        if frames.top == scope, frames.last.content == .none {
            open(.object, UInt8(ascii: "{"))
            return nil
        }
        if frames.isLive(scope), frames[Int(scope.index)].content == .object { return nil }
        return reference(to: scope) { value in becomeObject(value, "new keyed encoding container") }
    }

    /// Makes the value of a frame an array.
    func openArray(_ scope: Scope) -> DetachedReference? {
        if frames.top == scope, frames.last.content == .none {
            open(.array, UInt8(ascii: "["))
            return nil
        }
        if frames.isLive(scope), frames[Int(scope.index)].content == .array { return nil }
        return reference(to: scope) { value in becomeArray(value, "new unkeyed encoding container") }
    }

    private func reference(to scope: Scope, _ become: (DetachedValue) -> DetachedValue) -> DetachedReference {
        // What is written to a value that has ended is ignored, as in Foundation.
        let value =
            frames.isLive(scope) ? detach(scope) : DetachedValue(.none, depth: 0, scope: .none, pathNode: nil)
        return DetachedReference(become(value), keeper: nil)
    }

    /// The value as an object. If it has another kind, records the error and returns an object that is not used.
    func becomeObject(_ value: DetachedValue, _ what: String) -> DetachedValue {
        if value.depth >= Self.maximumDepth { isTooDeep = true }
        if value.becomeObject() { return value }
        fail("Attempt to push \(what) when already previously encoded at this path.")
        return value.replaced(by: .object(.init()))
    }

    /// The value as an array. If it has another kind, records the error and returns an array that is not used.
    func becomeArray(_ value: DetachedValue, _ what: String) -> DetachedValue {
        if value.depth >= Self.maximumDepth { isTooDeep = true }
        if value.becomeArray() { return value }
        fail("Attempt to push \(what) when already previously encoded at this path.")
        return value.replaced(by: .array(.init()))
    }
}
