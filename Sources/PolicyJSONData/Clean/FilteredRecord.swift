internal import FoundationImport
internal import PolicyJSON

/// A record of a filter as text. It is made while the record is decoded, so that an error of encoding is a rejection.
struct FilteredRecord: Decodable, Sendable {
    let text: String
    let isChanged: Bool

    init(from decoder: any Decoder) throws {
        guard let record = decoder.userInfo[.recordText] as? RecordText else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "There is no filter."))
        }
        (text, isChanged) = try record.body(decoder)
    }
}

/// Decodes a record, and writes it.
struct RecordText: Sendable {
    typealias Body = @Sendable (any Decoder) throws -> (text: String, isChanged: Bool)

    let body: Body
}

extension CodingUserInfoKey {
    static var recordText: CodingUserInfoKey {
        guard let key = CodingUserInfoKey(rawValue: "PolicyJSONData.recordText") else { preconditionFailure() }
        return key
    }
}
