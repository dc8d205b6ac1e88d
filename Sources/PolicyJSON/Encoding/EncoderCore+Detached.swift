internal import JSONText

// Writing in an order other than that of the text.
extension EncoderCore {
    /// Ends the member that `beginMember` started, after a type has written its value and possibly to other containers.
    @inline(__always)
    func endMember(_ key: some CodingKey, in scope: Scope, startingAt start: Int) {
        if frames.last.content == .object { return endMember() }
        endMemberOfDetached(key, in: scope, startingAt: start)
    }

    @inline(never)
    private func endMemberOfDetached(_ key: any CodingKey, in scope: Scope, startingAt start: Int) {
        let bytes = text.cut(from: start)
        let object = detach(scope)
        object[name(of: key, in: object.scope, below: path(to: object))] = object.part(.text(WrittenText(bytes)), key)
    }

    /// Writes a member to an object, whatever its state; `write` appends the value's text.
    @inline(never)
    func encodeMember(
        _ key: any CodingKey, in scope: Scope, _ reference: DetachedReference?, _ write: () throws -> Void
    ) throws {
        if reference == nil, frames.top == scope, frames.last.content == .object {
            let start = text.count
            if beginMember(name(of: key, in: scope, below: path(to: scope))) {
                let valueStart = text.count
                do {
                    try write()
                } catch {
                    if frames.last.content == .object { withdrawMember(startingAt: start) }
                    throw error
                }
                return endMember(key, in: scope, startingAt: valueStart)
            }
        }
        let object = detachedObject(scope, reference)
        let start = text.count
        do {
            try write()
        } catch {
            text.truncate(to: start)
            throw error
        }
        let bytes = text.cut(from: start)
        object[name(of: key, in: object.scope, below: path(to: object))] = object.part(.text(WrittenText(bytes)), key)
    }

    /// Writes a member of any type to an object, whatever its state.
    @inline(never)
    func encodeMember<T: Encodable, Key: CodingKey>(
        _ key: Key, in scope: Scope, _ reference: DetachedReference?, part value: T
    ) throws {
        let traits = EncodableTraits.of(T.self)
        if traits.isMissable, (value as? any MissableValue)?.isMissing == true { return }
        do {
            try encodeMember(key, in: scope, reference, value, traits)
        } catch is OmittedValue {}
    }

    private func encodeMember<T: Encodable, Key: CodingKey>(
        _ key: Key, in scope: Scope, _ reference: DetachedReference?, _ value: T, _ traits: EncodableTraits
    ) throws {
        try encodeMember(key, in: scope, reference) {
            let owner =
                reference?.value
                ?? (frames.top == scope && frames.last.content == .object ? nil : detachedObject(scope, nil))
            try encodePart(
                value, traits, key: key, parent: owner == nil ? scope.index : -1, owner: owner,
                depth: (owner?.depth ?? frames.last.depth) + 1, memberStart: text.count)
        }
    }

    /// Writes the representation of an optional property that is `nil`.
    @inline(never)
    func encodeAbsent<T>(_ type: T.Type, _ key: any CodingKey, in scope: Scope, _ reference: DetachedReference?) throws
    {
        switch nilForm(type, key, in: scope, reference?.value) {
        case .omit, .decline: break
        case .null: try encodeMember(key, in: scope, reference) { text.append("null") }
        }
    }

    /// Writes an element to an array, whatever its state; `write` appends the value's text.
    @inline(never)
    func encodeElement<T: Encodable>(in scope: Scope, _ reference: DetachedReference?, part value: T) throws {
        let traits = EncodableTraits.of(T.self)
        let array = detachedArray(scope, reference)
        let start = text.count
        do {
            try encodePart(
                value, traits, index: array.count, parent: -1, owner: array, depth: array.depth + 1,
                memberStart: start)
        } catch {
            text.truncate(to: start)
            if error is OmittedValue { return }
            throw error
        }
        array.addElement(text.cut(from: start))
    }

    /// Detaches the object of a container from the text.
    func detachedObject(_ scope: Scope, _ reference: DetachedReference?) -> DetachedValue {
        if let reference { return reference.value }
        return frames.isLive(scope)
            ? detach(scope) : DetachedValue(.object(.init()), depth: 0, scope: .none, place: nil)
    }

    /// Detaches the array of a container from the text.
    func detachedArray(_ scope: Scope, _ reference: DetachedReference?) -> DetachedValue {
        if let reference { return reference.value }
        return frames.isLive(scope) ? detach(scope) : DetachedValue(.array(.init()), depth: 0, scope: .none, place: nil)
    }

    /// The member with this key, which is added if there is none.
    func member(_ key: any CodingKey, of object: DetachedValue) -> DetachedValue {
        let name = name(of: key, in: object.scope, below: path(to: object))
        if let member = object[name] { return member }
        let member = object.part(.none, key)
        object[name] = member
        return member
    }
}
