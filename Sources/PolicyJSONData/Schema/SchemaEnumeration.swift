internal import JSONTape
internal import PolicyJSON

/// The values of an `enum` or a `const`, `null` excepted.
struct SchemaCases: Sendable {
    /// What the document is decoded as.
    enum RawType {
        case strings, integers, scalars
    }

    let list: [RawJSON]
    let rawType: RawType
    /// The cases with their names: strings without quotes and escapes, other values as they are written. Made once: rules ask for them
    /// for each value.
    fileprivate let strings: [(name: String, value: SchemaEnumeration<String>)]
    fileprivate let integers: [(name: String, value: SchemaEnumeration<Int>)]
    fileprivate let scalars: [(name: String, value: SchemaEnumeration<RawJSON>)]
    /// The distinguishing texts of the cases.
    let identities: Set<String>
    /// The texts of those that are numbers.
    let numberTexts: Set<String>

    init(_ values: [RawJSON]) {
        list = values
        identities = Set(values.map(Self.identity))
        numberTexts = Set(values.filter { $0.kind == .number }.map(\.text))
        let integers = values.compactMap { $0.value.number?.integer(as: Int.self) }
        rawType =
            values.allSatisfy { $0.kind == .string } ? .strings : integers.count == values.count ? .integers : .scalars
        let names = values.map { $0.value.string ?? $0.text }
        strings = rawType == .strings ? names.map { ($0, SchemaEnumeration(unchecked: $0)) } : []
        self.integers =
            rawType == .integers ? zip(names, integers).map { ($0, SchemaEnumeration(unchecked: $1)) } : []
        scalars = rawType == .scalars ? zip(names, values).map { ($0, SchemaEnumeration(unchecked: $1)) } : []
    }

    /// A text that equal scalars share: strings that are escaped in different ways, numbers such as `1` and `1.0`.
    static func identity(of value: RawJSON) -> String {
        if let string = value.value.string { return ("\"" + string).withOrderedMarks() }
        return value.kind == .number ? DecimalDigits(value.text).normalizedText ?? value.text : value.text
    }
}

/// What the raw value of a case is decoded as.
protocol SchemaRawValue: Decodable, Sendable {
    static func enumeration(_ cases: SchemaCases) -> [(name: String, value: SchemaEnumeration<Self>)]
    var json: RawJSON { get }
}

extension String: SchemaRawValue {
    static func enumeration(_ cases: SchemaCases) -> [(name: String, value: SchemaEnumeration<String>)] {
        cases.strings
    }
    var json: RawJSON { .string(self) }
}

extension Int: SchemaRawValue {
    static func enumeration(_ cases: SchemaCases) -> [(name: String, value: SchemaEnumeration<Int>)] { cases.integers }
    var json: RawJSON { RawJSON(integerLiteral: self) }
}

extension RawJSON: SchemaRawValue {
    static func enumeration(_ cases: SchemaCases) -> [(name: String, value: SchemaEnumeration<RawJSON>)] {
        cases.scalars
    }
    var json: RawJSON { self }
}

/// A value of the enumeration that is current.
struct SchemaEnumeration<RawValue: SchemaRawValue>: DynamicEnumeration, CustomStringConvertible, Sendable {
    let rawValue: RawValue

    static var currentCases: [(name: String, value: Self)] {
        SchemaScope.current?.node.cases.map(RawValue.enumeration) ?? []
    }

    fileprivate init(unchecked rawValue: RawValue) { self.rawValue = rawValue }

    init?(rawValue: RawValue) {
        guard let cases = SchemaScope.current?.node.cases,
            cases.identities.contains(SchemaCases.identity(of: rawValue.json))
        else { return nil }
        self.rawValue = rawValue
    }

    init(from decoder: any Decoder) throws {
        let raw = try decoder.singleValueContainer().decode(RawValue.self)
        if let value = Self(rawValue: raw) {
            self = value
            return
        }
        let (json, path) = (raw.json, decoder.codingPath)
        switch json.kind {
        case .null:
            throw DecodingError.valueNotFound(
                Self.self, .init(codingPath: path, debugDescription: "The enumeration of the schema has no null."))
        case .array, .object:
            throw DecodingError.typeMismatch(
                Self.self, .init(codingPath: path, debugDescription: "The enumeration of the schema has scalars only."))
        case .string, .number, .bool:
            let kind = json.kind == .string ? "String" : json.kind == .number ? "number" : "Boolean"
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: path,
                    debugDescription:
                        "Cannot initialize a value of the schema's enumeration from invalid \(kind) value "
                        + "\(json.text)."))
        }
    }

    var description: String { rawValue.json.value.string ?? rawValue.json.text }
}
