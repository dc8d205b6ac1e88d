@_spi(Cursor) internal import JSONTape
internal import JSONText
internal import RuntimeFacts

extension EncoderCore {
    /// Objects with more members than this have a table of their names.
    private static var large: Int { 128 }

    /// Writes the key of a member to the object of a container, if that is on top and no rule has to be consulted.
    ///
    /// - Parameter type: the type of a scalar.
    @inline(__always)
    func beginMember(_ key: some CodingKey, _ type: (any Encodable.Type)?, in container: KeyedWriterState) -> Bool {
        guard form.isPlain || isPlain(type, in: container), endNested(above: container.scope), container.detached == nil
        else { return false }
        guard let known = container.known, frames.last.begun == container.begun, frames.last.content == .object,
            frames.last.count < Self.large
        else { return beginMember(plainName(of: key)) }
        container.begun += 1
        // All members so far were begun here. A known key differs from them: those come earlier in the list, or are not in it.
        let written =
            container.hasByteKeys
            ? text.appendKnownKey(byte(of: key), known) : text.appendKnownKey(plainName(of: key), 0, known)
        if written.start < 0 { return beginOtherMember(key, known, in: container) }
        frames.append(Member(key: written.start, length: written.length, fingerprint: written.fingerprint))
        return true
    }

    @inline(never)
    private func beginOtherMember(_ key: some CodingKey, _ known: KnownKeys, in container: KeyedWriterState) -> Bool {
        let name = plainName(of: key)
        let tag = container.hasByteKeys ? byte(of: key) : 0
        if container.hasByteKeys {
            // Perhaps it is known from an earlier document.
            let written = text.appendKnownKey(name, tag, known)
            if written.start >= 0 {
                frames.append(Member(key: written.start, length: written.length, fingerprint: written.fingerprint))
                return true
            }
        }
        guard let written = appendKey(name) else { return false }
        text.learn(written, name, tag, known)
        return true
    }

    /// Writes the key of a member to the object on top.
    ///
    /// - Returns: whether it has been written. It has not if the object may have such a member already, or was detached.
    @inline(never)
    func beginMember(_ name: String) -> Bool { appendKey(name) != nil }

    private func appendKey(_ name: String) -> TextBuffer.Key? {
        guard frames.last.content == .object else { return nil }
        let start = text.count
        if form.isPretty { beginElement(depth: frames.last.depth) }
        let key = text.appendKey(name, escapingSlashes: form.escapesSlashes)
        if !key.isASCII, name.equalASCII != nil {
            // Only a detached object compares such a name with all others.
            text.truncate(to: start)
            return nil
        }
        // Strings with different bytes can be equal (canonical equivalence), and then have the same hash value.
        let fingerprint =
            key.isASCII ? key.fingerprint : UInt32(truncatingIfNeeded: name.withOrderedMarks().hashValue)
        let count = frames.last.count
        let isKnown = frames.mayHaveMember(fingerprint) && count < Self.large && isRepeated(key, fingerprint, name)
        if isKnown || count >= Self.large && !enter(name) {
            text.truncate(to: start)
            return nil
        }
        frames.append(
            Member(key: key.start, length: key.length, fingerprint: fingerprint, isASCII: key.isASCII))
        writeColon()
        return key
    }

    /// Ends a member after its value has been written.
    @inline(__always)
    func endMember() {
        text.append(UInt8(ascii: ","))
        frames.last.count += 1
    }

    /// Removes a member that gets no value. The text may end before its key already.
    func withdrawMember(_ name: String, startingAt start: Int) {
        if let names = unsafe frames.last.names?.takeUnretainedValue() { names.names.remove(name.withOrderedMarks()) }
        text.truncate(to: start)
        frames.removeMembers(from: frames.memberCount - 1)
        frames.last.begun += 1
    }

    /// Whether an object without a table has the name.
    private func isRepeated(_ key: TextBuffer.Key, _ fingerprint: UInt32, _ name: String) -> Bool {
        for index in frames.last.members..<frames.memberCount {
            let member = frames.member(index)
            guard member.fingerprint == fingerprint, member.isASCII == key.isASCII else { continue }
            if key.isASCII {
                if member.length == key.length, text.isSame(member.key, key.start, length: key.length) { return true }
            } else if self.name(of: member).withOrderedMarks() == name.withOrderedMarks() {
                return true
            }
        }
        return false
    }

