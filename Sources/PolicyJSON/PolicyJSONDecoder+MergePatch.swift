internal import FoundationImport
@_spi(Cursor) public import JSONTape
internal import JSONText

extension PolicyJSONDecoder {
    /// Applies a merge patch (RFC 7396) to a value: only members in the document change; `null` clears a member.
    ///
    /// ```swift
    /// try decoder.applyMergePatch(Data(#"{"year": 2024, "album": null}"#.utf8), to: &song)
    /// ```
    ///
    /// Objects are merged member by member, at any depth; everything else is replaced, arrays as a whole. `null` for a
    /// property that is not optional is an error, as is a value of the wrong kind (unless the policy repairs it).
    /// Dates, `Data` and numbers that are not in the document keep their exact values; `Decimal.nan` cannot be encoded.
    ///
    /// The value is encoded, merged and decoded again. Its `Codable` conformance must therefore decode what it encodes,
    /// and an instance of a class is replaced by a new one. The names in the document are those of the value's coding
    /// keys, or names that ``keyDecodingStrategy`` converts to them; a `.custom` strategy must not change converted names. The
    /// names and paths of a rule ``KeyMatching`` in the policy apply, except inside ``At`` and ``For`` and paths with
    /// indexes. Neither applies to the keys of `[String: V]` and the names in ``RawJSON``. Where the policy contains rules
    /// that are also an ``EncodingRule``, such as ``Variants``, the document has the form that they write. Under
    /// ``DuplicateKeys`` each name in the objects of the document occurs once, as the rule decides; other policies use the first
    /// member of a name. Inside ``For`` the rule decides about objects that the value has already, and about those in arrays. Under
    /// ``Envelope`` the document has the envelope. Offsets in errors and reports are those of the merged document.
    ///
    /// - Parameters:
    ///   - patch: JSON in UTF-8, UTF-16 or UTF-32, to which ``limits`` apply; at most 512 containers inside each other, also if they
    ///     allow more.
    ///   - value: the value to change; unchanged if an error is thrown.
    /// - Throws: `DecodingError`, or an error that the type's `encode(to:)` or `init(from:)` throws.
    @_optimize(size)
    public func applyMergePatch<T: Codable, Patch: JSONBytes & ~Copyable & ~Escapable>(
        _ patch: borrowing Patch, to value: inout T
    ) throws {
        let settings = start()
        let options = settings.options.value
        let known = LiteralNames()
        let (text, exactValues) = try exactText(of: value, options, noting: known)
        let target = DetachedValue(.text(text))
        let names = PatchNames(options)
        let raw = try patch.withJSONBytes { bytes in
            try unsafe bytes.withUnsafeBytes { bytes in
                try unsafe run(bytes, settings) { core in
                    try core.decodeExaminedRarely(PatchText.self, at: core.top).json(for: target, known, names)
                }
            }
        }
        let envelope = options.resolvedPolicy?.entries(forTopLevel: T.self).lazy.compactMap { entry in
            entry.types.isEmpty ? entry.rule as? Envelope : nil
        }.first?.path
        let merged = try Self.apply(raw, to: target, known, names, in: envelope ?? DecodingPath())
        let exact = try ExactValues(exactValues, in: merged)
        let adjusted = settings.options.changed { $0.exactValues = exact }
        value = try unsafe merged.withText { bytes in
            try unsafe run(bytes, (adjusted, settings.tapes)) { core in
                exact.assign(to: core.tape)
                return try core.decode(T.self, at: core.top)
            }
        }
    }

    /// The merged document, in the envelope in which the patch was.
    @_optimize(size)
    private static func apply(
        _ patch: RawJSON, to target: DetachedValue, _ known: LiteralNames, _ names: PatchNames,
        in path: DecodingPath
    ) throws -> TextBuffer {
        let change = DetachedValue(.text(try WrittenText(parsing: Array(patch.text.utf8)[...])))
        let core = EncoderCore(text: TextBuffer(), options: EncodingOptions())
        if let refusal = path.refusal { throw DecodingError.corrupted(refusal, at: []) }
        let around = path.surroundings
        if !around.start.isEmpty { core.text.append(plain: around.start) }
        MergePatch.apply(change, to: target, known) { patch, object in names.convert(patch, for: object) }
            .write(to: core)
        core.text.append(plain: around.end)
        return core.text
    }

    /// The text of a value, and the values for which it has placeholders.
    ///
    /// - Parameter literalNames: receives the objects whose names are not coding keys.
    @_optimize(size)
    private func exactText<T: Encodable>(
        of value: T, _ options: DecodingOptions, noting literalNames: LiteralNames
    ) throws -> (WrittenText, [ExactValue]) {
        var encoding = EncodingOptions()
        encoding.keepsExactValues = true
        encoding.userInfo = options.userInfo
        var rules = Self.encodingRules(options.policy.rules)
        let entries = options.resolvedPolicy?.entries ?? []
        if entries.contains(where: { !$0.scopes.isEmpty && $0.situations.contains(.repeatedKey) }) {
            rules.append(NotingTypes())
        }
        encoding.policy = EncodingPolicy(rules)
        encoding.resolve(after: EncodingPolicy(Self.encodingRules(options.callPolicy.rules)))
        if case .convertFromString(let positiveInfinity, let negativeInfinity, let nan) = options.nonConformingFloats {
            encoding.nonConformingFloats = .convertToString(
                positiveInfinity: positiveInfinity, negativeInfinity: negativeInfinity, nan: nan)
        }
        let core = EncoderCore(text: TextBuffer(), options: encoding)
        core.literalNames = literalNames
        core.containers.open()
        defer { core.containers.close(keeping: core) }
        try core.encodeTopLevel(value) { try $0.encode(value, EncodableTraits.of(T.self), in: $0.frames.top) }
        return (try WrittenText(parsing: core.text.drain()[...], syntax: .json5), core.exactValues)
    }

    /// The rules that also determine how values are written. The names of members are not among them: the document is merged
    /// with the model's own.
    ///
    /// - Parameters:
    ///   - isScoped: whether the rules are in a scope.
    ///   - type: the type of the innermost scope.
    @_optimize(size)
    private static func encodingRules(
        _ rules: [any DecodingRule], isScoped: Bool = false, type: Any.Type? = nil
    ) -> [any EncodingRule] {
        rules.flatMap { rule -> [any EncodingRule] in
            switch rule {
            case is KeyMatching: []
            case is Strictly: [StrictContents()]
            case let rule as Without<any DecodingRule>: [Without(inBothDirections: rule)]
            case let rule as Envelope: isScoped ? [PatchEnvelope(path: rule.path, type: type)] : []
            case let scope as At<any DecodingRule>:
                [At(scope.pattern) { EncodingPolicy(encodingRules(scope.rules, isScoped: true)) }]
            case let scope as For<any DecodingRule>:
                [For(scope.type) { EncodingPolicy(encodingRules(scope.rules, isScoped: true, type: scope.type)) }]
            case let rule as any EncodingRule: [rule]
            default: []
            }
        }
    }
}

extension ResolvedPolicy {
    /// The rules for a type at the top level, without those that are turned off.
    @_optimize(size)
    fileprivate func entries(forTopLevel type: Any.Type) -> [Entry] {
        entriesInForce { entry in
            entry.matchers.allSatisfy { $0.with { $0.matches([]) } } && entry.types.allSatisfy { $0.type == type }
        }
    }
}

/// A rule that is consulted about all values, so that their types are noted, and always declines.
private struct NotingTypes: EncodingRule {
    let encodingSituations: EncodingSituation = .value

    func represent(_ context: EncodingRuleContext) -> Representation { .decline }
}
