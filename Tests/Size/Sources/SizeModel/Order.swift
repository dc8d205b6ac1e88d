public import FoundationEssentials

public struct Order: Codable {
    public var id: Int
    public var placed: Date
    public var total: Decimal
    public var customer: String
    public var tags: [String]
    public var note: String?
}
