import FoundationImport
internal import JSONText

/// The state that all encoders and containers of one call share. It is not generic over `Key`; containers forward to
/// it.
///
/// Values are written directly to the end of the text, each member and element followed by a comma; the end of a
/// container replaces the last comma. Values that cannot be written in order are written through ``DetachedValue``.
final class EncoderCore {
    let text: TextBuffer
    private let uncountedText: Uncounted<TextBuffer>
    let frames = FrameStack()
    /// Opened and closed by each call: containers that outlive it retain the core.
    let containers = KeyedContainerPool<KeyedWriterState>(bits: 7)
    /// With the policy resolved. Only the `userInfo` changes, between calls.
    @safe @exclusivity(unchecked) private(set) var options: EncodingOptions
    let form: EncodingForm
    /// Whether raw JSON has been written, which may contain line feeds.
    var hasRawText = false
    /// The first incorrect use of containers, whose methods cannot throw.
    private(set) var misuse: String?
    /// The first error of a rule about a name or a tag, which functions that cannot throw write. It ends the call.
    private(set) var failure: (any Error)?
    var isTooDeep = false
    /// Whether rules are not consulted: the value that is being written is inside one to which ``StrictContents`` applies.
    var rulesAreOff = false
    /// The values that the text has placeholders for.
    var exactValues: [ExactValue] = []
    /// Receives the objects whose names are values, for a merge patch.
    var literalNames: LiteralNames?
    private var convertedNames = ConvertedNames()
    /// Nested containers that have ended, and those of ended values above them.
    @safe @exclusivity(unchecked) var dormant: [DormantContainer] = []
    /// Memory for sorting the members of one object.
    var sorting: (members: [(member: Member, range: Range<Int>)], ranges: [Range<Int>]) = ([], [])
    /// The bytes of text to make room for: those of the last document.
    var expected = 0
    /// Whether the core has served more than one encoder.
    var hasServedAgain = false

    /// The maximum nesting depth, as in Foundation.
    static let maximumDepth = 511

    init(text: TextBuffer, options: EncodingOptions) {
        self.text = text
        uncountedText = Uncounted(text)
        var options = options
        options.resolve()
        self.options = options
        form = EncodingForm(options)
    }

    deinit { frames.deallocate() }

    /// Calls `body` with the text.
    @inline(__always)
    func withText<R>(_ body: (TextBuffer) throws -> R) rethrows -> R { try uncountedText.with(body) }

    /// The number of bytes written.
    var count: Int { withText { $0.count } }

    /// Forgets the document.
    ///
    /// - Returns: whether the core can encode another one: it cannot if it has much memory.
    func forgetDocument() -> Bool {
        hasRawText = false
        misuse = nil
        failure = nil
        isTooDeep = false
        exactValues = []
        literalNames = nil
        dormant = []
        if convertedNames.count > Self.keptMembers { convertedNames = ConvertedNames() }
        text.removeAll(keeping: Self.keptText)
        return frames.count == 0 && frames.memberCapacity <= Self.keptMembers
    }

    /// The bytes of text, and the members of open objects and converted names, that a core has room for when it is kept for another
    /// document.
    private static let keptText = 16_384
    /// The bytes of text that are expected at most, because the last document had as many.
    static let mostExpected = 1 << 22
    private static let keptMembers = 1024

    /// Becomes the core of another encoder, whose settings are the same but for these.
    func serve(userInfo: [CodingUserInfoKey: any Sendable]) {
        options.userInfo = userInfo
        // Another encoder's documents may be small.
        expected = 0
    }

    /// Records an incorrect use, which ends the call with an error.
    func fail(_ reason: String) {
        if misuse == nil { misuse = reason }
    }

    /// Records the error of a rule, where a function that cannot throw consults it.
    func note(_ error: any Error) {
        if failure == nil { failure = error }
    }

    // MARK: Punctuation

    func writeColon() {
        if form.isPretty { text.append(" : ") } else { text.append(UInt8(ascii: ":")) }
    }

    /// Writes what precedes an element or a member of a container at this depth.
    @inline(__always)
    func beginElement(depth: Int) {
        if form.isPretty { text.appendLine(indentedBy: 2 * (depth + 1)) }
    }

    /// Writes the end of a container, in place of the comma after its last element.
    func close(with bracket: UInt8, depth: Int, isEmpty: Bool) {
        if !isEmpty { text.truncate(to: text.count - 1) }
        if form.isPretty {
            if isEmpty { text.append("\n") }
            text.appendLine(indentedBy: 2 * depth)
        }
        text.append(bracket)
    }

    func writeEmptyObject(depth: Int) {
        text.append(UInt8(ascii: "{"))
        close(with: UInt8(ascii: "}"), depth: depth, isEmpty: true)
    }

    // MARK: Values

    /// Ends the frame on top, and its value with it.
    ///
    /// - Returns: whether anything was written: nothing is if a rule omitted the value.
    func finish(emptyObject: Bool = true) -> Bool {
        var isWritten = true
        switch frames.last.content {
        case .none where frames.last.isOmitted:
            text.truncate(to: frames.last.memberStart)
            isWritten = false
        case .none:
            if emptyObject { writeEmptyObject(depth: frames.last.depth) }
            isWritten = emptyObject
        case .text: break
        case .array, .object: closeContainer()
        case .detached:
            text.truncate(to: frames.last.start)
            let value = unsafe frames.last.detached?.takeUnretainedValue()
            if case .none? = value?.content, !emptyObject || value?.isOmitted == true {
                text.truncate(to: frames.last.memberStart)
                isWritten = false
            } else {
                value?.write(to: self)
            }
        }
        frames.pop()
        return isWritten
    }

