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
    /// The distinguishing texts of the cases.
    let identities: Set<String>

    init(_ values: [RawJSON]) {
        list = values
        identities = Set(values.map(Self.identity))
        rawType =
            values.allSatisfy { $0.kind == .string }
            ? .strings : values.allSatisfy { $0.value.number?.integer(as: Int.self) != nil } ? .integers : .scalars
    }

    /// A text that equal scalars share: strings that are escaped in different ways, numbers such as `1` and `1.0`.
    static func identity(of value: RawJSON) -> String {
        if let string = value.value.string { return ("\"" + string).withOrderedMarks() }
        // `Decimal` holds these exactly.
        guard value.kind == .number, value.text.utf8.count <= 30, let number = Decimal(string: value.text) else {
            return value.text
        }
        return "\(number)"
    }
}

/// What the raw value of a case is decoded as.
protocol SchemaRawValue: Decodable, Sendable {
    init?(case json: RawJSON)
    var json: RawJSON { get }
}

extension String: SchemaRawValue {
    init?(case json: RawJSON) {
        guard let string = json.value.string else { return nil }
        self = string
    }

    var json: RawJSON { .string(self) }
}

extension Int: SchemaRawValue {
    init?(case json: RawJSON) {
        guard let integer = json.value.number?.integer(as: Int.self) else { return nil }
        self = integer
    }

    var json: RawJSON { RawJSON(integerLiteral: self) }
}

extension RawJSON: SchemaRawValue {
    init?(case json: RawJSON) { self = json }

    var json: RawJSON { self }
}

/// A value of the enumeration that is current.
struct SchemaEnumeration<RawValue: SchemaRawValue>: DynamicEnumeration, CustomStringConvertible {
    let rawValue: RawValue

    static var currentCases: [(name: String, value: Self)] {
        (SchemaScope.current?.node.cases?.list ?? []).compactMap { json in
            RawValue(case: json).map { (json.value.string ?? json.text, Self(unchecked: $0)) }
        }
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
