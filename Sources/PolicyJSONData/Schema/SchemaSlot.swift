internal import FoundationImport
internal import PolicyJSON

/// Where a value is requested: a member of an object, or a value of its own.
protocol SchemaSource {
    func decode<T: Decodable>(_ type: T.Type) throws -> T?
    /// The value as it is in the document, whatever rules make of it; `nil` if there is none.
    func written() throws -> RawJSON?
}

/// A requested value, and the schema for it.
struct SchemaSlot {
    let node: SchemaNode
    let scope: SchemaScope
    /// The value as rules find it, which need not be the one in the document; `nil` if there is none. Without its contents if only
    /// its kind is needed.
    let raw: RawJSON?
    let path: () -> [any CodingKey]

    /// An empty container in place of one that is decoded part by part: otherwise the text of a document would be kept for each level
    /// of nesting.
    static func withoutContents(_ raw: RawJSON, _ node: SchemaNode) -> RawJSON {
        switch (raw.kind, node.kinds) {
        case (.object, [.object]): emptyObject
        case (.array, [.array]): emptyArray
        default: raw
        }
    }

    private static let emptyObject = (try? RawJSON(parsing: "{}")) ?? .null
    private static let emptyArray = (try? RawJSON(parsing: "[]")) ?? .null

    /// What became of a value.
    struct Text {
        /// The new text; `nil` if the value is unchanged.
        let changed: String?
    }

    /// The value, requested as the type of the schema; `nil` if a rule answered with `nil`.
    func text(_ source: some SchemaSource) throws -> Text? {
        if let cases = node.cases {
            return switch cases.rawType {
            case .strings: try enumerated(String.self, source)
            case .integers: try enumerated(Int.self, source)
            case .scalars: try enumerated(RawJSON.self, source)
            }
        }
        if let option { return try SchemaSlot(node: option, scope: scope, raw: raw, path: path).text(source) }
        return switch node.kinds.first {
        case .object: try object(source)
        case .array: try array(source)
        case .string: try string(source)
        case .number: try number(source)
        case let kind?: try simple(kind, source)
        case nil: try anything(source)
        }
    }

    /// Of several types the one that the document has is requested.
    private var option: SchemaNode? {
        let option = raw.flatMap { raw in
            node.options.first { $0.kinds.contains { raw.isKind($0) } }
                ?? (raw.kind == .number ? node.options.first(where: \.isNumeric) : nil)
        }
        return option ?? node.options.first
    }

    private func anything(_ source: some SchemaSource) throws -> Text? {
        try source.decode(RawJSON.self).map { Text(changed: try isWritten($0.text, source) ? nil : $0.text) }
    }

    /// A value of an enumeration.
    private func enumerated<RawValue: SchemaRawValue>(
        _ type: RawValue.Type, _ source: some SchemaSource
    ) throws -> Text? {
        let value = try scope.with(node) { try source.decode(SchemaEnumeration<RawValue>.self) }
        guard let json = value?.rawValue.json else { return nil }
        let isSame = try source.written().map {
            $0.kind == json.kind && SchemaCases.identity(of: $0) == SchemaCases.identity(of: json)
        }
        return Text(changed: isSame == true ? nil : json.text)
    }

    private func simple(_ kind: SchemaNode.Kind, _ source: some SchemaSource) throws -> Text? {
        switch kind {
        case .boolean:
            guard let value = try source.decode(Bool.self) else { return nil }
            return Text(changed: try source.written()?.value.bool == value ? nil : "\(value)")
        case .integer:
            guard let value = try source.decode(Int.self) else { return nil }
            try check(node.bounds.violation(of: Decimal(value)))
            let isSame = try source.written()?.value.number?.integer(as: Int.self) == value
            return Text(changed: isSame ? nil : "\(value)")
        default:
            // Of an absent property, the answer of a rule or an error.
            guard let value = try raw ?? source.decode(RawJSON.self) else { return nil }
            guard value.kind == .null else { throw error("Expected null.") }
            return Text(changed: try isWritten(value.text, source) ? nil : value.text)
        }
    }

    private func number(_ source: some SchemaSource) throws -> Text? {
        if let raw, raw.kind == .number, Decimal(string: raw.text) == nil {
            guard let value = try source.decode(Double.self) else { return nil }
            try check(node.bounds.violation(of: value))
            return Text(changed: try source.written()?.value.double == value ? nil : "\(value)")
        }
        guard let value = try source.decode(Decimal.self) else { return nil }
        try check(node.bounds.violation(of: value))
        let isSame = try source.written().map { $0.kind == .number && Self.isSame($0.text, value) } ?? false
        return Text(changed: isSame ? nil : digits(of: value))
    }

    private func array(_ source: some SchemaSource) throws -> Text? {
        let elements =
            node.isTuple
            ? try scope.with(node, levels: 0) { try source.decode(SchemaTuple.self)?.elements }
            : try scope.with(node.element(at: 0) ?? .anything) { try source.decode([SchemaElement].self) }
        guard let elements else { return nil }
        try check(node.bounds.violation(ofCount: elements.count))
        // A rule may have answered with elements that are as the schema requires.
        let isSame = try !elements.contains(where: \.isChanged) && areWritten(elements, source)
        return Text(changed: isSame ? nil : "[\(elements.map(\.text).joined(separator: ","))]")
    }

