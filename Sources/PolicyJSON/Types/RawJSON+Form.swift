@_spi(Cursor) internal import JSONTape

extension RawJSON {
    /// A value as it was created.
    enum Form: Sendable, Hashable {
        case null
        case bool(Bool)
        /// Text in the grammar of RFC 8259 section 6.
        case number(String)
        /// A string, unescaped.
        case string(String)
        /// A text that has been parsed. In place of a value it is decoded under the same policy, as is `unchecked`; the
        /// others are decoded strictly.
        case document(String)
        /// A text that may not be JSON.
        case unchecked(String)

        /// The text of a value that is a text; `nil` for a scalar.
        var document: String? {
            switch self {
            case .document(let text), .unchecked(let text): text
            case .null, .bool, .number, .string: nil
            }
        }

        /// Whether the value is `null`, also as a document.
        var isNull: Bool {
            switch self {
            case .null: true
            case .document(let text), .unchecked(let text):
                text.utf8.trimmingJSONWhitespace.elementsEqual("null".utf8)
            case .bool, .number, .string: false
            }
        }

        /// The value as JSON text.
        var text: String {
            switch self {
            case .null: "null"
            case .bool(let value): value ? "true" : "false"
            case .number(let text), .document(let text), .unchecked(let text): text
            case .string(let value): RawJSON.quoted(value)
            }
        }

        /// The value as source code.
        var sourceText: String {
            switch self {
            case .null, .bool: ".\(self)"
            case .number(let text): text
            case .string(let text): ".string(\(RawJSON.quoted(text)))"
            case .document(let text): "RawJSON(parsing: \(RawJSON.quoted(text)))"
            case .unchecked(let text): ".unchecked(\(RawJSON.quoted(text)))"
            }
        }
    }

    /// A number whose text is known to be one.
    static func number(_ text: String) -> RawJSON { RawJSON(form: .number(text)) }

    /// The text, if it is JSON.
    ///
    /// - Throws: `JSONSyntaxError` for a value from ``unchecked(_:)`` that is not JSON.
    var checkedText: String {
        get throws(JSONSyntaxError) {
            guard case .unchecked(let text) = form else { return text }
            return try RawJSON(parsing: text).text
        }
    }

    /// The value with scalars as such, and not as documents; a text that is not JSON is unchanged.
    var withScalars: RawJSON {
        if case .unchecked(let text) = form { return (try? RawJSON(parsing: text))?.withScalars ?? self }
        guard case .document(let text) = form else { return self }
        switch kind {
        case .null: return .null
        case .bool: return .bool(text == "true")
        case .number: return .number(text)
        case .string: return value.string.map { .string($0) } ?? self
        case .array, .object: return self
        }
    }

    static func quoted(_ value: String) -> String {
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
