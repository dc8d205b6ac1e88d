@_spi(Cursor) internal import JSONTape
internal import PolicyJSON

/// Adds the tokens of tapes to a tree of paths.
struct ProfileWalker {
    /// An open container.
    private struct Frame {
        let node: ProfileNode
        let isObject: Bool
        /// Where the next key is probably found.
        var hint = 0
        /// The number of the object.
        var serial = 0
        /// The number of elements of the array.
        var count = 0
        /// The names so far, where they are not paths.
        var names: Set<String>?
    }

    /// At most this many names of the open objects are compared where they are not paths.
    private static let nameLimit = 100_000
    /// The number of names that the open objects have at present.
    private var nameCount = 0
    /// The maximum number of bytes of an example.
    private static let excerpt = 60

    let root: ProfileNode
    /// Finds the records, if there is a path for them: the root is then what their arrays have in common.
    private(set) var search: RecordSearch?
    private let file: String
    private var frames: [Frame] = []
    private var member: ProfileNode?
    private var serial = 0

    init(_ root: ProfileNode, file: String, at path: PathPattern? = nil) {
        self.root = root
        search = path.map(RecordSearch.init)
        self.file = file
    }

    mutating func take(_ tape: Tape, from start: TapePosition, to end: TapePosition) {
        var position = start
        while position < end {
            let token = tape[position]
            if frames.isEmpty, let startsRecords = search?.startsRecords(token, at: position, tape) {
                if startsRecords { frames.append(Frame(node: root, isObject: false)) }
                position = tape.position(afterTokenAt: position)
                continue
            }
            switch token.kind {
            case .key: key(tape, position)
            case .objectEnd: nameCount -= frames.removeLast().names?.count ?? 0
            case .arrayEnd:
                let frame = frames.removeLast()
                frame.node.facts.arrayLengths.add(frame.count)
            default: value(token, at: position, tape)
            }
            position = tape.position(afterTokenAt: position)
        }
    }

    private mutating func key(_ tape: Tape, _ position: TapePosition) {
        let last = frames.count - 1
        let owner = frames[last].node
        let wasMap = owner.anyMember != nil
        let node = owner.member(position, of: tape, hint: &frames[last].hint)
        member = node
        if !wasMap, owner.anyMember != nil {
            let names = owner.namesBeforeMap.filter { $0.serial == frames[last].serial }.map(\.name)
            nameCount += names.count
            frames[last].names = (frames[last].names ?? []).union(names)
            owner.namesBeforeMap = []
        }
        let isRepeated: Bool
        if owner.anyMember == nil, !node.isRest {
            isRepeated = node.serial == frames[last].serial
            node.serial = frames[last].serial
        } else {
            isRepeated = isRepeatedName(tape.key(at: position), in: last)
        }
        if isRepeated {
            owner.facts.repeatedKeys += 1
            if owner.facts.repeatedKeys <= PathFacts.exampleLimit {
                let example = example(tape, position, text: tape.key(at: position))
                owner.facts.add(example, for: .repeatedKey)
            }
        } else {
            node.facts.objects += 1
        }
    }

    private mutating func isRepeatedName(_ name: String, in index: Int) -> Bool {
        guard name.utf8.count <= ProfileNode.nameLimit else { return false }
        var names = frames[index].names ?? []
        frames[index].names = nil
        defer { frames[index].names = names }
        if nameCount >= Self.nameLimit { return names.contains(name) }
        if !names.insert(name).inserted { return true }
        nameCount += 1
        return false
    }

    /// The node of the next value.
    @inline(__always)
    private mutating func nextNode() -> ProfileNode {
        if let node = member {
            member = nil
            return node
        }
        guard let last = frames.indices.last else { return root }
        frames[last].count += 1
        return frames[last].node.elementNode()
    }

    private mutating func value(_ token: TapeToken, at position: TapePosition, _ tape: Tape) {
        let node = nextNode()
        node.facts.values += 1
        if node.facts.first == nil { node.facts.first = example(tape, position, text: "") }
        let count: Int
        switch token.kind {
        case .null:
            node.facts.nulls += 1
            count = node.facts.nulls
        case .true:
            node.facts.trues += 1
            count = node.facts.trues + node.facts.falses
        case .false:
            node.facts.falses += 1
            count = node.facts.trues + node.facts.falses
        case .number:
            node.facts.numberCount += 1
            count = node.facts.numberCount
            number(token, at: position, tape, node)
        case .string:
            node.facts.stringCount += 1
            count = node.facts.stringCount
            string(at: position, tape, node)
        case .object:
            node.facts.objectCount += 1
            count = node.facts.objectCount
            serial += 1
            frames.append(Frame(node: node, isObject: true, serial: serial))
        default:
            node.facts.arrayCount += 1
            count = node.facts.arrayCount
            frames.append(Frame(node: node, isObject: false))
        }
        if count <= PathFacts.exampleLimit { note(.kind(JSONKind(token.kind)), at: position, tape, node) }
    }

