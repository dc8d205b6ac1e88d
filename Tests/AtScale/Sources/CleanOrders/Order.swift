import Foundation

/// An order of `Tests/AtScale/orders.py`.
struct Order: Codable, Sendable {
    struct Item: Codable, Sendable {
        let sku: String
        let quantity: Int
        let price: Decimal
    }

    enum Status: String, Codable, Sendable, CaseIterable {
        case open, shipped, delivered
    }

    let id: Int
    let placed: Date
    let postcode: String
    let total: Decimal
    let paid: Bool
    let status: Status
    let items: [Item]
    let note: String?
}
