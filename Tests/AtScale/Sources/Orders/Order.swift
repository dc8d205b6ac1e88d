public import Foundation

/// An order of `Tests/AtScale/orders.py`.
public struct Order: Codable, Sendable {
    public struct Item: Codable, Sendable {
        public let sku: String
        public let quantity: Int
        public let price: Decimal
    }

    public enum Status: String, Codable, Sendable, CaseIterable {
        case open, shipped, delivered
    }

    public let id: Int
    public let placed: Date
    public let postcode: String
    public let total: Decimal
    public let paid: Bool
    public let status: Status
    public let items: [Item]
    public let note: String?
}
