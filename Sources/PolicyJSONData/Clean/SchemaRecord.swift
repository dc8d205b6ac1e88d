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
            var verdict: SchemaCheck.Verdict?
            if let check {
                let record = try RawJSON(from: decoder).text
                verdict = check.verdict(on: record, schema.root)
                if case .accepted = verdict {
                    (text, isChanged) = (record.unindented, false)
                    return
                }
            }
            let scope = SchemaScope(schema: schema, node: schema.root, check: check)
            let value = try SchemaValue(from: decoder, scope, verdict)
            (text, isChanged) = (value.text.unindented, !value.isVerbatim)
        } else {
            (text, isChanged) = (try RawJSON(from: decoder).text.unindented, false)
        }
    }
}
