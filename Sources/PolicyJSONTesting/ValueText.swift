import FoundationImport

/// A value as text, for comparison: the same for equal values, and different for others as far as their properties show it.
///
/// What types print themselves would be neither: sets and dictionaries are in hashing order, `Data` is the number of its bytes, a date
/// has no fractions of seconds, and an object is its type.
struct ValueText {
    let text: String

    init(_ value: Any) { text = Self.text(of: value, in: []) }

    /// - Parameter objects: those that the value is part of.
    private static func text(of value: Any, in objects: Set<ObjectIdentifier>) -> String {
        switch value {
        case let value as String: return value.debugDescription
        case let value as Data: return "Data(\(value.base64EncodedString()))"
        case let value as Date: return "Date(\(value.timeIntervalSinceReferenceDate))"
        default: break
        }
        let mirror = Mirror(reflecting: value)
        func parts(of mirror: Mirror, in objects: Set<ObjectIdentifier>) -> [String] {
            mirror.children.map { ($0.label.map { "\($0): " } ?? "") + text(of: $0.value, in: objects) }
        }
        switch mirror.displayStyle {
        case .set, .dictionary: return "[\(parts(of: mirror, in: objects).sorted().joined(separator: ", "))]"
        case .collection: return "[\(parts(of: mirror, in: objects).joined(separator: ", "))]"
        case .tuple, .optional: return "(\(parts(of: mirror, in: objects).joined(separator: ", ")))"
        case .enum where !mirror.children.isEmpty: return "\(parts(of: mirror, in: objects).joined(separator: ", "))"
        case .struct where !isOfLibrary(type(of: value)):
            return "\(type(of: value))(\(parts(of: mirror, in: objects).joined(separator: ", ")))"
        case .class where !isOfLibrary(type(of: value)):
            let id = ObjectIdentifier(value as AnyObject)
            if objects.contains(id) { return "\(type(of: value))" }
            let levels = sequence(first: mirror, next: \.superclassMirror).reversed()
            let properties = levels.flatMap { parts(of: $0, in: objects.union([id])) }
            return "\(type(of: value))(\(properties.joined(separator: ", ")))"
        default: return String(describing: value)
        }
    }

    /// Whether a type is one of the standard library or of Foundation, of which equal values may have different properties.
    private static func isOfLibrary(_ type: Any.Type) -> Bool {
        let name = String(reflecting: type)
        return name.hasPrefix("Swift.") || name.hasPrefix("Foundation.") || name.hasPrefix("FoundationEssentials.")
    }
}
