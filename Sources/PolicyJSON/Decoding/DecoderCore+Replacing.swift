import Foundation
@_spi(Tape) internal import JSONTape
internal import RuntimeFacts

extension DecoderCore {
    /// The value that `path` leads to from a value, or from the object that lacks a key.
    func follow(_ path: DecodingPath, from place: Place, isMissing: Bool) -> Place? {
        var place = isMissing ? self.place(ofContainer: place.parent).seen(as: place) : place
        for step in path.steps {
            switch step {
            case .key(let name):
                guard tape[place.index].is(.object) else { return nil }
                let value = member(named: name, of: place)
                if value == TapePosition.nothing { return nil }
                place = place.member(value)
            case .index(let ordinal):
                guard tape[place.index].is(.array), ordinal >= 0, ordinal < tape[place.index].count else { return nil }
                var index = place.index.firstChild
                for _ in 0..<ordinal { index = tape.position(after: index) }
                place = Place(
                    index: index, parent: place.index, ordinal: UInt32(truncatingIfNeeded: ordinal), model: place.model)
            }
        }
        return place
    }

    /// The member of this name as the document has it, or as rules have found it for the model.
    private func member(named name: String, of place: Place) -> TapePosition {
        let value = indexed(for: place.index, model: place.model).lookUp(name, in: place.index)
        guard value == TapePosition.nothing, let matchedMembers = document.matchedMembers else { return value }
        var found = value
        tape.forEachKey(in: place.index) { key in
            if matchedMembers.key(of: key.value) == name { found = key.value }
            return found == TapePosition.nothing
        }
        return found
    }

    /// How many documents may stand in for another inside each other.
    private static let replacementLimit = 16

    /// Whether this is a replacement inside of which nothing is mended any more.
    var repairsDisabled: Bool { replacements > 0 && collector?.hasGivenUpReplacing == true }

    /// Decodes JSON in place of what was found at a place.
    func decode<T: Decodable>(
        _ type: T.Type, replacing context: DecodingRuleContext, with json: JSONReplacement
    ) throws -> T {
        if let value = scalar(type, json) { return value }
        return try decodeDocument(type, replacing: context, with: json)
    }

    /// Decodes the value at a place as the only element of a collection; `nil` where it is being decoded so already, or the
    /// type is no collection of elements.
    func decode<T: Decodable>(_ type: T.Type, wrapping context: DecodingRuleContext) throws -> T? {
        if type == OpenedArray.self {
            return try decodeDocument(type, replacing: context, with: .document("[\(context.text)]"))
        }
        guard !context.isMissing, let list = type as? any ElementList.Type,
            let core = wrapping(context.place, in: type)
        else { return nil }
        return try list.decode(core, onlyElement: context.place.without(.openedByHand)) as? T
    }

    /// A scalar that strict decoding makes of a replacement in the same way wherever it stands, without a document of its own.
    /// `nil`: the replacement has to be decoded as a document.
    ///
    /// The types that are asked for most are compared first: where this is compiled for one of them, nothing else is left.
    @inline(__always)
    func scalar<T: Decodable>(_ type: T.Type, _ json: JSONReplacement) -> T? {
        if replacements >= Self.replacementLimit { return nil }
        switch json {
        case .number(let text):
            let limits = options.limits
            guard text.utf8.count <= min(limits.numberBytes, limits.documentBytes), limits.tokens >= 4 else {
                return nil
            }
            if type == Int.self, let value = JSONNumber.plainInteger(text) { return unsafelyCast(value, to: T.self) }
            guard let number = JSONNumber(text) else { return nil }
            if type == Int.self { return Self.integer(number, Int.self) }
            if type == Double.self { return number.double.map { unsafelyCast($0) } }
            return other(type, number, text)
        case .string(let text):
            // In quotes each byte may become six.
            let limits = options.limits
            guard text.utf8.count <= min(limits.stringBytes, limits.documentBytes - 2) / 6, limits.tokens >= 4,
                type == String.self
            else { return nil }
            return unsafelyCast(text, to: T.self)
        case .bool(let value):
            guard type == Bool.self, options.limits.documentBytes >= 5, options.limits.tokens >= 4 else { return nil }
            return unsafelyCast(value, to: T.self)
        case .null, .document: return nil
        }
    }

    /// A number as a type other than `Int` and `Double`.
    private func other<T>(_ type: T.Type, _ number: JSONNumber, _ text: String) -> T? {
        let traits = DecodableTraits.of(type)
        switch traits.kind {
        case .float: return number.float.map { unsafelyCast($0) }
        case .decimal: return DecimalText.decimal(text).map { unsafelyCast($0) }
        case .plain: return traits.integer.flatMap { Self.integer(number, $0) }
        default: return nil
        }
    }

    private static func integer<I: FixedWidthInteger, T>(_ number: JSONNumber, _ type: I.Type) -> T? {
        (number.slot.plainInteger(as: type) ?? number.integer()).map { unsafelyCast($0) }
    }

    @inline(never)
    private func decodeDocument<T: Decodable>(
        _ type: T.Type, replacing context: DecodingRuleContext, with json: JSONReplacement
    ) throws -> T {
        let (place, key) = (context.place, context.missingKey)
        // A null is put before the rules as one in the document is.
        var followsPolicy = json == .null
        if case .document = json { followsPolicy = true }
        if replacements >= Self.replacementLimit {
            collector?.giveUpReplacing()
            throw DecodingError.corrupted(
                "JSON replaced more than \(Self.replacementLimit) times.", at: path(to: place, missing: key))
        }
        let replacement: Tape
        do {
            replacement = try call.tapes.take()
            var limits = options.limits
            // What is nested in strings counts as nested: it is decoded on the same stack. Scalars need no path for this.
            if followsPolicy {
                limits.depth = max(0, max(0, limits.depth) - path(to: place, missing: key).count)
            }
            // A document may be made of the source's text.
            try replacement.parse(
                copying: Array(json.text.utf8), limits: limits, syntax: followsPolicy ? options.syntax : .json)
        } catch {
            throw DecodingError.corrupted(
                "The replacement \(Excerpt.shorten(json.text)) is not valid JSON.", at: path(to: place, missing: key),
                underlying: error)
        }
        if replacements == 0 {
            collector?.beginReplacing(
                allowing: max(1_024, replacement.tokenCount(from: .nothing, to: replacement.end) * 16))
        }
        var isVerbatim = false
        if case .document(let text) = json { isVerbatim = text == context.string }
        var core = replacing(
            place, under: key, with: replacement, followsPolicy: followsPolicy, isInvented: !isVerbatim)
        defer {
            // Nobody kept a decoder or a container: the memory can serve again.
            if isKnownUniquelyReferenced(&core) { call.tapes.put(replacement) }
        }
        var top = Place.root.seen(as: place).without([.collecting, .openedByHand])
        if core.policy == nil { top = top.without(.repairing) }
        return try core.decode(type, at: top)
    }
}
