import Foundation

/// What one byte, and one key, of a document of some size costs.
struct ScalingRow: Encodable, Sendable {
    /// What is the same in all rows with this text.
    let group: String
    let decoder: String
    /// The size of the document in bytes.
    let bytes: Int
    /// How many keys an object has that is asked for its keys; `nil` for other groups.
    let keys: Int?
    let nanosecondsPerByte: Double
    /// For each key that is asked for, or that becomes one of a dictionary.
    let nanosecondsPerKey: Double?
    /// The time for a byte, or for a key, divided by that of the row before.
    let ratioToRowBefore: Double?

    enum CodingKeys: String, CodingKey {
        case group, decoder, bytes, keys
        case nanosecondsPerByte = "ns_per_byte"
        case nanosecondsPerKey = "ns_per_key"
        case ratioToRowBefore = "ratio_to_row_before"
    }

    /// The header of a table.
    static let header = ["decoder", "size", "keys", "ns/byte", "ns/key", "÷ row before"]

    /// The cells of a table.
    var cells: [String] {
        [
            decoder, TableText.size(bytes), keys.map { "\($0)" } ?? "–", TableText.decimal(nanosecondsPerByte, 2),
            nanosecondsPerKey.map { TableText.decimal($0, 1) } ?? "–",
            ratioToRowBefore.map { TableText.decimal($0, 2) } ?? "–",
        ]
    }
}
