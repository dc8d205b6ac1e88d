import FoundationImport
@_spi(Cursor) internal import JSONTape

/// Truncates texts for a report.
package enum ShortText {
    /// The number of bytes to which texts are truncated by default.
    package static let usualLimit = 64

    /// The number of bytes of a text that redaction examines.
    static let scanned = 1_024

    /// A value as printed, but optional values as those inside, dates with fractional seconds, durations as a number of seconds that is
    /// rounded once, and the parts of dictionaries and sets in the order of their texts.
    static func describe(_ value: Any) -> String {
        // `.use(cases.last as Any)` is used unwrapped.
        if let optional = value as? any OptionalValue, !optional.isNone,
            let wrapped = Mirror(reflecting: value).children.first?.value
        {
            return describe(wrapped)
        }
        // The description of a duration of 3,601 seconds is 3600.9999999999995 seconds.
        if let (seconds, attoseconds) = (value as? Duration)?.components {
            return "\(Double(seconds) + Double(attoseconds) / 1e18) seconds"
        }
        var room = scanned
        guard let date = value as? Date else { return ordered(value, &room) ?? String(describing: value) }
        if let text = outsideCalendar(date) { return text }
        let seconds = date.timeIntervalSinceReferenceDate
        let isWhole = seconds == seconds.rounded()
        // The style truncates to milliseconds, of which most have no exact `Double`: 0.123 would be printed as 0.122.
        return (isWhole ? date : date + 0.000_5)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
    }

    /// The text of a date that is not in the years from 1 to 9999. Foundation prints others for some of these, and traps for one that is
    /// not a number.
    @_optimize(size)
    private static func outsideCalendar(_ date: Date) -> String? {
        let seconds = date.timeIntervalSinceReferenceDate
        return (-63_113_904_000..<252_423_993_600).contains(seconds)
            ? nil : "Date(timeIntervalSinceReferenceDate: \(seconds))"
    }

    /// A part of a value, as printed.
    @_optimize(none)
    private static func part(_ value: Any, _ room: inout Int) -> String {
        if let date = value as? Date, let text = outsideCalendar(date) { return text }
        if let text = ordered(value, isPart: true, &room) { return text }
        let text = String(reflecting: value)
        room -= text.utf8.count
        return text
    }

    /// The text of a value that may contain dictionaries or sets.
    ///
    /// - Parameter room: how many more bytes are needed; what follows them in collections and structures is left out, so that values inside
    ///   each other are not printed whole again and again.
    // Not optimized: dictionaries and sets specialized for these types would be more code than the rare calls justify.
    @_optimize(none)
    private static func ordered(_ value: Any, isPart: Bool = false, _ room: inout Int) -> String? {
        let mirror = Mirror(reflecting: value)
        var parts: [String] = []
        switch mirror.displayStyle {
        case .dictionary:
            guard let members = value as? [AnyHashable: Any], !members.isEmpty else { return nil }
            for (key, value) in members {
                var each = scanned
                parts.append("\(part(key.base, &each)): \(part(value, &each))")
            }
            parts = parts.inTextOrder()
            for text in parts { room -= text.utf8.count }
        case .set:
            for element in mirror.children {
                var each = scanned
                parts.append(part(element.value, &each))
            }
            parts = parts.inTextOrder()
            for text in parts { room -= text.utf8.count }
        case .collection where value is [Any]:
            for element in mirror.children {
                parts.append(part(element.value, &room))
                if room < 0 { break }
            }
        case .optional:
            guard let wrapped = mirror.children.first?.value else { return nil }
            return "Optional(\(part(wrapped, &room)))"
        case .struct where !hasOwnText(value), .tuple:
            for property in mirror.children {
                // Elements of tuples without a label have one of a dot and a number.
                let label = property.label.flatMap { $0.first == "." ? nil : "\($0): " } ?? ""
                parts.append(label + part(property.value, &room))
                if room < 0 { break }
            }
            let type: Any.Type? = mirror.displayStyle == .tuple ? nil : mirror.subjectType
            let name = type.map { isPart ? String(reflecting: $0) : "\($0)" } ?? ""
            return "\(name)(\(parts.joined(separator: ", ")))"
        case .enum where !hasOwnText(value): return mirror.children.first.map { selected(mirror, $0, isPart, &room) }
        default: return nil
        }
        return "[\(parts.joined(separator: ", "))]"
    }

    /// The text of a value of an enumeration.
    @_optimize(size)
    @inline(never)
    private static func selected(
        _ mirror: Mirror, _ payload: Mirror.Child, _ isPart: Bool, _ room: inout Int
    ) -> String {
        let text = part(payload.value, &room)
        let isTuple = Mirror(reflecting: payload.value).displayStyle == .tuple
        let type = isPart ? String(reflecting: mirror.subjectType) + "." : ""
        return type + (payload.label ?? "") + (isTuple ? text : "(" + text + ")")
    }

    @_optimize(size)
    @inline(never)
    private static func hasOwnText(_ value: Any) -> Bool {
        value is any CustomStringConvertible || value is any CustomDebugStringConvertible
    }

    /// Truncates a text to `limit` bytes, at the boundary of a Unicode scalar, and appends `…` if it was longer.
    package static func shorten(_ text: String, to limit: Int = usualLimit) -> String {
        if text.utf8.count <= limit { return text }
        // Not of a character, which can have any length.
        var end = text.utf8.index(text.startIndex, offsetBy: limit)
        while UTF8.isContinuation(text.utf8[end]) { end = text.utf8.index(before: end) }
        return String(text.unicodeScalars[..<end]) + "…"
    }

    /// Whether a text is that of an object or an array, or of a string that contains one.
    static func looksLikeContainer(_ text: String) -> Bool {
        let first = text.utf8.first { !$0.isJSONWhitespace && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
}
