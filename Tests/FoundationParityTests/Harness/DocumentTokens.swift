import Foundation

/// A string, a number, a literal or a key of a document, found without checking its contents.
struct DocumentToken {
    let range: Range<Int>
    let text: String
    let isKey: Bool

    /// Whether the token is in quotes.
    var isQuoted: Bool { text.first == "\"" || text.first == "'" }

    /// Whether the token is a number, valid or not.
    var isNumber: Bool {
        !isKey && text.contains(/^[-+.0-9]|^Infinity|^NaN/)
    }
}

extension Trial {
    /// The document in UTF-8, without a byte order mark; `nil` if it is invalid in all encodings.
    var utf8: [UInt8]? {
        func units(_ encoding: String.Encoding, _ skipping: Int) -> [UInt8]? {
            String(data: Data(data.dropFirst(skipping)), encoding: encoding).map { Array($0.utf8) }
        }
        let marks: [([UInt8], String.Encoding?)] = [
            ([0xEF, 0xBB, 0xBF], nil), ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
            ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
        ]
        if let (mark, encoding) = marks.first(where: { data.starts(with: $0.0) }) {
            return encoding.map { units($0, mark.count) } ?? Array(data.dropFirst(mark.count))
        }
        switch data.prefix(4).map({ $0 == 0 }) {
        case [true, true, true, false]: return units(.utf32BigEndian, 0)
        case [false, true, true, true]: return units(.utf32LittleEndian, 0)
        case [true, false, true, false], [true, false]: return units(.utf16BigEndian, 0)
        case [false, true, false, true], [false, true]: return units(.utf16LittleEndian, 0)
        default: return Array(data)
        }
    }

    /// The document as text; `nil` if it is invalid UTF-8.
    var text: String? { utf8.flatMap { String(validating: $0, as: UTF8.self) } }

    /// The tokens of a document whose brackets, colons and commas are valid.
    var tokens: [DocumentToken] {
        guard let bytes = utf8 else { return [] }
        let isJSON5 = options.allowsJSON5
        let quotes = Set(isJSON5 ? [UInt8(ascii: "\""), UInt8(ascii: "'")] : [UInt8(ascii: "\"")])
        let between = Set("[]{}:, \t\r\n\u{B}\u{C}".utf8)
        var found: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            let start = index
            if isJSON5, bytes[index...].starts(with: "//".utf8) {
                while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
            } else if isJSON5, bytes[index...].starts(with: "/*".utf8) {
                index += 2
                while index < bytes.count, !bytes[..<index].suffix(2).elementsEqual("*/".utf8) { index += 1 }
            } else if quotes.contains(bytes[index]) {
                index += 1
                while index < bytes.count, bytes[index] != bytes[start] {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                index = min(index + 1, bytes.count)
                found.append(start..<index)
            } else if between.contains(bytes[index]) {
                index += 1
            } else {
                while index < bytes.count, !between.contains(bytes[index]), !quotes.contains(bytes[index]),
                    !(isJSON5 && bytes[index] == UInt8(ascii: "/"))
                { index += 1 }
                if index == start { index += 1 }
                found.append(start..<index)
            }
        }
        return found.map { range in
            let next = bytes[range.upperBound...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            return DocumentToken(
                range: range, text: String(decoding: bytes[range], as: UTF8.self), isKey: next == UInt8(ascii: ":"))
        }
    }

    /// The trial of the document with some tokens replaced; `nil` if `replacement` replaces none.
    func replacingTokens(_ replacement: (DocumentToken) -> String?) -> Trial? {
        guard var bytes = utf8 else { return nil }
        var isReplaced = false
        for token in tokens.reversed() {
            guard let other = replacement(token) else { continue }
            bytes.replaceSubrange(token.range, with: other.utf8)
            isReplaced = true
        }
        return isReplaced ? subject.trial(Data(bytes), options) : nil
    }

    /// The trial of the document with some numbers replaced; `nil` if none is replaced.
    func replacingNumbers(_ replacement: (String) -> String?) -> Trial? {
        replacingTokens { $0.isNumber ? replacement($0.text) : nil }
    }

    /// The trial of the document with some text replaced; `nil` if nothing is replaced.
    func replacing(_ part: some RegexComponent, with replacement: (String) -> String) -> Trial? {
        guard let text else { return nil }
        let other = text.replacing(part) { replacement(String(text[$0.range])) }
        return other == text ? nil : subject.trial(other, options)
    }

    /// The trial of the document with other malformed strings and numbers in place of those that PolicyJSON rejects;
    /// `nil` if there are none. If Foundation's outcome is the same, it has not parsed them, or has failed before.
    var withOtherMalformedTokens: Trial? {
        let reader = Subject(Empty.self)
        return replacingTokens { token in
            let part = token.isKey ? "{\(token.text):0}" : "[\(token.text)\n]"
            // Invalid UTF-8 is malformed, too.
            let isMalformed = token.text.contains("\u{FFFD}") || reader.policyJSON(part, options).isNotJSON
            if !isMalformed { return nil }
            return token.isKey || token.isQuoted ? #""\ud800""# : "00"
        }
    }
}
