@_spi(Cursor) internal import JSONTape
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
        put(bytes, name(of: key, in: object.scope, of: object), key, in: object)
    }

    /// Writes a member to an object, whatever its state; `write` appends the value's text, and receives the number of
    /// nested objects around the member.
    @inline(never)
    func encodeMember(
        _ key: any CodingKey, in scope: Scope, _ reference: DetachedReference?, _ write: (Int) throws -> Void
    ) throws {
        if reference == nil, endNested(above: scope), frames.last.content == .object {
            let start = text.count
            let name = name(of: key, in: scope)
            if name.containers.isEmpty, beginMember(name.name) {
                let valueStart = text.count
                do {
                    try write(0)
                } catch {
                    if frames.last.content == .object { withdrawMember(name.name, startingAt: start) }
                    throw error
                }
                return endMember(key, in: scope, startingAt: valueStart)
            }
        }
        let object = detachedObject(scope, reference)
        let name = name(of: key, in: object.scope, of: object)
        let start = text.count
        do {
            try write(name.containers.count)
        } catch {
            text.truncate(to: start)
            throw error
        }
        put(text.cut(from: start), name, key, in: object)
    }

    /// Writes a member of any type to an object, whatever its state.
    @inline(never)
    func encodeMember<T: Encodable, Key: CodingKey>(
        _ key: Key, in scope: Scope, _ reference: DetachedReference?, part value: T
    ) throws {
        let traits = EncodableTraits.of(T.self)
        if traits.isMissable {
            if (value as? any MissableValue)?.isMissing == true { return }
            if let extra = value as? ExtraMembers, try addsMembers(extra, key, in: scope, reference?.value) {
                return try addMembers(extra, in: scope, reference)
            }
        }
        do {
            try encodeMember(key, in: scope, reference, value, traits)
        } catch is OmittedValue {}
    }

    private func encodeMember<T: Encodable, Key: CodingKey>(
        _ key: Key, in scope: Scope, _ reference: DetachedReference?, _ value: T, _ traits: EncodableTraits
    ) throws {
        try encodeMember(key, in: scope, reference) { nesting in
            let owner =
                reference?.value
                ?? (frames.top == scope && frames.last.content == .object ? nil : detachedObject(scope, nil))
            try encodePart(
                value, traits, key: key, parent: owner == nil ? scope.index : -1, owner: owner,
                depth: (owner?.depth ?? frames.last.depth) + nesting + 1, memberStart: text.count)
        }
    }

    /// Writes members to an object, except those with names that the object has already. Names that are written later
    /// replace them.
    @_optimize(size)
    private func addMembers(_ extra: ExtraMembers, in scope: Scope, _ reference: DetachedReference?) throws {
        hasRawText = true
        // All before any is written.
        let members = try extra.checkedMembers { path(to: $0, in: scope, reference?.value) }
        for (name, json) in members {
            if reference == nil, frames.top == scope, beginMember(name) {
                text.append(plain: json)
                endMember()
            } else {
                let object = detachedObject(scope, reference)
                if object[name] != nil { continue }
                object[name] = object.part(.text(WrittenText(Array(json.utf8))), JSONKey(name))
            }
        }
    }

    /// Writes the representation of an optional property that is `nil`.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    @inline(never)
    func encodeAbsent<T>(_ type: T.Type, _ key: any CodingKey, in scope: Scope, _ reference: DetachedReference?) throws
    {
        guard let (json, rule) = try json(forNil: type, key, in: scope, reference?.value) else { return }
        try encodeMember(key, in: scope, reference) { _ in
            do {
                try append(json)
            } catch {
                throw EncodingError.nilNotJSON(
                    json.text, by: rule, error, at: path(to: key, in: scope, reference?.value))
            }
        }
    }

    /// Writes an element to an array, whatever its state; `write` appends the value's text.
    @_semantics("optimize.sil.specialize.generic.never")
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
            ? detach(scope) : DetachedValue(.object(.init()), depth: 0, scope: .none, pathNode: nil)
    }

    /// Detaches the array of a container from the text.
    func detachedArray(_ scope: Scope, _ reference: DetachedReference?) -> DetachedValue {
        if let reference { return reference.value }
        return frames.isLive(scope)
            ? detach(scope) : DetachedValue(.array(.init()), depth: 0, scope: .none, pathNode: nil)
    }

    /// The member with this key, which is added if there is none.
    func member(_ key: any CodingKey, of object: DetachedValue) -> DetachedValue {
        let name = name(of: key, in: object.scope, of: object)
        return member(name.name, key, of: container(of: name, in: object))
    }

    @_optimize(size)
    private func member(_ name: String, _ key: any CodingKey, of object: DetachedValue) -> DetachedValue {
        var content = DetachedValue.Content.none
        if let member = object[name] {
            content = member.content
            // A member that was written before the object was detached has its name for a key.
            guard case .text = content else { return member }
        }
        let member = object.part(content, key)
        object[name] = member
        return member
    }

    /// The text of a member that has been written a second time, and replaced the first one; `nil` if it certainly has not.
    func rewrittenMember(_ key: JSONKey, in scope: Scope) -> [UInt8]? {
        // A repeated key is what detaches an object that is written in order.
        detachedMember(key, in: scope)?.text
    }

    /// Makes the value of the member that has just been written a member of an object, if it is an object with such a member, `_0`,
    /// itself.
    func wrapMember(_ key: JSONKey, _ scope: Scope) {
        if let (object, written, value) = detachedMember(key, in: scope) {
            if let value = wrapped(value, key, in: object) { object[written] = value }
        } else if endNested(above: scope), frames.last.content == .object, frames.last.count > 0 {
            let start = valueStart(of: frames.member(frames.memberCount - 1))
            guard mayHaveUnlabelledMember(from: start) else { return }
            text.order(from: start)
            let object = DetachedValue(.none, depth: frames.last.depth, scope: .none, pathNode: nil)
            guard let value = wrapped(text.bytes(start..<(text.count - 1)), key, in: object) else { return }
            text.truncate(to: start)
            value.write(to: self)
            text.append(UInt8(ascii: ","))
        }
    }

    /// Whether an object at the end of the text may have a member `_0`, also with escapes, inside it at any depth.
    private func mayHaveUnlabelledMember(from start: Int) -> Bool {
        unsafe text.withText { bytes in
            guard unsafe bytes[start] == UInt8(ascii: "{") else { return false }
            // What follows such a name takes more than five bytes: `":0},`.
            for index in start..<max(start, bytes.count - 5) {
                let byte = unsafe bytes[index]
                if byte == UInt8(ascii: "_"), unsafe bytes[index + 1] == UInt8(ascii: "0") { return true }
                // `\u005F`, `\u0030`
                if byte == UInt8(ascii: "\\"), unsafe bytes[index + 1] == UInt8(ascii: "u"),
                    unsafe bytes[index + 4] == UInt8(ascii: "5") || bytes[index + 4] == UInt8(ascii: "3")
                {
                    return true
                }
            }
            return false
        }
    }

    /// The object that has a value as its member `_0`, if that is an object with such a member itself.
    @_optimize(size)
    @inline(never)
    private func wrapped(_ value: [UInt8], _ key: JSONKey, in object: DetachedValue) -> DetachedValue? {
        let inner = JSONKey.unlabelled
        guard let written = try? WrittenText(parsing: value[...], syntax: .json5), written.isObject,
            (try? written.members())?.contains(where: { $0.name == inner.stringValue }) == true
        else { return nil }
        if object.depth + 1 + written.depth >= Self.maximumDepth { isTooDeep = true }
        let wrapper = object.part(.object(.init()), key)
        let line = UInt8(ascii: "\n")
        let text = form.isPretty ? value.flatMap { $0 == line ? [line, 0x20, 0x20] : [$0] } : value
        wrapper[inner.stringValue] = wrapper.part(.text(WrittenText(text)), inner)
        return wrapper
    }

    /// A member of an object that is detached from the text, with the name that it has in the object; `nil` if the object is
    /// not detached, or has no such member.
    private func detachedMember(
        _ key: JSONKey, in scope: Scope
    ) -> (object: DetachedValue, name: String, text: [UInt8])? {
        guard frames.isLive(scope), frames[Int(scope.index)].content == .detached else { return nil }
        let object = detach(scope)
        let name = self.name(of: key, in: scope, of: object).name
        guard let member = object[name] else { return nil }
        let start = text.count
        member.write(to: self)
        return (object, name, text.cut(from: start))
    }

    // MARK: Members at paths

    /// The object that receives a member: this one, or one inside it, which is added if there is none.
    func container(of name: MemberName, in object: DetachedValue) -> DetachedValue {
        if name.containers.isEmpty { return object }
        return name.containers.reduce(object) { object, name in
            let part = becomeObject(member(name, JSONKey(name), of: object), "nested object for key \"\(name)\"")
            part.isShared = true
            return part
        }
    }

    /// Adds the text of a member to an object, or to one inside it.
    private func put(_ text: [UInt8], _ name: MemberName, _ key: any CodingKey, in object: DetachedValue) {
        let container = container(of: name, in: object)
        let part = container.part(.text(WrittenText(text)), key)
        add(part, as: name.name, to: container)
    }

    /// Adds a member, or replaces one. The members of an object are added to those that other keys have written to it.
    func add(_ part: DetachedValue, as name: String, to object: DetachedValue) {
        guard let other = object[name], other.isShared else {
            object[name] = part
            return
        }
        guard part.becomeObject(), case .object(let members) = part.content else {
            return fail("Attempt to encode a value for key \"\(name)\", which is an object of other keys.")
        }
        for (name, member) in zip(members.names, members.values) { add(member, as: name, to: other) }
    }
}