    private func object(_ source: some SchemaSource) throws -> Text? {
        let value = try scope.with(node) { try source.decode(SchemaElement.self) }
        return try value.map {
            Text(changed: try !$0.isChanged && isWritten($0.text, source) ? nil : $0.text)
        }
    }

    /// Whether the document has this text: compared by bytes, as strings are equal that are written in another way.
    private func isWritten(_ text: String, _ source: some SchemaSource) throws -> Bool {
        try source.written()?.text.utf8.elementsEqual(text.utf8) ?? false
    }

    /// Whether the document has an array of these elements.
    private func areWritten(_ elements: [SchemaElement], _ source: some SchemaSource) throws -> Bool {
        guard let written = try source.written()?.value, written.kind == .array, written.count == elements.count else {
            return false
        }
        return zip(written.elements, elements).allSatisfy { $0.text?.utf8.elementsEqual($1.text.utf8) == true }
    }

    /// The text of a number: the digits of a string, if a rule made the number of it.
    private func digits(of value: Decimal) -> String {
        guard let text = raw?.value.string?.withoutSpacesAround, JSONNumber(text) != nil,
            Decimal(string: text) == value
        else { return "\(value)" }
        return text
    }

    private func string(_ source: some SchemaSource) throws -> Text? {
        if node.isDate {
            guard let date = try source.decode(Date.self) else { return nil }
            // A rule may have read another format.
            let strict = raw?.value.string.flatMap { Self.isStrictDate($0, date) ? $0 : nil }
            let text = try strict ?? self.text(of: date)
            try check(node.bounds.violation(of: text))
            let isSame = try strict != nil && source.written()?.value.string == strict
            return Text(changed: isSame ? nil : "\"\(text)\"")
        }
        guard let value = try source.decode(String.self) else { return nil }
        try check(node.bounds.violation(of: value))
        // Compared by bytes: strings are equal that are written in another way.
        let isSame = try source.written()?.value.string.map { $0.utf8.elementsEqual(value.utf8) } ?? false
        return Text(changed: isSame ? nil : Self.quoted(value))
    }

    /// A date as RFC 3339 has it, with a fraction of a second as far as it is exact.
    private func text(of date: Date) throws -> String {
        let time = date.timeIntervalSince1970
        // What the precision of a date allows, in digits.
        let unit = abs(time) < 4e9 ? 1_000_000 : 1_000
        let units = (time * Double(unit)).rounded()
        guard abs(units) < 1e18 else { throw error("The date cannot be written in RFC 3339.") }
        var (seconds, fraction) = Int(units).quotientAndRemainder(dividingBy: unit)
        if fraction < 0 { (seconds, fraction) = (seconds - 1, fraction + unit) }
        let second = Date(timeIntervalSince1970: Double(seconds))
        let text = second.formatted(.iso8601)
        guard text.utf8.count == 20, (try? Date(text, strategy: .iso8601)) == second else {
            throw error("The date cannot be written in RFC 3339.")
        }
        if fraction == 0 { return text }
        var digits = "\(unit + fraction)".dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(text.dropLast()).\(digits)Z"
    }

    // MARK: Checking

    private func check(_ violation: String?) throws {
        if let violation { throw error("\(violation).") }
    }

    private func error(_ description: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: path(), debugDescription: description))
    }

    /// Whether a number in the document has this value.
    private static func isSame(_ text: String, _ value: Decimal) -> Bool {
        guard let own = Decimal(string: text) else { return true }
        return own == value
    }

    /// Whether a string is this date without a rule. Foundation also reads leap seconds and 24:00.
    private static func isStrictDate(_ text: String, _ date: Date) -> Bool {
        StringForm(Array(text.utf8).span) == .dateTime || (try? Date(text, strategy: .iso8601)) == date
    }

    static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && ![0x22, 0x2F, 0x5C].contains($0) }
        if isPlain { return "\"\(text)\"" }
        let encoder = PolicyJSONEncoder()
        return (try? String(decoding: encoder.encode(text), as: UTF8.self)) ?? "\"\""
    }
}

extension RawJSON {
    func isKind(_ kind: SchemaNode.Kind) -> Bool {
        switch kind {
        case .null: self.kind == .null
        case .boolean: self.kind == .bool
        case .integer: JSONNumber(text)?.integer(as: Int.self) != nil
        case .number: self.kind == .number
        case .string: self.kind == .string
        case .array: self.kind == .array
        case .object: self.kind == .object
        }
    }
}

extension SchemaNode {
    /// Whether values are numbers.
    fileprivate var isNumeric: Bool { kinds.contains(.number) || kinds.contains(.integer) }
}

extension String {
    /// The text without the spaces and tabs around it. FoundationEssentials has no `trimmingCharacters(in:)`.
    fileprivate var withoutSpacesAround: String {
        func isText(_ scalar: Unicode.Scalar) -> Bool {
            scalar != "\t" && scalar.properties.generalCategory != .spaceSeparator
        }
        guard let first = unicodeScalars.firstIndex(where: isText), let last = unicodeScalars.lastIndex(where: isText)
        else { return "" }
        return String(unicodeScalars[first...last])
    }
}
