import Foundation
import PolicyJSON

/// Decodes a tree of any JSON with PolicyJSON and with Foundation, visiting every value: both must accept or reject the
/// document, with the same values.
///
/// The last byte of an input is options; the rest is the document. Listed differences are excluded; a comment with the
/// identifier of the difference marks the code.
enum DifferentialCheck {
    static func complaint(about input: [UInt8]) -> String? {
        guard let options = input.last else { return nil }
        return compare(Array(input.dropLast()), options, isRepeated: false)
    }

    private static func compare(_ document: [UInt8], _ options: UInt8, isRepeated: Bool) -> String? {
        // unended-depth: Foundation crashes.
        if document.count(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }) > 500 { return nil }
        // Foundation reads past the end of a document without braces that ends with a number, and may crash.
        if options & 2 != 0, let last = document.last(where: { $0 != 0 }), isNumberByte(last) { return nil }
        // marked-utf-32
        if document.starts(with: [0xFF, 0xFE, 0, 0]) { return nil }
        let data = Data(document)
        let theirs = Result { try foundation(options).decode(AnyTree.self, from: data) }
        let ours = Result { try policyJSON(options).decode(AnyTree.self, from: data) }
        switch (ours, theirs) {
        case (.success(let our), .success(let their)):
            if our == their { return nil }
            // fractions-are-not-integers, wide-integers
            if hasLongNumbers(document), our.isSame(exceptIntegersOf: their) { return nil }
            return "PolicyJSON: \(our)\nFoundation: \(their)"
        case (.failure(let our), .failure(let their)):
            guard our is DecodingError, their is DecodingError else { return "\(our) instead of \(their)" }
            return nil
        case (.failure(let our), .success(let their)):
            guard our is DecodingError else { return "\(our)" }
            // partial-code-units
            if document.count % 4 != 0, isEncodingError(our) { return nil }
            // unread-values: Foundation reads only the first of repeated members; JSONSerialization reads all.
            if (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) == nil { return nil }
            return "PolicyJSON: \(our)\nFoundation: \(their)"
        case (.success(let our), .failure(let their)):
            // zeros-with-exponents
            if !isRepeated, let plain = zerosWithoutExponents(document) {
                return compare(plain, options, isRepeated: true)
            }
            return "PolicyJSON: \(our)\nFoundation: \(their)"
        }
    }

    private static func isEncodingError(_ error: any Error) -> Bool {
        guard case DecodingError.dataCorrupted(let context) = error else { return false }
        return (context.underlyingError as? JSONSyntaxError)?.code == .invalidEncoding
    }

    private static func foundation(_ options: UInt8) -> JSONDecoder {
        let decoder = JSONDecoder()
        if options & 1 != 0 { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        if options & 2 != 0 { decoder.assumesTopLevelDictionary = true }
        return decoder
    }

    private static func policyJSON(_ options: UInt8) -> PolicyJSONDecoder {
        let decoder = PolicyJSONDecoder()
        // trailing-commas
        decoder.allowsTrailingCommas = true
        if options & 1 != 0 { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        if options & 2 != 0 { decoder.assumesTopLevelDictionary = true }
        return decoder
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
    }

    /// Whether `Double` may be unable to represent a number, judged by the length of its text or its exponent.
    private static func hasLongNumbers(_ document: [UInt8]) -> Bool {
        // Ignores the zero bytes of UTF-16 and UTF-32.
        let text = document.filter { $0 != 0 }
        return text.split(whereSeparator: { !isNumberByte($0) }).contains {
            $0.count > 15 || $0.contains { $0 | 0x20 == 0x65 }
        }
    }

    /// The document with zeros without exponents; `nil` if it has no zero with an exponent.
    private static func zerosWithoutExponents(_ document: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var isChanged = false
        var isString = false
        var index = 0
        // Only UTF-8 is rewritten.
        let text = document.prefix(4).contains(0) ? document.filter { $0 != 0 } : document
        while index < text.count {
            let byte = text[index]
            if isString {
                if byte == UInt8(ascii: "\\"), index + 1 < text.count {
                    result += text[index...index + 1]
                    index += 2
                    continue
                }
                if byte == UInt8(ascii: "\"") { isString = false }
            } else if byte == UInt8(ascii: "\"") {
                isString = true
            } else if isNumberByte(byte) {
                let number = text[index...].prefix(while: isNumberByte)
                let mantissa = number.prefix { $0 | 0x20 != 0x65 }
                index = number.endIndex
                if mantissa.count < number.count, !mantissa.contains(where: { (0x31...0x39).contains($0) }) {
                    isChanged = true
                    result += mantissa
                } else {
                    result += number
                }
                continue
            }
            result.append(byte)
            index += 1
        }
        return isChanged ? result : nil
    }
}
