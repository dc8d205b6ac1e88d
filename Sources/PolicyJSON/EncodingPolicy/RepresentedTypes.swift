internal import FoundationImport
internal import RuntimeFacts

/// The types of the values about which a rule may answer: it is not consulted about others.
enum RepresentedTypes {
    case all
    /// `Date`.
    case dates
    /// Numbers that ``NumbersAsStrings`` writes.
    case numbers
    /// Enumerations.
    case enumerations
    /// Optionals and collections of the standard library.
    case collections
    case only(Any.Type)

    func contains(_ type: Any.Type) -> Bool {
        switch self {
        case .all: true
        case .dates: type == Date.self
        case .numbers:
            switch EncodableTraits.of(type).kind {
            case .int, .double, .float, .integer, .decimal: true
            case .plain: type is any FixedWidthInteger.Type
            case .bool, .string, .date, .data, .url, .uuid, .intrinsic: false
            }
        case .enumerations: EnumCases.isEnumeration(type) || type is any DynamicEnumeration.Type
        case .collections: EncodableTraits.of(type).kind == .intrinsic
        case .only(let other): type == other
        }
    }

    /// Whether the types are among those that are written without a frame: Booleans, strings, numbers and UUIDs.
    var includesScalars: Bool {
        switch self {
        case .all, .numbers: true
        case .dates, .enumerations, .collections: false
        case .only(let type): EncodableTraits.of(type).kind != .plain
        }
    }
}

/// An encoding rule of the library that says about which types it may answer.
protocol RuleForRepresentedTypes: EncodingRule {
    var representedTypes: RepresentedTypes { get }
}
