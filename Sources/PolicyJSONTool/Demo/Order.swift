import Foundation

/// An order as a shop would model it: plain `Codable`, without provisions for messy JSON.
struct Order: Codable {
    let id: Int
    let placed: Date
    let customer: Customer
    let total: Decimal
    let paid: Bool
    let payment: PaymentType?
    let status: OrderStatus
    let items: [Item]
    @BlankAsNil var note: String?
}

struct Customer: Codable {
    let name: String
    let postcode: String
    let email: String?
}

struct Item: Codable {
    let sku: String
    let quantity: Int
    let price: Decimal
}

enum PaymentType: String, Codable, CaseIterable {
    case card, invoice, cash
}

enum OrderStatus: String, Codable, CaseIterable {
    case open, shipped, delivered, unknown
}
