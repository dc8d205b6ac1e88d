import Foundation

/// One element of the generated documents `orders`: what a shop says about a sale.
struct Order: Codable, Equatable, Sendable {
    var id: Int
    var reference: String
    var customer: String
    var status: OrderStatus
    var currency: String
    var quantity: Int
    var unitPrice: Double
    var total: Double
    var isPaid: Bool
    var isGift: Bool
    var note: String?
    var createdAt: String
    var shippedAt: String?
    var address: OrderAddress

    enum CodingKeys: String, CodingKey {
        case id
        case reference
        case customer
        case status
        case currency
        case quantity
        case unitPrice = "unit_price"
        case total
        case isPaid = "is_paid"
        case isGift = "is_gift"
        case note
        case createdAt = "created_at"
        case shippedAt = "shipped_at"
        case address
    }
}

/// The same object as ``Order``, with its times as `Date`s; to be decoded with the strategy `.iso8601`.
struct DatedOrder: Codable, Equatable, Sendable {
    var id: Int
    var reference: String
    var customer: String
    var status: OrderStatus
    var currency: String
    var quantity: Int
    var unitPrice: Double
    var total: Double
    var isPaid: Bool
    var isGift: Bool
    var note: String?
    var createdAt: Date
    var shippedAt: Date?
    var address: OrderAddress

    /// The keys are the same.
    typealias CodingKeys = Order.CodingKeys
}

/// The same object as ``Order``, with keys as Swift names them; to be decoded with the strategy `.convertFromSnakeCase`.
struct PlainOrder: Codable, Equatable, Sendable {
    struct Address: Codable, Equatable, Sendable {
        var street: String
        var postalCode: String
        var city: String
        var country: String
    }

    var id: Int
    var reference: String
    var customer: String
    var status: OrderStatus
    var currency: String
    var quantity: Int
    var unitPrice: Double
    var total: Double
    var isPaid: Bool
    var isGift: Bool
    var note: String?
    var createdAt: String
    var shippedAt: String?
    var address: Address
}

/// How far an order has come.
enum OrderStatus: String, Codable, CaseIterable, Sendable {
    case pending
    case confirmed
    case packed
    case shipped
    case delivered
    case returned
}

/// Where an order goes.
struct OrderAddress: Codable, Equatable, Sendable {
    var street: String
    var postalCode: String
    var city: String
    var country: String

    enum CodingKeys: String, CodingKey {
        case street
        case postalCode = "postal_code"
        case city
        case country
    }
}