    @inline(__always)
    private func number(_ token: TapeToken, at position: TapePosition, _ tape: Tape, _ node: ProfileNode) {
        if let value = token.plainInteger(as: Int.self), Int32(exactly: value) != nil {
            node.facts.numbers.add(integer: value)
        } else {
            other(token, at: position, tape, node)
        }
    }

    /// Adds a number that is large or not an integer.
    private func other(_ token: TapeToken, at position: TapePosition, _ tape: Tape, _ node: ProfileNode) {
        let before = node.facts.numbers
        if let value = token.plainInteger(as: Int.self) {
            node.facts.numbers.add(integer: value)
        } else {
            node.facts.numbers.add(tape.jsonNumber(at: position))
        }
        if before.fractions >= PathFacts.exampleLimit, before.beyondInt32 == node.facts.numbers.beyondInt32,
            before.beyondDouble == node.facts.numbers.beyondDouble
        {
            return
        }
        let counts: [(WritableKeyPath<NumberFacts, Int>, PathFacts.Finding)] = [
            (\.fractions, .fraction), (\.beyondInt32, .beyondInt32), (\.beyondInt, .beyondInt),
            (\.beyondDouble, .beyondDouble),
        ]
        for (count, finding) in counts where before[keyPath: count] < PathFacts.exampleLimit {
            if node.facts.numbers[keyPath: count] > before[keyPath: count] { note(finding, at: position, tape, node) }
        }
    }

    private func string(at position: TapePosition, _ tape: Tape, _ node: ProfileNode) {
        let form: StringForm
        if let added = tape.withBytes(ofStringAt: position, { Self.add($0, to: node) }) {
            form = added
        } else {
            var text = tape.string(at: position)
            form = text.withUTF8 { unsafe Self.add($0.span, to: node) }
        }
        if node.facts.forms[form.index] <= PathFacts.exampleLimit {
            note(.string(form), at: position, tape, node)
        }
    }

    @inline(__always)
    private static func add(_ bytes: Span<UInt8>, to node: ProfileNode) -> StringForm {
        let form = StringForm(bytes)
        node.facts.forms[form.index] += 1
        node.facts.stringLengths.add(bytes.count)
        unsafe bytes.withUnsafeBufferPointer { unsafe node.facts.strings.add($0) }
        if form == .number { addNumber(bytes, to: node) }
        if form == .json, StringForm.nestedKind(bytes) == .array { node.facts.nestedArrays? += 1 }
        return form
    }

    /// Adds the number that a string contains.
    private static func addNumber(_ bytes: Span<UInt8>, to node: ProfileNode) {
        let text = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        if let value = JSONNumber.plainInteger(text) { return node.facts.numbersInStrings.add(integer: value) }
        if let first = text.utf8.first, let last = text.utf8.last, first.isJSONWhitespace || last.isJSONWhitespace {
            node.facts.paddedNumbers += 1
        }
        let number = text.unicodeScalars.filter { !$0.properties.isWhitespace }
        if let number = JSONNumber(String(String.UnicodeScalarView(number))) { node.facts.numbersInStrings.add(number) }
    }

    // MARK: Examples

    private func note(_ finding: PathFacts.Finding, at position: TapePosition, _ tape: Tape, _ node: ProfileNode) {
        let text: String
        switch tape[position].kind {
        // The end may not be on the tape yet.
        case .object: text = "{…}"
        case .array: text = "[…]"
        default: text = Self.shortened(tape.source(of: position, limit: Self.excerpt + 1))
        }
        node.facts.add(example(tape, position, text: text), for: finding)
    }

    private static func shortened(_ text: String) -> String {
        text.utf8.count <= excerpt ? text : ShortText.shorten(text, to: excerpt - "…".utf8.count)
    }

    private func example(_ tape: Tape, _ position: TapePosition, text: String) -> PathFacts.Example {
        let location = tape.location(at: position)
        return PathFacts.Example(
            file: file, offset: location.offset, line: location.line, column: location.column,
            text: Self.shortened(text))
    }
}
