import FoundationImport
@_spi(Cursor) internal import JSONTape
internal import RuntimeFacts

extension DecoderCore {
    /// The value at `path`, starting from a value, or from the object in which a key is missing.
    @_optimize(size)
    func follow(_ path: DecodingPath, from reference: ValueReference, isMissing: Bool) -> ValueReference? {
        var reference = isMissing ? self.reference(toContainer: reference.parent).seen(as: reference) : reference
        for step in path.steps {
            switch step {
            case .key(let name):
                guard tape[reference.index].is(.object) else { return nil }
                let value = member(named: name, of: reference)
                if value == TapePosition.nothing { return nil }
                reference = reference.member(value)
            case .index(let ordinal):
                if tape[reference.index].is(.emptiedArray) { _ = document.needElements() }
                guard tape[reference.index].is(.array), let index = tape.element(ordinal, of: reference.index) else {
                    return nil
                }
                reference = ValueReference(
                    index: index, parent: reference.index, ordinal: UInt32(truncatingIfNeeded: ordinal),
                    model: reference.model)
            }
        }
        return reference
    }

    /// - Throws: if a rule rejects an object on a path that exists, because the key that leads on is repeated.
    @_optimize(size)
    func requireUnrejectedKeys(of path: DecodingPath, from context: DecodingRuleContext) throws {
        guard call.situations.contains(.repeatedKey), !context.isMissing else { return }
        var reference = context.reference
        for step in path.steps {
            if case .key(let name) = step, tape[reference.index].is(.object),
                onlyMember(named: name, of: reference.index) == nil,
                let refusal = indexed(for: reference.index, model: reference.model).index(of: reference.index)?.refusal
            {
                throw refusal
            }
            guard let next = follow(DecodingPath([step]), from: reference, isMissing: false) else { return }
            reference = next
        }
    }

    /// The member with this name in the document, or that rules have matched to it.
    private func member(named name: String, of reference: ValueReference) -> TapePosition {
        let value =
            index(of: reference.index)?.find(name, in: tape) ?? onlyMember(named: name, of: reference.index)
            ?? indexed(for: reference.index, model: reference.model).lookUp(name, in: reference.index)
        guard value == TapePosition.nothing, let matchedMembers = document.matchedMembers else { return value }
        return matchedMembers.member(matchedTo: name, in: reference.index)
            ?? matchedMembers.match(name, in: reference.index)?.value ?? value
    }

    /// The member with this name, if rules need not select one of several: they would be asked about all members of the object, before it
    /// is known which model requests them. `nil` if they have to, and for large objects without repeated keys, whose tables are kept.
    private func onlyMember(named name: String, of object: TapePosition) -> TapePosition? {
        guard call.situations.contains(.repeatedKey), !call.convertsKeys, !tape[object].hasPlainKeys else { return nil }
        let isLarge = tape[object].count > KeyNames.large
        if isLarge, document.keyNames.hasIndex(of: object) { return nil }
        var (found, count) = (TapePosition.nothing, 0)
        var names: Set<String> = []
        tape.forEachKey(in: object) { key in
            let other = tape.key(at: key)
            if other == name { (found, count) = (key.value, count + 1) }
            if isLarge { names.insert(other) }
            return count < 2
        }
        return count < 2 && !(isLarge && names.count == tape[object].count) ? found : nil
    }

    /// How many replacements may be nested.
    static let replacementLimit = 16

    /// Whether this is a replacement in which nothing is repaired any more.
    var repairsDisabled: Bool {
        (replacements > 0 || anchor?.isSelected == true) && collector?.hasStoppedReplacing == true
    }

    /// The core for a value that a rule has selected in place of another.
    ///
    /// If that is the same value, or the object in which a key is missing, rules may be consulted about it without end:
    /// there is a limit, as for replacements.
    @inline(never)
    func selecting(_ value: ValueReference, for context: DecodingRuleContext) throws -> DecoderCore {
        if value.index != (context.isMissing ? context.reference.parent : context.reference.index) {
            return context.requestedType is any OptionalValue.Type ? selecting(value, again: false) : self
        }
        if replacements == 0, anchor?.isSelected != true { collector?.beginReplacing(allowing: 1_024) }
        let core = selecting(value, again: true)
        if let selections = core.anchor?.selections, selections > Self.replacementLimit {
            collector?.stopReplacing()
            throw selectedAgain(at: context)
        }
        return core
    }

    /// The error for a value that rules have selected too often in place of itself.
    func selectedAgain(at context: DecodingRuleContext) -> DecodingError {
        .corrupted("Value decoded again\(DecodingError.Text.replacementLimit)", at: context.codingPath)
    }

    /// Decodes JSON in place of a value.
    func decode<T: Decodable>(
        _ type: T.Type, replacing context: DecodingRuleContext, with json: RawJSON.Form
    ) throws -> T {
        if let value = scalar(type, json) { return value }
        return try decodeDocument(type, replacing: context, with: json)
    }

    /// Decodes JSON in place of a value; `nil` if that fails.
    @_semantics("optimize.sil.specialize.generic.never")
    func decodeIfPossible<T: Decodable>(
        _ type: T.Type, replacing context: DecodingRuleContext, with json: RawJSON.Form
    ) -> T? {
        let mark = collector?.mark ?? 0
        do {
            return try decode(type, replacing: context, with: json)
        } catch {
            collector?.undo(to: mark, because: error)
            if replacements > 0 { collector?.attemptFailed() }
            return nil
        }
    }

