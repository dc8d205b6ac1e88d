internal import PolicyJSON

/// The Swift source of declarations.
struct ModelSource {
    /// The library's type for any JSON.
    private static let anyJSON = "RawJSON"
    /// Longer lists have a line for each item.
    private static let lineLength = 110

    private let declarations: ModelDeclarations
    /// The type of a record: `Order`, `Order?` if some are `null`.
    private(set) var recordType = ""
    /// The modules that the declarations need.
    private var imports: Set<String> = []
    /// The number of arrays and dictionaries around the type that is being written.
    private var nesting = 0
    /// The declarations without the imports.
    private var texts: [String] = []

    init(_ declarations: ModelDeclarations, rootName: String) {
        self.declarations = declarations
        let type = type(of: declarations.root)
        if declarations.rootIsObject {
            recordType = type
        } else {
            recordType = rootName
            texts.append(note(on: declarations.root, indent: "") + "typealias \(rootName) = \(type)")
        }
        for declaration in declarations.declarations {
            switch declaration {
            case .object(let shape): texts.append(structure(shape))
            case .enumeration(let enumeration): texts.append(self.enumeration(enumeration))
            }
        }
        if !declarations.boxes.isEmpty { texts.append(Self.box) }
    }

    /// The imports and the declarations.
    var text: String {
        let lines = imports.sorted().map { "import \($0)" }.joined(separator: "\n")
        return ((lines.isEmpty ? [] : [lines]) + texts).joined(separator: "\n\n") + "\n"
    }

    // MARK: Types

    private mutating func type(of slot: ModelSlot, isMissing: Bool = false, isBoxed: Bool = false) -> String {
        let value = declarations.value(of: slot)
        var name: String
        switch value.kind {
        case .json: name = anyJSON()
        case .bool: name = "Bool"
        case .int: name = "Int"
        case .double: name = "Double"
        case .string: name = "String"
        case .decimal:
            imports.insert("Foundation")
            name = "Decimal"
        case .date:
            imports.insert("Foundation")
            name = "Date"
        case .enumeration: name = declarations.name(ofEnumerationAt: slot)
        case .array(let element): name = "[\(element.parts.isEmpty ? anyJSON() : typeInside(element))]"
        case .map(let values): name = "[String: \(values.map { typeInside($0) } ?? anyJSON())]"
        case .object(let shape): name = declarations.name(of: shape)
        }
        if isBoxed { name = "Box<\(name)>" }
        return isMissing || slot.facts.nulls > 0 || value.hasMissingValues ? name + "?" : name
    }

    /// The type of the elements of an array or the values of a dictionary. The compiler takes a minute for a type of 40 levels.
    private mutating func typeInside(_ slot: ModelSlot) -> String {
        if nesting == 8 { return anyJSON() }
        nesting += 1
        defer { nesting -= 1 }
        return type(of: slot)
    }

    private mutating func anyJSON() -> String {
        imports.insert("PolicyJSON")
        return Self.anyJSON
    }

    // MARK: Declarations

    private mutating func structure(_ shape: ModelShape) -> String {
        var used: Set<String> = []
        let members = shape.members.map {
            (key: $0.name, name: ModelNames.unique(ModelNames.property($0.name), in: &used))
        }
        var lines = ["struct \(declarations.name(of: shape)): Codable, Sendable, Hashable {"]
        for (member, (key, name)) in zip(shape.members, members) {
            let type = type(
                of: member.slot, isMissing: member.slot.facts.objects < shape.objects,
                isBoxed: declarations.boxes.contains(ModelDeclarations.Edge(shape: shape.id, member: key)))
            lines.append("\(note(on: member.slot, indent: "    "))    var \(ModelNames.escaped(name)): \(type)")
        }
        if members.contains(where: { $0.key != $0.name }) {
            lines += ["", "    enum CodingKeys: String, CodingKey {"]
            for (key, name) in members {
                let rawValue = key == name ? "" : " = \(ModelNames.literal(key))"
                lines.append("        case \(ModelNames.escaped(name))\(rawValue)")
            }
            lines.append("    }")
        }
        return (lines + ["}"]).joined(separator: "\n")
    }

    /// A comment for what the type does not show.
    private func note(on slot: ModelSlot, indent: String) -> String {
        guard case .json = declarations.value(of: slot).kind else { return "" }
        let kinds = JSONKind.allCases.filter(slot.facts.valueKinds.contains).map {
            $0 == .bool ? "Boolean" : $0.rawValue
        }
        switch kinds.count {
        case 0: return "\(indent)/// Only null in the samples.\n"
        case 1: return "\(indent)/// Numbers with more digits than Decimal has, or out of its range.\n"
        default: return "\(indent)/// Values of several kinds: \(kinds.joined(separator: ", ")).\n"
        }
    }

    private mutating func enumeration(_ enumeration: ModelDeclarations.Enumeration) -> String {
        imports.insert("PolicyJSON")
        var used: Set<String> = []
        let cases = enumeration.values.sorted().map { value in
            (value: value, name: ModelNames.unique(ModelNames.enumerationCase(value), in: &used))
        }
        let names = cases.map { ModelNames.escaped($0.name) }
        let list = "    case \(names.joined(separator: ", "))"
        let lines = list.count <= Self.lineLength ? [list] : names.map { "    case \($0)" }
        let pairs = cases.map { "\(ModelNames.literal($0.value)): .\($0.name)" }
        let start = "    static let rawValues: KeyValuePairs<String, \(enumeration.name)> = ["
        let pairList = pairs.joined(separator: ", ")
        let isShort = start.count + pairList.count < Self.lineLength
        let values =
            isShort ? ["\(start)\(pairList)]"] : [start] + pairs.map { "        \($0)," } + ["    ]"]
        return
            (["enum \(enumeration.name): RawValuePreserving, Sendable, Hashable {"] + lines
            + ["    case unknown(String)", ""] + values + ["}"]).joined(separator: "\n")
    }

    private static let box = """
        /// A value that is stored outside of the value that contains it, because both are of one type.
        indirect enum Box<Value: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
            case value(Value)

            var value: Value {
                switch self {
                case .value(let value): value
                }
            }

            init(_ value: Value) { self = .value(value) }

            init(from decoder: any Decoder) throws {
                self = .value(try decoder.singleValueContainer().decode(Value.self))
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(value)
            }
        }
        """
}
