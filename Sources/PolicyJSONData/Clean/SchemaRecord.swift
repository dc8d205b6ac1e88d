internal import FoundationImport
internal import PolicyJSON

/// A record by a schema: the records of `RecordFilter(schema:decoder:)`.
public struct SchemaRecord: Sendable, Decodable {
    /// The record as JSON without line breaks.
    public let text: String
    let isChanged: Bool

    /// Decodes any JSON.
    ///
    /// - Parameter decoder: the decoder.
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws { try self.init(from: decoder, nil, nil) }

    /// Decodes a value of a schema, or any JSON.
    ///
    /// - Parameter check: finds the records that need not be decoded; `nil` if all must be.
    init(from decoder: any Decoder, _ schema: JSONSchema?, _ check: SchemaCheck?) throws {
        if let schema {
            var finding: SchemaCheck.Finding?
            if let check {
                let record = try RawJSON(from: decoder).text
                finding = check.finding(in: record, schema.root)
                if case .accepted = finding {
                    (text, isChanged) = (Self.onOneLine(record), false)
                    return
                }
            }
            let scope = SchemaScope(schema: schema, node: schema.root, check: check)
            let value = try SchemaValue(from: decoder, scope, finding)
            (text, isChanged) = (Self.onOneLine(value.text), !value.isVerbatim)
        } else {
            (text, isChanged) = (Self.onOneLine(try RawJSON(from: decoder).text), false)
        }
    }

    /// The text without line ends and the indentation after them. Strings cannot contain line ends.
    private static func onOneLine(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
        var isIndented = false
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x0A, 0x0D: isIndented = true
            case 0x20 where isIndented, 0x09 where isIndented: break
            default:
                isIndented = false
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
