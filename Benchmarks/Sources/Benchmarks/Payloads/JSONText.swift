import Foundation

/// Writes compact JSON.
///
/// Foundation's encoder does not do for generated payloads: the members have to come in the order in which a service writes
/// them (which is that of the model, not a random one), and strings have to be escaped as services in various languages do it.
struct JSONText {
    /// Which characters of a string are written as escapes.
    enum Escaping: Sendable {
        /// Only what RFC 8259, section 7, demands: quotation mark, backslash and control characters.
        case demanded
        /// Also the slash, and whatever is not ASCII as `\u` with surrogate pairs.
        case everything
    }

    private var bytes: [UInt8] = []
    private var needsComma = false

    /// How strings are written from now on.
    var escaping = Escaping.demanded

    /// What was written.
    var data: Data {
        Data(bytes)
    }

    /// Writes an object; `content` writes its members.
    mutating func object(_ content: (inout JSONText) -> Void) {
        nest("{", "}", content)
    }

    /// Writes an array; `content` writes its elements.
    mutating func array(_ content: (inout JSONText) -> Void) {
        nest("[", "]", content)
    }

    /// Writes a key; the next value belongs to it.
    mutating func key(_ name: String) {
        write(name)
        append(":")
        needsComma = false
    }

    /// Writes a key with a value; `nil` is written as `null`.
    mutating func member(_ name: String, _ value: (any JSONTextValue)?) {
        key(name)
        if let value {
            value.write(to: &self)
        } else {
            raw("null")
        }
    }

    /// Writes a string.
    mutating func write(_ string: String) {
        separate()
        append("\"")
        for scalar in string.unicodeScalars {
            append(scalar)
        }
        append("\"")
    }

    /// Writes a value that is JSON, verbatim.
    mutating func raw(_ text: String) {
        separate()
        append(text)
    }

    private mutating func nest(_ opening: String, _ closing: String, _ content: (inout JSONText) -> Void) {
        raw(opening)
        needsComma = false
        content(&self)
        append(closing)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma {
            append(",")
        }
        needsComma = true
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": append("\\\"")
        case "\\": append("\\\\")
        case "\n": append("\\n")
        case "\r": append("\\r")
        case "\t": append("\\t")
        case "/" where escaping == .everything: append("\\/")
        case _ where scalar.value < 0x20: appendEscape(UInt16(scalar.value))
        case _ where scalar.isASCII: bytes.append(UInt8(scalar.value))
        case _ where escaping == .everything:
            for unit in String(scalar).utf16 {
                appendEscape(unit)
            }
        default: bytes.append(contentsOf: String(scalar).utf8)
        }
    }

    private mutating func appendEscape(_ unit: UInt16) {
        let digits = String(unit, radix: 16)
        append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
    }
}

/// What ``JSONText`` can write as the value of a member.
protocol JSONTextValue {
    /// Writes `self` to `text`.
    func write(to text: inout JSONText)
}

extension String: JSONTextValue {
    func write(to text: inout JSONText) {
        text.write(self)
    }
}

extension JSONTextValue where Self: LosslessStringConvertible {
    func write(to text: inout JSONText) {
        text.raw(description)
    }
}

extension Int: JSONTextValue {}
extension Double: JSONTextValue {}
extension Bool: JSONTextValue {}
