@_spi(Cursor) internal import JSONTape
internal import RuntimeFacts

/// The decoder for an enumeration with a synthesized `init(from:)` whose case a rule has selected.
///
/// Synthesized code requests a container with one key, the name of the case, and a container inside it with the associated
/// values: their labels, or `_0`, `_1`, … This decoder provides the former, and the contents as the latter, wherever they
/// are in the document.
struct CaseDecoder: Decoder {
    let core: DecoderCore
    let reference: ValueReference
    /// The contents, if there are any.
    let contents: ValueReference?
    let name: String
    /// The name of the rule that selected the case.
    let rule: String
    let enumeration: Any.Type
    /// Whether the case must have associated values, or must not; `nil` if a tag has selected it.
    var hasValues: Bool?
    /// The error of synthesized code, if it has been tried with a member of this name.
    var failure: (any Error)?
    /// Where a tag that has selected the case is, and the contents.
    var paths: VariantPaths?

    var codingPath: [any CodingKey] { core.path(to: reference) }
    var userInfo: [CodingUserInfoKey: Any] { core.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard
            let key: Key = isNamedInSource ? Self.key(named: name, isLenient: hasValues == nil) : Key(stringValue: name)
        else {
            let error = DecodingError.corrupted("A rule selects how the value is decoded.", at: codingPath)
            throw DecodingError.corrupted(
                "\(enumeration) has no case named \(RawJSON.quoted(name)).", at: codingPath,
                underlying: RuleRefusal(
                    rule: rule, strictError: error, effect: .rejectsCase,
                    unknownCase: paths.map { RuleRefusal.UnknownCase(name: name, paths: $0) }))
        }
        if core.tape[reference.index].is(.object) { core.document.askedKeys?.open(reference.index) }
        return KeyedDecodingContainer(CaseContainer(decoder: self, key: key))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw unsupported() }

    // An enumeration with raw values would decode the one in the document, whichever case has been selected.
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw unsupported() }

    /// Whether the name is not one from the document. A case without values and contents is a substitute.
    private var isNamedInSource: Bool {
        hasValues == true || hasValues == false && contents == nil || paths?.isNamedInSource == true
    }

    /// The key whose name in the source this is; where these are not known, or if lenient, the key of this name.
    private static func key<Key: CodingKey>(named name: String, isLenient: Bool) -> Key? {
        let cases = enumerationCases(of: Key.self)
        if let key = cases?.first(where: { $0.name == name })?.value as? Key { return key }
        return cases == nil || isLenient ? Key(stringValue: name) : nil
    }

    /// The container of the associated values.
    @_optimize(size)
    fileprivate func associatedValues<Key: CodingKey>(_ type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        // If the cases of the keys are not known, required values fail as missing ones.
        if let hasValues, hasValues == Key.isWithoutCases, hasValues || EnumCases.names(of: type) != nil {
            throw DecodingError.corrupted("The case has \(hasValues ? "no " : "")associated values.", at: codingPath)
        }
        guard hasValues != false, let contents, Key.isUnlabelled || !core.tape[contents.index].is(.null) else {
            return KeyedDecodingContainer(
                WholeContents<Key>(core: core, reference: reference, contents: nil, hasTag: true))
        }
        let isObject = core.tape[contents.index].is(.object) && paths?.areOfPair != true
        if Key.isUnlabelled, !isObject || !has(WholeContents<Key>.name, in: contents) {
            return KeyedDecodingContainer(
                WholeContents<Key>(core: core, reference: reference, contents: contents, hasTag: hasValues == nil))
        }
        // Synthesized code has decoded the same values. Again at each level, that would take exponential time.
        if let failure { throw failure }
        return try ValueDecoder(core: core, reference: contents).container(keyedBy: type)
    }

    private func has(_ name: String, in object: ValueReference) -> Bool {
        core.indexed(for: object.index, model: object.model).lookUp(name, in: object.index) != TapePosition.nothing
    }

    fileprivate func unsupported() -> DecodingError {
        .corrupted(
            "\(rule) selects a case of \(enumeration), which requires an enumeration whose init(from:) is synthesized.",
            at: codingPath)
    }
}

/// The container of an enumeration, with the selected case as its only key.
private struct CaseContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: CaseDecoder
    let key: Key

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { [key] }

    func contains(_ key: Key) -> Bool { key.stringValue == self.key.stringValue }
    func decodeNil(forKey key: Key) throws -> Bool { throw decoder.unsupported() }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { throw decoder.unsupported() }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder.associatedValues(type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw decoder.unsupported() }
    func superDecoder() throws -> any Decoder { throw decoder.unsupported() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw decoder.unsupported() }
}

/// The container of one associated value without a label, which is the whole of the contents; without contents, a container
/// that is empty.
private struct WholeContents<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let core: DecoderCore
    let reference: ValueReference
    let contents: ValueReference?
    /// Whether contents that are the value itself have the tag as a member.
    let hasTag: Bool

    static var name: String { JSONKey.unlabelled.stringValue }

    var codingPath: [any CodingKey] { core.path(to: contents ?? reference) }
    var allKeys: [Key] { contents == nil ? [] : Key(stringValue: Self.name).map { [$0] } ?? [] }

    func contains(_ key: Key) -> Bool { contents(for: key).map { !isOnlyTag($0) } ?? false }

    private func contents(for key: Key) -> ValueReference? { key.stringValue == Self.name ? contents : nil }

    private func required(_ key: Key) throws -> ValueReference {
        guard let contents = contents(for: key) else { throw DecodingError.missing(key, at: codingPath) }
        return contents
    }

    func decodeNil(forKey key: Key) throws -> Bool { core.tape[try required(key).index].is(.null) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try core.decode(type, at: try required(key))
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let contents = contents(for: key), contains(key) else { return nil }
        return try core.decodeOptional(type, at: contents)
    }

    /// As ``decodeIfPresent(_:forKey:)``, for types for which the protocol has a method of its own.
    @_optimize(size)
    @inline(never)
    private func scalarIfPresent<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
        try decodeIfPresent(type, forKey: key)
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try scalarIfPresent(type, key) }

    /// Whether the contents would be members next to the tag, and there are none.
    private func isOnlyTag(_ contents: ValueReference) -> Bool {
        hasTag && contents.index == reference.index && core.tape[reference.index].is(.object)
            && core.tape[reference.index].count == 1
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    private func decoder(_ key: Key) throws -> ValueDecoder { ValueDecoder(core: core, reference: try required(key)) }

    func superDecoder() throws -> any Decoder { ValueDecoder(core: core, reference: contents ?? reference) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

/// The decoder for an object with a tag and a member `_0`: contents that are not members are that member's value.
struct TaggedDecoder: Decoder {
    let object: ValueDecoder
    let contents: ValueDecoder

    var codingPath: [any CodingKey] { object.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { object.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try object.container(keyedBy: type)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try contents.unkeyedContainer() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { contents }
}
