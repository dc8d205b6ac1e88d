import Foundation

/// Describes values so that two values have the same description exactly if they cannot be distinguished: it includes
/// types, the sign of zero, the scalars of strings and the depth of optionals, and sorts members of sets and
/// dictionaries. Stricter than `==`, and does not require `Equatable`.
enum Snapshot {
    static func text(of value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            guard let wrapped = mirror.children.first else { return "nil as \(type(of: value))" }
            return "some(\(text(of: wrapped.value)))"
        }
        return "\(type(of: value))" + (known(value) ?? children(of: mirror, value))
    }

    /// The description of types whose mirrors show too little, or more than the value.
    private static func known(_ value: Any) -> String? {
        switch value {
        case let string as String: "(\(escaped(string)))"
        case let date as Date: "(\(date.timeIntervalSinceReferenceDate))"
        case let data as Data: "(\(data.base64EncodedString()))"
        case let url as URL: "(\(url.absoluteString) base \(url.baseURL?.absoluteString ?? "none"))"
        case let decimal as Decimal: "(\(decimal))"
        case let integer as any BinaryInteger: "(\(integer))"
        case let number as any BinaryFloatingPoint: "(\(number))"
        case let uuid as UUID: "(\(uuid.uuidString))"
        case let key as any CodingKey: "(\(PathKey(key)))"
        default:
            // Not `as NSObject`, which would also match bridged types.
            type(of: value) is NSObject.Type ? "(\(value))" : nil
        }
    }

    /// Shows scalars other than printable ASCII in braces, so that texts are equal only if their scalars are equal.
    private static func escaped(_ string: String) -> String {
        // Fast path for the many plain strings.
        if string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) { return string }
        return string.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    }

    private static func children(of mirror: Mirror, _ value: Any) -> String {
        var parts = mirror.children.map { child in
            (child.label.map { "\($0): " } ?? "") + text(of: child.value)
        }
        switch mirror.displayStyle {
        case .set?, .dictionary?: parts.sort()
        case .enum? where parts.isEmpty: return ".\(value)"
        case nil where parts.isEmpty: return "(\(value))"
        default: break
        }
        if let ancestor = mirror.superclassMirror, !ancestor.children.isEmpty {
            parts.insert("super: " + children(of: ancestor, value), at: 0)
        }
        return "(" + parts.joined(separator: ", ") + ")"
    }
}