    /// Adds a name of a large object to its table; `false` if it is in the table already.
    @inline(never)
    private func enter(_ name: String) -> Bool {
        if unsafe frames.last.names == nil {
            let set = NameSet()
            for index in frames.last.members..<frames.memberCount {
                set.names.insert(self.name(of: frames.member(index)).withOrderedMarks())
            }
            unsafe frames.last.names = Unmanaged.passRetained(set)
        }
        return unsafe frames.last.names!.takeUnretainedValue().names.insert(name.withOrderedMarks()).inserted
    }

    func name(of member: Member) -> String {
        StringText.string(text.bytes(member.key..<(member.key + member.length))[...])
    }

    /// The finished members of the object of a frame, as parts of `object`.
    ///
    /// - Parameter end: where the text of the frame ends.
    @_optimize(size)
    func members(ofFrame index: Int, upTo end: Int, as object: DetachedValue) -> DetachedValue.Members {
        let frame = frames[index]
        let bytes = text.bytes(frame.start..<end)
        let last = index + 1 < frames.count ? frames[index + 1].members : frames.memberCount
        let before = bytesBeforeKey(depth: frame.depth)
        var members = DetachedValue.Members()
        for index in frame.members..<(frame.members + frame.count) {
            let member = frames.member(index)
            let name = name(of: member)
            let start = valueStart(of: member)
            // A comma follows the value.
            let next = index + 1 < last ? frames.member(index + 1).key - before : end
            let value = bytes[(start - frame.start)..<(next - 1 - frame.start)]
            members[name] = object.part(.text(WrittenText(value)), JSONKey(name))
        }
        return members
    }

    /// The offset of a member's value.
    func valueStart(of member: Member) -> Int { member.key + member.length + (form.isPretty ? 4 : 2) }

    /// The number of bytes before a key: the quote and the white space before it.
    private func bytesBeforeKey(depth: Int) -> Int { 1 + (form.isPretty ? 2 * (depth + 1) + 1 : 0) }

    /// Sorts the members of the object on top by name.
    func sortMembers() {
        let first = frames.last.members
        let end = frames.memberCount
        if end - first < 2 { return }
        let pairs = first + 1..<end
        if pairs.allSatisfy({ precedes(frames.member($0 - 1), frames.member($0)) }) { return }
        let before = bytesBeforeKey(depth: frames.last.depth)
        let start = frames.member(first).key - before
        // Kept for the next object.
        var (members, ranges) = (sorting.members, sorting.ranges)
        sorting = ([], [])
        // The comma after the last member is not moved: the end of the object replaces it.
        let last = text.count - 1
        for index in first..<end {
            let member = frames.member(index)
            let next = index + 1 < end ? frames.member(index + 1).key - before : last
            members.append((member, (member.key - before)..<next))
        }
        members.sort { precedes($0.member, $1.member) }
        let isLast = members[members.count - 1].range.upperBound == last
        let comma = members[members.count - 1].range.upperBound - 1
        for member in members {
            let range = member.range
            ranges.append(!isLast && range.upperBound == comma + 1 ? range.lowerBound..<comma : range)
            // That one gets the comma of the member that is the last one from now on.
            if !isLast, range.upperBound == last { ranges.append(comma..<comma + 1) }
        }
        text.truncate(to: last)
        text.permute(from: start, ranges)
        text.append(UInt8(ascii: ","))
        members.removeAll(keepingCapacity: true)
        ranges.removeAll(keepingCapacity: true)
        sorting = (members, ranges)
    }

    /// The order of names is that of their UTF-8.
    private func precedes(_ one: Member, _ other: Member) -> Bool {
        let (one, other) = (one.key..<(one.key + one.length), other.key..<(other.key + other.length))
        if let precedes = text.key(one, precedes: other) { return precedes }
        let names = [one, other].map { StringText.string(text.bytes($0)[...]) }
        return names[0].utf8.lexicographicallyPrecedes(names[1].utf8)
    }
}
