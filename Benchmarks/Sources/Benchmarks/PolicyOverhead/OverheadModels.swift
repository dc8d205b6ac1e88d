// What the rows about policies decode.

/// An object that can be written so that each member needs a repair.
struct Sale: Codable, Equatable {
    enum Channel: Int, Codable {
        case shop = 1
        case web, phone
    }

    let id: Int
    let reference: String
    let quantity: Int
    let price: Double
    let isPaid: Bool
    let postalCode: String
    let channel: Channel
    let discount: Double?
}

/// An object with much in it, and a last member that can be written so that it needs a repair.
struct Ledger: Codable, Equatable {
    let sales: [Sale]
    let total: Int
}

/// Objects inside each other. Each level has much in it before the next one, and a last member after that.
final class LedgerLevel: Codable, Equatable {
    let sales: [Sale]
    let next: LedgerLevel?
    let total: Int

    static func == (one: LedgerLevel, other: LedgerLevel) -> Bool {
        one.sales == other.sales && one.total == other.total && one.next == other.next
    }
}