    /// Writes the end of the container on top.
    func closeContainer() {
        let isObject = frames.last.content == .object
        if isObject, form.sortsKeys { sortMembers() }
        close(
            with: isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"), depth: frames.last.depth,
            isEmpty: frames.last.count == 0)
    }

    /// Ends the frame on top without a value.
    func abandon() {
        text.truncate(to: frames.last.memberStart)
        frames.pop()
    }

    /// Opens a container as the value of the frame on top.
    @inline(__always)
    func open(_ content: Frame.Content, _ bracket: UInt8) {
        frames.last.content = content
        text.append(bracket)
        if frames.last.depth >= Self.maximumDepth { isTooDeep = true }
    }

    /// Detaches the value of a frame from the text.
    func detach(_ scope: Scope) -> DetachedValue {
        let index = Int(scope.index)
        let frame = frames[index]
        if let value = unsafe frame.detached?.takeUnretainedValue() { return value }
        if frame.isNested { return detachNested(scope) }
        if frame.content == .text, index + 1 < frames.count {
            // The frame is a dictionary that is being written.
            fail("Attempt to encode into a dictionary while it is being encoded.")
            return DetachedValue(.none, depth: frame.depth, scope: scope, pathNode: nil)
        }
        let value = DetachedValue(.none, depth: frame.depth, scope: scope, pathNode: nil)
        takeContent(ofFrame: index, to: value)
        detachNested(above: index, in: value)
        if !dormant.isEmpty { detachDormant(in: scope) }
        if index + 1 == frames.count {
            text.truncate(to: frame.start)
            frames.removeMembers(from: frame.members)
        }
        return value
    }

    /// Makes what has been written of the value of a frame the content of a detached value, which belongs to the frame from now on.
    func takeContent(ofFrame index: Int, to value: DetachedValue) {
        let frame = frames[index]
        text.order(from: frame.start)
        // A part that is being written follows the frame's finished parts and does not belong to the value yet.
        let end = index + 1 < frames.count ? frames[index + 1].memberStart : text.count
        switch frame.content {
        case .none, .detached: break
        case .text: value.content = .text(WrittenText(text.bytes(frame.start..<end)))
        case .object: value.content = .object(members(ofFrame: index, upTo: end, as: value))
        case .array where frame.hasDormant:
            value.content = .text(WrittenText(text.bytes(frame.start..<(end - 1)) + [UInt8(ascii: "]")]))
            _ = value.becomeArray()
        case .array:
            let elements = WrittenText(text.bytes((frame.start + 1)..<end))
            value.content = .array(.init(written: elements, writtenCount: frame.count))
        }
        value.isSingle = frame.isSingle
        frames[index].content = .detached
        unsafe frames[index].detached = Unmanaged.passRetained(value)
    }

    // MARK: Keys

    /// The name of a member as written.
    struct MemberName {
        /// The names of the nested objects around the member.
        var containers: ArraySlice<String> = []
        let name: String
    }

    /// The name to write for a key.
    func name(of key: any CodingKey, in scope: Scope, of object: DetachedValue? = nil) -> MemberName {
        if type(of: key) == DictionaryKey.self { return MemberName(name: key.stringValue) }
        if let names = namesByPolicy(of: key, in: scope, of: object), let name = names.last {
            return MemberName(containers: names.dropLast(), name: name)
        }
        switch options.keys {
        case .useDefaultKeys: return MemberName(name: key.stringValue)
        case .convertToSnakeCase:
            let name = key.stringValue
            return MemberName(name: form.convertsOnlyByteKeys ? SnakeCase.convertToSnakeCase(name) : converted(name))
        case .custom(let convert): return MemberName(name: convert(path(to: key, in: scope, object)).stringValue)
        @unknown default: return MemberName(name: key.stringValue)
        }
    }

    /// The name to write for a key, if that depends only on the key.
    @inline(__always)
    func plainName<Key: CodingKey>(of key: Key) -> String {
        form.convertsKeys && Key.self != DictionaryKey.self ? converted(key.stringValue) : key.stringValue
    }

    @inline(never)
    private func converted(_ key: String) -> String {
        if let known = convertedNames[key] { return known }
        var name = key
        if let named = nameByPolicy(of: key) {
            name = named
        } else if case .convertToSnakeCase = options.keys {
            name = SnakeCase.convertToSnakeCase(key)
        }
        convertedNames.insert(name, for: key)
        return name
    }

    /// Whether a container can write a member without consulting rules, although the core is not ``isPlain``.
    ///
    /// - Parameter type: the type of a scalar; `nil` for other values.
    @inline(never)
    func isPlain(_ type: (any Encodable.Type)?, in container: KeyedWriterState) -> Bool {
        guard form.namesDependOnKeys, !form.convertsOnlyByteKeys || container.hasByteKeys else { return false }
        return type.map { !isRepresented($0, in: container.scope) } ?? true
    }
}