    /// Counts a value that a rule has answered with, and that may have been decoded before.
    ///
    /// - Throws: if there have been too many for the length of the document. Where models try several types, values inside
    ///   each other would take exponential time.
    @_optimize(size)
    func decodesAgain(
        _ value: TapePosition, _ entry: Int, of policy: ResolvedPolicy, _ context: DecodingRuleContext
    ) throws {
        guard RepairSituation.ofValues.contains(context.situation),
            !document.mayDecodeAgain(value, depth: depth(of: context.reference))
        else { return }
        throw document.refuse(
            refusal("Too many values have been decoded again.", by: policy.entries[entry], context))
    }

    /// Decodes a value as the only element of a collection; `nil` if that fails.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    func decodeWrapping<T: Decodable>(
        _ type: T.Type, _ entry: Int, of policy: ResolvedPolicy, _ context: DecodingRuleContext
    ) throws -> T? {
        let mark = collector?.mark ?? 0
        if context.reference.index != TapePosition.nothing {
            try decodesAgain(context.reference.index, entry, of: policy, context)
        }
        do {
            return try decode(type, wrapping: context)
        } catch {
            collector?.undo(to: mark, because: error)
            if document.hasDecodedTooOften { throw error }
            return nil
        }
    }

    /// Decodes a value as the only element of a collection; `nil` if it is already being decoded in this way. A type that opens
    /// an array by its own code is decoded from the text of one.
    @_semantics("optimize.sil.specialize.generic.never")
    private func decode<T: Decodable>(_ type: T.Type, wrapping context: DecodingRuleContext) throws -> T? {
        if context.reference.index == TapePosition.nothing { return nil }
        guard let list = type as? any ElementList.Type else {
            return try decodeDocument(type, replacing: context, with: .document("[\(context.sourceText)]"))
        }
        guard let core = wrapping(context.reference, in: type) else { return nil }
        return try list.decode(core, onlyElement: context.reference.without([.openedByHand, .collecting])) as? T
    }

    /// The scalar that strict decoding makes of a replacement independently of its path, so that no document is
    /// needed; `nil` if the replacement has to be decoded as a document.
    ///
    /// The most frequently requested types are compared first: in code that is specialized for one of them, nothing
    /// else remains.
    @inline(__always)
    func scalar<T: Decodable>(_ type: T.Type, _ json: RawJSON.Form) -> T? {
        if replacements >= Self.replacementLimit { return nil }
        switch json {
        case .number(let text):
            let limits = options.limits
            guard text.utf8.count <= min(limits.numberBytes, limits.documentBytes), limits.tokens >= 4 else {
                return nil
            }
            if type == Int.self, let value = JSONNumber.plainInteger(text) { return unsafelyCast(value, to: T.self) }
            if type == Double.self { return JSONNumber.double(text).map { unsafelyCast($0) } }
            guard let number = JSONNumber(text) else { return nil }
            if type == Int.self { return Self.integer(number, Int.self) }
            return other(type, number, text)
        case .string(let text):
            // In a JSON string, a byte may need up to six.
            let limits = options.limits
            guard text.utf8.count <= min(limits.stringBytes, limits.documentBytes - 2) / 6, limits.tokens >= 4,
                type == String.self
            else { return nil }
            return unsafelyCast(text, to: T.self)
        case .bool(let value):
            guard type == Bool.self, options.limits.documentBytes >= 5, options.limits.tokens >= 4 else { return nil }
            return unsafelyCast(value, to: T.self)
        case .null, .document, .unchecked: return nil
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
        (number.token.plainInteger(as: type) ?? number.integer()).map { unsafelyCast($0) }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    @_optimize(size)
    private func decodeDocument<T: Decodable>(
        _ type: T.Type, replacing context: DecodingRuleContext, with json: RawJSON.Form
    ) throws -> T {
        let (reference, key) = (context.reference, context.missingKey)
        // Rules are consulted about a null, as about one in the document, and about a number that has been found in a string if it
        // is a date.
        let document = json.document
        var followsPolicy = document != nil || json == .null
        if type == Date.self, case .number = json, context.situation == .mismatch { followsPolicy = call.watchesDates }
        if replacements >= Self.replacementLimit {
            collector?.stopReplacing()
            throw DecodingError.corrupted(
                "JSON replaced\(DecodingError.Text.replacementLimit)", at: path(to: reference, missing: key))
        }
        let replacement: Tape
        do {
            replacement = try call.tapes.take()
            do {
                var limits = options.limits
                // JSON nested in strings counts as nested, because it is decoded on the same stack. Scalars need no path
                // for this.
                if followsPolicy {
                    limits.depth = max(0, max(0, limits.depth) - path(to: reference, missing: key).count)
                }
                // A document may contain text of the source.
                try replacement.parse(
                    copying: Array(json.text.utf8), limits: limits, syntax: followsPolicy ? options.syntax : .json)
            } catch {
                call.tapes.put(replacement)
                throw error
            }
        } catch {
            let (start, end) = DecodingError.Text.replacementNotJSON
            throw DecodingError.corrupted(
                start + ShortText.shorten(json.text) + end, at: path(to: reference, missing: key),
                underlying: error)
        }
        if replacements == 0 {
            collector?.beginReplacing(
                allowing: max(1_024, replacement.tokenCount(from: .nothing, to: replacement.end) * 16))
        }
        var core = replacing(
            reference, under: key, with: replacement, followsPolicy: followsPolicy,
            // Compared by bytes: comparing long runs of combining marks as text takes quadratic time.
            isInvented: document.flatMap { context.string?.utf8.elementsEqual($0.utf8) } != true,
            isName: context.situation == .dictionaryKey)
        defer {
            // No decoder or container has been retained, so the memory can be reused.
            if isKnownUniquelyReferenced(&core) { call.tapes.put(replacement) }
        }
        var top = ValueReference.root.seen(as: reference).without([.collecting, .openedByHand])
        if core.policy == nil { top = top.without(.repairing) }
        return try core.decode(type, at: top)
    }
}
