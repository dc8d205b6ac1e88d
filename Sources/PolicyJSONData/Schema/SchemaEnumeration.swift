internal import FoundationImport
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
    /// Strings without quotes and escapes, other values as they are written.
    let names: [String]
    /// If all are.
    let integers: [Int]
    /// The distinguishing texts of the cases.
    let identities: Set<String>
    /// The texts of those that are numbers.
    let numberTexts: Set<String>

    init(_ values: [RawJSON]) {
        list = values
        identities = Set(values.map(Self.identity))
        numberTexts = Set(values.filter { $0.kind == .number }.map(\.text))
        names = values.map { $0.value.string ?? $0.text }
        integers = values.compactMap { $0.value.number?.integer(as: Int.self) }
        rawType =
            values.allSatisfy { $0.kind == .string } ? .strings : integers.count == values.count ? .integers : .scalars
    }

    /// A text that equal scalars share: strings that are escaped in different ways, numbers such as `1` and `1.0`.
    static func identity(of value: RawJSON) -> String {
        if let string = value.value.string { return ("\"" + string).withOrderedMarks() }
        // `Decimal` holds these exactly.
        return value.kind == .number ? DecimalDigits(value.text).normalizedText ?? value.text : value.text
    }
}

/// What the raw value of a case is decoded as.
protocol SchemaRawValue: Decodable, Sendable {
    static func values(of cases: SchemaCases) -> [Self]
    var json: RawJSON { get }
}

extension String: SchemaRawValue {
    static func values(of cases: SchemaCases) -> [String] { cases.names }
    var json: RawJSON { .string(self) }
}

extension Int: SchemaRawValue {
    static func values(of cases: SchemaCases) -> [Int] { cases.integers }
    var json: RawJSON { RawJSON(integerLiteral: self) }
}

extension RawJSON: SchemaRawValue {
    static func values(of cases: SchemaCases) -> [RawJSON] { cases.list }
    var json: RawJSON { self }
}

/// A value of the enumeration that is current.
struct SchemaEnumeration<RawValue: SchemaRawValue>: DynamicEnumeration, CustomStringConvertible {
    let rawValue: RawValue

    static var currentCases: [(name: String, value: Self)] {
        guard let cases = SchemaScope.current?.node.cases else { return [] }
        return zip(cases.names, RawValue.values(of: cases)).map { ($0, Self(unchecked: $1)) }
    }

    private init(unchecked rawValue: RawValue) { self.rawValue = rawValue }

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
